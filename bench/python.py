#!/usr/bin/env python3
"""What the Python package costs and brings, as docs/performance.md lists it.

    ./run python bench/python.py --game connect4 --large go            all rows, about two minutes
    ./run python bench/python.py --game connect4 --large go --only own --only evaluator

The game has an encoding; a random game of the large one takes longer than a millisecond. Rows by processor time change little with other work on the machine; rows by the clock want a quiet one: `load` is that
of the last minute. The rows are evaluator, own, threads, boards, interrupt and gil.
"""

import argparse
import os
import pathlib
import signal
import statistics
import sys
import threading
import time

import numpy

import banyan

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "python"), str(ROOT / "bench")]
import plain_uct  # noqa: E402
from own_games import ConnectFour  # noqa: E402

FUNCTIONS = ("start", "current_player", "legal_moves", "apply", "outcome", "playout")
CORES = os.cpu_count() or 1


def median_of(measure, rounds=5):
    """The median of several measurements, after one to warm up."""
    measure()
    return statistics.median(measure() for _ in range(rounds))


def evaluator(game, _):
    """Processor time of a search outside of the function it asks: the binding, and the search itself with its tree."""
    state, answers = game.start(), numpy.zeros(1024, dtype=numpy.float32)

    def measure(leaves):
        inside = [0.0]

        def function(planes):
            begun = time.thread_time()
            values = answers[:len(planes)]
            inside[0] += time.thread_time() - begun
            return values

        asked = banyan.Evaluator(state.game, function)
        begun = time.process_time()
        banyan.search(state, f"puct:sims=50000,leaves={leaves},cache=0,solver=false", seed=1, evaluator=asked)
        taken = time.process_time() - begun - inside[0]
        return 1e6 * taken / asked.positions

    for leaves in (1, 8, 64):
        yield f"an evaluator's position, {leaves} at once", median_of(lambda: measure(leaves)), "µs of processor time"


class QuickGames(ConnectFour):
    """With random games that cost nothing: what is left is the tree."""

    def playout(self, state, seed):
        return (1, -1) if seed & 1 else (-1, 1)


def own(*_):
    """Simulations of the C++ tree and of UCT in Python over the same class, by processor time."""
    for game, sims in ((ConnectFour(), 2_000), (ConnectFour(), 20_000), (QuickGames(), 20_000)):
        searches: dict = {"the C++ tree": lambda: banyan.search(banyan.Game(game).start(), f"uct:sims={sims}", seed=1),
                          "lean UCT in Python": lambda: plain_uct.search(game, game.start(), sims, 1)}
        if not hasattr(game, "playout"):
            searches["UCT by tables in Python"] = lambda: plain_uct.search_by_tables(game, game.start(), sims, 1)

        def rate_of(search):
            begun = time.process_time()
            search()
            return sims / (time.process_time() - begun)

        rounds = [[rate_of(search) for search in searches.values()] for _ in range(3)]
        for i, name in enumerate(searches):
            rate = statistics.median(round[i] for round in rounds)
            ratio = statistics.median(round[0] / round[i] for round in rounds)
            what = f"{type(game).__name__}, {sims} simulations: {name}"
            yield what, rate, "a second" + (f"; the C++ tree has {ratio:.2f} times as many" if i > 0 else "")
        yield f"{type(game).__name__}, {sims} simulations: its functions", share_of_functions(game, sims), "% of the C++ tree's time"


def share_of_functions(game, sims):
    """How much of a search's processor time the game's own functions would take if nothing called them but a loop."""
    calls = {name: [] for name in FUNCTIONS if hasattr(game, name)}

    class Counted:
        players = 2

    def counting(name):
        def call(*arguments):
            calls[name].append(arguments)
            return getattr(game, name)(*arguments)
        return call

    for name in calls:
        setattr(Counted, name, staticmethod(counting(name)))
    banyan.search(banyan.Game(Counted()).start(), f"uct:sims={sims}", seed=1)
    begun = time.process_time()
    banyan.search(banyan.Game(game).start(), f"uct:sims={sims}", seed=1)
    whole = time.process_time() - begun
    taken = 0.0
    for name, each in calls.items():
        function = getattr(game, name)
        begun = time.process_time()
        for arguments in each:
            function(*arguments)
        taken += time.process_time() - begun
    return 100 * taken / whole


def threads(game, _):
    """Two searches in two threads of Python, against the two one after the other, by the clock."""
    state = game.start()

    def search(seed):
        banyan.search(state, "uct:sims=1000000,memory=200MB", seed=seed)

    def measure():
        begun = time.perf_counter()
        search(1), search(2)
        alone = time.perf_counter() - begun
        both = [threading.Thread(target=search, args=(seed,)) for seed in (1, 2)]
        begun = time.perf_counter()
        for thread in both:
            thread.start()
        for thread in both:
            thread.join()
        return alone / (time.perf_counter() - begun)

    yield "two searches in two threads", median_of(measure), "times one after the other, by the clock"


def boards(*_):
    """Boards stepped a second, by the clock on all cores, and of one thread's processor time."""
    count = 65_536
    for kind, moves in ((banyan.vector.Twenty48, 4), (banyan.vector.ConnectFour, 7)):
        actions = numpy.random.default_rng(1).integers(moves, size=(64, count)).astype(numpy.uint8)
        for cores, clock, unit in ((CORES, time.perf_counter, f"M steps a second by the clock, {CORES} cores"),
                                   (1, time.process_time, "M steps a second of one thread's processor time")):
            env = kind(count, threads=cores)
            env.reset()

            def measure():
                begun = clock()
                for each in actions:
                    env.step(each)
                return len(actions) * count / (clock() - begun) / 1e6

            yield f"{kind.__name__}, {count} boards, {cores} thread{'s' * (cores > 1)}", median_of(measure), unit


def interrupt(_, large):
    """From the signal to the KeyboardInterrupt, by the clock."""
    start, own_game = large.start(), banyan.Game(ConnectFour()).start()
    calls = {"search": lambda: banyan.search(start, "uct:time=600s"),
             "search, 2 threads": lambda: banyan.search(start, "uct:time=600s,threads=2"),
             "search of a game in Python": lambda: banyan.search(own_game, "uct:time=600s"),
             "match": lambda: banyan.match(large, ["uct:time=10s"] * 2, games=100),
             "self_play": lambda: banyan.self_play(banyan.Evaluator(large, lambda planes: numpy.zeros(len(planes))),
                                                   games=10_000, settings="sims=10000,fast_sims=10000")}
    for name, call in calls.items():
        taken = []
        for _ in range(7):
            sent = []

            def send():
                sent.append(time.perf_counter())
                os.kill(os.getpid(), signal.SIGINT)

            timer = threading.Timer(0.3, send)
            timer.start()
            try:
                call()
            except KeyboardInterrupt:
                taken.append(1000 * (time.perf_counter() - sent[0]))
            timer.join()
        yield f"Ctrl-C in {name}", statistics.median(taken), f"ms (at most {max(taken):.0f})"


def gil(game, _):
    """The longest time that another thread of Python is kept waiting, less what it waits while nothing is called."""
    env = banyan.vector.Twenty48(1_000_000, threads=1)  # so that the other thread has a core
    steps = numpy.zeros(env.boards, dtype=numpy.uint8)
    asked = banyan.Evaluator(game, lambda planes: numpy.zeros(len(planes)))
    calls = {"nothing": lambda: time.sleep(1),
             "search": lambda: banyan.search(game.start(), "uct:sims=300000"),
             "match of 3,000 games": lambda: banyan.match(game, ["random"] * 2, games=3000, jobs=1),
             "self_play": lambda: banyan.self_play(asked, games=200, settings="sims=8,fast_sims=8", jobs=1),
             "a million boards": lambda: [env.step(steps) for _ in range(10)]}
    for name, call in calls.items():
        gaps, over = [], threading.Event()

        def watch():
            last = time.perf_counter()
            while not over.is_set():
                time.sleep(0)
                now = time.perf_counter()
                gaps.append(now - last)
                last = now

        watcher = threading.Thread(target=watch)
        watcher.start()
        call()
        over.set()
        watcher.join()
        gaps.sort()
        yield f"another thread waits during {name}", 1000 * gaps[-1], f"ms at most; 99.9 % {1000 * gaps[int(len(gaps) * 0.999)]:.2f} ms"


ROWS = {row.__name__: row for row in (evaluator, own, threads, boards, interrupt, gil)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=ROWS, help="these rows alone")
    parser.add_argument("--game", required=True, help="a small game")
    parser.add_argument("--large", required=True, help="a large one")
    chosen = parser.parse_args()
    for name in chosen.only or ROWS:
        for what, figure, unit in ROWS[name](banyan.Game(chosen.game), banyan.Game(chosen.large)):
            print(f"{what:<62} {figure:>10,.4g} {unit}   load {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
