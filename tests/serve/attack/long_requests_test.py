"""Requests that cost much: those who send them wait, and nobody else does."""

import json
import select
import time
import unittest

from attack import Attack

LONG_SHOW = json.dumps({"game": "pig:turns=10000", "moves": ["roll", "=1"] * 9_999}).encode()


class LongRequests(Attack):
    words = ("--threads", "2")

    def test_nobody_waits_for_sixteen_long_games(self):
        live = self.visitor()
        table = live.ask("new", game="tictactoe", seats=["human", "human"])["table"]
        request = (f"POST /api/v1/show HTTP/1.1\r\nHost: {self.server.host}\r\nConnection: close\r\n"
                   f"Content-Length: {len(LONG_SHOW)}\r\n\r\n").encode() + LONG_SHOW
        others = [self.server.connect() for _ in range(16)]
        for other in others:
            self.addCleanup(other.close)
            other.sendall(request[:-1])
        time.sleep(1)  # all of that arrives
        for other in others:
            other.sendall(request[-1:])
        # What is asked last is answered while the long ones are still at work. A server that does one thing after
        # the other answers all of them first, which takes 1.5 s.
        self.assertNotIn("error", live.ask("look", table=table))
        answered = select.select(others, [], [], 0)[0]
        self.assertLess(len(answered), len(others))
        for other in others:
            self.assertIn(other.recv(15).split(b" ")[1], (b"200", b"429"))


if __name__ == "__main__":
    unittest.main()
