"""tools/check_doc_width.py must find wide prose, and nothing else."""

import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import check_doc_width  # noqa: E402

WIDE = "word " * 20 + "w"


class CheckDocWidth(unittest.TestCase):
    def places(self, document):
        return list(check_doc_width.places(document))

    def test_prose_and_lists(self):
        self.assertEqual(self.places(f"Title\n\n{WIDE}\n"), [(3, 101)])
        self.assertEqual(self.places(f"- {WIDE}\n  {WIDE}\n"), [(1, 103), (2, 103)])
        self.assertEqual(self.places(WIDE[:-2] + "\n" + "ü" * 49 + " " + "ü" * 50 + "\n"), [])

    def test_tables_code_headings_and_comments_may_be_wide(self):
        free = f"| {WIDE} |\n\n    {WIDE}\n\n```\n{WIDE}\n```\n\n# {WIDE}\n\n<!-- run: {WIDE} -->\n"
        self.assertEqual(self.places(free), [])
        self.assertEqual(self.places(f"```\ncode\n```\n{WIDE}\n"), [(4, 101)])

    def test_a_single_word_may_be_wide(self):
        self.assertEqual(self.places("<https://example.org/" + "x" * 100 + ">\n"), [])

    def test_every_document_is_looked_at(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "docs" / "notebook").mkdir(parents=True)
            for name in ("README.md", "CONTRIBUTING.md", "docs/page.md", "docs/notebook/trial.md"):
                (root / name).write_text(WIDE + "\n", encoding="utf-8")
            found = sorted(problem.split(":")[0] for problem in check_doc_width.check(root))
            self.assertEqual(found, ["CONTRIBUTING.md", "README.md", "docs/notebook/trial.md", "docs/page.md"])


if __name__ == "__main__":
    unittest.main()
