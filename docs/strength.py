#!/usr/bin/env python3
"""Plays the matches of docs/strength.md, and writes that page from their results.

    docs/strength.py run [NAME…]     plays matches that have no result yet (all, or these); NAME again: more of the same
    docs/strength.py list            the matches, and which of them have a result
    docs/strength.py                 writes docs/strength.md

A match is played by `banyan match --json --resume`, so that it can be interrupted and goes on later. Its result, a
file in docs/strength/, holds the command, the machine, the processor time, and the program's document without the
games. Opponents that are not there (Debian: gnugo, grhino, stockfish, fairy-stockfish) leave their matches out.
"""

import argparse
import json
import math
import os
import pathlib
import resource
import shlex
import subprocess
import sys
import tempfile

DOCS = pathlib.Path(__file__).resolve().parent
FOLDER = DOCS / "strength"
SECTIONS = json.loads((FOLDER / "sections.json").read_text())
MATCHES = {name: match for section in SECTIONS for name, match in section.get("matches", {}).items()}
PENTANOMIAL_POINTS = [0, 0.25, 0.5, 0.75, 1]  # of a pair of games, per game
Z95 = 1.96


# ---- Playing


def machine():
    """The processor's name, as the system tells it, and how many there are."""
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return f"{line.split(':', 1)[1].strip()}, {os.cpu_count()} cores"
    return "unknown"


def words_of(match):
    return ["match", match["game"], *match["agents"], "--games", str(match["games"]), "--seed", str(match["seed"]),
            *match.get("options", [])]


def play(name, match, kept):
    """Plays one match to its end, and writes its result. `kept` is the folder of unfinished matches."""
    program = os.environ.get("BANYAN", str(DOCS.parent / "run"))
    command = [program, *words_of(match), "--json", "--resume", str(kept / f"{name}.match")]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{name}: {shlex.join(['banyan', *words_of(match)])}", file=sys.stderr)
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, cwd=DOCS.parent)
    if done.returncode != 0:
        print(f"{name}: ended with {done.returncode}; the same command goes on", file=sys.stderr)
        return False
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    document = json.loads(done.stdout)
    del document["results"]
    result = {
        "command": shlex.join(["banyan", *words_of(match)]),
        "machine": machine(),
        "cpu_seconds": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime),
        "match": document,
    }
    beside = FOLDER / f"{name}.json.new"
    beside.write_text(json.dumps(result, indent=1) + "\n")
    beside.replace(FOLDER / f"{name}.json")
    return True


def run(names):
    unknown = [name for name in names if name not in MATCHES]
    if unknown:
        sys.exit(f"no match '{unknown[0]}'; there are: {' '.join(MATCHES)}")
    kept = pathlib.Path(tempfile.gettempdir()) / "banyan-strength"
    kept.mkdir(exist_ok=True)
    wanted = names or [name for name in MATCHES if not has_result(name)]
    return all([play(name, MATCHES[name], kept) for name in wanted])


# ---- The page


def points(row):
    """Points of the first agent in percent, with the 95 % interval over pairs of games (one opening each).

    Where all pairs were won, or all lost, Wilson's interval has one end.
    """
    pairs = row["pentanomial"]
    count = sum(pairs)
    mean = sum(n * x for n, x in zip(pairs, PENTANOMIAL_POINTS)) / count
    variance = sum(n * (x - mean) ** 2 for n, x in zip(pairs, PENTANOMIAL_POINTS)) / max(count - 1, 1)
    if variance > 0:
        return f"{100 * mean:.1f} ± {100 * Z95 * math.sqrt(variance / count):.1f}"
    end = 100 * count / (count + Z95 ** 2)
    return {1: f"100.0, from {end:.1f}", 0: f"0.0, to {100 - end:.1f}"}.get(mean, f"{100 * mean:.1f}")


def faults_of(agents):
    told = [f"{agent['spec']}: {count} {kind}" for agent in agents for kind, count in agent.get("faults", {}).items()
            if count]
    return "; ".join(told)


def table(names):
    lines = ["| player | opponent | games | won, drawn, lost | points, % | Elo |", "|---|---|--:|--:|--:|--:|"]
    for name in names:
        match = json.loads((FOLDER / f"{name}.json").read_text())["match"]
        for row in match["crosstable"]:
            elo = "–" if row["elo"] is None else f"{row['elo']:+.0f}"
            if row["elo"] is not None and row["elo_error"] is not None:
                elo += f" ± {row['elo_error']:.0f}"
            games = row["wins"] + row["draws"] + row["losses"]
            first, second = (match["agents"][row[key]]["spec"] for key in ("first", "second"))
            lines.append(f"| `{first}` | `{second}` | {games} | {row['wins']}-{row['draws']}-{row['losses']} "
                         f"| {points(row)} | {elo} |")
        if told := faults_of(match["agents"]):
            lines += ["", f"Games lost by faults, among the above: {told}.", ""]
    return lines


def has_result(name):
    return (FOLDER / f"{name}.json").exists()


def part(section):
    """What the page says of a section: its text, and its matches as far as they have results."""
    lines = (FOLDER / section["text"]).read_text().rstrip().splitlines() if "text" in section else []
    names = [name for name in section.get("matches", {}) if has_result(name)]
    if names:
        results = [json.loads((FOLDER / f"{name}.json").read_text()) for name in names]
        minutes = sum(result["cpu_seconds"] for result in results) / 60
        lines += [""] * bool(lines) + table(names) + [""]
        lines += ["    " + result["command"] for result in results]
        lines += ["", f"Processor time, the opponents' included: {minutes:.0f} min. Machine: "
                  f"{', '.join(sorted({result['machine'] for result in results}))}."]
    return ["", f"## {section['title']}", "", *lines] if lines else []


def page():
    lines = (FOLDER / "beginning.md").read_text().rstrip().splitlines()
    return "\n".join(sum((part(section) for section in SECTIONS), lines)) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=["run", "list", "page"], default="page")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--check", action="store_true", help="only see whether docs/strength.md is up to date")
    options = parser.parse_args()
    if options.what == "list":
        for name in MATCHES:
            print("done   " if has_result(name) else "missing", name)
    elif options.what == "run":
        sys.exit(0 if run(options.names) else 1)
    elif options.check:
        sys.exit(0 if (DOCS / "strength.md").read_text() == page() else "docs/strength.md: run docs/strength.py")
    else:
        (DOCS / "strength.md").write_text(page())


if __name__ == "__main__":
    main()
