"""Ctrl-C: the work stops, what is known is printed, and the exit code is 1."""

import json
import os
import pty
import select
import signal
import subprocess
import time
import unittest

from program import BANYAN, PATIENCE, ProgramTest, wait_until_at_work


def interrupted(words, work=0.2, stdin=subprocess.DEVNULL):
    """Runs a command that would take long and interrupts it after so many seconds of work: exit code, standard
    output, standard error."""
    process = subprocess.Popen([BANYAN, *words], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_until_at_work(process, work)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=60 * PATIENCE)
    return process.returncode, out, errors


class Interruption(ProgramTest):
    def test_analyze_says_what_it_knows(self):
        code, out, _ = interrupted(["analyze", "connect4", "--agent", "uct:time=1h", "--json"])
        self.assertEqual(code, 1)
        document = json.loads(out)
        self.assertEqual(document["stopped_by"], "interrupted")
        self.assertGreater(document["simulations"], 0)
        self.assertIsNotNone(document["best"])

    def test_match_reports_the_games_that_were_finished(self):
        code, out, errors = interrupted(["match", "tictactoe", "random", "uct:time=10ms", "--games", "1e6", "--json"])
        self.assertEqual(code, 1)
        self.assertIn("interrupted after", errors)
        document = json.loads(out)
        self.assertTrue(document["interrupted"])
        for agent in document["agents"]:
            self.assertEqual(agent["wins"] + agent["draws"] + agent["losses"], len(document["results"]))

    def test_perft_does_not_pretend(self):
        code, out, errors = interrupted(["perft", "gomoku", "30", "--json"])
        self.assertEqual((code, out), (1, ""))
        self.assertIn("interrupted", errors)

    def test_bench(self):
        code, out, _ = interrupted(["bench", "--game", "gomoku", "--only", "uct", "--sims", "1e9", "--json"])
        self.assertEqual(code, 1)
        self.assertEqual(json.loads(out)["rows"], [])

    def test_a_game_while_the_agent_thinks(self):
        code, out, errors = interrupted(["play", "connect4", "--seat", "uct:time=1h", "--moves", "4 4"])
        self.assertEqual(code, 1)
        self.assertIn("interrupted", errors)
        self.assertIn("banyan-game 1\ngame connect4\n", out)
        self.assertIn("moves\n4 4\n", out)

    def test_a_game_while_a_person_thinks(self):
        reading, writing = os.pipe()
        code, out, errors = interrupted(["play", "connect4"], work=0, stdin=reading)
        os.close(reading)
        os.close(writing)
        self.assertEqual(code, 1)
        self.assertIn("interrupted", errors)
        self.assertIn("banyan-game 1", out)


class Terminal(ProgramTest):
    """At a terminal of its own, as a person."""

    def session(self, words, typed, seconds=60):
        """Types each text once what it waits for has appeared: exit code, and all that was seen."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm-256color"
            os.environ.pop("NO_COLOR", None)
            os.execv(BANYAN, [BANYAN, *words])
        end = time.monotonic() + seconds * PATIENCE
        seen = b""
        looked_at = 0

        def read_more():
            nonlocal seen
            ready, _, _ = select.select([terminal], [], [], max(0, end - time.monotonic()))
            if not ready:
                os.kill(pid, signal.SIGKILL)
                self.fail(f"nothing more came after {seen[-300:]}")
            try:
                piece = os.read(terminal, 4096)
            except OSError:  # the program has left
                piece = b""
            seen += piece
            return piece

        for wait_for, text in typed:
            while (place := seen.find(wait_for, looked_at)) < 0:
                self.assertTrue(read_more(), f"it left after {seen[-300:]}")
            looked_at = place + len(wait_for)
            os.write(terminal, text)
        while read_more():
            pass
        status = os.waitpid(pid, 0)[1]
        os.close(terminal)
        return os.waitstatus_to_exitcode(status), seen.decode()

    def test_colours_and_control_c(self):
        code, seen = self.session(["play", "tictactoe", "--agent", "random"],
                                  [(b"your move: ", b"a1\n"), (b"plays", b""), (b"your move: ", b"\x03")])
        self.assertEqual(code, 1)
        self.assertIn("\x1b[1;36mX", seen)
        self.assertIn("banyan-game 1", seen)

    def test_progress_while_it_thinks(self):
        code, seen = self.session(["play", "connect4", "--agent", "uct:time=3s"],
                                  [(b"your move: ", b"4\n"), (b"thinking", b"\x03")])
        self.assertEqual(code, 1)
        self.assertIn("simulations", seen)
        self.assertIn("\r\x1b[K", seen)

    def test_menu(self):
        code, seen = self.session(["play"], [(b"Which game [1]: ", b"tictactoe\n"), (b"Opponent [1]: ", b"random\n"),
                                       (b"Your side [1]: ", b"\n"), (b"your move: ", b"quit\n")])
        self.assertEqual(code, 0)
        self.assertIn("tictactoe, seed", seen)


if __name__ == "__main__":
    unittest.main()
