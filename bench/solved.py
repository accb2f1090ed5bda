#!/usr/bin/env python3
"""How often agents find a move that keeps the value of a position, over the solved positions of a game.

    bench/solved.py uct:sims=10000 uct:sims=10000,solver=false,playout=uniform --seeds 8
    bench/solved.py uct:time=1s --seeds 2 --jobs 1

Each agent is asked by `banyan analyze`, from a fresh start for each position and seed. The interval is that of the mean
over seeds (Student's t, 95 %). Searches that are limited by time want --jobs 1 on a machine with nothing else to do.
"""

import argparse
import concurrent.futures
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
POSITIONS = {file.name.removesuffix("_solved.tsv"): file for file in sorted((ROOT / "data").glob("*_solved.tsv"))}
STUDENT = [math.nan, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23]  # by degrees of freedom, two-sided


def read_positions(game):
    """Moves so far, and the set of moves that keep the value."""
    for line in POSITIONS[game].read_text().splitlines():
        if line.startswith("#"):
            continue
        moves, scores = line.split("\t")
        signs = {
            str(move): (int(score) > 0) - (int(score) < 0)
            for move, score in enumerate(scores.split(), 1)
            if score != "-"
        }
        yield moves, {move for move, sign in signs.items() if sign == max(signs.values())}


def ask(program, game, agent, seed, moves):
    command = [program, "analyze", game, "--moves", " ".join(moves), "--agent", agent]
    done = subprocess.run([*command, "--seed", str(seed), "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def show(text):
    """One line that is written over, where someone is looking."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def measure(program, game, agent, seeds, jobs, positions):
    shares, simulations = [], 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for seed in range(1, seeds + 1):
            answers = pool.map(lambda position: ask(program, game, agent, seed, position[0]), positions)
            kept = 0
            for done, (answer, (_, keeping)) in enumerate(zip(answers, positions), 1):
                kept += answer["best"] in keeping
                simulations += answer["simulations"]
                show(f"{agent}: seed {seed} of {seeds}, position {done} of {len(positions)}, kept {kept}")
            shares.append(100 * kept / len(positions))
    show("")
    interval = ""
    if seeds > 1:
        half = STUDENT[min(seeds - 1, 10)] * statistics.stdev(shares) / math.sqrt(seeds)
        interval = f" ± {half:.2f}"
    mean = simulations / (seeds * len(positions))
    print(f"{statistics.mean(shares):.2f} %{interval}  {mean:.0f} simulations a move  {agent}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="+", metavar="SPEC")
    parser.add_argument("--game", choices=POSITIONS, default=next(iter(POSITIONS)))
    parser.add_argument("--seeds", type=int, default=1, help="seeds 1 to so many (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="searches at once (default: one a processor)")
    parser.add_argument("--program", default=ROOT / "build" / "run" / "bin" / "banyan")
    options = parser.parse_args()
    if options.seeds < 1 or options.jobs < 1:
        parser.error("--seeds and --jobs are 1 at least")
    positions = list(read_positions(options.game))
    for agent in options.agents:
        measure(options.program, options.game, agent, options.seeds, options.jobs, positions)


if __name__ == "__main__":
    main()
