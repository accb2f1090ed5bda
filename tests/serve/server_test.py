"""The server from outside: who is answered, what is refused, and that nobody brings it down."""

import json
import socket
import subprocess
import tempfile
import time
import unittest

from client import BANYAN, PATIENCE, Live, Server


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()

    def live(self, **headers):
        connection = Live(self.server, **headers)
        self.addCleanup(connection.close)
        return connection

    def still_there(self):
        self.assertEqual(self.server.ask("GET", "/api/v1/status")[0], 200)

    def test_the_page_and_its_policy(self):
        status, answer = self.server.raw(f"GET / HTTP/1.1\r\nHost: {self.server.host}\r\nConnection: close\r\n\r\n".encode())
        self.assertEqual(status, 200)
        self.assertIn(b"Banyan", answer)
        policy = [line for line in answer.split(b"\r\n") if line.startswith(b"Content-Security-Policy")][0]
        self.assertIn(b"script-src 'self'", policy)
        self.assertNotIn(b"unsafe", policy)

    def test_only_its_own_page_is_answered(self):
        self.assertEqual(self.server.ask("GET", "/", Host="evil.example")[0], 403)
        self.assertEqual(self.server.ask("POST", "/api/v1/show", b"{}", Origin="http://evil.example")[0], 403)
        self.assertEqual(self.server.ask("GET", "/api/v1/status", Sec_Fetch_Site="cross-site")[0], 403)
        self.assertEqual(self.live(Origin="http://evil.example").status, 403)
        self.assertEqual(self.live(Origin=f"http://{self.server.host}").status, 101)

    def test_too_much_is_refused(self):
        self.assertEqual(self.server.ask("POST", "/api/v1/show", b" " * 300_000)[0], 413)
        self.assertEqual(self.server.ask("GET", "/", X_Long="a" * 20_000)[0], 431)

    def test_what_is_no_request_is_refused(self):
        for request in (b"hello\r\n\r\n", b"GET\r\n\r\n", b"\x00\xff\x00\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n"):
            self.assertEqual(self.server.raw(request)[0], 400, request)
        self.still_there()

    def test_a_request_that_never_ends_hurts_nobody(self):
        half = self.server.connect()
        half.sendall(b"POST /api/v1/show HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
        self.still_there()
        half.close()
        self.still_there()

    def test_a_game_over_the_socket(self):
        live = self.live()
        live.ask("hello")
        table = live.ask("new", game="tictactoe", seats=["human", "uct:sims=100"])["table"]
        live.ask("play", table=table, move="b2")
        moved = live.wait_for("moved")
        self.assertEqual(moved["ply"], 1)
        self.assertEqual(moved["position"]["player"], 0)

    def test_broken_frames_end_their_own_connection_alone(self):
        for frame in (b"\x81\xff", b"\xff" * 40, b"\x81\x05hello", b"\x83\x80abcd", b"\x81\xfe\xff\xff"):
            live = self.live()
            live.socket.sendall(frame)
            live.close()
        self.still_there()

    def test_a_long_message_is_refused(self):
        live = self.live()
        live.send(b"{" + b" " * 300_000)
        with self.assertRaises(ConnectionError):
            while True:
                live.read()
        self.still_there()

    def test_whoever_does_not_read_delays_nobody(self):
        live = self.live()
        live.ask("hello")
        table = live.ask("new", game="gomoku", seats=["random", "random"])["table"]
        live.ask("pace", table=table, paused=True)
        lazy = []
        for _ in range(5):
            other = self.live()
            other.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            other.ask("hello")
            other.send({"do": "watch", "table": table})
            lazy.append(other)
        live.socket.settimeout(20 * PATIENCE)
        live.ask("pace", table=table, paused=False)
        while not live.wait_for("moved")["over"]:
            pass

    def test_a_search_ends_with_its_visitor(self):
        live = self.live()
        live.ask("hello")
        live.ask("new", game="connect4", seats=["uct:time=50s"])
        live.wait_for("thinking")
        live.close()
        for _ in range(100 * PATIENCE):
            searches = json.loads(self.server.ask("GET", "/api/v1/status")[1])["searches"]
            if searches["running"] == 0:
                return
            time.sleep(0.05)
        self.fail("it searches for nobody")


class Ends(unittest.TestCase):
    def test_within_two_seconds_while_it_searches(self):
        server = Server()
        live = Live(server)
        live.ask("hello")
        live.ask("new", game="connect4", seats=["uct:time=50s"])
        live.wait_for("thinking")
        begun = time.monotonic()
        self.assertEqual(server.stop(), 0)
        self.assertLess(time.monotonic() - begun, 2 * PATIENCE)
        live.close()

    def test_games_are_there_after_a_restart(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(data=folder)
            live = Live(server)
            key = live.ask("hello")["visitor"]
            table = live.ask("new", game="connect4", seats=["human", "human"])["table"]
            for move in "443":
                live.ask("play", table=table, move=move)
            self.assertEqual(server.stop(), 0)
            live.close()
            server = Server(data=folder)
            live = Live(server)
            self.assertEqual(live.ask("hello", visitor=key)["tables"], [table])
            live.send({"do": "watch", "table": table})
            self.assertEqual(live.wait_for("table")["moves"], ["4", "4", "3"])
            live.close()
            server.stop()

    def test_a_port_that_is_taken_is_said(self):
        server = Server()
        try:
            done = subprocess.run([BANYAN, "serve", "--data", "none", "--port", str(server.port)], capture_output=True, text=True, timeout=20)
            self.assertEqual(done.returncode, 1)
            self.assertIn(str(server.port), done.stderr)
        finally:
            server.stop()


class Token(unittest.TestCase):
    def test_beyond_this_machine_a_token_is_demanded(self):
        server = Server("--address", "0.0.0.0")
        try:
            token = server.url.query.removeprefix("token=")
            self.assertGreaterEqual(len(token), 32)
            self.assertEqual(server.ask("GET", "/api/v1/status")[0], 401)
            self.assertEqual(server.ask("GET", "/api/v1/status?token=wrong")[0], 401)
            self.assertEqual(server.ask("GET", f"/api/v1/status?token={token}")[0], 200)
            self.assertEqual(server.ask("GET", "/api/v1/status", Authorization=f"Bearer {token}")[0], 200)
            self.assertEqual(server.ask("GET", "/")[0], 200)
            for query, status in (("", 401), (f"?token={token}", 101)):
                live = Live(server, query)
                self.assertEqual(live.status, status)
                live.close()
        finally:
            server.stop()


if __name__ == "__main__":
    unittest.main()
