"""Who is let in and how the server ends: hosts, tokens, and a terminal that is closed."""

import os
import signal
import subprocess
import sqlite3
import tempfile
import unittest

from attack import Attack, Live, Server

TOKEN = "ab+cd/ef==gh+ij/kl=="


class Doors(Attack):
    def test_hosts(self):
        port = self.server.port
        self.assertEqual(self.server.ask("GET", "/api/v1/status", Host=f"LOCALHOST:{port}")[0], 200)
        two = f"GET /api/v1/status HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
        self.assertEqual(self.server.raw(two.encode())[0], 400)

    def test_errors_say_no_path(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(f"{folder}/broken")
            with open(f"{folder}/broken/run.db", "wb") as file:
                file.write(b"SQLite format 3\0" + b"nonsense" * 1000)
            server = Server("--runs", folder)
            try:
                for target in ("runs/broken", "runs/broken/games/0"):
                    status, body = server.ask("GET", f"/api/v1/{target}")
                    self.assertEqual(status, 422, body)
                    self.assertNotIn(folder.encode(), body)
                self.assertNotIn(f"{folder}/broken".encode(), server.ask("GET", "/api/v1/runs")[1])
            finally:
                server.stop()


class Token(unittest.TestCase):
    def test_a_token_with_any_letters(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write(TOKEN)
            file.flush()
            server = Server("--token-file", file.name)
            try:
                escaped = TOKEN.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D")
                self.assertEqual(server.url.query, f"token={escaped}")
                for query in (TOKEN, escaped):
                    self.assertEqual(server.ask("GET", f"/api/v1/status?token={query}")[0], 200)
                    live = Live(server, f"?token={query}")
                    self.assertEqual(live.status, 101)
                    live.close()
            finally:
                server.stop()


class Hangup(unittest.TestCase):
    def test_a_closed_terminal_saves_as_a_request_to_end_does(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(data=folder)
            live = Live(server)
            live.ask("hello")
            table = live.ask("new", game="connect4", seats=["human", "human"])["table"]
            live.ask("play", table=table, move="4")
            self.assertEqual(server.stop(by=signal.SIGHUP), 0)
            live.close()
            with sqlite3.connect(f"{folder}/games.sqlite") as database:
                self.assertEqual([row[0] for row in database.execute("SELECT id FROM tables")], [table])

    def test_under_nohup_it_stays(self):
        server = Server(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
        server.process.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            server.process.wait(1)
        self.assertEqual(server.stop(), 0)


if __name__ == "__main__":
    unittest.main()
