"""Work shared among ranks gives what one process gives."""

import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

from ranks import BANYAN, MPIRUN, RanksTest, command, environment, without_times

RANKS = (1, 2, 4)


class ResultsTest(RanksTest):
    def same_on_all(self, *words):
        alone = without_times(self.document_of(0, *words))
        for ranks in RANKS:
            self.assertEqual(without_times(self.document_of(ranks, *words)), alone, (ranks, words))
        return alone

    def test_matches(self):
        match = self.same_on_all("match", "connect4", "uct:sims=300", "uct:sims=300,c=1.4", "--games", "40",
                                 "--opening", "4", "--seed", "5")
        self.assertEqual(len(match["results"]), 40)
        self.same_on_all("match", "pig", "uct:sims=50", "random", "flat:sims=20", "--games", "6", "--seed", "3")

    def test_a_match_that_is_decided_early(self):
        match = self.same_on_all("match", "connect4", "uct:sims=200", "random", "--sprt", "elo0=0,elo1=100",
                                 "--opening", "4", "--seed", "2")
        self.assertEqual(match["sprt"]["decision"], "H1")

    def test_a_book_of_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            book = pathlib.Path(folder, "book")
            book.write_text("4 4\n3 4 5\n1 7 1\n")
            self.same_on_all("match", "connect4", "uct:sims=100", "random", "--openings", str(book), "--games", "12",
                             "--seed", "1")

    def test_perft(self):
        self.assertEqual(self.same_on_all("perft", "othello", "6")["leaves"], 8200)
        self.assertEqual(self.same_on_all("perft", "pig", "3", "--moves", "roll =4")["leaves"],
                         self.document_of(0, "perft", "pig", "3", "--moves", "roll =4")["leaves"])
        for depth in ("0", "1"):
            self.same_on_all("perft", "tictactoe", depth)

    def test_bandit_experiments(self):
        self.same_on_all("bandit", "run", "--arms", "0.9,0.8,0.5", "--rule", "ucb1", "--rule", "thompson", "--steps",
                         "2000", "--runs", "300", "--seed", "4")

    def test_deterministic_searches(self):
        for words in (("connect4", "--agent", "uct:sims=4003,deterministic=true"),
                      ("connect4", "--agent", "puct:sims=403,deterministic=true"),
                      ("pig", "--agent", "uct:sims=2000,deterministic=true", "--moves", "roll =4")):
            self.same_on_all("analyze", *words, "--seed", "9")

    def test_a_search_of_all_ranks(self):
        for agent in ("uct:sims=20000", "puct:sims=400", "uct:sims=3000,rule=ucb1-tuned", "uct:sims=3000,threads=2"):
            found = self.document_of(3, "analyze", "connect4", "--agent", agent, "--seed", "1")
            self.assertEqual(found["simulations"], int(agent.split("sims=")[1].split(",")[0]))
            self.assertEqual(sum(move["visits"] for move in found["moves"]), found["simulations"])
            self.assertIsNotNone(found["best"])

    def test_the_first_rank_alone_prints(self):
        done = self.mpirun(3, "games")
        self.assertEqual(done.stdout.count("tictactoe"), 1)
        self.assertEqual(done.stderr, "")

    def test_no_colours_in_a_file(self):
        """Open MPI gives ranks a terminal, wherever its output goes."""
        for words in (("match", "tictactoe", "random", "random", "--games", "2"),
                      ("analyze", "connect4", "--agent", "uct:sims=100"), ("show", "connect4")):
            done = subprocess.run(command(2, *words), stdin=subprocess.DEVNULL, capture_output=True,
                                  env=environment(TERM="xterm", NO_COLOR=""))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn(b"\x1b", done.stdout)

    def test_wrong_words_are_said_once(self):
        done = self.mpirun(3, "match", "connect4", "uct:sims=ten", "random", code=2)
        self.assertEqual(done.stderr.count("sims"), 1, done.stderr)
        for words in (("play", "connect4"), ("serve",), ("gtp", "--game", "connect4"), ("uci",)):
            done = self.mpirun(2, *words, code=2)
            self.assertEqual(done.stderr.count("is for one process"), 1, done.stderr)
        self.assertIn("one JSON document", self.mpirun(2, "perft", "--help").stdout)

    def test_without_a_seed_all_draw_the_same(self):
        match = self.document_of(2, "match", "tictactoe", "random", "random", "--games", "20")
        again = self.document_of(0, "match", "tictactoe", "random", "random", "--games", "20", "--seed",
                                 str(match["seed"]))
        self.assertEqual(without_times(match), without_times(again))


@unittest.skipUnless(pathlib.Path(BANYAN).with_name("banyan-train-net").exists(), "needs banyan-train-net")
class TrainingTest(RanksTest):
    def trained(self, ranks):
        """The games and the network of a small training."""
        learner = "alphazero:blocks=1,filters=8,generation=8,sims=16,fast_sims=8,batch=32"
        with tempfile.TemporaryDirectory() as folder:
            words = ("train", "connect4", "--out", folder, "--learner", learner, "--games", "16", "--ladder", "off",
                     "--threads", "1", "--seed", "3")
            if ranks == 0:
                self.done([BANYAN, *words])
            else:
                self.mpirun(ranks, *words)
            with sqlite3.connect(f"file:{folder}/run.db?mode=ro", uri=True) as database:
                games = database.execute("SELECT number, moves, outcome, samples FROM games ORDER BY number").fetchall()
            return games, pathlib.Path(folder, "best.bnet").read_bytes()

    def test_games_and_networks_are_those_of_one_process(self):
        games, network = self.trained(0)
        self.assertEqual(len(games), 16)
        for ranks in (1, 2, 4):
            self.assertEqual(self.trained(ranks), (games, network), ranks)


class MismatchTest(RanksTest):
    WORDS = ("match", "tictactoe", "random", "random", "--games", "2")

    def refused(self, *second, says, words=WORDS):
        """Two ranks, of which the second is started otherwise."""
        done = subprocess.run([MPIRUN, "--oversubscribe", "-n", "1", BANYAN, *words, ":", "-n", "1", *second],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment())
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stdout, "")
        self.assertIn("rank 1 on " + os.uname().nodename, done.stderr)
        self.assertIn(says, done.stderr)
        return done.stderr

    def test_other_data_files(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "connect4.bnet").write_text("not the network")
            self.refused("-x", f"BANYAN_DATA={folder}", BANYAN, *self.WORDS, says="other data files")

    def test_another_book_of_openings(self):
        with tempfile.TemporaryDirectory() as folder:
            first, second = pathlib.Path(folder, "first"), pathlib.Path(folder, "second")
            words = (*self.WORDS, "--openings")
            first.write_text("a1 b2\n")
            said = self.refused(BANYAN, *words, str(second), says=f"'{second}'", words=(*words, str(first)))
            self.assertEqual(said.count("banyan:"), 1, said)
            second.write_text("a1 b3\n")
            self.refused(BANYAN, *words, str(second), says="differs from that of rank 0", words=(*words, str(first)))

    def test_another_network(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("first", "second"):
                pathlib.Path(folder, name).mkdir()
            shipped = pathlib.Path(__file__).resolve().parents[2] / "data" / "connect4.bnet"
            net = pathlib.Path("net.bnet")
            shutil.copy(shipped, pathlib.Path(folder, "first", net))
            words = ("match", "connect4", f"puct:net={net},sims=4", "random", "--games", "2")
            job = ["-wdir", str(pathlib.Path(folder, "second")), BANYAN, *words]
            os.chdir(pathlib.Path(folder, "first"))
            self.addCleanup(os.chdir, "/")
            self.refused(*job, says="net.bnet", words=words)
            pathlib.Path(folder, "second", net).write_bytes(shipped.read_bytes()[:1000])
            self.refused(*job, says="net.bnet", words=words)

    def test_another_build(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "bin").mkdir()
            other = pathlib.Path(folder, "bin", "banyan")
            shutil.copy(BANYAN, other)
            with open(other, "ab") as file:
                file.write(b"\0")
            shutil.copytree(pathlib.Path(BANYAN).resolve().parent.parent / "lib", pathlib.Path(folder, "lib"))
            self.refused(str(other), *self.WORDS, says="another build")


if __name__ == "__main__":
    unittest.main()
