"""Games written in Python, searched by the same tree."""

import time
import traceback

import numpy
import pytest

import banyan
from own_games import ConnectFour, Cycle, Dice, Endless, Nim, Three


PATIENCE = 600  # seconds that nothing here takes unless it hangs, on a busy machine too


def test_the_same_game_as_the_compiled_one():
    own = banyan.Game(ConnectFour())
    state, compiled = own.start(), banyan.Game("connect4").start()
    assert own.start().perft(4) == compiled.perft(4)
    for column in (3, 3, 2, 4, 5, 1):
        state, compiled = state.play(column), compiled.play(str(column + 1))
        assert state.player == compiled.player and state.outcome == compiled.outcome
        assert [str(int(move) + 1) for move in state.legal] == compiled.legal


def test_the_search_proves_a_game():
    result = banyan.search(banyan.Game(Nim()).start(), "uct:sims=5000", seed=1)
    assert result.best == "2" and result.best_move == 2 and result.proven == "win"
    lost = banyan.search(banyan.Game(Nim()).at((8, 0)), "uct:sims=5000", seed=1)
    assert lost.proven == "loss"


def test_chance_and_step_rewards():
    result = banyan.search(banyan.Game(Dice()).start(), "uct:sims=4000", seed=1)
    assert result.best == "roll"
    # Rolling five times pays 4 for each roll that is no 1, until the first 1: sum of (5/6)^k, k = 1 … 5.
    # The mean of the search's games is less: it tries to stop early, too.
    assert 0.7 < result.moves["roll"].value / (4 * sum((5 / 6)**k for k in range(1, 6))) < 1.05
    assert result.moves["stop"].value == 0


def test_three_players():
    game = banyan.Game(Three())
    assert banyan.check(game)
    result = banyan.search(game.at((0, 0)), "uct:sims=200", seed=1)
    assert result.best_move == 1 and result.value == 1


def test_every_agent_plays():
    game = banyan.Game(ConnectFour())
    for agent in ("random", "flat:sims=40", "uct:sims=40"):
        assert banyan.search(game.start(), agent, seed=1)
    match = banyan.match(game, ["uct:sims=150", "random"], games=6, seed=1)
    assert match.agents[0]["wins"] >= 5
    searcher = banyan.Searcher(game.start(), seed=1)
    searcher.run(sims=300)
    searcher.advance("3")
    assert searcher.view().children


def test_same_seed_same_search():
    first, second = (banyan.search(banyan.Game(ConnectFour()).start(), "uct:sims=800", seed=3) for _ in range(2))
    assert numpy.array_equal(first.moves.visits, second.moves.visits)


def test_threads_are_refused():
    with pytest.raises(ValueError, match="one thread"):
        banyan.search(banyan.Game(Nim()).start(), "uct:threads=2")


class Broken(Exception):
    pass


def breaking(function, after=5):
    """Connect Four whose function raises after so many calls."""

    class Game(ConnectFour):
        calls = 0

    def raising(self, *arguments):
        Game.calls += 1
        if Game.calls > after:
            raise Broken(f"in {function}")
        return getattr(ConnectFour, function)(self, *arguments)

    setattr(Game, function, raising)
    return Game()


@pytest.mark.parametrize("function", ["current_player", "legal_moves", "apply", "outcome"])
def test_exceptions_come_out_as_they_are(function):
    asks = [lambda game: banyan.search(game.start(), "uct:sims=20000", seed=1),
            lambda game: banyan.match(game, ["uct:sims=500", "random"], games=4, seed=1),
            lambda game: banyan.Searcher(game.start(), seed=1).run(sims=20000)]
    if function != "current_player":  # which `flat` asks once
        asks.append(lambda game: banyan.search(game.start(), "flat:sims=20000", seed=1))
    for ask in asks:
        with pytest.raises(Broken, match=function) as caught:
            ask(banyan.Game(breaking(function)))
        names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
        assert "raising" in names


def test_a_search_goes_on_after_an_exception():
    game = breaking("outcome", after=500)
    searcher = banyan.Searcher(banyan.Game(game).start(), seed=1)
    with pytest.raises(Broken):
        searcher.run(sims=5000)
    type(game).calls = -10**9
    assert searcher.run(sims=500).simulations == 500


@pytest.mark.parametrize("name, gives, words", [
    ("current_player", "me", "whole number"), ("legal_moves", 3, "list of moves"), ("outcome", "x", "2 players"),
    ("outcome", (1, 2, 3), "2 players"), ("apply", [1], "unhashable"), ("legal_moves", [[1]], "unhashable")])
def test_wrong_answers_are_type_errors(name, gives, words):
    game = ConnectFour()
    setattr(game, name, lambda *arguments: gives)
    with pytest.raises(TypeError, match=words):
        banyan.search(banyan.Game(game).start(), "uct:sims=100", seed=1)


@pytest.mark.parametrize("name, gives, words", [
    ("legal_moves", [], "lists no move"), ("legal_moves", [3, 3], "twice"), ("current_player", 5, "must be 0 to 1"),
    ("outcome", (1, 1), "add up to 0")])
def test_broken_contracts_are_value_errors(name, gives, words):
    game = ConnectFour()
    if name == "outcome":
        game.outcome = lambda state: gives if state[1] else None
    else:
        setattr(game, name, lambda *arguments: gives)
    with pytest.raises(ValueError, match=words):
        banyan.search(banyan.Game(game).start(), "uct:sims=100", seed=1)


def test_what_is_no_game():
    with pytest.raises(TypeError, match="no function start"):
        banyan.Game(object())
    with pytest.raises(TypeError, match="is a class"):
        banyan.Game(Nim)


def test_check_finds_what_is_wrong():
    assert "no problems" in str(banyan.check(Nim()))
    assert banyan.check(ConnectFour()) and banyan.check(Dice())

    class Changing(Nim):
        class Heap(list):
            def __hash__(self):
                return hash(tuple(self))

        def start(self):
            return self.Heap((10, 0))

        def apply(self, state, move):
            state[0] -= move
            state[1] = 1 - state[1]
            return state

    found = banyan.check(Changing())
    assert not found and "changes the state" in found.text

    class Forgetful(Nim):
        def legal_moves(self, state):
            return [] if state[0] == 3 else super().legal_moves(state)

    found = banyan.check(Forgetful())
    assert not found and "has a move" in found.text


def test_a_playout_of_its_own():
    class Quick(Nim):
        asked = 0

        def playout(self, state, seed):
            Quick.asked += 1
            return 1 if seed % 2 else -1

    banyan.search(banyan.Game(Quick()).start(), "uct:sims=50,solver=false", seed=1)
    assert Quick.asked > 0


@pytest.mark.parametrize("game", [Cycle, Endless])
def test_a_game_without_an_end_keeps_to_the_time(game):
    """A random game of it is cut off by the clock, and by its length: that is a draw."""
    start = banyan.Game(game()).start()
    for agent in ("uct:time=100ms", "flat:time=100ms"):
        begun = time.perf_counter()
        result = banyan.search(start, agent, seed=1)
        assert result.stopped_by == "time" and result.simulations > 0
        assert time.perf_counter() - begun < PATIENCE
    result = banyan.search(start, "uct:sims=2", seed=1)
    assert result.simulations == 2 and result.value == 0


def test_references_are_given_back():
    import gc
    import sys

    game = ConnectFour()
    before = sys.getrefcount(game)
    for seed in range(5):
        banyan.search(banyan.Game(game).start(), "uct:sims=500", seed=seed)
    gc.collect()
    assert sys.getrefcount(game) == before
