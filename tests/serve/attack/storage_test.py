"""A database that is locked, and a second server on the same folder: nobody waits, and nothing is lost."""

import sqlite3
import subprocess
import tempfile
import time
import unittest

from attack import BANYAN, PATIENCE, Live, Server


class Storage(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def start(self):
        server = Server(data=self.folder)
        self.addCleanup(lambda: server.process.poll() is None and server.stop(30))
        return server

    def lock(self):
        """Holds the database as another program would."""
        other = sqlite3.connect(f"{self.folder}/games.sqlite", isolation_level=None)
        self.addCleanup(other.close)
        other.execute("BEGIN EXCLUSIVE")
        return other

    def saved(self):
        with sqlite3.connect(f"{self.folder}/games.sqlite") as database:
            return dict(database.execute("SELECT id, record FROM tables"))

    def opened(self, server, moves=""):
        live = Live(server)
        self.addCleanup(live.close)
        live.hello = live.ask("hello")
        live.table = live.ask("new", game="connect4", seats=["human", "human"])["table"]
        for move in moves:
            live.ask("play", table=live.table, move=move)
        return live

    def test_a_failed_save_is_tried_again(self):
        server = self.start()
        other = self.lock()
        live = self.opened(server, "44")
        end = time.monotonic() + 30 * PATIENCE
        while "can't be saved" not in server.said():
            self.assertLess(time.monotonic(), end, "it does not say that saving fails")
            time.sleep(0.1)
        other.execute("COMMIT")
        while live.table not in self.saved():
            self.assertLess(time.monotonic(), end, "the game is not saved any more")
            time.sleep(0.1)

    def test_nobody_waits_for_a_locked_database(self):
        server = self.start()
        self.lock()
        live = self.opened(server, "44")
        slowest = 0
        end = time.monotonic() + 6
        while time.monotonic() < end:
            begun = time.monotonic()
            live.ask("look", table=live.table)
            slowest = max(slowest, time.monotonic() - begun)
            time.sleep(0.05)
        self.assertLess(slowest, 3 * PATIENCE, "the server stood still: it used to wait 10 seconds for the database")

    def test_the_end_does_not_wait_for_a_locked_database(self):
        server = self.start()
        self.lock()
        self.opened(server, "44")
        self.assertEqual(server.stop(9), 1)  # without storage of its own the loop waited 10 seconds and more
        self.assertIn("could not be saved: 1", server.said())

    def test_a_second_server_leaves_the_folder_alone(self):
        first = self.start()
        live = self.opened(first, "443")
        second = subprocess.run([BANYAN, "serve", "--port", "0", "--data", self.folder], capture_output=True,
                                text=True, timeout=30 * PATIENCE)
        self.assertEqual(second.returncode, 1)
        self.assertIn(f":{first.port}/", second.stderr)
        self.assertIn("--data", second.stderr)
        self.assertEqual(first.stop(), 0)
        self.assertIn(live.table, self.saved())

    def test_games_that_cannot_be_opened_are_kept(self):
        server = self.start()
        live = self.opened(server, "443")
        self.assertEqual(server.stop(), 0)
        with sqlite3.connect(f"{self.folder}/games.sqlite") as database:
            database.execute("UPDATE tables SET record = replace(record, 'game connect4', 'game missing')")
        server = self.start()
        again = Live(server)
        self.addCleanup(again.close)
        hello = again.ask("hello", visitor=live.hello["visitor"])
        self.assertEqual((hello["visitor"], hello["unopened"]), (live.hello["visitor"], 1))
        self.assertEqual(server.stop(), 0)
        self.assertIn("can't be opened now: 1", server.said())
        self.assertIn(live.table, self.saved())
        with sqlite3.connect(f"{self.folder}/games.sqlite") as database:
            database.execute("UPDATE tables SET record = replace(record, 'game missing', 'game connect4')")
        server = self.start()
        again = Live(server)
        self.addCleanup(again.close)
        self.assertEqual(again.ask("hello", visitor=live.hello["visitor"])["tables"], [live.table])


if __name__ == "__main__":
    unittest.main()
