#!/usr/bin/env python3
"""Training a network from outside. A run that is killed again and again ends as one that was left alone: the same
games, the same network, bit for bit, ladder or not. Two at once in one folder, a folder of another run, a damaged
checkpoint and numbers that run away are refused in words, and nothing is lost."""

import hashlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import unittest

BANYAN = os.environ["BANYAN"]
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))  # how many times longer things may take: sanitizers are slow
LEARNER = "alphazero:generation=8,sims=16,fast_sims=8,blocks=1,filters=8,batch=32"


def command(folder, *words, game="tictactoe", learner=LEARNER, games=32):
    return [BANYAN, "train", game, "--out", str(folder), "--games", str(games), "--threads", "1", "--seed", "7",
            "--learner", learner, *words]


def run(arguments):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300 * PATIENCE)


def rows(folder, query):
    with sqlite3.connect(folder / "run.db") as store:
        return store.execute(query).fetchall()


def games_of(folder):
    return rows(folder, "SELECT number, moves, outcome, samples FROM games ORDER BY number")


def train_with_kills(arguments, folder, wait):
    """Kills the training after longer and longer waits, until it ends by itself. Answers how often."""
    kills = 0
    while True:
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            assert process.wait(timeout=wait) == 0, "the training failed"
            return kills
        except subprocess.TimeoutExpired:
            before = games_of(folder) if (folder / "run.db").exists() else []
            process.send_signal(signal.SIGKILL)
            process.wait()
            kills += 1
            assert games_of(folder)[:len(before)] == before, "a finished game was lost"
            wait *= 1.3


class NetTraining(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.root = pathlib.Path(cls.temporary.name) / "with a space"
        cls.root.mkdir()
        cls.whole = cls.root / "whole"
        cls.first = run(command(cls.whole, "--ladder", "off", "--json"))
        assert cls.first.returncode == 0, cls.first.stderr

    def refused(self, arguments, words):
        done = run(arguments)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(words, done.stderr)
        return done.stderr

    def copy_of_whole(self, name):
        folder = self.root / name
        subprocess.run(["cp", "-r", str(self.whole), str(folder)], check=True)
        return folder

    def test_killed_and_resumed_is_the_same(self):
        broken = self.root / "broken"
        # Sooner than any run ends. How long the first took says nothing: it may have waited for the disk.
        kills = train_with_kills(command(broken, "--ladder", "1s"), broken, wait=0.25)
        self.assertGreater(kills, 0, "it was never killed")
        self.assertEqual(games_of(self.whole), games_of(broken))
        losses = "SELECT generation, policy_loss, value_loss, steps, plies FROM metrics ORDER BY generation"
        self.assertEqual(rows(self.whole, losses), rows(broken, losses))
        self.assertEqual((self.whole / "best.bnet").read_bytes(), (broken / "best.bnet").read_bytes())

    def test_gives_up_as_often_as_it_may(self):
        """Nobody gives up before enough games were played to the end to see; then players do, in the same games
        whether the run was interrupted or not."""
        learner = "alphazero:generation=100,sims=8,fast_sims=4,blocks=1,filters=8,batch=64,passes=1,resign=0.2"
        whole, broken = self.root / "resigns", self.root / "resigns and is killed"
        words = {"game": "connect4", "learner": learner, "games": 1000}
        done = run(command(whole, "--ladder", "off", "--json", **words))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        kills = train_with_kills(command(broken, "--ladder", "off", **words), broken, wait=1)
        self.assertGreater(kills, 0, "it was never killed")
        self.assertTrue(games_of(whole) == games_of(broken))
        by_generation = "SELECT SUM(resigned), COUNT(comeback) FROM games GROUP BY generation"
        self.assertEqual(rows(whole, by_generation), [(line["resigned"], line["to_the_end"]) for line in lines])
        seen = 0
        for line in lines:
            if seen < 50:
                self.assertEqual(line["resigned"], 0)
            seen += line["to_the_end"]
            self.assertLessEqual(line["wrong"], line["to_the_end"])
        self.assertGreater(sum(line["resigned"] for line in lines), 0)
        self.assertEqual(rows(whole, "SELECT COUNT(*) FROM games WHERE resigned AND comeback IS NOT NULL"), [(0,)])

    def test_tells_what_to_expect_and_what_it_did(self):
        self.assertIn("here it plays", self.first.stderr)
        self.assertIn("games, ", self.first.stderr)
        lines = [json.loads(line) for line in self.first.stdout.splitlines()]
        self.assertEqual([line["generation"] for line in lines], [1, 2, 3, 4])
        plies = dict(rows(self.whole, "SELECT generation + 1, AVG(plies) FROM games GROUP BY generation"))
        for line in lines:
            self.assertIsNone(line["elo"])
            self.assertGreater(line["steps"], 0)
            self.assertAlmostEqual(line["plies"], plies[line["generation"]])
            self.assertGreater(line["plies"], 1)
            self.assertTrue(0 <= line["cache_hits"] <= 1)

    def test_climbs_its_ladder(self):
        folder = self.copy_of_whole("ladder")
        done = run(command(folder, "--ladder", "100ms", "--json", games=48))
        self.assertEqual(done.returncode, 0, done.stderr)
        rungs = [json.loads(line) for line in done.stdout.splitlines()]
        rungs = [rung for rung in rungs if "ladder" in rung]
        self.assertEqual(rungs[-1]["generation"], 6)
        opponents = {match["opponent"] for rung in rungs for match in rung["ladder"]}
        self.assertIn("uct:sims=1000", opponents)
        self.assertEqual(rows(folder, "SELECT count(*) FROM ratings WHERE player = 'uct:sims=1000' AND elo = 0"), [(1,)])
        for rung in rungs:
            self.assertTrue((folder / f"ladder-{rung['generation']}.bnet").exists())
        # The ladder has taken nothing from what is learned.
        other = self.copy_of_whole("without_ladder")
        self.assertEqual(run(command(other, "--ladder", "off", games=48)).returncode, 0)
        self.assertEqual((folder / "best.bnet").read_bytes(), (other / "best.bnet").read_bytes())

    def test_makes_a_page_of_it(self):
        done = run([BANYAN, "train", "--report", str(self.whole), "--json"])
        self.assertEqual(done.returncode, 0, done.stderr)
        page = pathlib.Path(json.loads(done.stdout)["report"]).read_text()
        self.assertIn("<svg", page)
        self.assertIn("tictactoe", page)
        self.assertNotIn("http", page)
        self.refused([BANYAN, "train", "--report", str(self.root)], "run.db")

    def test_goes_on_with_a_run_that_knew_no_draws(self):
        folder = self.root / "first version"
        folder.mkdir()
        with sqlite3.connect(folder / "run.db") as store:
            store.execute("CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)")
            store.execute("INSERT INTO settings VALUES ('version', '1')")
        for games in (8, 16):
            done = run(command(folder, "--ladder", "off", games=games))
            self.assertEqual(done.returncode, 0, done.stderr)
        sizes = {folder: rows(folder, "SELECT SUM(LENGTH(samples)) / SUM(positions) FROM games")[0][0]
                 for folder in (folder, self.whole)}
        self.assertEqual(sizes[folder] + 4, sizes[self.whole])
        info = {folder: json.loads(run([BANYAN, "net", "info", str(folder / "best.bnet"), "--json"]).stdout)
                for folder in (folder, self.whole)}
        self.assertFalse(info[folder]["draws"])
        self.assertTrue(info[self.whole]["draws"])

    def test_refuses_another_run(self):
        self.refused(command(self.whole, game="connect4"), "holds a run with game")
        self.refused(command(self.whole, learner=LEARNER + ",rate=0.5"), "holds a run with learner")

    def test_keeps_a_second_process_out(self):
        folder = self.root / "two"
        first = subprocess.Popen(command(folder, games=100000), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            first.stdout.readline()  # the first generation: it is at work
            self.refused(command(folder), "another training is at work")
            first.send_signal(signal.SIGINT)
            first.communicate(timeout=60 * PATIENCE)
            self.assertEqual(first.returncode, 1)
            self.assertTrue((folder / "report.html").exists(), "the page is written at an interrupt, too")
        finally:
            first.kill()
            first.wait()

    def test_numbers_that_run_away_end_it_and_nothing_is_lost(self):
        folder = self.copy_of_whole("away")
        wild = LEARNER + ",rate=1e+38"
        with sqlite3.connect(folder / "run.db") as store:
            store.execute("UPDATE settings SET value = replace(value, ',sims=', ',rate=1e+38,sims=')")
        network = (folder / "best.bnet").read_bytes()
        for _ in range(2):
            said = self.refused(command(folder, "--ladder", "off", learner=wild, games=48),
                                "training diverged: non-finite weights")
            self.assertIn("generation 4", said)
            self.assertEqual((folder / "best.bnet").read_bytes(), network)
            self.assertTrue((folder / "checkpoint-4").exists())
            self.assertEqual(rows(folder, "SELECT max(generation) FROM metrics"), [(4,)])
            self.assertEqual(len(games_of(folder)), 40)

    def test_a_damaged_checkpoint_is_said(self):
        folder = self.copy_of_whole("damaged")
        checkpoint = folder / "checkpoint-4"
        checkpoint.write_bytes(checkpoint.read_bytes()[:1000])
        before = hashlib.sha256((folder / "best.bnet").read_bytes()).digest()
        said = self.refused(command(folder, games=48), "checkpoint-4")
        self.assertIn("damaged", said)
        self.assertEqual(hashlib.sha256((folder / "best.bnet").read_bytes()).digest(), before)

    def test_a_seed_that_is_none_is_said(self):
        folder = self.copy_of_whole("no seed")
        with sqlite3.connect(folder / "run.db") as store:
            store.execute("UPDATE settings SET value = 'seven' WHERE name = 'seed'")
        self.refused(command(folder, games=48), "its seed 'seven'")

    def test_a_store_that_is_none_is_said(self):
        folder = self.root / "none"
        folder.mkdir()
        (folder / "run.db").write_text("no database " * 100)
        self.refused(command(folder), "not a database")

    def plays(self, network, game="tictactoe"):
        return [BANYAN, "match", game, f'puct:net="{network}",sims=4', "random", "--games", "2"]

    def test_networks_that_cant_play(self):
        whole = (self.whole / "best.bnet").read_bytes()
        damaged = self.root / "damaged.bnet"
        self.assertEqual(run(self.plays(self.whole / "best.bnet")).returncode, 0)
        self.refused(self.plays(self.whole / "best.bnet", game="connect4"), "tictactoe")
        for contents in (whole[:len(whole) // 2], whole[:10], b"", bytes([whole[0] ^ 255]) + whole[1:],
                         whole[:-1] + bytes([whole[-1] ^ 1])):
            damaged.write_bytes(contents)
            self.refused(self.plays(damaged), "damaged.bnet")


if __name__ == "__main__":
    unittest.main()
