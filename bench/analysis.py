#!/usr/bin/env python3
"""What `banyan analysis` costs beside its searches: a thousand questions, answered by two threads.

Prints the throughput against the same searches run one after the other on as many threads with nothing around them:
the time that the searches took by themselves, as each answer tells it (`seconds`), over the time of all threads from
start to end. The same in processor time (`cpu_seconds` over that of the process), which other work on the machine
changes less.

    bench/analysis.py [BANYAN] --game SPEC [--questions N] [--jobs N] [--sims N]
"""

import argparse
import json
import resource
import subprocess
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("banyan", nargs="?", default="banyan")
    parser.add_argument("--questions", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--game", required=True)
    parser.add_argument("--sims", type=int, default=10_000)
    options = parser.parse_args()
    # The start, and each position a move after it.
    shown = subprocess.run([options.banyan, "show", options.game, "--json"], capture_output=True, text=True, check=True)
    openings = ["", *json.loads(shown.stdout)["legal"]]
    lines = "".join(json.dumps({"id": i, "moves": openings[i % len(openings)], "seed": i}) + "\n"
                    for i in range(options.questions))
    start = time.monotonic()
    done = subprocess.run([options.banyan, "analysis", "--game", options.game, "--agent", f"uct:sims={options.sims}",
                           "--jobs", str(options.jobs)], input=lines, capture_output=True, text=True, check=True)
    wall = time.monotonic() - start
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert sorted(answer["id"] for answer in answers) == list(range(options.questions)), "some are lost"
    assert all(answer["simulations"] > 0 for answer in answers)
    searching = sum(answer["seconds"] for answer in answers)
    processor = sum(answer["cpu_seconds"] for answer in answers)
    print(f"{options.questions} questions in {wall:.2f} s, {options.questions / wall:.0f} a second; none lost")
    print(f"throughput against the searches alone: {searching / (options.jobs * wall):.3f} by the clock, "
          f"{processor / (used.ru_utime + used.ru_stime):.3f} in processor time")


if __name__ == "__main__":
    main()
