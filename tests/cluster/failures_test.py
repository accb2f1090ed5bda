"""What becomes of a job whose ranks are killed, stopped or interrupted."""

import json
import os
import pathlib
import signal
import sqlite3
import tempfile
import time
import unittest

from ranks import PATIENCE, RanksTest, is_running, start, wait_for_ranks, without_times

# A match of about twenty seconds on one core.
WORDS = ("match", "connect4", "uct:sims=4000", "uct:sims=2000", "--games", "60", "--opening", "4", "--seed", "8")
# How long a job may take to end here, where other tests run beside it; kills_test holds it to what is promised.
LONGEST = 20


def games_in(store):
    """How many games a store has; it may not be there yet."""
    try:
        # Not read only: who comes after a rank that was killed while it wrote has to undo what it began.
        with sqlite3.connect(f"file:{store}?mode=rw", uri=True) as database:
            return database.execute("SELECT count(*) FROM match_games").fetchone()[0]
    except sqlite3.Error:
        return 0


class FailuresTest(RanksTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.store = str(pathlib.Path(self.folder.name, "kept.match"))
        self.addCleanup(self.folder.cleanup)

    def started(self, ranks, games=1):
        """A match that has kept some games."""
        job = start(ranks, *WORDS, "--resume", self.store, "--json")
        self.addCleanup(job.kill)
        processes = wait_for_ranks(job, ranks)
        end = time.monotonic() + 120 * PATIENCE
        while games_in(self.store) < games and time.monotonic() < end:
            time.sleep(0.02)
        self.assertGreaterEqual(games_in(self.store), games)
        return job, processes

    def ended(self, job, processes):
        """The job ends soon, and leaves no process behind. Its standard error."""
        begun = time.monotonic()
        _, errors = job.communicate(timeout=60)
        while any(is_running(process) for process in processes.values()) and time.monotonic() < begun + LONGEST * PATIENCE:
            time.sleep(0.02)
        self.assertLess(time.monotonic() - begun, LONGEST * PATIENCE, errors)
        self.assertNotEqual(job.returncode, 0)
        for process in processes.values():
            self.assertFalse(is_running(process))
        return errors

    def resumed_equals_one_process(self, kept):
        self.assertGreaterEqual(games_in(self.store), kept)
        resumed = self.document_of(3, *WORDS, "--resume", self.store)
        self.assertEqual(without_times(resumed), without_times(self.document_of(0, *WORDS)))

    def test_a_killed_rank_ends_the_job_and_loses_no_game(self):
        for victim in (2, 0):
            job, processes = self.started(3, games=1 + games_in(self.store))
            kept = games_in(self.store)
            os.kill(processes[victim], signal.SIGKILL)
            errors = self.ended(job, processes)
            self.assertIn(f"rank {victim}", errors)
            self.assertGreaterEqual(games_in(self.store), kept)
        self.resumed_equals_one_process(games_in(self.store))

    def test_a_killed_launcher_leaves_no_rank_behind(self):
        job, processes = self.started(2)
        os.kill(job.pid, signal.SIGKILL)
        self.ended(job, processes)

    def test_a_rank_that_stands_still_holds_up_nobody(self):
        job, processes = self.started(3)
        os.kill(processes[2], signal.SIGSTOP)
        before = games_in(self.store)
        end = time.monotonic() + 60 * PATIENCE
        while games_in(self.store) <= before and time.monotonic() < end:
            time.sleep(0.1)
        self.assertGreater(games_in(self.store), before)
        os.kill(processes[2], signal.SIGCONT)
        output, errors = job.communicate(timeout=240 * PATIENCE)
        self.assertEqual(job.returncode, 0, errors)
        self.assertEqual(without_times(json.loads(output)), without_times(self.document_of(0, *WORDS)))

    def test_an_interrupt_reports_what_is_known(self):
        job, processes = self.started(2, games=2)
        os.kill(job.pid, signal.SIGINT)
        begun = time.monotonic()
        output, errors = job.communicate(timeout=60)
        self.assertLess(time.monotonic() - begun, LONGEST * PATIENCE)
        self.assertNotEqual(job.returncode, 0)
        self.assertGreaterEqual(len(json.loads(output)["results"]), 1, errors)
        for process in processes.values():
            self.assertFalse(is_running(process))


if __name__ == "__main__":
    unittest.main()
