"""Bandits, matrix games, vectorised environments and training."""

import numpy
import pytest

import banyan


def test_bandits():
    experiment = banyan.bandits.experiment([0.4, 0.6], ["ucb1", "epsilon-greedy:epsilon=0.1"], steps=2000, runs=50, seed=1)
    ucb1 = experiment["ucb1"]
    assert ucb1.step[-1] == 2000 and ucb1.low[-1] < ucb1.regret[-1] < ucb1.high[-1] < experiment.auer_bound
    assert numpy.all(numpy.diff(ucb1.regret) >= 0) and 0.5 < ucb1.best_share[-1] <= 1
    again = banyan.bandits.experiment([0.4, 0.6], ["ucb1"], steps=2000, runs=50, seed=1, threads=1)
    assert numpy.array_equal(again["ucb1"].regret, ucb1.regret)
    table = banyan.bandits.experiment(numpy.tile([0.0, 1.0], (100, 1)), steps=100, runs=5, seed=1)
    assert table.curves[0].realised[-1] < 20
    with pytest.raises(ValueError, match="unknown rule"):
        banyan.bandits.experiment([0.5, 0.6], ["nothing"])
    assert "ucb1" in banyan.bandits.rules()


def test_equilibria():
    rock_paper_scissors = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    first, second, value = banyan.bandits.equilibrium(rock_paper_scissors)
    assert numpy.allclose(first, 1 / 3) and numpy.allclose(second, 1 / 3) and abs(value) < 1e-9
    played = banyan.bandits.matrix_game([[2, -1], [-1, 1]], ["regret-matching+"], steps=20_000, seed=1)[0]
    assert played.strategies[0] == pytest.approx([0.4, 0.6], abs=0.05) and played.exploitability < 0.05
    with pytest.raises(ValueError, match="table"):
        banyan.bandits.equilibrium([1, 2, 3])


def test_vector_2048_is_the_game():
    env = banyan.vector.Twenty48(300, seed=5)
    cells = env.reset().copy()
    assert cells.shape == (300, 4, 4) and (numpy.count_nonzero(cells, axis=(1, 2)) == 2).all()
    stream = numpy.random.default_rng(1)
    game = banyan.Game("twenty48")
    ended = 0
    for _ in range(400):
        legal = env.legal()
        actions = stream.integers(4, size=300).astype(numpy.uint8)
        one = game.parse(_text_of(cells[0]))
        assert [action in one.legal for action in env.actions] == legal[0].tolist()
        after, reward, done = env.step(actions)
        moved = legal[numpy.arange(300), actions]
        assert numpy.array_equal(after[~moved & ~done], cells[~moved & ~done]) and (reward[~moved] == 0).all()
        if moved[0]:
            assert one.play(env.actions[actions[0]]).paid[0] == reward[0]
        ended += int(done.sum())
        cells = after.copy()
    assert ended > 100


def _text_of(cells):
    """The position as the game prints it."""
    return "/".join(",".join(str(2 ** int(exponent)) if exponent else "." for exponent in row) for row in cells)


def test_vector_seeds_and_threads():
    runs = []
    for threads in (1, 2):
        env = banyan.vector.Twenty48(5000, seed=9, threads=threads)
        env.reset()
        for step in range(50):
            cells, reward, done = env.step(numpy.full(5000, step % 4))
        runs.append((cells.copy(), reward.copy()))
    assert all(numpy.array_equal(a, b) for a, b in zip(*runs))


def test_vector_connect4():
    env = banyan.vector.ConnectFour(4)
    env.reset()
    for column in (0, 1, 0, 1, 0, 1):
        planes, reward, done = env.step([column, column, column, 6])
        assert not done[0] and reward[0] == 0
    assert env.players()[0] == 0 and planes[0, 0].sum() == 3 and not env.legal()[3, 6] and env.legal()[0].all()
    planes, reward, done = env.step([0, 1, 2, 6])
    assert done.tolist() == [True, False, False, True] and reward.tolist() == [1, 0, 0, -1]
    assert planes[0, :2].sum() == 0  # a new game
    with pytest.raises(ValueError, match="0 to 6"):
        env.step([7, 0, 0, 0])
    with pytest.raises(ValueError, match="action is 256"):
        env.step(numpy.array([256, 0, 0, 0]))
    with pytest.raises(ValueError, match="action is -1"):
        env.step([-1, 0, 0, 0])
    with pytest.raises(ValueError, match="4 boards"):
        env.step([0])


def test_training_and_its_folder(tmp_path):
    reports = []
    banyan.train("twenty48", tmp_path / "run", learner="ntuple:patterns=5x4", games=300, seed=1, threads=1,
                 report=reports.append)
    assert (tmp_path / "run" / "network.ntuple").exists() and reports[-1]["games"] >= 300
    board = banyan.Game("twenty48").start().settle(seed=1)
    agent = f"ntuple:net={tmp_path / 'run' / 'network.ntuple'},search=greedy"
    assert banyan.search(board, agent, seed=1).best in board.legal
    with pytest.raises(ValueError, match="games or minutes"):
        banyan.train("twenty48", tmp_path / "other")
    with pytest.raises(ValueError, match="run.db"):
        banyan.Run(tmp_path)
