"""A game that breaks its contract, through the whole program: every command says what is wrong and exits with 1."""
import unittest

from program import run


class BrokenGame(unittest.TestCase):
    def expect_failure(self, done):
        self.assertEqual(done.returncode, 1, done)
        self.assertIn("legal_moves() lists no move", done.stderr.replace("the list of moves of a random game", "legal_moves()"))
        self.assertIn("outcome() says that the game goes on", done.stderr)

    def test_analyze(self):
        for agent in "uct:sims=1000", "uct:sims=1000,threads=2", "flat:sims=1000":
            for extra in [], ["--json"]:
                done = run("analyze", "stuck", "--agent", agent, *extra)
                self.expect_failure(done)
                self.assertEqual(done.stdout, "")

    def test_analyze_where_nobody_can_move(self):
        self.expect_failure(run("analyze", "stuck", "--moves", "0 0 0"))

    def test_play(self):
        self.expect_failure(run("play", "stuck", "--seat", "random", "--seat", "random"))
        self.expect_failure(run("play", "stuck", "--seat", "uct:sims=100", "--seat", "random"))
        done = run("play", "stuck", "--seat", "human", "--seat", "human", "--json", stdin="0\n1\n0\n1\n")
        self.expect_failure(done)
        self.assertEqual(done.stdout, "")

    def test_match(self):
        for agents in ["random", "random"], ["uct:sims=100", "random"]:
            done = run("match", "stuck", *agents, "--games", "4", "--json")
            self.expect_failure(done)
            self.assertEqual(done.stdout, "")
            if agents[0] != "random":
                self.assertRegex(done.stderr, r"seat [12] of 2: ")

    def test_show_tells_too(self):
        done = run("show", "stuck", "--moves", "0 0 0")
        self.assertIn("lists no move", done.stdout)


if __name__ == "__main__":
    unittest.main()
