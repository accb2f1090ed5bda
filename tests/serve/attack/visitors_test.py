"""Many short visits: newcomers are let in all the same, and whoever has stayed for a while keeps their games."""

import time
import unittest

from attack import Attack, Live


class Visitors(Attack):
    def test_more_short_visits_than_there_is_room_for(self):
        player = self.visitor()
        table = player.ask("new", game="connect4", seats=["human", "human"])["table"]
        player.ask("play", table=table, move="4")
        time.sleep(2)  # longer than each of the others
        player.close()
        for _ in range(2100):
            live = Live(self.server)
            hello = live.ask("hello")
            self.assertIn("visitor", hello)
            live.send({"do": "new", "game": "tictactoe"})
            live.wait_for("table")
            live.close()
        again = self.live()
        self.assertEqual(again.ask("hello", visitor=player.hello["visitor"])["tables"], [table])


if __name__ == "__main__":
    unittest.main()
