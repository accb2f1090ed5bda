#!/usr/bin/env python3
"""Two programs of ours play Go by GTP on 9 x 9, and a program that nobody here wrote sees that each move is legal.

gogui-twogtp plays the game where it is installed, and GNU Go reads its SGF; otherwise this script seats the two, and
GNU Go follows move by move. Without GNU Go there is nobody to ask, and the test is skipped.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))
GNUGO = shutil.which("gnugo") or ("/usr/games/gnugo" if os.path.exists("/usr/games/gnugo") else None)
TWOGTP = shutil.which("gogui-twogtp")
REFEREE = [GNUGO, "--mode", "gtp", "--chinese-rules", "--positional-superko"]


def ours(seed):
    return [BANYAN, "gtp", "--game", "go:size=9", "--agent", "uct:sims=200", "--seed", str(seed)]


class Engine:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                        text=True, bufsize=1)

    def ask(self, command):
        """Whether it was accepted, and the answer."""
        self.process.stdin.write(command + "\n")
        lines = []
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        return lines[0].startswith("="), "\n".join(lines)[1:].strip()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


@unittest.skipUnless(GNUGO, "gnugo is not installed")
class Referee(unittest.TestCase):
    def engine(self, words):
        engine = Engine(words)
        self.addCleanup(engine.close)
        return engine

    def test_every_move_is_legal(self):
        players, referee = [self.engine(ours(seed)) for seed in (1, 2)], self.engine(REFEREE)
        for engine in (*players, referee):
            for command in ("boardsize 9", "clear_board", "komi 6.5", "time_settings 0 60 1"):
                self.assertTrue(engine.ask(command)[0], command)
        passes, moves = 0, 0
        while passes < 2:
            colour = "bw"[moves % 2]
            good, move = players[moves % 2].ask(f"genmove {colour}")
            self.assertTrue(good, move)
            for engine in (players[1 - moves % 2], referee):
                good, answer = engine.ask(f"play {colour} {move}")
                self.assertTrue(good, f"move {moves + 1}, {colour} {move}: {answer}")
            passes = passes + 1 if move.lower() == "pass" else 0
            moves += 1
            self.assertLess(moves, 400, "games end")
        self.assertGreater(moves, 20)
        scores = {engine.ask("final_score")[1] for engine in players}
        self.assertEqual(len(scores), 1, scores)
        self.assertRegex(scores.pop(), r"^([BW]\+[0-9.]+|0)$")

    @unittest.skipUnless(TWOGTP, "gogui-twogtp is not installed (Debian: gogui)")
    def test_gogui_twogtp(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TWOGTP, "-black", " ".join(ours(1)), "-white", " ".join(ours(2)), "-size", "9", "-komi", "6.5",
                            "-games", "1", "-auto", "-sgffile", f"{folder}/game"], check=True, timeout=200 * PATIENCE,
                           stdout=subprocess.DEVNULL)
            records = list(pathlib.Path(folder).glob("*.sgf"))
            self.assertEqual(len(records), 1)
            good, answer = self.engine(REFEREE).ask(f"loadsgf {records[0]}")
            self.assertTrue(good, answer)
            good, answer = self.engine(ours(1)).ask(f"loadsgf {records[0]}")
            self.assertTrue(good, answer)


if __name__ == "__main__":
    unittest.main()
