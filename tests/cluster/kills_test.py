"""The kill campaign: many times a rank of a match or a search is killed at some moment, and nothing is lost but the
job. (training_test kills those of trainings.)"""

import collections
import json
import os
import pathlib
import random
import signal
import statistics
import tempfile
import time
import unittest

from failures_test import games_in
from ranks import RanksTest, wait_for_ranks, without_times

KILLS = int(os.environ.get("CLUSTER_KILLS", "50"))
SEARCH_KILLS = int(os.environ.get("CLUSTER_SEARCH_KILLS", "15"))
RANKS = 3
LONGEST = 5  # seconds until a job has ended, as docs/cluster.md promises
# Long enough that fifty kills don't come to its end.
WORDS = ("match", "connect4", "uct:sims=3000", "uct:sims=1500", "--games", "240", "--opening", "4", "--seed", "8")


class KillsTest(RanksTest):
    def seconds_to_end(self, job, processes, victim, number):
        """How long a job takes to end when this rank is killed; it says which it was and leaves no process behind."""
        now = time.monotonic()
        os.kill(processes[victim], signal.SIGKILL)
        _, errors = self.ended(job, processes, now, LONGEST)
        seconds = time.monotonic() - now
        self.assertIn(f"rank {victim}", errors, (number, victim))
        return seconds

    def report(self, log):
        for victim, times in sorted(log.items()):
            print(f"rank {victim}: {len(times)} kills, ended after {statistics.median(times):.2f} s in the median, "
                  f"{max(times):.2f} s at most")

    def test_kill_any_rank_of_a_search(self):
        draw = random.Random(2)
        log = collections.defaultdict(list)
        for number in range(SEARCH_KILLS):
            job = self.started(RANKS, "analyze", "connect4", "--agent", "uct:time=600s,solver=false", "--seed", "1",
                               "--json")
            processes = wait_for_ranks(job, RANKS)
            time.sleep(draw.uniform(0, 2))
            victim = draw.randrange(RANKS)
            log[victim].append(self.seconds_to_end(job, processes, victim, number))
        self.report(log)

    def test_kill_any_rank_at_any_moment(self):
        draw = random.Random(1)
        log = collections.defaultdict(list)
        with tempfile.TemporaryDirectory() as folder:
            store = str(pathlib.Path(folder, "kept.match"))
            for number in range(KILLS):
                job = self.started(RANKS, *WORDS, "--resume", store, "--json")
                processes = wait_for_ranks(job, RANKS)
                time.sleep(draw.uniform(0, 2))
                victim = draw.randrange(RANKS)
                kept = games_in(store)
                log[victim].append(self.seconds_to_end(job, processes, victim, number))
                self.assertGreaterEqual(games_in(store), kept, (number, victim))
            kept = games_in(store)
            resumed = self.document_of(RANKS, *WORDS, "--resume", store)
        self.report(log)
        print(f"{kept} games were kept through {KILLS} kills")
        self.assertEqual(json.dumps(without_times(resumed)),
                         json.dumps(without_times(self.document_of(0, *WORDS))))


if __name__ == "__main__":
    unittest.main()
