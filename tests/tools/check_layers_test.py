"""tools/check_layers.py must fail where a layer is broken: each rule is broken once in a small tree."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_layers  # noqa: E402


class CheckLayers(unittest.TestCase):
    def problems(self, path, text):
        """What the check says of a tree with this one file."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return check_layers.check(pathlib.Path(folder))

    def assert_fine(self, path, include):
        self.assertEqual(self.problems(path, f"#include {include}\n"), [])

    def assert_wrong(self, path, include, said):
        problems = self.problems(path, f"#include {include}\n")
        self.assertEqual(len(problems), 1, f"{path} includes {include}")
        self.assertIn(said, problems[0])

    def test_upwards_is_fine(self):
        self.assert_fine("game/game.hpp", "<banyan/core/random.hpp>")
        self.assert_fine("search/select.hpp", "<banyan/bandit/rules.hpp>")
        self.assert_fine("cli/play/play.cpp", "<banyan/session/session.hpp>")
        self.assert_fine("session/registry.cpp", "<banyan/games/games.def>")
        self.assert_fine("testing/conformance.hpp", "<banyan/game/conformance.hpp>")
        self.assert_fine("app.hpp", "<banyan/cli/main.hpp>")
        self.assert_fine("banyan.hpp", "<banyan/agent/make.hpp>")

    def test_within_a_folder_is_fine(self):
        self.assert_fine("core/spec.hpp", "<banyan/core/fields.hpp>")

    def test_every_downward_edge_is_wrong(self):
        for upper in range(len(check_layers.ORDER)):
            for lower in range(upper + 1, len(check_layers.ORDER)):
                source, target = check_layers.ORDER[upper], check_layers.ORDER[lower]
                self.assertFalse(check_layers.may_include(source, target), f"{source} -> {target}")

    def test_the_bans(self):
        self.assert_wrong("bandit/arm.hpp", "<banyan/game/game.hpp>", "bandit may not include game")
        self.assert_wrong("game/game.hpp", "<banyan/bandit/arm.hpp>", "game may not include bandit")
        self.assert_wrong("games/nim.hpp", "<banyan/bandit/arm.hpp>", "games may not include bandit")
        for layer in ("search", "nn", "agent"):
            self.assert_wrong(f"{layer}/x.hpp", "<banyan/games/nim.hpp>", f"{layer} may not include games")
        self.assert_wrong("serve/x.cpp", "<banyan/learn/td/td.hpp>", "serve may not include learn")

    def test_third_party_headers(self):
        for layer in ("core", "bandit", "game", "games", "search", "nn", "agent"):
            self.assert_wrong(f"{layer}/x.hpp", "<fmt/format.h>", "no third-party header")
            self.assert_fine(f"{layer}/x.hpp", "<vector>")
        self.assert_fine("session/x.cpp", "<fmt/format.h>")

    def test_torch_has_one_folder(self):
        self.assert_fine("learn/torch/net.cpp", "<torch/torch.h>")
        self.assert_wrong("learn/replay.cpp", "<torch/torch.h>", "only learn/torch")
        self.assert_wrong("cli/train/train.cpp", "<torch/torch.h>", "only learn/torch")

    def test_unknown_folders_on_either_side(self):
        self.assert_wrong("misc/x.hpp", "<vector>", "'misc' is not a layer")
        self.assert_wrong("cli/x.cpp", "<banyan/misc/x.hpp>", "cli may not include misc")

    def test_quotes_do_not_hide_an_edge(self):
        self.assert_wrong("core/x.hpp", '"../cli/play.hpp"', "angle brackets")

    def test_forms_of_an_include(self):
        self.assertEqual(len(self.problems("core/x.hpp", "  #  include   <banyan/cli/x.hpp>  // why\n")), 1)
        self.assertEqual(self.problems("core/x.hpp", "// #include <banyan/cli/x.hpp>\n"), [])
        self.assertEqual(self.problems("core/x.hpp", "/*\n#include <banyan/cli/x.hpp>\n*/\n"), [])

    def test_headers_ask_for_no_macro_of_the_build(self):
        for line in ("#ifdef BANYAN_DATA_FOLDER", "#if defined(BANYAN_FAST)", "#elif BANYAN_FAST > 1"):
            problems = self.problems("core/x.hpp", f"#pragma once\n{line}\n#endif\n")
            self.assertEqual(len(problems), 1, line)
            self.assertIn("core/x.hpp:2: depends on BANYAN_", problems[0])
        self.assertEqual(self.problems("cli/x.cpp", "#ifndef BANYAN_VERSION\n#endif\n"), [])
        self.assertEqual(self.problems("core/x.hpp", "#ifdef __SSE2__\n#endif\n"), [])
        guarded = "#ifndef BANYAN_X_HPP\n#define BANYAN_X_HPP\n#endif\n"
        self.assertEqual(self.problems("core/x.hpp", guarded), [])

    def test_conditions_on_the_compiler(self):
        def problems(text):
            return self.problems("core/x.hpp", "#pragma once\n" + text)

        within = """inline int f() {
#ifdef __BMI2__
  return 1;
#endif
  return 2;
}
"""
        found = problems(within)
        self.assertEqual(len(found), 1)
        self.assertIn("core/x.hpp:3: depends on __BMI2__: only directives may", found[0])
        around = "#if defined(__AVX2__) && 1\nint f();\n#else\nint g();\n#endif\n"
        self.assertEqual(len(problems(around)), 1)
        self.assertIn("core/x.hpp:2: depends on __AVX2__", problems(around)[0])
        self.assertEqual(len(problems("struct A {\n" + within + "};\n")), 1)
        # An #else after a condition of another kind is no condition on the compiler, but #elif may be.
        other = "#ifdef O_TMPFILE\nint f();\n#elif {}\nint g();\n#endif\n"
        self.assertEqual(problems(other.format("1")), [])
        self.assertEqual(len(problems(other.format("__AVX2__"))), 1)
        # Around directives.
        self.assertEqual(problems("#ifdef __SSE2__\n#include <emmintrin.h>\n#endif\n"), [])
        self.assertEqual(problems("#if defined(__FAST_MATH__)  // why\n#error no\n#endif\n"), [])
        self.assertEqual(problems("#if 1 && \\\n    1 && \\\n    defined(__FAST_MATH__)\n#error no\n#endif\n"), [])

        # Within a namespace that is named for the same macro, and only there.
        def named(macro, body):
            return (f"namespace b {{\n#ifdef {macro}\ninline namespace with {{\n#else\n"
                    f"inline namespace without {{\n#endif\n{body}}}  // namespace with, without\n")

        self.assertEqual(problems(named("__BMI2__", within) + "}\n"), [])
        self.assertEqual(problems(named("__BMI2__", "struct A {\n" + within + "};\n") + "}\n"), [])
        self.assertEqual(len(problems(named("__AVX2__", within) + "}\n")), 1)
        self.assertEqual(len(problems(named("__BMI2__", "") + within + "}\n")), 1)
        braces = "inline char f() { return '{'; }  // {\ninline const char* g() { return \"{\\\"{\"; }\n"
        self.assertEqual(len(problems(named("__BMI2__", braces) + within + "}\n")), 1)
        plain = "namespace with {\n" + within + "}\n"
        self.assertEqual(len(problems(plain)), 1)
        self.assertEqual(len(problems("#ifdef __BMI2__\nnamespace with {\n#endif\n" + within + "}\n")), 1)

    def test_the_place_is_named(self):
        text = "#pragma once\n/* two\nlines */\n#include <banyan/cli/x.hpp>\n"
        self.assertIn("core/x.hpp:4:", self.problems("core/x.hpp", text)[0])

    def test_too_many_units_include_a_costly_header(self):
        costly, most = next(iter(check_layers.MOST_UNITS.items()))
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            through = root / "nn/through.hpp"
            through.parent.mkdir()
            through.write_text(f"#include <banyan/{costly}>\n", encoding="utf-8")
            for i in range(most):
                (root / f"nn/unit{i}.cpp").write_text("#include <banyan/nn/through.hpp>\n", encoding="utf-8")
            (root / "nn/other.cpp").write_text("#include <vector>\n", encoding="utf-8")
            self.assertEqual(check_layers.check(root), [])
            (root / "games").mkdir()
            games = "// the games\nBANYAN_GAME(a, A)\nBANYAN_GAME(b, B)\n"
            (root / "games/games.def").write_text(games, encoding="utf-8")
            (root / "nn/each.cpp.in").write_text("#include <banyan/nn/through.hpp>\n", encoding="utf-8")
            problems = check_layers.check(root)
            self.assertEqual(len(problems), 1)
            self.assertIn(f"{most + 2} units include it, at most {most} may", problems[0])


if __name__ == "__main__":
    unittest.main()
