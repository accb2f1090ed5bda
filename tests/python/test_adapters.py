"""Games as environments, and games of OpenSpiel; the other packages are stood in for."""

import sys
import types

import numpy
import pytest

import banyan
from own_games import Nim


@pytest.fixture
def gymnasium(monkeypatch):
    """A module that keeps what its spaces were made of."""
    def space(name):
        return lambda *given, **named: (name, given, named)

    module = types.ModuleType("gymnasium")
    module.spaces = types.SimpleNamespace(Discrete=space("Discrete"), Box=space("Box"), Dict=space("Dict"))
    monkeypatch.setitem(sys.modules, "gymnasium", module)
    monkeypatch.setitem(sys.modules, "gymnasium.spaces", module.spaces)


def test_one_player():
    env = banyan.adapters.SinglePlayer("twenty48")
    observation, info = env.reset(seed=1)
    assert observation.shape == (4, 4) and numpy.count_nonzero(observation) == 2
    total, over = 0, False
    while not over:
        observation, reward, over, truncated, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    assert total == env.state.outcome[0] and not truncated and not info["action_mask"].any()
    with pytest.raises(ValueError, match="reset"):
        env.step(0)
    assert numpy.array_equal(banyan.adapters.SinglePlayer("twenty48").reset(seed=4)[0], env.reset(seed=4)[0])
    with pytest.raises(ValueError, match="0 to 3"):
        env.step(4)
    with pytest.raises(ValueError, match="2 players"):
        banyan.adapters.SinglePlayer("connect4")


def test_one_player_that_must_not():
    env = banyan.adapters.SinglePlayer("twenty48")
    observation, info = env.reset(seed=3)
    while info["action_mask"].all():
        observation, _, _, _, info = env.step(0)
    action = int(info["action_mask"].argmin())
    after, reward, over, _, _ = env.step(action)
    assert numpy.array_equal(after, observation) and reward == 0 and not over


def test_spaces(gymnasium):
    env = banyan.adapters.SinglePlayer("twenty48")
    assert env.action_space == ("Discrete", (4,), {})
    assert env.observation_space[2]["shape"] == (4, 4)
    env = banyan.adapters.MultiPlayer("tictactoe")
    assert env.action_space("player_0") == ("Discrete", (9,), {})
    spaces = env.observation_space("player_0")[1][0]
    assert spaces["observation"][2]["shape"] == env.observe("player_0")["observation"].shape
    assert spaces["action_mask"][2]["shape"] == (9,)
    with pytest.raises(ValueError, match="no encoding"):
        banyan.adapters.MultiPlayer("backgammon").observation_space("player_0")


def play(env, choose):
    """A game; what each agent was paid."""
    totals = {agent: 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        totals[agent] += reward
        env.step(None if terminated else choose(observation, info))
    assert env.agents == [] and env.rewards == {} and env.num_agents == 0
    return totals


def test_moves_as_text():
    moves = iter(["a1", "b1", "a2", "b2", "a3"])
    assert play(banyan.adapters.MultiPlayer("tictactoe"), lambda observation, info: next(moves)) == {
        "player_0": 1.0, "player_1": -1.0}


def test_numbers_are_columns():
    env = banyan.adapters.MultiPlayer("connect4")
    env.step(3)
    assert env.state.moves == ("4",)
    for _ in range(5):
        env.step(numpy.int64(3))
    observation = env.observe("player_0")
    assert observation["action_mask"].tolist() == [1, 1, 1, 0, 1, 1, 1] and observation["action_mask"].dtype == numpy.int8
    assert observation["observation"].shape == (4, 6, 7) and observation["observation"][:2].sum() == 6
    assert not env.observe("player_1")["action_mask"].any() and not env.observe("player_1")["observation"].any()
    with pytest.raises(ValueError, match="action 3 is not legal"):
        env.step(3)
    with pytest.raises(ValueError, match="None is for agents"):
        env.step(None)
    assert len(env.state.moves) == 6


@pytest.mark.parametrize("game", ["tictactoe", "othello", "chess", "go:size=5", "checkers", "hex:size=4"])
def test_numbers_stand_for_one_move_each(game):
    """Random games: the mask has as many ones as there are moves, and a number plays the move it stands for."""
    env = banyan.adapters.MultiPlayer(game)
    env.reset(seed=1)
    stream = numpy.random.default_rng(1)

    def choose(observation, info):
        actions = numpy.flatnonzero(observation["action_mask"])
        assert len(actions) == len(info["legal"]) and set(numpy.unique(observation["observation"])) <= {0.0, 1.0}
        action = int(stream.choice(actions))
        expected = env.actions.legal(env.state)[action]
        before = env.state
        choose.check = lambda: env.state == before.play(expected)
        return action

    for _ in range(60):
        if env.state.over:
            break
        observation, *_, info = env.last()
        env.step(choose(observation, info))
        assert choose.check()


def test_games_without_numbers():
    env = banyan.adapters.MultiPlayer("backgammon")
    env.reset(seed=1)
    assert env.state.player in (0, 1) and env.observe(env.agent_selection) == {"observation": env.state}
    with pytest.raises(ValueError, match="have no numbers"):
        env.step(0)
    totals = play(env, lambda observation, info: info["legal"][0])
    assert sum(totals.values()) == 0 and max(totals.values()) >= 1
    env = banyan.adapters.MultiPlayer(Nim(), actions=["1", "2", "3"])
    env.step(1)
    assert env.state.own == (8, 1)
    assert play(env, lambda observation, info: int(observation["action_mask"].argmax()))["player_0"] in (1, -1)


def pyspiel_game(**kind):
    """OpenSpiel's classes around Nim with one heap, as far as they are used."""
    class State:
        applied = 0

        def __init__(self, stones=7, history=()):
            self.stones, self.actions = stones, history

        def is_chance_node(self):
            return False

        def current_player(self):
            return len(self.actions) % 2

        def legal_actions(self):
            return [n for n in (1, 2, 3) if n <= self.stones]

        def child(self, action):
            State.applied += 1
            return State(self.stones - action, self.actions + (action,))

        def history(self):
            return list(self.actions)

        def is_terminal(self):
            return self.stones == 0

        def returns(self):
            winner = 1 - self.current_player()
            return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

        def action_to_string(self, player, action):
            return f"take {action}"

        def __str__(self):
            return f"{self.stones} stones"

    about = {"long_name": "Nim", "dynamics": "Dynamics.SEQUENTIAL", "information": "Information.PERFECT_INFORMATION",
             "chance_mode": "ChanceMode.DETERMINISTIC", **kind}
    game = types.SimpleNamespace(get_type=lambda: types.SimpleNamespace(**about), num_players=lambda: 2,
                                 new_initial_state=State)
    return game, State


def test_a_game_of_open_spiel(monkeypatch):
    found, state = pyspiel_game()
    monkeypatch.setitem(sys.modules, "pyspiel", types.SimpleNamespace(load_game=lambda name: found))
    game = banyan.adapters.from_open_spiel("nim")
    assert game.title == "Nim" and game.start().legal == ["take 1", "take 2", "take 3"]
    result = banyan.search(game.start(), "uct:sims=2000", seed=1)
    assert result.best == "take 3" and str(game.start().play("take 3")) == "4 stones"
    state.applied = 0
    after = game.start().play("take 1", "take 1", "take 1", "take 1")
    assert state.applied <= 4 and after.legal == ["take 1", "take 2", "take 3"]  # no replay of the game


@pytest.mark.parametrize("what, is_", [("dynamics", "Dynamics.SIMULTANEOUS"), ("information", "Information.IMPERFECT_INFORMATION"),
                                       ("chance_mode", "ChanceMode.SAMPLED_STOCHASTIC")])
def test_games_of_open_spiel_that_are_refused(what, is_):
    with pytest.raises(ValueError, match=f"{what} is {is_.split('.')[1]}"):
        banyan.adapters.from_open_spiel(pyspiel_game(**{what: is_})[0])
