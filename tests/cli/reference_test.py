"""docs/reference.md is what tools/make_reference would write now, and the check notices when it is not."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "make_reference"


def run(*words):
    return subprocess.run([sys.executable, "-B", TOOL, "--banyan", os.environ["BANYAN"], *words],
                          capture_output=True, text=True, check=False)


class Reference(unittest.TestCase):
    def test_it_is_up_to_date(self):
        done = run("--check")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_an_old_one_is_noticed(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "reference.md"
            text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
            copy.write_text(text.replace("`sims`", "`simulations`", 1), encoding="utf-8")
            done = run("--check", "--out", str(copy))
            self.assertEqual(done.returncode, 1)
            self.assertIn("run tools/make_reference", done.stdout)


if __name__ == "__main__":
    unittest.main()
