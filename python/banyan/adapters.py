"""Games as the environments of other libraries, and their games as ours.

Neither gymnasium nor PettingZoo is imported before it is needed.
"""

from __future__ import annotations

from typing import Any, Iterator

import numpy

from .games import CHANCE, Game, OwnGame, State, as_game, fresh_seed


class SinglePlayer:
    """A game of one player with ``reset`` and ``step`` as gymnasium has them.

    Actions number ``actions``: by default the moves that are legal at the start, in 2048 all four
    directions. ``info["legal"]`` is a mask. An action that is not legal does nothing, and is paid 0. The
    observation is the state's cells where it has a board of numbers, else its text.

    >>> env = banyan.adapters.SinglePlayer("twenty48")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(2)
    """

    def __init__(self, game: Game | str | OwnGame = "twenty48", *, actions: list[str] | None = None):
        self.game = as_game(game)
        if self.game.players != 1:
            raise ValueError(f"{self.game.spec} is for {self.game.players} players; MultiPlayer is for such games")
        self.actions = actions or (["up", "down", "left", "right"] if self.game.name == "twenty48"
                                   else self.game.start().settle(0).legal)
        self._stream = numpy.random.default_rng()
        self.state = self.game.start()

    @property
    def action_space(self) -> Any:
        """The actions as a gymnasium space."""
        import gymnasium

        return gymnasium.spaces.Discrete(len(self.actions))

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        """Begins a game."""
        if seed is not None:
            self._stream = numpy.random.default_rng(seed)
        self.state = self.game.start().settle(self._draw())
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Makes a move, and what chance does after it."""
        if self.state.over:
            raise ValueError("the game is over: reset() begins another one")
        before = self.state.paid[0]
        move = self.actions[int(action)]
        if move in self.state.legal:
            self.state = self.state.play(move).settle(self._draw())
        now = self.state.outcome[0] if self.state.outcome is not None else self.state.paid[0]
        return self._observation(), now - before, self.state.over, False, self._info()

    def render(self) -> str:
        """The state as text."""
        return str(self.state)

    def close(self) -> None:
        """Nothing is left open."""

    def _draw(self) -> int:
        return int(self._stream.integers(2**32))

    def _observation(self) -> Any:
        picture = self.state.picture
        if picture is None or not all(cell["text"].isdigit() or not cell["text"] for cell in picture["cells"]):
            return self.state.text
        numbers = [int(cell["text"] or 0) for cell in picture["cells"]]
        return numpy.array(numbers, dtype=numpy.int64).reshape(picture["rows"], picture["columns"])

    def _info(self) -> dict[str, Any]:
        legal = set(self.state.legal)
        return {"legal": numpy.array([move in legal for move in self.actions]), "state": self.state}


class MultiPlayer:
    """A game of several players, one move after the other, as PettingZoo's AEC environments have them.

    Agents are ``player_0`` and so on. An action is the number of a move in ``moves``, which grows as moves
    are seen, or the move as text.

    >>> env = banyan.adapters.MultiPlayer("connect4")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated else observation["legal"][0])
    """

    metadata = {"name": "banyan"}

    def __init__(self, game: Game | str | OwnGame):
        self.game = as_game(game)
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self._seed = fresh_seed(None)
        self.reset()

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begins a game."""
        if seed is not None:
            self._seed = seed
        self.state = self.game.start()
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._returns = [0.0] * self.game.players
        self._settle()

    def _settle(self) -> None:
        """Lets chance move, pays everybody, and says whose turn it is."""
        self._seed += 1
        if self.state.player == CHANCE:
            self.state = self.state.settle(self._seed)
        returns = self.state.outcome or self.state.paid
        for agent, now, before in zip(self.possible_agents, returns, self._returns):
            self.rewards[agent] = now - before
            self._cumulative_rewards[agent] += now - before
        self._returns = list(returns)
        if self.state.over:
            self.terminations = {agent: True for agent in self.terminations}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.state.player or 0]

    def observe(self, agent: str) -> dict[str, Any]:
        """The state, and the legal moves of whoever is to move."""
        return {"observation": self.state, "legal": self.state.legal}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent to move needs to know."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: str | None) -> None:
        """The agent's move; None once its game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        self._cumulative_rewards[agent] = 0.0
        self.state = self.state.play(action)
        self._settle()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents, one after the other, until all have heard that the game is over."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def render(self) -> str:
        """The state as text."""
        return str(self.state)

    def close(self) -> None:
        """Nothing is left open."""


class _OpenSpielGame:
    """A game of OpenSpiel with the five functions. Its states are the histories of actions."""

    def __init__(self, game: Any):
        self._game = game
        kind = game.get_type()
        self.players = game.num_players()
        self.title = kind.long_name
        self.win_draw_loss = False
        if str(kind.chance_mode) != "ChanceMode.DETERMINISTIC":
            self.chance_outcomes = self._chance_outcomes

    def _state(self, history: tuple[int, ...]) -> Any:
        state = self._game.new_initial_state()
        for action in history:
            state.apply_action(action)
        return state

    def start(self) -> tuple[int, ...]:
        return ()

    def current_player(self, history: tuple[int, ...]) -> int:
        state = self._state(history)
        return CHANCE if state.is_chance_node() else state.current_player()

    def legal_moves(self, history: tuple[int, ...]) -> list[int]:
        return self._state(history).legal_actions()

    def apply(self, history: tuple[int, ...], action: int) -> tuple[int, ...]:
        return history + (action,)

    def outcome(self, history: tuple[int, ...]) -> list[float] | None:
        state = self._state(history)
        return state.returns() if state.is_terminal() else None

    def _chance_outcomes(self, history: tuple[int, ...]) -> list[tuple[int, float]]:
        return self._state(history).chance_outcomes()

    def move_text(self, history: tuple[int, ...], action: int) -> str:
        state = self._state(history)
        return state.action_to_string(state.current_player(), action)

    def text(self, history: tuple[int, ...]) -> str:
        return str(self._state(history))


def from_open_spiel(game: Any) -> Game:
    """A game of OpenSpiel, by name or as an object, where ``pyspiel`` can be imported."""
    if isinstance(game, str):
        import pyspiel

        game = pyspiel.load_game(game)
    return Game(_OpenSpielGame(game))
