#!/usr/bin/env python3
"""What two ranks do in the time of one process, on a machine with two idle cores and an optimised build.

    bench/ranks_throughput.py BANYAN GAME [--repeats N] [--seconds S] [--games N] [--learner SPEC] [--force]

Two ratios are printed, each the median of some repeats taken in turns:

- simulations a second of a search by two ranks, bound to a core each, against one rank bound to a core;
- games a second of a self-play training by two ranks of one thread, against one process of two threads, and the
  share of the time in which rank 0 learns and the other rank has nothing to do.

A machine that does other work measures that work, so a load above 0.5 is refused.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

MOST_LOAD = 0.5


def environment():
    changed = dict(os.environ, OMPI_MCA_btl_vader_single_copy_mechanism="none")
    if os.geteuid() == 0:
        changed.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    return changed


def output_of(words):
    done = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment())
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}\n{done.stderr}")
    return done.stdout


def on_ranks(ranks, *words):
    return ["mpirun", "--bind-to", "core", "--map-by", "core", "-n", str(ranks), *words]


def search(arguments, ranks):
    """Simulations a second."""
    agent = f"uct:time={arguments.seconds}s,solver=false"
    found = json.loads(output_of(on_ranks(ranks, arguments.banyan, "analyze", arguments.game, "--agent", agent,
                                          "--seed", "1", "--json")))
    return found["simulations"] / found["seconds"]


def train(arguments, ranks, threads):
    """Games a second, and the share of the time that goes into learning."""
    with tempfile.TemporaryDirectory() as folder:
        words = [arguments.banyan, "train", arguments.game, "--out", folder, "--games", str(arguments.games),
                 "--learner", arguments.learner, "--ladder", "off", "--threads", str(threads), "--seed", "1", "--json"]
        printed = output_of(on_ranks(ranks, *words) if ranks > 1 else words)
    reports = [json.loads(line) for line in printed.splitlines()]
    learned = sum(report["learn_seconds"] for report in reports)
    return reports[-1]["games"] / reports[-1]["time"], learned / reports[-1]["time"]


def describe(name, figures):
    return f"{name}: median {statistics.median(figures):.4g}, {min(figures):.4g} to {max(figures):.4g}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("banyan")
    parser.add_argument("game", help="that networks learn")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--learner", default="alphazero")
    parser.add_argument("--force", action="store_true", help="whatever the load is")
    arguments = parser.parse_args()
    if os.getloadavg()[0] > MOST_LOAD and not arguments.force:
        sys.exit(f"the load is {os.getloadavg()[0]:.2f}: wait until the machine is idle")
    one, two, alone, shared = [], [], [], []
    for _ in range(arguments.repeats):
        one.append(search(arguments, 1))
        two.append(search(arguments, 2))
        alone.append(train(arguments, 1, 2))
        shared.append(train(arguments, 2, 1))
    print(describe("simulations/s of 1 rank", one))
    print(describe("simulations/s of 2 ranks", two))
    print(f"ratio {statistics.median(two) / statistics.median(one):.3f}\n")
    print(describe("games/s of 1 process of 2 threads", [rate for rate, _ in alone]))
    print(describe("games/s of 2 ranks of 1 thread", [rate for rate, _ in shared]))
    print(f"ratio {statistics.median(rate for rate, _ in shared) / statistics.median(rate for rate, _ in alone):.3f}")
    print(describe("share of the time that 2 ranks learn", [share for _, share in shared]))
    print(describe("share of the time that 1 process learns", [share for _, share in alone]))


if __name__ == "__main__":
    main()
