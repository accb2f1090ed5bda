"""tools/check_no_game_names.py must fail where a game is known by its name, and only there."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_no_game_names  # noqa: E402


class CheckNoGameNames(unittest.TestCase):
    def problems(self, path, text):
        """What the check says of a tree with the games `chess` and `y` and this one file."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, title in (("chess", "Royal chess (of old)"), ("y", "Y")):
                header = root / "src/banyan/games" / f"{name}.hpp"
                header.parent.mkdir(parents=True, exist_ok=True)
                header.write_text(f'static constexpr std::string_view name = "{name}";\nreturn {{.title = "{title}",\n',
                                  encoding="utf-8")
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            return check_no_game_names.check(root)

    def test_quoted_names_are_found_with_their_place(self):
        for path, line in (("src/banyan/cli/x.cpp", 'if (name == "chess") return;'),
                           ("src/banyan/nn/x.hpp", 'const char* file = "chess.bnet";'),
                           ("web/src/lib/x.ts", "const game = 'chess';"),
                           ("web/src/X.svelte", "{#if spec === `chess:variant=chess960`}"),
                           ("tools/x.py", "GAME = 'chess'"),
                           ("src/banyan/cli/x.cpp", 'make("y:size=7")'),
                           ("python/banyan/x.py", 'Game("chess")'),
                           ("python/src/x.cpp", 'make("chess")'),
                           ("src/banyan/cli/x.cpp", 'help("perfect play (Royal chess, others)");'),
                           ("web/src/X.svelte", "<h1>Royal chess</h1>"),
                           ("python/src/x.cpp", 'doc("boards of Royal chess");'),
                           ("bench/x.cpp", 'make("chess")'),
                           ("bench/CMakeLists.txt", 'set(game "chess")'),
                           ("cmake/x.cmake", 'set(game "chess")'),
                           ("tools/x.sh", "[[ $2 != chess* ]]")):
            problems = self.problems(path, f"\n{line}\n")
            self.assertEqual(len(problems), 1, line)
            self.assertTrue(problems[0].startswith(f"{path}:2: "), problems[0])

    def test_what_is_allowed(self):
        for path, line in (("src/banyan/games/other.hpp", 'f("chess");'),
                           ("src/banyan/cli/x.cpp", '// as in "chess"'),
                           ("src/banyan/cli/x.cpp", '/* "chess" */'),
                           ("src/banyan/cli/x.cpp", 'help("play chess against a person");'),
                           ("src/banyan/cli/x.cpp", 'help("an axis: Y");'),
                           ("src/banyan/cli/x.cpp", '// "Royal chess"'),
                           ("web/src/lib/x.ts", "const row = royal.chess;"),
                           ("web/src/lib/x.ts", "const axis = 'y';"),
                           ("web/src/lib/x.ts", "chess();"),
                           ("tools/x.py", "value = 1  # 'chess'"),
                           ("tests/x.cpp", '"chess"')):
            self.assertEqual(self.problems(path, line + "\n"), [], line)

    def test_an_exception_that_is_not_needed_any_more_is_told(self):
        check_no_game_names.EXCEPTIONS["src/old.cpp"] = "for this test"
        try:
            self.assertEqual(self.problems("src/old.cpp", 'f("chess");\n'), [])
            self.assertEqual(len(self.problems("src/old.cpp", "f();\n")), 1)
        finally:
            del check_no_game_names.EXCEPTIONS["src/old.cpp"]


if __name__ == "__main__":
    unittest.main()
