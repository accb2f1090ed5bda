#!/usr/bin/env python3
"""polyglot, the adapter between xboard and UCI, drives the program through a whole game of chess as xboard would, and
Stockfish, which plays the other side at random, sees that each move is legal.

Both are programs that nobody here wrote; where one is missing (Debian: polyglot, stockfish) the test is skipped.
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
GAMES = "/usr/games"


def find(name):
    return shutil.which(name) or (f"{GAMES}/{name}" if os.path.exists(f"{GAMES}/{name}") else None)


class Program:
    def __init__(self, words, folder=None):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, bufsize=1, cwd=folder)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, pattern):
        """Lines up to the first that matches; the match."""
        lines = []
        while line := self.process.stdout.readline():
            lines.append(line.rstrip("\n"))
            if found := re.search(pattern, line):
                return lines, found
        raise AssertionError(f"{self.process.args[0]} ended before {pattern}: {lines[-5:]}")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@unittest.skipUnless(find("polyglot"), "polyglot is not installed (Debian: polyglot)")
@unittest.skipUnless(find("stockfish"), "stockfish is not installed")
class Polyglot(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "polyglot.ini").write_text(
            f"[PolyGlot]\nEngineCommand = {BANYAN} uci --agent uct:sims=60 --seed 1\n"
            "EngineDir = .\nLog = false\nResign = false\nBook = false\n[Engine]\nMultiPV = 2\n", encoding="utf-8")

    def program(self, words):
        program = Program(words, self.folder)
        self.addCleanup(program.close)
        return program

    def legal(self, referee, moves):
        referee.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        referee.say("go perft 1")
        lines, _ = referee.hear(r"^Nodes searched")
        return [line.split(":")[0] for line in lines if re.match(r"[a-h][1-8][a-h][1-8][nbrq]?: 1$", line)]

    def test_whole_game(self):
        xboard, referee = self.program([find("polyglot"), "polyglot.ini"]), self.program([find("stockfish")])
        for line in ("xboard", "protover 2"):
            xboard.say(line)
        xboard.hear(r"feature done=1")
        for line in ("new", "random", "st 60", "post"):
            xboard.say(line)
        xboard.say("go")
        chance, moves, result = random.Random(1), [], None
        while (legal := self.legal(referee, moves)) and result is None and len(moves) < 120:
            if len(moves) % 2 == 0:
                _, found = xboard.hear(r"^(?:move (\S+)|(1-0|0-1|1/2-1/2) )")
                result = found[2]
                if result is None:
                    self.assertIn(found[1], legal, f"after {moves}")
                    moves.append(found[1])
            else:
                moves.append(chance.choice(legal))
                xboard.say(f"usermove {moves[-1]}")
        self.assertGreater(len(moves), 20)
        xboard.say("quit")


if __name__ == "__main__":
    unittest.main()
