#!/usr/bin/env python3
"""A training that is killed again and again ends as one that was left alone: the same games, the same network,
bit for bit. Two at once in one folder, or a folder of another run, are refused."""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

BANYAN = os.environ["BANYAN"]
LEARNER = "alphazero:generation=8,sims=16,fast_sims=8,blocks=1,filters=8,batch=32"


def command(folder, game="tictactoe", learner=LEARNER):
    return [BANYAN, "train", game, "--out", str(folder), "--games", "32", "--threads", "1", "--seed", "7",
            "--learner", learner]


def games_of(folder):
    with sqlite3.connect(folder / "run.db") as store:
        return store.execute("SELECT number, moves, outcome, samples FROM games ORDER BY number").fetchall()


def train_with_kills(folder, wait):
    """Kills the training after longer and longer waits, until it ends by itself. Answers how often."""
    kills = 0
    while True:
        process = subprocess.Popen(command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
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


def expect_refused(arguments, words):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=120)
    assert done.returncode != 0 and words in done.stderr, (done.returncode, done.stderr)


def main():
    with tempfile.TemporaryDirectory() as root:
        root = pathlib.Path(root)
        whole, broken = root / "whole", root / "broken"
        begun = time.monotonic()
        subprocess.run(command(whole), check=True, stdout=subprocess.DEVNULL, timeout=600)
        alone = time.monotonic() - begun
        kills = train_with_kills(broken, max(0.3, alone / 4))
        assert kills > 0, "it was never killed"
        assert games_of(whole) == games_of(broken), "the games differ"
        assert (whole / "best.bnet").read_bytes() == (broken / "best.bnet").read_bytes(), "the networks differ"

        expect_refused(command(whole, game="connect4"), "holds a run with game")
        expect_refused(command(whole, learner=LEARNER + ",rate=0.5"), "holds a run with learner")
        print(f"{kills} kills, {len(games_of(whole))} games, the same network")


if __name__ == "__main__":
    sys.exit(main())
