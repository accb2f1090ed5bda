"""Training from outside: it goes on after any kill, keeps others out, and says what is wrong."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import tempfile
import time
import unittest

from program import BANYAN, ProgramTest, run

SMALL = ["--learner", "ntuple:patterns=0123/0145", "--threads", "1", "--every", "50"]


def train(folder, *words):
    return ["train", "twenty48", "--out", folder, *SMALL, *words]


class Training(ProgramTest):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = os.path.join(self.temporary.name, "run")
        self.network = pathlib.Path(self.folder, "network.ntuple")

    def games_in_checkpoint(self):
        for line in self.network.read_bytes().split(b"\n\n", 1)[0].splitlines():
            if line.startswith(b"training "):
                return int(line.split()[2])
        self.fail("the checkpoint does not say how many games it has seen")

    def test_reports_as_json_lines(self):
        done = run(*train(self.folder, "--games", "200", "--seed", "1", "--json"))
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        reports = [line for line in lines if "mean" in line]
        self.assertGreaterEqual(len(reports), 2)
        self.assertGreaterEqual(reports[-1]["games"], 200)
        self.assertGreater(reports[-1]["positions"], reports[-1]["games"])
        self.assertEqual(reports[-1]["seed"], 1)
        self.assertEqual(lines[-1]["checkpoint"], str(self.network))
        self.assertEqual(self.games_in_checkpoint(), lines[-1]["games"])

    def test_goes_on_after_being_killed_twenty_times(self):
        games = 0
        for _ in range(20):
            process = subprocess.Popen(
                [BANYAN, *train(self.folder, "--checkpoint", "30ms")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            deadline = time.monotonic() + 60
            # A checkpoint of this run, then a moment of the next: kills come at any point of writing one.
            while time.monotonic() < deadline:
                if self.network.exists() and self.games_in_checkpoint() > games:
                    break
                time.sleep(0.01)
            time.sleep(0.013)
            process.send_signal(signal.SIGKILL)
            _, errors = process.communicate()
            self.assertEqual(process.returncode, -signal.SIGKILL, errors)
            kept = self.games_in_checkpoint()
            self.assertGreater(kept, games, "no checkpoint within a minute")
            if games > 0:
                self.assertIn(b"going on after", errors)
            games = kept
        done = run(*train(self.folder, "--games", str(games + 1)))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"going on after {games} games", done.stderr)

    def test_keeps_a_second_training_out(self):
        first = subprocess.Popen([BANYAN, *train(self.folder)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        first.stdout.readline()  # the first report: it is at work
        second = run(*train(self.folder, "--games", "10"))
        self.assertEqual(second.returncode, 1)
        self.assertIn("another training is at work", second.stderr)
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=60)
        self.assertEqual(first.returncode, 1)
        self.assertGreater(self.games_in_checkpoint(), 0)

    def uses_the_checkpoint_before(self, damage):
        for games in ("100", "200"):
            self.assertEqual(run(*train(self.folder, "--games", games)).returncode, 0)
        contents = bytearray(self.network.read_bytes())
        damage(contents)
        self.network.write_bytes(contents)
        done = run(*train(self.folder, "--games", "300"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("resuming from the checkpoint before", done.stderr)
        self.assertGreaterEqual(self.games_in_checkpoint(), 300)
        return done.stderr

    def test_a_checksum_that_does_not_fit(self):
        def damage(contents):
            contents[-1] ^= 1

        self.assertIn("is damaged: its checksum", self.uses_the_checkpoint_before(damage))

    def test_a_file_that_was_cut(self):
        def damage(contents):
            del contents[len(contents) // 2:]

        self.assertIn("is cut short", self.uses_the_checkpoint_before(damage))

    def test_a_full_disk_ends_nothing_and_damages_nothing(self):
        self.assertEqual(run(*train(self.folder, "--games", "100")).returncode, 0)
        before = self.network.read_bytes()
        limit = len(before) // 2  # no file may grow longer: as on a full disk, writing fails half-way

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        done = subprocess.run(
            [BANYAN, *train(self.folder, "--games", "2000", "--checkpoint", "30ms")],
            capture_output=True, text=True, timeout=120, preexec_fn=limit_files)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("learning goes on", done.stderr)
        self.assertIn("network.ntuple' can't be written: File too large", done.stderr.splitlines()[-1])
        self.assertEqual(self.network.read_bytes(), before)
        self.assertEqual(sorted(os.listdir(self.folder)), ["curve.tsv", "lock", "network.ntuple", "report.html"])
        self.assertEqual(run(*train(self.folder, "--games", "200")).returncode, 0)

    def test_one_time_limit_in_minutes_or_hours(self):
        for limit in (["--minutes", "0.02"], ["--hours", "0.0005"]):
            done = run(*train(self.folder, *limit), timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertTrue(self.network.exists())
        self.refused(*train(self.folder, "--minutes", "1", "--hours", "1"), says=["--minutes", "--hours"])
        self.refused(*train(self.folder, "--hours", "0"), says=["--hours"])

    def test_refuses_other_patterns(self):
        self.assertEqual(run(*train(self.folder, "--games", "10")).returncode, 0)
        done = run("train", "twenty48", "--out", self.folder, "--learner", "ntuple:patterns=0123", "--games", "20")
        self.assertEqual(done.returncode, 1)
        self.assertIn("patterns 0123/0145", done.stderr)

    def test_wrong_words(self):
        out = ["--out", self.folder]
        self.refused("train", "pig", *out, says=["twenty48"])
        self.refused("train", "twenty48", says=["--out"])
        self.refused("train", "twenty48", *out, "--learner", "ntuple:patterns=9x9", says=["4x6"])
        self.refused("train", "twenty48", *out, "--learner", "ntuple:stages=2048/1024", says=["rising order"])
        self.refused("train", "twenty48", *out, "--learner", "ntuple:rule=sarsa", says=["td tc"])
        self.refused("train", "twenty48", *out, "--learner", "forest", says=["ntuple"])
        self.assertFalse(os.path.exists(self.folder))

    def test_plays_with_what_it_learnt(self):
        self.assertEqual(run(*train(self.folder, "--games", "300", "--seed", "3")).returncode, 0)
        specs = [f"ntuple:net={self.network},search=greedy", f"ntuple:net={self.network},search=mcts,sims=20", "random"]
        document = self.document("match", "twenty48", *specs, "--games", "4", "--seed", "1")
        means = [agent["stats"]["mean"] for agent in document["agents"]]
        self.assertGreater(means[0], means[2])
        reached = document["agents"][0]["stats"]["reached"]
        self.assertEqual(max(reached.values()), 1)
        self.assertTrue(all(int(tile).bit_count() == 1 for tile in reached), reached)
        info = self.document("net", "info", str(self.network))
        self.assertEqual(info["patterns"], "0123/0145")
        small = os.path.join(self.temporary.name, "small.ntuple")
        self.assertEqual(run("net", "export", str(self.network), small, "--packed", "4").returncode, 0)
        self.assertLess(os.path.getsize(small), os.path.getsize(self.network) / 2)
        self.document("analyze", "twenty48", "--agent", f"ntuple:net={small},search=mcts,sims=50", "--chance", "sample")
        pathlib.Path(small).write_bytes(b"banyan-ntuple 7\n")
        self.refused("analyze", "twenty48", "--chance", "sample", "--agent", f"ntuple:net={small}", says=["version"])
        self.refused("analyze", "twenty48", "--chance", "sample", "--agent", "ntuple:net=nowhere", says=["nowhere"])
        self.refused("analyze", "connect4", "--agent", "ntuple", says=["one player against chance"])

    def test_the_network_that_ships_is_taken_without_a_name(self):
        # Its mean is above 60,000 with a standard deviation of 25,000: ten games below 30,000 would be four
        # standard errors away, and the seed is fixed.
        document = self.document("match", "twenty48", "ntuple:search=greedy", "--games", "10", "--seed", "1")
        self.assertGreater(document["agents"][0]["stats"]["mean"], 30000)


if __name__ == "__main__":
    unittest.main()
