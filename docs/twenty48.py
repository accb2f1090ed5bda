#!/usr/bin/env python3
"""Draws the learning curves of docs/twenty48.md, from the curve.tsv that each training keeps. Needs gnuplot.

    docs/twenty48.py [--out FILE.svg] [NAME=CURVE.tsv …]

Without names: the curves in docs/twenty48, which came from trainings like
`banyan train twenty48 --out FOLDER --learner ntuple:patterns=4x6,rule=tc --threads 1`.
"""

import argparse
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / "twenty48"
KEPT = [
    "temporal coherence, 4x6=tc-4x6.tsv",
    "TD(0), 4x6=td-4x6.tsv",
    "temporal coherence, 4x5=tc-4x5.tsv",
    "another seed of 4x6=tc-4x6-stuck.tsv",
    "a third one, with stages=tc-4x6-stages.tsv",
]
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000"]
MOVES, MEAN, SHARE_16384 = 2, 3, 8  # columns of a curve


def panel(curves, column, factor, label):
    """What gnuplot is to do for one of the two pictures side by side."""
    lines = [
        f"'{file}' using (${MOVES}/1e6):(${column}*{factor}) with lines lw 2 lc rgb '{COLOURS[i % len(COLOURS)]}'"
        f" title '{name}'"
        for i, (name, file) in enumerate(curves)
    ]
    return [f"set ylabel '{label}'", "plot " + ", ".join(lines)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default=str(FOLDER / "learning.svg"), help="the picture (docs/twenty48/learning.svg)")
    parser.add_argument("curves", nargs="*", metavar="NAME=FILE", help="curves to draw (those of docs/twenty48)")
    options = parser.parse_args()
    curves = []
    for text in options.curves or [kept.replace("=", f"={FOLDER}/") for kept in KEPT]:
        name, _, file = text.partition("=")
        if not pathlib.Path(file).is_file():
            sys.exit(f"'{text}': NAME=FILE is wanted, and there is no file '{file}'")
        curves.append((name, file))
    script = [
        "set terminal svg size 980,400 font 'sans,13' background '#ffffff'",
        f"set output '{options.out}'",
        "set multiplot layout 1,2",
        "set grid ytics lc rgb '#dddddd'",
        "set logscale x",
        "set xlabel 'million moves learned from'",
        "set key top left Left reverse",
        *panel(curves, MEAN, 1e-3, "mean score of training games, thousands"),
        "unset key",
        *panel(curves, SHARE_16384, 100, "games that reached 16384, %"),
    ]
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


if __name__ == "__main__":
    main()
