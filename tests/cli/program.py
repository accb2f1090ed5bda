"""Runs the program for the tests; BANYAN names it."""

import json
import os
import subprocess
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))  # how many times longer things may take: sanitizers are slow


def run(*words, stdin="", timeout=120):
    """Exit code, standard output and standard error."""
    return subprocess.run([BANYAN, *words], input=stdin, capture_output=True, text=True,
                          timeout=timeout * PATIENCE)


class ProgramTest(unittest.TestCase):
    def document(self, *words, stdin="", code=0):
        """The document a command answers with --json; it ends with this exit code."""
        done = run(*words, "--json", stdin=stdin)
        self.assertEqual(done.returncode, code, done.stderr)
        document = json.loads(done.stdout, parse_constant=lambda name: self.fail(f"{name} is no JSON"))
        self.assertEqual(document["version"], 1)
        return document

    def refused(self, *words, says=(), stdin=""):
        """Wrong words: exit code 2, nothing on standard output, one clear line or two on standard error."""
        done = run(*words, stdin=stdin)
        shown = [word[:40] for word in words]
        self.assertEqual(done.returncode, 2, (shown, done.stderr))
        self.assertEqual(done.stdout, "", shown)
        self.assertIn(len(done.stderr.strip().splitlines()), (1, 2), (shown, done.stderr))
        self.assertLess(len(done.stderr), 1000, shown)
        for word in says:
            self.assertIn(word, done.stderr, shown)
        return done.stderr
