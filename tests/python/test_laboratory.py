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


def test_every_rule_is_a_learner_for_a_loop_of_ones_own():
    for rule in banyan.bandits.rules():
        try:
            banyan.bandits.Learner(rule, 2)
            spec = rule
        except ValueError as lacks:
            spec = str(lacks).split("write for example ")[1]
        arms = banyan.bandits.Arms([0.2, 0.9], seed=1)
        learner = banyan.bandits.Learner(spec, len(arms), steps=500, seed=1)
        pulls = [0, 0]
        for _ in range(500):
            arm = learner.choose()
            learner.tell(arm, arms.pull(arm))
            pulls[arm] += 1
        assert pulls[1] > 200, rule  # some explore half of the time
        assert learner.strategy is None or numpy.isclose(learner.strategy.sum(), 1), rule
        with pytest.raises(ValueError, match="arm 2 is unknown"):
            learner.tell(2, 0.5)
        with pytest.raises(ValueError, match="a reward is a finite number"):
            learner.tell(0, float("nan"))
    with pytest.raises(ValueError, match="unknown rule"):
        banyan.bandits.Learner("nothing", 2)
    with pytest.raises(ValueError, match="no arms"):
        banyan.bandits.Learner("ucb1", 0)


def test_a_learner_is_the_rule_of_the_laboratory():
    rewards = numpy.random.default_rng(1).random((300, 3))
    found = banyan.bandits.experiment(rewards, ["ucb1"], steps=300, runs=1, seed=1)["ucb1"]
    learner, arms = banyan.bandits.Learner("ucb1", 3, steps=300, seed=1), banyan.bandits.Arms(rewards, seed=1)
    lost = 0
    for _ in range(300):
        arm = learner.choose()
        lost += arms.gaps[arm]
        learner.tell(arm, arms.pull(arm))
    assert lost == pytest.approx(found.regret[-1])


def test_regret_matching_from_python():
    paid = numpy.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], dtype=float)
    players = [banyan.bandits.Learner("regret-matching+", 3, full=True, seed=seed) for seed in (1, 2)]
    shares = numpy.zeros(3)
    for _ in range(20_000):
        first, second = (player.choose() for player in players)
        players[0].tell_all(paid[:, second], first)
        players[1].tell_all(-paid[first], second)
        shares[first] += 1 / 20_000
    assert shares == pytest.approx(1 / 3, abs=0.03)
    again = banyan.bandits.Learner("regret-matching+", 3, full=True, regret=players[0].regret)
    assert numpy.array_equal(again.strategy, players[0].strategy)
    with pytest.raises(ValueError, match="2 rewards were told for 3 arms"):
        again.tell_all([0, 1], 0)
    with pytest.raises(ValueError, match="use tell"):
        banyan.bandits.Learner("ucb1", 3).tell_all([0, 1, 0], 0)
    with pytest.raises(ValueError, match="keeps no regrets"):
        banyan.bandits.Learner("ucb1", 3, regret=[0, 0, 0])


def test_ucb1_in_a_game():
    learner = banyan.bandits.Ucb1(3, range=(0, 10))
    stream = numpy.random.default_rng(1)
    for step in range(200):
        chosen = learner.choose()
        n, total = learner.tallies[:, 0], learner.tallies[:, 1]
        if step < 3:
            assert chosen == step
        else:
            assert chosen == numpy.argmax(total / n + 10 * numpy.sqrt(2 * numpy.log(step) / n))
        learner.tell(chosen, stream.random() * (5 + chosen))
    assert learner.tallies[:, 0].sum() == 200 and learner.best == numpy.argmax(learner.tallies[:, 0])
    again = banyan.bandits.Ucb1(tallies=learner.tallies, range=(0, 10))
    assert again.choose() == learner.choose()
    with pytest.raises(ValueError, match="action 3 is unknown"):
        learner.tell(3, 1)
    with pytest.raises(ValueError, match="the tally of action 0 is impossible"):
        banyan.bandits.Ucb1(tallies=[[1, 5, 25, 0, 1]])
    with pytest.raises(ValueError, match="number of actions, or the tallies"):
        banyan.bandits.Ucb1()


def test_arms():
    arms = banyan.bandits.Arms([0.1, 0.6], "switching:every=2", seed=1)
    assert len(arms) == 2 and arms.means.tolist() == [0.1, 0.6] and arms.gaps.tolist() == [0.5, 0]
    assert len(arms.pull_all()) == 2
    arms.pull(0)
    assert arms.means.tolist() == [0.6, 0.1]
    with pytest.raises(ValueError, match="arm 2 is unknown"):
        arms.pull(2)
    first, second = (banyan.bandits.Arms([1, 2], "gaussian", seed=3) for _ in range(2))
    assert [first.pull(1) for _ in range(20)] == [second.pull(1) for _ in range(20)]


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
    notes = []
    run = banyan.train("twenty48", tmp_path / "run", learner="ntuple:patterns=5x4", games=300, seed=1, threads=1,
                       report=reports.append, note=notes.append)
    assert run.network == tmp_path / "run" / "network.ntuple" and reports[-1]["games"] >= 300
    metrics = run.metrics()
    assert run.by_tables and run.game == banyan.Game("twenty48")
    assert metrics["games"][-1] == reports[-1]["games"] and metrics["mean"][-1] == pytest.approx(reports[-1]["mean"])
    assert metrics["reached"][2048].shape == metrics["max"].shape
    with pytest.raises(ValueError, match="n-tuple tables"):
        run.games()
    banyan.train("twenty48", tmp_path / "run", learner="ntuple:patterns=5x4", games=300, seed=2, threads=1,
                 note=notes.append)
    assert notes and all(isinstance(note, str) for note in notes), notes
    board = banyan.Game("twenty48").start().settle(seed=1)
    agent = f"ntuple:net={tmp_path / 'run' / 'network.ntuple'},search=greedy"
    assert banyan.search(board, agent, seed=1).best in board.legal
    with pytest.raises(ValueError, match="games or minutes"):
        banyan.train("twenty48", tmp_path / "other")
    with pytest.raises(ValueError, match="ladder is -1"):
        banyan.train("tictactoe", tmp_path / "other", games=1, ladder=-1)
    with pytest.raises(ValueError, match="run.db"):
        banyan.Run(tmp_path)
