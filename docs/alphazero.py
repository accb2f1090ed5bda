#!/usr/bin/env python3
"""Makes the learning curves of docs/alphazero.md: the weight of the priors and the noise, too small, right, and too large.

Each setting is a short training of Gomoku 6×6×4 from nothing with the same seed. The networks that it kept on its way
then play 200 games each against the same opponent, from random openings, each of them from both seats. Needs
gnuplot, and libtorch for training.

    docs/alphazero.py [--banyan PROGRAM] [--games 4000] [--keep FOLDER]

With --keep the trainings stay in that folder, and those that are there already are not run again.
"""

import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "alphazero"
GAME = "gomoku:width=6,height=6,line=4"
OPPONENT = "uct:sims=1000"
MATCH = 200  # games of a match
GENERATION = 200  # games of one network, as by default
USUAL = {"c": "0.9", "noise": "0.25"}
STUDIES = {
    "c": ("weight of the priors, c", ["0.05", "0.9", "10"]),
    "noise": ("share of noise", ["0", "0.25", "0.8"]),
}


def call(command):
    print(" ".join(command), file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"ended with {done.returncode}")
    return done.stdout


def train(banyan, folder, settings, games):
    if (folder / "done").exists():
        return
    learner = "alphazero:" + ",".join(f"{key}={value}" for key, value in settings.items())
    call([banyan, "train", GAME, "--out", str(folder), "--games", str(games), "--threads", "1", "--seed", "1",
          "--ladder", "10s", "--learner", learner, "--json"])
    (folder / "done").touch()


def points(banyan, network):
    """Points of 100 against the opponent, and half their 95 % interval."""
    agents = [f"puct:net={network},sims=100", OPPONENT]
    match = json.loads(call([banyan, "match", GAME, *agents, "--games", str(MATCH), "--opening", "2", "--seed", "1",
                             "--json"]))
    pairs = {}
    for i, result in enumerate(match["results"]):  # two games from one opening
        score = 0.5 if result["winner"] is None else 1.0 - result["winner"]
        pairs.setdefault(i // 2, []).append(100 * score)
    means = [statistics.mean(pair) for pair in pairs.values()]
    return statistics.mean(means), 1.96 * statistics.stdev(means) / math.sqrt(len(means))


def curve(banyan, folder, key, value, games):
    """Games played, points, and half their interval, for each network that was kept."""
    settings = {**USUAL, key: value}
    run = folder / "-".join(f"{name}{number}" for name, number in settings.items())
    train(banyan, run, settings, games)
    networks = {int(file.stem.split("-")[1]): file for file in run.glob("ladder-*.bnet")}
    return [(generation * GENERATION, *points(banyan, networks[generation])) for generation in sorted(networks)]


def plot(key, title, curves):
    script = [
        "set terminal svg size 760,420 font 'sans,13' background '#ffffff'",
        f"set output '{PICTURES / key}.svg'",
        "set xlabel 'games of self-play'",
        f"set ylabel 'points of 100 against {OPPONENT}'",
        f"set key outside right top title '{title}' left",
        "set grid ytics lc rgb '#dddddd'",
        "set offsets graph 0.02, graph 0.02, 0, 0",
    ]
    colours = ["#0072b2", "#000000", "#d55e00"]
    for i, rows in enumerate(curves.values()):
        script += [f"$d{i} << END", *(" ".join(f"{number:.1f}" for number in row) for row in rows), "END"]
    parts = [f"$d{i} using 1:2:3 with yerrorlines lw 2 pt 7 ps 0.5 lc rgb '{colours[i]}' title '{value}'"
             for i, value in enumerate(curves)]
    script.append("plot " + ", ".join(parts))
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--banyan", default=str(ROOT / "run"), help="the program (default: ./run)")
    parser.add_argument("--games", type=int, default=4000, help="games of each training (4000)")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the trainings (default: one that is thrown away)")
    options = parser.parse_args()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as passing:
        folder = options.keep or pathlib.Path(passing)
        folder.mkdir(parents=True, exist_ok=True)
        for key, (title, values) in STUDIES.items():
            curves = {value: curve(options.banyan, folder, key, value, options.games) for value in values}
            plot(key, title, curves)
            for value, rows in curves.items():
                print(f"{key}={value}: " + ", ".join(f"{games} games {mean:.1f} ± {half:.1f}" for games, mean, half in rows))


if __name__ == "__main__":
    main()
