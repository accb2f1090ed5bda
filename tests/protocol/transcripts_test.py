#!/usr/bin/env python3
"""Conversations with the program, word for word: transcripts/*.txt.

The first line of a transcript has the arguments of the program; lines with > are sent, lines with < must come back.
Durations are written as TIME. With UPDATE in the environment the answers are written anew, to be looked at.
"""

import os
import pathlib
import re
import select
import subprocess
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))
FOLDER = pathlib.Path(__file__).parent / "transcripts"


def masked(line):
    line = re.sub(r"^(=== \S+/)[0-9.]+$", r"\1TIME", line)
    return re.sub(r"^(nodestats \d+ )[0-9.]+$", r"\1TIME", line)


class Program:
    def __init__(self, words):
        self.process = subprocess.Popen([BANYAN, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.pending = b""

    def send(self, line):
        self.process.stdin.write(line.encode() + b"\n")

    def line(self, seconds):
        """The next line, or None if none comes in time or the output has ended."""
        while b"\n" not in self.pending:
            if not select.select([self.process.stdout], [], [], seconds)[0]:
                return None
            read = os.read(self.process.stdout.fileno(), 4096)
            if not read:
                return None
            self.pending += read
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode()


class Transcripts(unittest.TestCase):
    def talk(self, file):
        lines = file.read_text(encoding="utf-8").splitlines()
        program = Program(lines[0].lstrip("# ").split())
        self.addCleanup(program.process.stdout.close)
        self.addCleanup(program.process.kill)
        for number, line in enumerate(lines[1:], 2):
            if line.startswith("> "):
                program.send(line[2:])
            else:
                answer = program.line(60 * PATIENCE)
                self.assertEqual(None if answer is None else masked(answer), line[2:], f"{file.name}, line {number}")
        program.process.stdin.close()
        self.assertIsNone(program.line(60 * PATIENCE), "it has said everything")
        self.assertEqual(program.process.wait(60 * PATIENCE), 0)

    def test_transcripts(self):
        files = sorted(FOLDER.glob("*.txt"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                self.talk(file)


def update():
    for file in sorted(FOLDER.glob("*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        program, written = Program(lines[0].lstrip("# ").split()), [lines[0]]
        for line in lines[1:]:
            if not line.startswith("> "):
                continue
            written.append(line)
            program.send(line[2:])
            while (answer := program.line(1)) is not None:
                written.append("< " + masked(answer))
        file.write_text("\n".join(written) + "\n", encoding="utf-8")


if __name__ == "__main__":
    update() if "UPDATE" in os.environ else unittest.main()
