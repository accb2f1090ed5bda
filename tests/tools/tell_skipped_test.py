"""tools/tell_skipped.py must count what ctest and the programs it runs have skipped, with the reasons."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import tell_skipped  # noqa: E402

GOOGLETEST = r"""printf '[ RUN      ] Go.X\n/x/y.cpp:1: Skipped\ngnugo is not installed\n\n[  SKIPPED ] Go.X (0 ms)\n'"""
PYTHON = """
import unittest
class Engines(unittest.TestCase):
    @unittest.skip("stockfish is not installed")
    def test_one(self): pass
    @unittest.skip("stockfish is not installed")
    def test_two(self): pass
    def test_three(self): print("x" * 5000)
unittest.main()
"""


class TellSkipped(unittest.TestCase):
    def run_ctest(self, *tests):
        """The summary of a run of ctest over (name, command…) and (name, command…, property, value)."""
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "engines.py").write_text(PYTHON, encoding="utf-8")
            lines = []
            for name, command, *properties in tests:
                words = " ".join(f"[==[{word}]==]" for word in command)
                lines.append(f"add_test({name} {words})")
                if properties:
                    lines.append(f"set_tests_properties({name} PROPERTIES {properties[0]})")
            (place / "CTestTestfile.cmake").write_text("\n".join(lines) + "\n", encoding="utf-8")
            subprocess.run(["ctest", "--test-dir", folder, "--output-junit", f"{folder}/results.xml",
                            "--test-output-truncation", "head"], check=False, capture_output=True, cwd=folder)
            return tell_skipped.summary((place / "results.xml").read_text(encoding="utf-8"))

    @unittest.skipUnless(shutil.which("ctest"), "ctest is not on PATH")
    def test_what_ctest_and_its_programs_skip(self):
        googletest = ("games.Go", ["sh", "-c", GOOGLETEST], 'SKIP_REGULAR_EXPRESSION "\\\\[  SKIPPED \\\\]"')
        page = ("page", ["sh", "-c", "echo no chromium: skipped; exit 77"], "SKIP_RETURN_CODE 77")
        python = ("cli.engines", [sys.executable, "engines.py", "-v"])
        silent = ("cli.silent", [sys.executable, "engines.py"])
        passed, failed = ("passed", ["true"]), ("failed", ["false"])
        gone = ("gone", ["/no/such/program"])
        self.assertEqual(self.run_ctest(googletest, page, python, silent, passed, failed, gone), [
            "6 skipped:",
            "  games.Go: gnugo is not installed",
            "  page: no chromium: skipped",
            "  cli.engines, 2 of its tests: stockfish is not installed",
            "  cli.silent, 2 of its tests"])
        self.assertEqual(self.run_ctest(passed, failed, gone), [])

    def test_the_exit_code_is_that_of_the_command(self):
        tool = pathlib.Path(tell_skipped.__file__)
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "results.xml"
            results.write_text('<testsuite><testcase name="a"><skipped message="SKIP_RETURN_CODE=77"/>'
                               "<system-out>no chromium</system-out></testcase></testsuite>", encoding="utf-8")
            for words, code in (("exit 0", 0), ("exit 8", 8), ("kill -TERM $$", 143)):
                done = subprocess.run([sys.executable, tool, results, "sh", "-c", f"echo closing line; {words}"],
                                      check=False, capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout, done.stderr),
                                 (code, "closing line\n", "1 skipped:\n  a: no chromium\n"))
            done = subprocess.run([sys.executable, tool, f"{folder}/none.xml", "true"], check=False,
                                  capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_pytest_and_node(self):
        for text, count in (("===== 3 passed, 2 skipped in 0.1s =====", 2), ("==== 2 skipped, 1 xfailed in 1s ====", 2),
                            ("ℹ pass 4\nℹ skipped 1", 1), ("# skipped 3", 3), ("# skipped 0", 0),
                            ("12 passed in 1s", 0), ("it says 5 skipped", 0)):
            self.assertEqual(tell_skipped.skipped_within(text)[0], count, text)


if __name__ == "__main__":
    unittest.main()
