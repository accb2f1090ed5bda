#!/usr/bin/env python3
"""`stop` is answered within 50 ms: UCI's stop, and GTP's `# interrupt` and any input during a live analysis.

Each is asked several times, and the quickest answer counts: a machine that is busy with other things delays some, and
a program that answers too late is late each time.
"""

import os
import re
import subprocess
import time
import unittest

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))
TIMES = 5
LONGEST = 0.05 * PATIENCE


class Program:
    def __init__(self, *words):
        self.process = subprocess.Popen([BANYAN, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def hear(self, pattern):
        while line := self.process.stdout.readline():
            if re.search(pattern, line):
                return line
        raise AssertionError(f"the program ended before {pattern}")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class Stop(unittest.TestCase):
    def quickest(self, program, begin, running, stop, answer):
        """The seconds from `stop` to its answer."""
        times = []
        for _ in range(TIMES):
            program.say(begin)
            if running:
                program.hear(running)
            time.sleep(0.15)
            before = time.monotonic()
            program.say(stop)
            program.hear(answer)
            times.append(time.monotonic() - before)
        print(f"{begin}: {1000 * min(times):.1f} ms at best, {1000 * sorted(times)[TIMES // 2]:.1f} ms in the middle")
        return min(times)

    def program(self, *words):
        program = Program(*words)
        self.addCleanup(program.close)
        return program

    def test_uci(self):
        for game in ("chess", "go", "amazons"):
            for threads in (1, 2):
                program = self.program("uci", "--game", game, "--agent", f"uct:threads={threads}", "--seed", "1")
                self.assertLess(self.quickest(program, "go infinite", "^info depth", "stop", "^bestmove"), LONGEST, game)

    def test_gtp_interrupt(self):
        program = self.program("gtp", "--game", "go", "--agent", "uct:time=1h", "--seed", "1")
        program.say("gogui-interrupt")
        program.hear("^[=?]")
        self.assertLess(self.quickest(program, "reg_genmove b", None, "# interrupt", "^= ?[A-Za-z]"), LONGEST)

    def test_gtp_analysis(self):
        program = self.program("gtp", "--game", "go", "--agent", "uct", "--seed", "1")
        self.assertLess(self.quickest(program, "lz-analyze 10", "^info", "name", "^= Banyan"), LONGEST)


if __name__ == "__main__":
    unittest.main()
