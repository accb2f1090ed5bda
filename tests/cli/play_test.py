"""A game through a pipe: moves and commands in, boards out, saved games that load again."""

import os
import tempfile
import unittest

from program import ProgramTest, run


class Play(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name="game.txt"):
        return os.path.join(self.folder.name, name)

    def play(self, *words, stdin=""):
        done = run("play", *words, stdin=stdin)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_two_people(self):
        text = self.play("tictactoe", "--seat", "human", "--seat", "human", stdin="a1\na2\nb1\nb2\nc1\n")
        self.assertIn("X (player 0) wins", text)
        self.assertIn("[X]", text)

    def test_agents_alone(self):
        text = self.play("nim:players=3", "--seat", "random", "--seat", "random", "--seat", "uct:sims=100")
        self.assertIn(" wins", text)

    def test_end_of_input(self):
        text = self.play("connect4", "--agent", "random", stdin="4\n")
        self.assertIn("end of input", text)
        self.assertIn("end of input", self.play("connect4", "--agent", "random", stdin=""))
        self.assertIn("plays", self.play("connect4", "--agent", "random", stdin="4"), "a last line without its end")

    def test_says_what_is_legal(self):
        text = self.play("tictactoe", "--agent", "random", stdin="d4\n\nquit\n")
        self.assertIn("'d4' is not a legal move here; legal: a1", text)

    def test_commands(self):
        text = self.play("tictactoe", "--agent", "uct:sims=200", stdin="help\nhint\na1\nundo\nundo\nquit\n")
        for word in ("resign", "save", "moves", "best", "simulations", "nothing to take back"):
            self.assertIn(word, text)

    def test_undo_takes_back_the_answer_too(self):
        document = self.document("play", "tictactoe", "--agent", "random", "--seed", "1", stdin="a1\nundo\nb2\nquit\n")
        self.assertEqual(len(document["moves"]), 2)
        self.assertEqual(document["moves"][0], "b2")

    def test_resign(self):
        document = self.document("play", "tictactoe", "--agent", "random", stdin="a1\nresign\nquit\n")
        self.assertEqual(document["resigned"], 0)
        document = self.document("play", "tictactoe", "--agent", "random", stdin="resign\nundo\na1\nquit\n")
        self.assertIsNone(document["resigned"])

    def test_saved_games_load_again(self):
        self.play("connect4", "--agent", "random", "--seed", "7", stdin=f"4\n3\nsave {self.path()}\nquit\n")
        with open(self.path(), encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith("banyan-game 1\ngame connect4\nseat human\nseat random\nseed 7\n"), text)
        self.assertIn("result unfinished", text)
        first = self.document("play", "--load", self.path(), stdin="quit\n")
        self.assertEqual(first["seed"], 7)
        self.assertEqual(len(first["moves"]), 4)
        self.assertEqual(first["seats"], ["human", "random"])
        self.refused("play", "othello", "--load", self.path(), says=["connect4"])

    def test_saving_after_the_end(self):
        self.play("tictactoe", "--seat", "human", "--seat", "human",
                  stdin=f"a1\na2\nb1\nb2\nc1\nsave {self.path()}\n")
        with open(self.path(), encoding="utf-8") as file:
            self.assertIn("result 1 -1\n", file.read())
        self.assertIn("wins", self.play("--load", self.path()))

    def test_a_save_that_fails_loses_nothing(self):
        text = self.play("tictactoe", "--agent", "random", stdin=f"save {self.path('no/such')}\nsave\nquit\n")
        self.assertIn("not saved", text)
        self.assertIn("file name is missing", text)
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_a_damaged_record_is_named_with_its_line(self):
        with open(self.path(), "w", encoding="utf-8") as file:
            file.write("banyan-game 1\ngame tictactoe\nmoves\na1 a1\n")
        self.refused("play", "--load", self.path(), says=["line 4", "move 2"])

    def test_dice_follow_the_seed(self):
        words = ("play", "pig:goal=20", "--seat", "random", "--seat", "random", "--seed", "5")
        first = self.document(*words)
        self.assertEqual(first, self.document(*words))
        self.assertIsNotNone(first["outcome"])

    def test_save_option(self):
        self.play("tictactoe", "--seat", "random", "--seat", "random", "--save", self.path())
        self.assertIsNotNone(self.document("play", "--load", self.path())["outcome"])

    def test_a_watched_game_can_be_replayed(self):
        words = ("play", "twenty48:goal=64", "--agent", "random", "--watch", "--speed", "1000", "--seed", "3")
        done = run(*words, "--save", self.path())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("score", done.stdout)
        self.assertNotIn("\x1b", done.stdout)  # no terminal: no colours, nothing redrawn
        again = run("play", "--replay", self.path(), "--speed", "1000")
        self.assertEqual(again.returncode, 0, again.stderr)
        last_board = [line for line in done.stdout.splitlines() if line.startswith(" 4 ")][-1]
        self.assertIn(last_board, again.stdout)
        self.refused("play", "twenty48", "--speed", "3", says=["--watch"])
        self.refused("play", "twenty48", "--watch", "--seat", "human", says=["human"])
        self.refused("play", "--replay", self.path("nothing"), says=["nothing"])


if __name__ == "__main__":
    unittest.main()
