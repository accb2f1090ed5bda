"""What the attacks share: a server of their own, and the proof afterwards that it serves others as before."""

import json
import os
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from client import BANYAN, PATIENCE, Live, Server  # noqa: E402, F401

SANITIZER = ("AddressSanitizer", "LeakSanitizer", "ThreadSanitizer", "runtime error:")


class Attack(unittest.TestCase):
    """Each test gets a fresh server. At its end that server must still serve, then end by itself without a fault."""

    words = ()
    environment = {}

    def setUp(self):
        self.server = Server(*self.words, env=os.environ | self.environment)

    def tearDown(self):
        try:
            self.assertIsNone(self.server.process.poll(), f"the server died: {self.server.said()[-2000:]}")
            self.serves_others()
        finally:
            code = self.server.stop(30)
            said = self.server.said()
            for mark in SANITIZER:
                self.assertNotIn(mark, said)
            self.assertEqual(code, 0, said[-2000:])

    def serves_others(self):
        self.assertEqual(self.server.ask("GET", "/api/v1/status")[0], 200)
        live = self.visitor()
        table = live.ask("new", game="tictactoe", seats=["human", "uct:sims=100"])["table"]
        live.ask("play", table=table, move="b2")
        self.assertEqual(live.wait_for("moved")["ply"], 1)

    def live(self, connection=None):
        live = Live(self.server, connection=connection)
        self.addCleanup(live.close)
        return live

    def visitor(self, connection=None):
        """A connection that has said hello."""
        connection = self.live(connection)
        connection.hello = connection.ask("hello")
        self.assertIn("visitor", connection.hello)
        return connection

    def status(self):
        return json.loads(self.server.ask("GET", "/api/v1/status")[1])

    def resident(self):
        """Bytes of memory that the server has now."""
        for line in pathlib.Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        self.fail("no VmRSS")

    def eventually(self, holds, seconds, why):
        end = time.monotonic() + seconds * PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, why)
            time.sleep(0.05)


def flood(live, message, count):
    """Sends the same message many times and reads nothing; answers how many went out before the connection ended."""
    live.socket.settimeout(5)
    for sent in range(count):
        try:
            live.send(message)
        except OSError:
            return sent
    return count
