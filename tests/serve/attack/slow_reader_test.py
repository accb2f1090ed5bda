"""Readers so slow that the server lets them go, in the middle of what it does for them. Only their own connection
ends, and all others get every event once."""

import time
import unittest

from attack import Attack, flood


# The event that tells of all moves is some 120 kB.
LONG = {"game": "pig:turns=10000", "seats": ["human", "human"], "moves": ["roll", "=1"] * 9_999}


class SlowReader(Attack):
    environment = {"MALLOC_PERTURB_": "165"}  # freed memory is overwritten, so that its use shows

    def lazy(self):
        """A visitor who will read little, and for whom the system holds little."""
        return self.visitor(self.server.connect(receive_buffer=4096))

    def fill(self, live):
        """Lets nearly as much wait for this reader as may: 8 MiB, beside what the system itself holds."""
        flood(live, {"do": "look", "id": "x" * 200_000}, 40)

    def ends(self, live):
        """Reads until the server has let this connection go, or has answered everything that it did not refuse."""
        try:
            live.send({"do": "look", "id": "last"})
            while live.read().get("answer") != "last":
                pass
        except OSError:
            pass

    def test_watching_a_long_game_without_reading(self):
        live = self.lazy()
        table = live.ask("new", **LONG)["table"]
        self.fill(live)
        flood(live, {"do": "watch", "table": table}, 118)
        self.ends(live)

    def test_refused_with_long_ids(self):
        live = self.lazy()
        flood(live, {"do": "look", "id": "x" * 250_000}, 400)
        self.ends(live)

    def test_others_get_every_event_once(self):
        player = self.visitor()
        table = player.ask("new", **LONG)["table"]
        before, slow, following, last = self.visitor(), self.lazy(), self.visitor(), self.visitor()
        for watcher in (before, slow, following, last):
            watcher.ask("watch", table=table)
        self.fill(slow)
        more = 5  # events after the slow reader is gone
        for event in range(1, 400):  # each is some 120 kB
            while player.ask("pace", table=table, seconds=event / 8).get("error", {}).get("code") == 429:
                time.sleep(0.5)  # a long game costs much
            for watcher in (before, following, last):
                self.assertEqual(watcher.wait_for("table")["pace"], event / 8)
            more -= self.status()["connections"] == 4
            if more == 0:
                return
        self.fail("the slow reader is not let go")


if __name__ == "__main__":
    unittest.main()
