"""Runs the program for the tests; BANYAN names it."""

import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))  # how many times longer things may take: sanitizers are slow


def run(*words, stdin="", timeout=120):
    """Exit code, standard output and standard error."""
    return subprocess.run([BANYAN, *words], input=stdin, capture_output=True, text=True,
                          timeout=timeout * PATIENCE)


def status_of(process, name):
    """A line of what the system says of a process; empty once it has ended."""
    try:
        lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith(f"{name}:")), "")


def processor_seconds(process):
    try:
        words = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def wait_until_at_work(process, seconds=0.2):
    """Until it would notice a Ctrl-C, and has then used so much of a processor."""
    end = time.monotonic() + 60 * PATIENCE

    def wait_until(holds):
        while process.poll() is None and not holds():
            if time.monotonic() > end:
                raise AssertionError("it does not begin to work")
            time.sleep(0.01)

    wait_until(lambda: int(status_of(process, "SigCgt") or "0", 16) >> (signal.SIGINT - 1) & 1)
    before = processor_seconds(process)
    wait_until(lambda: processor_seconds(process) >= before + seconds)


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
