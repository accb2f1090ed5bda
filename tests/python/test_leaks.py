"""Nothing is leaked over a million calls, and random calls break nothing."""

import gc
import os
import random
import sys

import banyan
from own_games import ConnectFour, Dice, Nim


def resident():
    """Bytes of memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def grows(call, calls):
    """Bytes by which the process grows over so many calls, once it has warmed up."""
    for _ in range(calls // 10):
        call()
    gc.collect()
    before = resident()
    for _ in range(calls):
        call()
    gc.collect()
    return resident() - before


def test_a_million_calls():
    compiled = banyan.Game("connect4").start()
    own = banyan.Game(ConnectFour()).start()
    nothing = object()
    before = [sys.getrefcount(each) for each in (compiled, own, compiled.game, own.game.own, nothing, None)]
    assert grows(lambda: compiled.play("4").player, 500_000) < 4_000_000
    assert grows(lambda: own.play("3").own, 500_000) < 4_000_000
    after = [sys.getrefcount(each) for each in (compiled, own, compiled.game, own.game.own, nothing, None)]
    *own_drift, none_drift = (b - a for a, b in zip(before, after))
    assert own_drift == [0] * 5
    # The interpreter shares None, and its count moves by some hundred; one lost each call would be 500,000.
    assert abs(none_drift) < 5_000


def test_searches_and_errors():
    state = banyan.Game(Nim()).start()

    def fail():
        try:
            state.play("9")
        except ValueError:
            pass

    assert grows(fail, 50_000) < 4_000_000
    assert grows(lambda: banyan.search(state, "uct:sims=20", seed=1).moves.visits.sum(), 1000) < 8_000_000
    connect4 = banyan.Game("connect4").start()
    assert grows(lambda: banyan.search(connect4, "uct:sims=20,memory=1MB", seed=1), 1000) < 8_000_000


def any_call(stream, pool):
    """One random call on random objects; ValueErrors are answers, too."""
    state = stream.choice(pool)
    kind = stream.randrange(9)
    if kind < 3:
        pool[stream.randrange(len(pool))] = state.play_random(stream.randrange(2**32))
    elif kind == 3:
        state.play(stream.choice(["1", "a1", "roll", "pass", "", "\0", "é" * 50, "up", "e2e4"]))
    elif kind == 4:
        agent = stream.choice(["uct:sims=20", "uct:sims=20,memory=200kB", "flat:sims=10", "random", "uct:sims=0", "x",
                               "uct:sims=30,rule=grave", "puct:sims=5", "uct:sims=9,transpositions=true"])
        str(banyan.search(state, agent, seed=1))
    elif kind == 5:
        searcher = banyan.Searcher(state, seed=1)
        searcher.run(sims=20)
        searcher.advance(stream.choice(state.legal or ["none"]))
        str(searcher.view(levels=stream.randrange(4)))
    elif kind == 6:
        state.game.parse(stream.choice(["", "x" * 300, state.text or "-"]))
    elif kind == 7:
        str(state), repr(state), state._repr_html_(), state.chances, state.outcome, state.paid, state.picture
    else:
        pool[stream.randrange(len(pool))] = stream.choice(fresh_games()).start()


def fresh_games():
    return [banyan.Game(name) for name in ("connect4", "twenty48", "go:size=5", "chess", "backgammon", "nim", "hex:size=4")
            ] + [banyan.Game(game()) for game in (ConnectFour, Nim, Dice)]


def test_random_calls():
    stream = random.Random(1)
    pool = [game.start() for game in fresh_games()]
    answered = 0
    for _ in range(int(os.environ.get("BANYAN_STRESS", "3000"))):
        try:
            any_call(stream, pool)
            answered += 1
        except ValueError as problem:
            assert str(problem)
    assert answered > 1000
