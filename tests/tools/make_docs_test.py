"""tools/make_docs makes a site whose links and anchors all lead somewhere, and fails where one does not."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "make_docs"


class MakeDocs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "out"

    def make(self, *words):
        return subprocess.run([sys.executable, "-B", TOOL, self.out, *words], capture_output=True, text=True,
                              check=False)

    def make_small(self, text):
        """A site of a README.md with this text and a page with the heading "Some words"."""
        tree = self.folder / "tree"
        (tree / "docs").mkdir(parents=True, exist_ok=True)
        (tree / "README.md").write_text(f"# Start\n\n{text}\n", encoding="utf-8")
        (tree / "docs" / "library.md").write_text("# Library\n\n## Some *words*, `code`\n", encoding="utf-8")
        return self.make("--root", tree)

    def assert_says(self, done, said):
        self.assertEqual(done.returncode, 1)
        self.assertIn(said, done.stdout)

    def test_this_tree(self):
        done = self.make()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        for page in ("index", "architecture", "reference", "notebook/index", "source/examples/own_game"):
            self.assertIn("<main>", (self.out / f"{page}.html").read_text(encoding="utf-8"), page)
        index = (self.out / "search-index.js").read_text(encoding="utf-8")
        entries = json.loads(index.removeprefix("window.searchIndex = ").rstrip().removesuffix(";"))
        found = [entry for entry in entries if entry["page"] == "reference.html" and entry["heading"] == "uct"]
        self.assertEqual(len(found), 1)
        self.assertIn("first-play urgency", found[0]["text"])

    def test_links_that_lead_somewhere(self):
        done = self.make_small("[page](docs/library.md#some-words-code), [web](https://example.org/), [top](#start)")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn('href="library.html#some-words-code"', (self.out / "index.html").read_text(encoding="utf-8"))

    def test_links_that_lead_nowhere(self):
        self.assert_says(self.make_small("[page](docs/missing.md)"), "docs/missing.md leads nowhere")
        self.assert_says(self.make_small("![picture](docs/missing.png)"), "docs/missing.png leads nowhere")

    def test_anchors_that_are_not_there(self):
        self.assert_says(self.make_small("[page](docs/library.md#other)"), "library.html#other: there is no such heading")
        self.assert_says(self.make_small("[here](#below)"), "#below: there is no such heading")

    def test_other_hosts(self):
        self.assert_says(self.make_small("![picture](https://example.org/x.png)"), "from another host")

    def test_pages_without_a_place(self):
        (self.folder / "tree" / "docs").mkdir(parents=True)
        (self.folder / "tree" / "docs" / "new.md").write_text("# New\n", encoding="utf-8")
        self.assert_says(self.make_small(""), "has no place in NAVIGATION")

    def test_foreign_folders_are_left_alone(self):
        self.out.mkdir()
        (self.out / "mine.txt").write_text("keep", encoding="utf-8")
        done = self.make()
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("not made by this tool", done.stderr)
        self.assertTrue((self.out / "mine.txt").is_file())


if __name__ == "__main__":
    unittest.main()
