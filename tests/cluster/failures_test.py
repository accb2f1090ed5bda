"""What becomes of a job whose ranks are killed, stopped or interrupted."""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import tempfile
import threading
import time
import unittest

from ranks import BANYAN, PATIENCE, RanksTest, is_running, processor_seconds, start, wait_for_ranks, without_times

# A match of about twenty seconds on one core. Two ranks on a host of one or two processors play a game each.
WORDS = ("match", "connect4", "uct:sims=4000", "uct:sims=2000", "--games", "60", "--opening", "4", "--seed", "8",
         "--jobs", "1")
# The same with fewer games a minute.
SLOW_WORDS = ("match", "connect4", "uct:sims=40000", "uct:sims=40000", *WORDS[4:])
# How long a job may take to end here, where other tests run beside it; kills_test holds it to what is promised.
LONGEST = 20


def games_in(store):
    """How many games a store has; it may not be there yet."""
    while True:
        try:
            # Not read only: who comes after a rank that was killed while it wrote has to undo what it began.
            with contextlib.closing(sqlite3.connect(f"file:{store}?mode=rw", uri=True)) as database:
                return database.execute("SELECT count(*) FROM match_games").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "unable to open" in str(error) or "no such table" in str(error):
                return 0
            if "locked" not in str(error):
                raise
            time.sleep(0.02)


class FailuresTest(RanksTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.store = self.new_store("kept")

    def new_store(self, name):
        return str(pathlib.Path(self.folder.name, name + ".match"))

    def started(self, ranks, words=WORDS, games=1, **variables):
        """A match that has kept some games."""
        job = start(ranks, *words, "--resume", self.store, "--json", **variables)
        self.addCleanup(job.kill)
        processes = wait_for_ranks(job, ranks)
        end = time.monotonic() + 120 * PATIENCE
        while games_in(self.store) < games and time.monotonic() < end:
            if job.poll() is not None:
                self.fail("the job ended: " + job.communicate()[1])
            time.sleep(0.02)
        self.assertGreaterEqual(games_in(self.store), games)
        return job, processes

    def ended(self, job, processes):
        """The job ends soon, and leaves no process behind. Its standard error."""
        begun = time.monotonic()
        _, errors = job.communicate(timeout=60)
        end = begun + LONGEST * PATIENCE
        while any(map(is_running, processes.values())) and time.monotonic() < end:
            time.sleep(0.02)
        self.assertLess(time.monotonic(), end, errors)
        self.assertNotEqual(job.returncode, 0)
        for process in processes.values():
            self.assertFalse(is_running(process))
        return errors

    def test_a_killed_rank_ends_the_job_and_loses_no_game(self):
        for victim in (2, 0):
            self.store = self.new_store(f"victim{victim}")
            job, processes = self.started(3)
            kept = games_in(self.store)
            os.kill(processes[victim], signal.SIGKILL)
            errors = self.ended(job, processes)
            self.assertIn(f"rank {victim}", errors)
            self.assertGreaterEqual(games_in(self.store), kept)
        resumed = self.document_of(3, *WORDS, "--resume", self.store)
        self.assertEqual(without_times(resumed), without_times(self.document_of(0, *WORDS)))

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

    def searching(self, seconds):
        """A search on three ranks, once each has used some processor time for it."""
        job = start(3, "analyze", "connect4", "--agent", f"uct:time={seconds}s,solver=false", "--seed", "1", "--json")
        self.addCleanup(job.kill)
        processes = wait_for_ranks(job, 3)
        self.wait_for_work(job, processes, 0.7)
        return job, processes

    def wait_for_work(self, job, processes, seconds):
        """Until each rank has used so much processor time."""
        end = time.monotonic() + 60 * PATIENCE
        while min(map(processor_seconds, processes.values())) < seconds and time.monotonic() < end:
            self.assertIsNone(job.poll())
            time.sleep(0.05)

    def test_a_search_does_not_wait_for_a_rank_that_stands_still(self):
        job, processes = self.searching(20 * PATIENCE)
        os.kill(processes[2], signal.SIGSTOP)
        reader = threading.Thread(target=lambda: setattr(self, "text", job.stdout.readline()))
        reader.start()
        reader.join(60 * PATIENCE)
        os.kill(processes[2], signal.SIGCONT)
        self.assertFalse(reader.is_alive(), "the first rank waited for the one that stood still")
        document = self.text + job.stdout.read()
        errors = job.stderr.read()
        self.assertEqual(job.wait(), 0, errors)
        self.assertIn("rank 2", errors)
        self.assertIn("did not answer in time", errors)
        self.assertGreater(json.loads(document)["simulations"], 0)

    def test_a_killed_rank_ends_a_search(self):
        for victim in (1, 0):
            job, processes = self.searching(600)
            os.kill(processes[victim], signal.SIGKILL)
            self.assertIn(f"rank {victim}", self.ended(job, processes))

    def test_a_stop_ends_what_other_ranks_have_begun(self):
        """Each has begun a piece of work here that takes hours."""
        with_network = ("train", "connect4", "--out", str(pathlib.Path(self.folder.name, "run")), "--threads", "1",
                        "--learner", "alphazero:sims=100000000,full_share=1,blocks=1,filters=8", "--ladder", "off")
        for words in (("perft", "othello", "16"), ("bandit", "run", "--arms", "0.9,0.8", "--steps", "1e12"),
                      with_network):
            if words is with_network and not pathlib.Path(BANYAN).with_name("banyan-train-net").exists():
                continue
            job = start(2, *words)
            self.addCleanup(job.kill)
            processes = wait_for_ranks(job, 2)
            self.wait_for_work(job, processes, 2)
            os.kill(job.pid, signal.SIGUSR1)
            self.ended(job, processes)

    def reported(self, job, processes, stop):
        """The document of a job that is stopped by this signal."""
        os.kill(job.pid, stop)
        begun = time.monotonic()
        output, errors = job.communicate(timeout=60 * PATIENCE)
        self.assertLess(time.monotonic() - begun, LONGEST * PATIENCE)
        self.assertNotEqual(job.returncode, 0)
        for process in processes.values():
            self.assertFalse(is_running(process))
        return json.loads(output), errors

    def test_an_interrupt_reports_what_is_known(self):
        # mpirun waits so many seconds before SIGTERM and again before SIGKILL; one is short on a busy host. It
        # reads nothing in that time, so there must not be many games to report.
        job, processes = self.started(2, SLOW_WORDS, OMPI_MCA_odls_base_sigkill_timeout="4")
        document, errors = self.reported(job, processes, signal.SIGINT)
        self.assertGreaterEqual(len(document["results"]), 1, errors)

    def test_a_signal_that_mpirun_passes_on_stops_without_haste(self):
        words = ("match", "connect4", "random", "random", "--games", "1000000", "--seed", "8")
        job, processes = self.started(3, words, games=300)
        document, errors = self.reported(job, processes, signal.SIGUSR1)
        self.assertGreaterEqual(len(document["results"]), 300, errors)


if __name__ == "__main__":
    unittest.main()
