#!/usr/bin/env python3
"""Makes the pictures and the numbers of docs/bandits.md.

Every block of output in the document stands below the command that gives it:

    <!-- run: banyan pi --samples 1e6 --seed 1 -->          the program; pictures go to docs/bandits/
    <!-- build: examples/online_ucb1/monster.cpp -->        a program of one file, compiled and run

This script runs them all and puts what they print into the blocks. Seeds are fixed, so that nothing changes
unless the program does; times are left out.

    docs/bandits.py [--banyan PROGRAM] [--check]

--check changes nothing, names the blocks that differ and exits with 1 if there are any.
"""

import argparse
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "bandits.md"
BLOCK = re.compile(r"(<!-- (run|build): ([^\n]*?) -->\n```(?:text)?\n)(.*?)(```\n)", re.DOTALL)
# What differs from run to run.
TIMES = [(re.compile(r"; \d+\.\d+ s\b"), ""), (re.compile(r" \d+\.\d+ s, seed"), " seed"),
         (re.compile(r" in \d+\.\d+ s \([^)]*\)"), "")]


def run_program(banyan, command):
    words = shlex.split(command)
    assert words[0] == "banyan", command
    done = subprocess.run([banyan, *words[1:]], cwd=ROOT / "docs", capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command}\nended with {done.returncode}:\n{done.stderr}")
    return f"$ {command}\n{done.stdout}"


def build_and_run(source):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        subprocess.run(["g++", "-std=c++20", "-O2", "-ffp-contract=off", "-I", ROOT / "src", ROOT / source, "-o", program],
                       check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--banyan", default=str(ROOT / "run"), help="the program (default: ./run)")
    parser.add_argument("--check", action="store_true", help="change nothing; say what differs")
    options = parser.parse_args()
    banyan = str(pathlib.Path(options.banyan).resolve())
    (ROOT / "docs" / "bandits").mkdir(exist_ok=True)
    different = []

    def renew(match):
        head, kind, what, shown, tail = match.groups()
        output = run_program(banyan, what) if kind == "run" else build_and_run(what)
        for pattern, instead in TIMES:
            output = pattern.sub(instead, output)
        if output != shown:
            different.append(what)
        return head + output + tail

    before = DOCUMENT.read_text(encoding="utf-8")
    after = BLOCK.sub(renew, before)
    if options.check:
        for what in different:
            print(f"differs: {what}")
        sys.exit(1 if different else 0)
    DOCUMENT.write_text(after, encoding="utf-8")


if __name__ == "__main__":
    main()
