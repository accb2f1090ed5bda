"""tools/check_readme.py must fail where the code shown is not the code there is."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_readme  # noqa: E402


class CheckReadme(unittest.TestCase):
    def problems(self, document):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "game.hpp").write_text("one\ntwo\nthree\n", encoding="utf-8")
            return check_readme.check(document, pathlib.Path(folder))

    def test_the_whole_file_or_a_run_of_lines(self):
        self.assertEqual(self.problems("<!-- from game.hpp -->\n```cpp\none\ntwo\nthree\n```\n"), [])
        self.assertEqual(self.problems("<!-- from game.hpp -->\n```cpp\ntwo\nthree\n```\n"), [])

    def test_other_code(self):
        self.assertIn("differs", self.problems("<!-- from game.hpp -->\n```cpp\none\nthree\n```\n")[0])
        self.assertIn("differs", self.problems("<!-- from game.hpp -->\n```cpp\nwo\n```\n")[0])

    def test_no_such_file(self):
        self.assertIn("not there", self.problems("<!-- from other.hpp -->\n```cpp\none\n```\n")[0])

    def test_no_code_block(self):
        self.assertIn("not followed", self.problems("<!-- from game.hpp -->\n\nText.\n")[0])


if __name__ == "__main__":
    unittest.main()
