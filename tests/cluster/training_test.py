"""Trainings on several ranks: what they learn, and that a killed one goes on as if nothing had happened."""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

from ranks import BANYAN, RanksTest, ranks_once_there

TABLES = ("train", "twenty48", "--learner", "ntuple:patterns=5x4", "--threads", "1", "--seed", "5", "--merge", "100",
          "--every", "400")
NETWORK = ("train", "connect4", "--learner", "alphazero:blocks=1,filters=8,generation=8,sims=16,fast_sims=8,batch=32",
           "--ladder", "off", "--threads", "1", "--seed", "3")
LONGEST = 120  # seconds until a job must have ended, on a busy host too
KILLS = int(os.environ.get("CLUSTER_TRAINING_KILLS", "2"))


def weights_in(folder):
    """A network's bytes but for its header, which has the time that it took, and the checksum."""
    *_, training, rest = pathlib.Path(folder, "network.ntuple").read_bytes().split(b"\n", 8)
    return training.split()[:4], rest[:-8]


def network_in(folder):
    with contextlib.closing(sqlite3.connect(f"file:{folder}/run.db?mode=ro", uri=True)) as database:
        games = database.execute("SELECT number, moves, outcome, samples FROM games ORDER BY number").fetchall()
    return games, pathlib.Path(folder, "best.bnet").read_bytes()


class TrainingOnRanksTest(RanksTest):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = pathlib.Path(temporary.name)

    def folder(self, name):
        return str(self.root / name)

    def killed_and_resumed(self, words, folder, ranks=2):
        """Kills a rank again and again, each in turn, and lets the training end."""
        for number in range(KILLS):
            job = self.started(ranks, *words, "--out", folder)
            processes = ranks_once_there(job, ranks)
            time.sleep(1 + number % 3)
            victim = (number + 1) % ranks
            if job.poll() is not None:
                self.assertGreater(number, 0, "it ended before it was killed")
                break
            now = time.monotonic()
            os.kill(processes[victim], signal.SIGKILL)
            _, errors = self.ended(job, processes, now, LONGEST)
            self.assertIn(f"rank {victim}", errors)
        self.mpirun(ranks, *words, "--out", folder)


class TablesTest(TrainingOnRanksTest):
    def curve(self, folder):
        """The mean scores in it."""
        rows = pathlib.Path(folder, "curve.tsv").read_text().splitlines()
        return [float(row.split("\t")[2]) for row in rows if not row.startswith("#")]

    def test_the_network_depends_on_the_seed_and_the_number_of_ranks(self):
        found = []
        for name in ("one", "two"):
            done = self.mpirun(2, *TABLES, "--games", "2000", "--out", self.folder(name), "--json")
            self.assertGreaterEqual(json.loads(done.stdout.splitlines()[-1])["games"], 2000)
            found.append(weights_in(self.folder(name)))
        self.assertEqual(found[0], found[1])
        means = self.curve(self.folder("one"))
        self.assertGreater(means[-1], 2 * means[0], "it learns")
        self.mpirun(3, *TABLES, "--games", "2000", "--out", self.folder("three"))
        self.assertNotEqual(weights_in(self.folder("three")), found[0])

    def test_a_training_that_was_killed_ends_as_one_that_was_not(self):
        words = (*TABLES, "--games", str(5000 * KILLS), "--checkpoint", "200ms")
        self.mpirun(2, *words, "--out", self.folder("whole"))
        self.killed_and_resumed(words, self.folder("broken"))
        self.assertEqual(weights_in(self.folder("broken")), weights_in(self.folder("whole")))

    def test_one_process_goes_on_with_it_and_ranks_with_what_one_process_learned(self):
        folder = self.folder("turns")
        for number, ranks in enumerate((1, 3, 1, 2)):
            self.mpirun(ranks, *TABLES, "--games", str(1000 * (number + 1)), "--out", folder)
        means = self.curve(folder)
        self.assertGreater(means[-1], 2 * means[0])


@unittest.skipUnless(pathlib.Path(BANYAN).with_name("banyan-train-net").exists(), "needs banyan-train-net")
class NetworkTrainingTest(TrainingOnRanksTest):
    def test_a_training_of_a_network_that_was_killed_ends_as_one_that_was_not(self):
        words = (*NETWORK, "--games", str(400 * KILLS))
        self.killed_and_resumed(words, self.folder("broken"))
        self.mpirun(2, *words, "--out", self.folder("whole"))
        self.assertEqual(network_in(self.folder("broken")), network_in(self.folder("whole")))

    def test_a_full_disk_of_the_first_rank(self):
        disk = self.root / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "banyan-test", disk],
                          capture_output=True).returncode != 0:
            self.skipTest("no file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        folder = str(disk / "run")
        self.mpirun(2, *NETWORK, "--games", "16", "--out", folder)
        before = network_in(folder)
        with open(disk / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(bytes(4096))
            except OSError:
                pass
        done = self.mpirun(2, *NETWORK, "--games", "400", "--out", folder, code=1)
        self.assertIn("full", done.stderr)
        games, network = network_in(folder)
        self.assertEqual(games[:16], before[0])
        (disk / "filler").unlink()
        self.mpirun(2, *NETWORK, "--games", "32", "--out", folder)
        self.assertEqual(network_in(folder)[0][:len(games)], games)


if __name__ == "__main__":
    unittest.main()
