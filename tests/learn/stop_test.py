#!/usr/bin/env python3
"""A training hears at once that it is to stop, in the middle of a game and in the middle of a learning step, and the
program that learns for it never outlives it."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import time
import unittest

BANYAN = os.environ["BANYAN"]
PATIENCE = int(os.environ.get("BANYAN_PATIENCE", "1"))
SOON = 30 * PATIENCE  # seconds; what is stopped here would take hours
LONG_GAME = "alphazero:generation=8,sims=100000000,full_share=1,blocks=1,filters=8"
LONG_LESSON = "alphazero:generation=8,sims=8,fast_sims=4,blocks=1,filters=8,passes=100000000"


def games_in(folder):
    try:
        with sqlite3.connect(f"file:{folder}/run.db?mode=ro", uri=True) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def processor_seconds(process):
    try:
        words = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


def is_running(process):
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def trainer_of(process):
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if (int(folder.joinpath("stat").read_text().rsplit(")", 1)[1].split()[1]) == process.pid and
                    b"banyan-train-net" in folder.joinpath("cmdline").read_bytes()):
                return int(folder.name)
        except OSError:
            continue
    return None


class StopTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name, "run")

    def started(self, learner, is_there):
        """A training with its trainer, once that is there."""
        job = subprocess.Popen([BANYAN, "train", "connect4", "--out", str(self.folder), "--threads", "2", "--seed", "7",
                                "--ladder", "off", "--learner", learner],
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(job.stderr.close)
        self.addCleanup(job.kill)
        end = time.monotonic() + 2 * SOON
        while not (trainer_of(job) and is_there(job.pid, trainer_of(job))):
            self.assertIsNone(job.poll())
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        return job, trainer_of(job)

    def in_a_game(self):
        """It plays, as it only waits while its trainer starts."""
        return self.started(LONG_GAME, lambda job, _: processor_seconds(job) > 3)

    def in_a_lesson(self):
        """All games of the generation are there, and the trainer has worked longer than it takes to start."""
        return self.started(LONG_LESSON,
                            lambda _, trainer: games_in(self.folder) == 8 and processor_seconds(trainer) > 6)

    def test_an_interrupt_ends_games_and_lessons(self):
        for begin in (self.in_a_game, self.in_a_lesson):
            job, trainer = begin()
            job.send_signal(signal.SIGINT)
            try:
                _, errors = job.communicate(timeout=SOON)
            except subprocess.TimeoutExpired:
                self.fail(f"{begin.__name__}: it goes on after an interrupt")
            self.assertEqual(job.returncode, 1)
            self.assertNotIn("learning stopped", errors)
            self.assertFalse(is_running(trainer))
            self.folder = self.folder.with_name("next")

    def test_no_trainer_outlives_its_training(self):
        job, trainer = self.in_a_lesson()
        job.kill()
        job.wait()
        end = time.monotonic() + 5 * PATIENCE
        while is_running(trainer) and time.monotonic() < end:
            time.sleep(0.02)
        alive = is_running(trainer)
        if alive:
            os.kill(trainer, signal.SIGKILL)
        self.assertFalse(alive, "the trainer goes on without its training")


if __name__ == "__main__":
    unittest.main()
