"""Visitors who ask for as much memory as they can get: the server keeps within its budget, and others are served."""

import re
import time
import unittest

from attack import PATIENCE, Attack, Live

BUDGET = 150_000_000
# Sanitizers keep what is freed for a while, and add to everything.
ALLOWED = BUDGET if PATIENCE == 1 else 6 * BUDGET


class Memory(Attack):
    words = ("--memory", f"{BUDGET // 10**6}MB", "--threads", "2")

    def test_trees_of_eight_tables(self):
        live = self.visitor()
        tables = [live.ask("new", game="connect4", seats=["human", "human"])["table"] for _ in range(8)]
        for _ in range(2):
            for table in tables:
                live.ask("explore", table=table)
                answer = live.ask("grow", table=table, simulations=200_000)
                if "error" in answer:
                    self.assertEqual(answer["error"]["code"], 503)
                else:
                    live.wait_for("grown")
                self.assertLess(self.resident(), ALLOWED)

    def test_long_games_of_visitors_who_are_gone(self):
        moves = ["roll", "=1"] * 9_999
        for _ in range(96):
            live = Live(self.server)
            live.ask("hello")
            answer = live.ask("new", game="pig:turns=10000", seats=["human", "human"], moves=moves)
            self.assertIn("table", answer)
            live.close()
        self.eventually(lambda: self.resident() < ALLOWED, 20, "it keeps what nobody has")

    def test_readers_who_do_not_read(self):
        lazy = []
        for _ in range(60):
            live = self.visitor()
            try:
                for _ in range(60):
                    live.send({"do": "look", "id": "x" * 200_000})
            except OSError:
                pass
            lazy.append(live)
        self.assertLess(self.resident(), ALLOWED)

    def test_messages_that_never_end(self):
        """A thousand connections, each with most of a long message: more than the whole budget."""
        head = bytes([0x81, 0xFF]) + (250_000).to_bytes(8, "big") + bytes(4)
        for _ in range(1000):
            live = self.live()
            self.send_all_it_can(live.socket, head + b" " * 249_000)
        self.stays_within()

    def test_requests_that_never_end(self):
        head = f"POST /api/v1/show HTTP/1.1\r\nHost: {self.server.host}\r\nContent-Length: 250000\r\n\r\n".encode()
        for _ in range(1000):
            connection = self.server.connect()
            self.addCleanup(connection.close)
            self.send_all_it_can(connection, head + b" " * 249_000)
        self.stays_within()

    def test_readers_of_pages_who_do_not_read(self):
        """Each asks for the longest of the page's files, or where there is no page for the catalogue."""
        target = self.longest_file()
        request = f"GET {target} HTTP/1.1\r\nHost: {self.server.host}\r\n\r\n".encode()
        for _ in range(1500):
            connection = self.server.connect(receive_buffer=4096)
            self.addCleanup(connection.close)
            connection.sendall(request)
        self.stays_within()

    def longest_file(self):
        if not self.status()["page"]:
            return "/api/v1/catalogue"
        page = self.server.ask("GET", "/")[1].decode()
        files = re.findall(r'(?:src|href)="(/[^"]+)"', page)
        return max(files, key=lambda each: len(self.server.ask("GET", each)[1]))

    def stays_within(self):
        """Also a little later, when everything that was sent has arrived."""
        for _ in range(20):
            self.assertLess(self.resident(), ALLOWED)
            time.sleep(0.1)

    def send_all_it_can(self, connection, data):
        try:
            connection.sendall(data)
        except OSError:
            pass  # the server has had enough of it


if __name__ == "__main__":
    unittest.main()
