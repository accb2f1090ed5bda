"""What becomes of a job whose ranks are killed, stopped or interrupted."""

import contextlib
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import tempfile
import time
import unittest

from ranks import (BANYAN, RanksTest, descendants, is_running, processor_seconds, ranks_once_there, wait_for_ranks,
                   without_times)

# Debian's folder of games is not always in PATH.
GNUGO = shutil.which("gnugo", path=os.environ.get("PATH", "") + ":/usr/games")

# How many games the matches here have: as many as it takes to strike before they are over.
NUMBERS_OF_GAMES = (100, 1000, 10000)
HOW = ("--opening", "4", "--seed", "8", "--jobs", "1")
# Seconds until a job must have ended, on a busy host too: much less than the searches here would go on.
# kills_test holds it to what is promised.
LONGEST = 120


def match_of(games):
    """Two ranks on a host of one or two processors play a game each."""
    return ("match", "connect4", "uct:sims=2000", "uct:sims=1000", "--games", str(games), *HOW)


def games_in(store):
    """How many games a store has; it may not be there yet."""
    while pathlib.Path(store).exists():
        try:
            # Not read only: who comes after a rank that was killed while it wrote has to undo what it began.
            with contextlib.closing(sqlite3.connect(f"file:{store}?mode=rw", uri=True)) as database:
                return database.execute("SELECT count(*) FROM match_games").fetchone()[0]
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return 0
            # A rank writes, or it makes or removes files beside it.
            if "locked" not in str(error) and "unable to open" not in str(error):
                raise
            time.sleep(0.02)
    return 0


def ignores(process, number):
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"^SigIgn:\s*(\w+)", status, re.MULTILINE).group(1), 16) >> (number - 1) & 1 == 1


def is_gnugo(process):
    try:
        return pathlib.Path(f"/proc/{process}/comm").read_text().strip() == "gnugo"
    except OSError:
        return False


class FailuresTest(RanksTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def playing(self, ranks, words, games=1, **variables):
        """A match that has kept so many games; None if it is over before."""
        self.store = str(pathlib.Path(tempfile.mkdtemp(dir=self.folder.name), "kept.match"))
        job = self.started(ranks, *words, "--resume", self.store, "--json", **variables)
        processes = ranks_once_there(job, ranks)
        while processes and games_in(self.store) < games:
            if job.poll() is not None:
                return None
            time.sleep(0.02)
        return processes and (job, processes)

    def struck(self, ranks, victim, number):
        """A match in which a rank got this signal while there were games to play: job, processes, when it was, how many
        games were kept by then, and of how many."""
        for games in NUMBERS_OF_GAMES:
            found = self.playing(ranks, match_of(games))
            if found is None:
                continue
            job, processes = found
            kept = games_in(self.store)
            now = time.monotonic()
            with contextlib.suppress(ProcessLookupError):
                os.kill(processes[victim], number)
            if games_in(self.store) < games - 3:  # which the rank itself may have
                return job, processes, now, kept, games
        self.fail("each match was over before its rank got the signal")

    def played_alone(self, games):
        return without_times(self.document_of(0, *match_of(games)))

    def test_a_killed_rank_ends_the_job_and_loses_no_game(self):
        for victim in (2, 0):
            job, processes, now, kept, games = self.struck(3, victim, signal.SIGKILL)
            _, errors = self.ended(job, processes, now, LONGEST)
            self.assertIn(f"rank {victim}", errors)
            self.assertGreaterEqual(games_in(self.store), kept)
        resumed = self.document_of(3, *match_of(games), "--resume", self.store)
        self.assertEqual(without_times(resumed), self.played_alone(games))

    def test_a_killed_launcher_leaves_no_rank_behind(self):
        job, processes = self.searching(3600)
        self.signalled(job, processes, signal.SIGKILL)

    def test_a_rank_that_stands_still_holds_up_nobody(self):
        job, processes, _, _, games = self.struck(3, 2, signal.SIGSTOP)
        before = games_in(self.store)
        while games_in(self.store) <= before:
            self.assertIsNone(job.poll())
            time.sleep(0.1)
        os.kill(processes[2], signal.SIGCONT)
        output, errors = job.communicate()
        self.assertEqual(job.returncode, 0, errors)
        self.assertEqual(without_times(json.loads(output)), self.played_alone(games))

    def searching(self, seconds):
        """A search on three ranks, once each has used some processor time for it; None if its time is over."""
        begun = time.monotonic()
        job = self.started(3, "analyze", "connect4", "--agent", f"uct:time={seconds}s,solver=false", "--seed", "1",
                           "--json")
        processes = ranks_once_there(job, 3)
        if processes is None or not self.has_worked(job, processes, 0.7) or time.monotonic() > begun + seconds:
            return None
        return job, processes

    def has_worked(self, job, processes, seconds):
        """Waits until each rank has used so much processor time; whether the job still runs then."""
        while job.poll() is None:
            if min(map(processor_seconds, processes.values())) >= seconds:
                return True
            time.sleep(0.05)
        return False

    def searching_without_last_rank(self):
        """A search whose last rank was stopped before its time was over: a longer one where the host is slow."""
        for seconds in (10, 60, 300):
            begun = time.monotonic()
            found = self.searching(seconds)
            if found is None:
                continue
            job, processes = found
            os.kill(processes[2], signal.SIGSTOP)
            if time.monotonic() < begun + 0.9 * seconds:
                return job, processes
        self.fail("no search lasted until its ranks had worked")

    def test_a_search_does_not_wait_for_a_rank_that_stands_still(self):
        job, processes = self.searching_without_last_rank()
        text = job.stdout.readline()  # never comes if the first rank waits for the one that stands still
        os.kill(processes[2], signal.SIGCONT)
        text += job.stdout.read()
        errors = job.stderr.read()
        job.wait()
        self.assertEqual(job.returncode, 0, errors)
        self.assertIn("rank 2", errors)
        self.assertIn("did not answer in time", errors)
        self.assertGreater(json.loads(text)["simulations"], 0)

    def test_a_killed_rank_ends_a_search(self):
        for victim in (1, 0):
            job, processes = self.searching(3600)
            now = time.monotonic()
            os.kill(processes[victim], signal.SIGKILL)
            _, errors = self.ended(job, processes, now, LONGEST)
            self.assertIn(f"rank {victim}", errors)

    @unittest.skipUnless(GNUGO, "gnugo is not installed")
    def test_a_killed_rank_leaves_no_engine_behind(self):
        words = ("match", "go:size=9", f'gtp:cmd="{GNUGO} --mode gtp"', "uct:sims=1000", "--games", "100000", "--jobs",
                 "1")
        for victim in (1, 0):
            job = self.started(2, *words)
            processes = wait_for_ranks(job, 2)
            engines = {}
            while len(engines) < len(processes):
                self.assertIsNone(job.poll())
                engines = {rank: list(filter(is_gnugo, descendants(process))) for rank, process in processes.items()}
                engines = {rank: found for rank, found in engines.items() if found}
            for engine in itertools.chain(*engines.values()):
                self.assertTrue(ignores(engine, signal.SIGUSR1), "Slurm would stop it with the match")
            now = time.monotonic()
            os.kill(processes[victim], signal.SIGKILL)
            _, errors = self.ended(job, processes, now, LONGEST)
            self.assertIn(f"rank {victim}", errors)
            while any(map(is_running, itertools.chain(*engines.values()))):
                time.sleep(0.02)

    def test_a_stop_ends_what_other_ranks_have_begun(self):
        """Each has begun a piece of work here that takes hours."""
        with_network = ("train", "connect4", "--out", str(pathlib.Path(self.folder.name, "run")), "--threads", "1",
                        "--learner", "alphazero:sims=100000000,full_share=1,blocks=1,filters=8", "--ladder", "off")
        for words in (("perft", "othello", "16"), ("bandit", "run", "--arms", "0.9,0.8", "--steps", "1e12"),
                      with_network):
            if words is with_network and not pathlib.Path(BANYAN).with_name("banyan-train-net").exists():
                continue
            job = self.started(2, *words)
            processes = wait_for_ranks(job, 2)
            self.assertTrue(self.has_worked(job, processes, 2))
            for helper in itertools.chain(*map(descendants, processes.values())):
                self.assertTrue(ignores(helper, signal.SIGUSR1), "Slurm sends it to everything in a job")
            self.signalled(job, processes, signal.SIGUSR1)

    def signalled(self, job, processes, number):
        """What a job prints that ends because its launcher got this signal."""
        now = time.monotonic()
        os.kill(job.pid, number)
        return self.ended(job, processes, now, LONGEST)

    def reported(self, job, processes, number):
        """The results of a job that is stopped by this signal."""
        output, errors = self.signalled(job, processes, number)
        try:
            return json.loads(output)["results"]
        except ValueError:
            self.fail(f"{len(output)} characters that are no document; {errors}")

    def test_an_interrupt_reports_what_is_known(self):
        # mpirun waits so many seconds before SIGTERM and again before SIGKILL; one is short on a busy host. It reads
        # nothing in that time, and ten kilobytes fit into what it has not read: twenty games of 300 bytes do.
        words = ("match", "connect4", "uct:time=100ms,solver=false", "uct:time=100ms,solver=false", "--games", "20",
                 *HOW)
        job, processes = self.playing(2, words, OMPI_MCA_odls_base_sigkill_timeout="4")
        results = self.reported(job, processes, signal.SIGINT)
        self.assertGreaterEqual(len(results), 1)
        self.assertLess(len(results), 20, "there was nothing left to interrupt")

    def test_a_signal_that_mpirun_passes_on_stops_without_haste(self):
        words = ("match", "connect4", "random", "random", "--games", "1000000", "--seed", "8")
        job, processes = self.playing(3, words, games=300)
        self.assertGreaterEqual(len(self.reported(job, processes, signal.SIGUSR1)), 300)


if __name__ == "__main__":
    unittest.main()
