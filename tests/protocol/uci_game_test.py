#!/usr/bin/env python3
"""python-chess plays whole games with the program by UCI: chess, Chess960, under a clock, with pondering and analysis.

It checks each move and each line of the search itself. Without it (Debian: python3-chess) the test is skipped.
"""

import os
import unittest

try:
    import chess
    import chess.engine
except ImportError:
    chess = None

BANYAN = os.environ.get("BANYAN", "banyan")
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))


@unittest.skipUnless(chess, "python-chess is not installed (Debian: python3-chess)")
class UciGame(unittest.TestCase):
    def setUp(self):
        self.engine = chess.engine.SimpleEngine.popen_uci([BANYAN, "uci", "--seed", "1"], timeout=60 * PATIENCE)
        self.addCleanup(self.engine.close)

    def play(self, board, limit, most=600, **options):
        game = object()
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < most:
            result = self.engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, **options)
            self.assertIn(result.move, board.legal_moves)
            self.assertIn("score", result.info)
            board.push(result.move)
        return board

    def test_whole_game(self):
        board = self.play(chess.Board(), chess.engine.Limit(nodes=60))
        self.assertTrue(board.is_game_over(claim_draw=True))

    def test_chess960(self):
        board = self.play(chess.Board.from_chess960_pos(100), chess.engine.Limit(nodes=40), most=60)
        self.assertGreater(len(board.move_stack), 10)

    def test_clock_and_ponder(self):
        limit = chess.engine.Limit(white_clock=3, black_clock=3, white_inc=0.01, black_inc=0.01)
        board = self.play(chess.Board(), limit, most=8, ponder=True)
        self.assertEqual(len(board.move_stack), 8)

    def test_analysis(self):
        mate = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
        info = self.engine.analyse(mate, chess.engine.Limit(nodes=5000))
        self.assertEqual(info["score"].white(), chess.engine.Mate(1))
        lines = self.engine.analyse(chess.Board(), chess.engine.Limit(nodes=500), multipv=3)
        self.assertEqual(len({line["pv"][0] for line in lines}), 3)

    def test_options(self):
        self.assertEqual(self.engine.options["threads"].type, "spin")
        self.assertEqual(self.engine.options["solver"].type, "check")
        self.engine.configure({"threads": 2, "Hash": 64, "c": "0.7"})
        self.engine.play(chess.Board(), chess.engine.Limit(time=0.1))


if __name__ == "__main__":
    unittest.main()
