"""Visitors who have the server compute without end: others go on playing, and the work ends with its visitor."""

import time
import unittest

from attack import PATIENCE, Attack

LONG_BANDIT = {"means": [i / 64 for i in range(64)], "rules": ["bayes-ucb"], "steps": 10_000_000, "runs": 200}


class Computing(Attack):
    words = ("--threads", "2")

    def plays_on(self):
        """An honest visitor gets a move while others hog the processors. It used to wait until their work had ended,
        which takes minutes; 20 seconds are far from both, on any machine."""
        live = self.visitor()
        table = live.ask("new", game="tictactoe", seats=["human", "uct:sims=100"])["table"]
        live.socket.settimeout(20 * PATIENCE)
        live.ask("play", table=table, move="b2")
        while live.wait_for("moved")["ply"] != 1:
            pass

    def test_two_endless_experiments(self):
        for _ in range(2):
            self.assertNotIn("error", self.visitor().ask("bandit", **LONG_BANDIT))
        time.sleep(1)
        self.plays_on()

    def test_one_visitor_with_many_experiments(self):
        first = self.visitor()
        for _ in range(8):
            live = self.live()
            live.ask("hello", visitor=first.hello["visitor"])
            live.ask("bandit", **LONG_BANDIT)
        time.sleep(1)
        self.plays_on()

    def test_many_long_searches(self):
        for _ in range(6):
            self.visitor().ask("new", game="gomoku", seats=["uct:time=60s", "uct:time=60s"])
        time.sleep(1)
        self.plays_on()

    def test_raindrops_without_end(self):
        for _ in range(3):
            self.assertNotIn("error", self.visitor().ask("pi", samples=10_000_000_000))
        time.sleep(1)
        self.plays_on()

    def test_work_ends_with_its_visitor(self):
        live = self.visitor()
        live.ask("bandit", **LONG_BANDIT)
        other = self.visitor()
        table = other.ask("new", game="connect4", seats=["human", "human"])["table"]
        other.ask("explore", table=table)
        other.ask("grow", table=table, simulations=1_000_000)
        self.eventually(lambda: self.status()["searches"]["running"] == 2, 20, "both are at work")
        live.close()
        other.close()
        self.eventually(lambda: self.status()["searches"]["running"] == 0, 20, "it computes for nobody")


if __name__ == "__main__":
    unittest.main()
