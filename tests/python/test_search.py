"""Searches of compiled games."""

import sys

import numpy
import pytest

import banyan

START = banyan.Game("connect4").start()


def test_a_search_is_that_of_the_seed():
    first, second = (banyan.search(START, "uct:sims=3000", seed=7) for _ in range(2))
    assert first.best == second.best and numpy.array_equal(first.moves.visits, second.moves.visits)
    assert first.simulations == 3000 and first.moves.visits.sum() == 3000 and first.stopped_by == "sims"
    assert first.moves[0].move == first.best and first.moves[first.best].visits == first.moves.visits[0]
    other = banyan.search(START, "uct:sims=3000", seed=8)
    assert not numpy.array_equal(first.moves.value, other.moves.value)


def test_columns_are_arrays_without_a_copy():
    moves = banyan.search(START, "uct:sims=500", seed=1).moves
    assert moves.visits.dtype == numpy.uint64 and moves.value.dtype == numpy.float64
    assert moves.visits.base is not None  # the memory that C++ gathered them in
    assert len(moves) == 7 and [move.move for move in moves] == moves.names


def test_proof_and_line():
    state = banyan.Game("tictactoe").start().play("a1", "b1", "a2", "b2")
    result = banyan.search(state, "uct:sims=1000", seed=1)
    assert result.best == "a3" and result.proven == "win" and result.value == 1 and result.line == ["a3"]
    assert "win" in str(result) and "<table>" in result._repr_html_()


def test_every_agent():
    for agent in ("random", "flat:sims=50", "uct:sims=50", "puct:sims=20"):
        assert len(banyan.search(START, agent, seed=1).moves) == 7, agent
    board = banyan.Game("twenty48").start().settle(seed=1)
    assert banyan.search(board, "ntuple:search=greedy", seed=1).best in board.legal


def test_errors():
    with pytest.raises(ValueError, match="unknown key 'simz'"):
        banyan.search(START, "uct:simz=3")
    with pytest.raises(ValueError, match="chance is to move"):
        banyan.search(banyan.Game("twenty48").start())
    with pytest.raises(ValueError, match="the game is over"):
        banyan.search(banyan.Game("tictactoe").start().play("a1", "b1", "a2", "b2", "a3"))


def test_progress_comes_on_this_thread():
    import threading

    seen = []

    def progress(result):
        assert threading.current_thread() is threading.main_thread()
        seen.append(result.simulations)

    banyan.search(START, "uct:time=600ms", seed=1, progress=progress)
    assert seen and seen == sorted(seen)

    def failing(result):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        banyan.search(START, "uct:time=60s", seed=1, progress=failing)


def test_an_agent_keeps_its_tree():
    agent = banyan.Agent("connect4", "uct:sims=2000", seed=1)
    first = agent.choose(START)
    after = START.play(first.best)
    agent.observe(START, first.best)
    reply = after.legal[0]
    agent.observe(after, reply)
    kept = agent.choose(after.play(reply))
    assert kept.moves.visits.sum() > kept.simulations


def test_a_searcher():
    searcher = banyan.Searcher(START, "uct", seed=1)
    result = searcher.run(sims=1000)
    assert result.simulations == 1000
    tree = searcher.view(levels=2)
    assert tree.visits == 1000 and sum(child.visits for child in tree.children) == 1000
    assert tree.children[0].move == result.best and tree.children[0].children
    below = searcher.view(result.best)
    assert below.visits == tree.children[0].visits
    assert tree._repr_svg_().startswith("<svg") and str(tree).startswith("root  1000")
    assert searcher.step()["rewards"] in ([1, -1], [-1, 1], [0, 0])
    searcher.advance(result.best)
    assert searcher.state == START.play(result.best) and searcher.view().visits >= below.visits
    with pytest.raises(ValueError, match="legal"):
        searcher.advance("9")
    with pytest.raises(ValueError, match="no node"):
        searcher.view("1 1 1 1 1 1 1")
    assert searcher.run(seconds=0.05).simulations > 0


def test_many_searches():
    states = [START.play(move) for move in START.legal]
    together = banyan.search_many(states, "uct:sims=300", seed=5)
    alone = banyan.search(states[2], "uct:sims=300", seed=7)
    assert [result.state for result in together] == states
    assert numpy.array_equal(together[2].moves.visits, alone.moves.visits)


def test_a_match():
    match = banyan.match("connect4", ["uct:sims=200", "random"], games=10, seed=1)
    assert match.agents[0]["wins"] > match.agents[1]["wins"] and len(match.games) == 10
    assert match.points[0] + match.points[1] == pytest.approx(1)
    again = banyan.match("connect4", ["uct:sims=200", "random"], games=10, seed=1, jobs=1)
    assert again.games == match.games
    done = []
    banyan.match("tictactoe", ["uct:sims=2000", "uct:sims=2000"], games=60, seed=1,
                 progress=lambda now, of: done.append((now, of)))
    assert done == sorted(done) and all(of == 60 for _, of in done)
    with pytest.raises(ValueError, match="at least 2 agents"):
        banyan.match("connect4", ["random"])


def test_parameters_are_documented():
    assert "``sims``" in banyan.search.__doc__ and "weight of exploration" in banyan.search.__doc__
    assert {"uct", "puct", "random"} <= set(banyan.parameters.agents())


def test_pandas():
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    result = banyan.search(START, "uct:sims=300", seed=1)
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame["move"]) == result.moves.names
    assert numpy.array_equal(frame["visits"], result.moves.visits) and {"value", "low", "high"} <= set(frame.columns)
    agents = banyan.match("tictactoe", ["random", "random"], games=4, seed=1).to_pandas()
    assert list(agents["spec"]) == ["random", "random"]


def test_to_pandas_without_pandas(monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ImportError, match="pandas"):
        banyan.search(START, "uct:sims=20", seed=1).to_pandas()
