"""Games as the environments of other libraries, and their games as ours.

Neither gymnasium nor PettingZoo is imported before it is needed.
"""

from __future__ import annotations

from typing import Any, Iterator, Sequence

import numpy

from .games import CHANCE, Game, OwnGame, State, as_game, fresh_seed

# Numbers for moves where neither the network's outputs nor the start of the game say which there are.
_ACTIONS = {"twenty48": ("up", "down", "left", "right"), "connect4": tuple("1234567")}


class Actions:
    """Numbers for the moves of a game that stay the same in every state.

    They are places in a list of moves, if one is given, or else the outputs of a network for the game:
    ``game.encoding`` has their number. Connect Four and 2048 have lists: the columns, and the directions.
    """

    def __init__(self, game: Game, moves: Sequence[str] | None):
        listed = moves if moves is not None else _ACTIONS.get(game.name)
        self.moves: tuple[str, ...] | None = None if listed is None else tuple(listed)
        """The list of moves; None where actions are outputs of a network."""
        if self.moves is not None:
            self.count = len(self.moves)
        elif (encoding := game.encoding) is not None:
            cells = encoding["rows"] * encoding["columns"]
            self.count = encoding["move_planes"] * cells + encoding["whole_moves"]
        else:
            raise ValueError(f"{game.spec} has no encoding that numbers its moves: list them, as in actions=['roll', "
                             "'hold']")

    def legal(self, state: State) -> dict[int, str]:
        """The legal moves of a state by their numbers."""
        texts = state.legal
        if not texts:
            return {}
        if self.moves is not None:
            return {self.moves.index(text): text for text in texts if text in self.moves}
        return dict(zip(state._position.encoded[1], texts))

    def mask(self, state: State) -> numpy.ndarray:
        """1 for each action that is legal, else 0: int8."""
        mask = numpy.zeros(self.count, dtype=numpy.int8)
        mask[list(self.legal(state))] = 1
        return mask

    def move(self, state: State, action: int) -> str:
        """The legal move of this number; a ValueError says which there are."""
        legal = self.legal(state)
        if action in legal:
            return legal[action]
        raise ValueError(f"action {action} is not legal here; legal: "
                         + " ".join(f"{number} ({text})" for number, text in legal.items()))


class SinglePlayer:
    """A game of one player with ``reset`` and ``step`` as gymnasium has them.

    Actions number the moves in ``actions``: by default in 2048 the four directions, elsewhere the moves that
    are legal at the start. ``info["action_mask"]`` tells which are legal. An action that is not legal does
    nothing, and is paid 0. The observation is the state's cells where it has a board of numbers, else its
    text.

    >>> env = banyan.adapters.SinglePlayer("twenty48")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(2)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}
    render_mode = "ansi"
    spec = None

    def __init__(self, game: Game | str | OwnGame = "twenty48", *, actions: Sequence[str] | None = None):
        self.game = as_game(game)
        if self.game.players != 1:
            raise ValueError(f"{self.game.spec} is for {self.game.players} players; MultiPlayer is for such games")
        if actions is None and self.game.name not in _ACTIONS:
            actions = self.game.start().settle(0).legal
        self._actions = Actions(self.game, actions)
        self.actions = list(self._actions.moves or ())
        self._stream = numpy.random.default_rng()
        self.state = self.game.start()

    @property
    def unwrapped(self) -> SinglePlayer:
        """This environment: nothing wraps it."""
        return self

    @property
    def action_space(self) -> Any:
        """The actions as a gymnasium space."""
        from gymnasium import spaces

        return spaces.Discrete(len(self.actions))

    @property
    def observation_space(self) -> Any:
        """The cells as a gymnasium space; a ValueError where the observation is a text."""
        from gymnasium import spaces

        cells = _cells(self.game.start().settle(0))
        if cells is None:
            raise ValueError(f"a state of {self.game.spec} is observed as text, for which there is no space")
        return spaces.Box(low=0, high=numpy.iinfo(numpy.int64).max, shape=cells.shape, dtype=numpy.int64)

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
        if not 0 <= int(action) < len(self.actions):
            raise ValueError(f"there is no action {action}: they number 0 to {len(self.actions) - 1}")
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
        cells = _cells(self.state)
        return self.state.text if cells is None else cells

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._actions.mask(self.state), "state": self.state}


def _cells(state: State) -> numpy.ndarray | None:
    """The numbers on the board, where it is one of numbers."""
    picture = state.picture
    if picture is None or not all(cell["text"].isdigit() or not cell["text"] for cell in picture["cells"]):
        return None
    numbers = [int(cell["text"] or 0) for cell in picture["cells"]]
    return numpy.array(numbers, dtype=numpy.int64).reshape(picture["rows"], picture["columns"])


class MultiPlayer:
    """A game of several players, one move after the other, as PettingZoo's AEC environments have them.

    Agents are ``player_0`` and so on. An action is a number, which stands for the same move in every state
    (:class:`banyan.adapters.Actions`), or the move as text. Games without an encoding, such as backgammon,
    take texts alone unless ``actions`` lists their moves.

    ``last`` and ``observe`` give ``observation``, the planes that a network is given, from the view of the
    player to move (the state itself where the game has no encoding), and ``action_mask``. For the
    other players both are zeros. ``infos`` of the agent to move has ``state`` and ``legal``, the moves as text.

    >>> env = banyan.adapters.MultiPlayer("connect4")
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated else int(observation["action_mask"].argmax()))
    """

    metadata: dict[str, Any] = {"name": "banyan", "render_modes": ["ansi"], "is_parallelizable": False}
    render_mode = "ansi"

    def __init__(self, game: Game | str | OwnGame, *, actions: Sequence[str] | None = None):
        self.game = as_game(game)
        numbered = actions is not None or self.game.name in _ACTIONS or self.game.encoding is not None
        self.actions = Actions(self.game, actions) if numbered else None
        self.possible_agents = [f"player_{i}" for i in range(self.game.players)]
        self._seed = fresh_seed(None)
        self.reset()

    @property
    def unwrapped(self) -> MultiPlayer:
        """This environment: nothing wraps it."""
        return self

    @property
    def num_agents(self) -> int:
        """How many agents have not yet heard that the game is over."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """The number of players."""
        return len(self.possible_agents)

    def action_space(self, agent: str) -> Any:
        """The actions as a gymnasium space."""
        from gymnasium import spaces

        return spaces.Discrete(self._numbers().count)

    def observation_space(self, agent: str) -> Any:
        """The observations as a gymnasium space; a ValueError where they are states."""
        from gymnasium import spaces

        if self.game.encoding is None:
            raise ValueError(f"{self.game.spec} has no encoding as planes: its states are observed as they are")
        return spaces.Dict({
            "observation": spaces.Box(low=0.0, high=1.0, shape=self._shape(), dtype=numpy.float32),
            "action_mask": spaces.Box(low=0, high=1, shape=(self._numbers().count,), dtype=numpy.int8)})

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
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.state.over:
            self.terminations = {agent: True for agent in self.terminations}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.state.player or 0]
            self.infos[self.agent_selection] = {"state": self.state, "legal": self.state.legal}

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent sees, and which actions it has."""
        to_move = agent == self.agent_selection and not self.state.over
        observation: Any = self.state
        if self.game.encoding is not None:
            observation = (self.state._position.encoded[0] if to_move
                           else numpy.zeros(self._shape(), dtype=numpy.float32))
        if self.actions is None:
            return {"observation": observation}
        mask = self.actions.mask(self.state) if to_move else numpy.zeros(self.actions.count, dtype=numpy.int8)
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent to move needs to know."""
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent],
                self.terminations[agent], self.truncations[agent], self.infos[agent])

    def step(self, action: int | str | None) -> None:
        """The agent's move, as a number or as text; None once its game is over."""
        if not self.agents:
            raise ValueError("everybody has heard that the game is over: reset() begins another one")
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self._leave(agent)
            return
        if action is None:
            raise ValueError(f"it is {agent}'s move: None is for agents whose game is over")
        move = action if isinstance(action, str) else self._numbers().move(self.state, int(action))
        after = self.state.play(move)
        self._cumulative_rewards[agent] = 0.0
        self.state = after
        self._settle()

    def _leave(self, agent: str) -> None:
        """The agent has heard that the game is over."""
        self.agents.remove(agent)
        for each in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del each[agent]
        if self.agents:
            self.agent_selection = self.agents[0]

    def _numbers(self) -> Actions:
        if self.actions is None:
            raise ValueError(f"the moves of {self.game.spec} have no numbers: give moves as text, or list them in "
                             "actions=")
        return self.actions

    def _shape(self) -> tuple[int, int, int]:
        encoding = self.game.encoding
        assert encoding is not None
        return encoding["planes"], encoding["rows"], encoding["columns"]

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


class _OpenSpielState:
    """A state of OpenSpiel that never changes, equal to those with the same history."""

    __slots__ = ("state", "_hash")

    def __init__(self, state: Any, hashed: int):
        self.state = state
        self._hash = hashed

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, _OpenSpielState) and self._hash == other._hash
                and self.state.history() == other.state.history())

    def __repr__(self) -> str:
        return str(self.state)


class _OpenSpielGame:
    """A game of OpenSpiel with the five functions."""

    def __init__(self, game: Any):
        self._game = game
        kind = game.get_type()
        self.players = game.num_players()
        self.title = kind.long_name
        self.win_draw_loss = False
        for what, allowed in (("dynamics", ("SEQUENTIAL",)), ("information", ("PERFECT_INFORMATION",)),
                              ("chance_mode", ("DETERMINISTIC", "EXPLICIT_STOCHASTIC"))):
            found = str(getattr(kind, what)).rsplit(".", 1)[-1]
            if found not in allowed:
                raise ValueError(f"{self.title} can't be searched: its {what} is {found}, and the search takes "
                                 + " or ".join(allowed))
        if not str(kind.chance_mode).endswith("DETERMINISTIC"):
            self.chance_outcomes = lambda state: state.state.chance_outcomes()

    def start(self) -> _OpenSpielState:
        return _OpenSpielState(self._game.new_initial_state(), 0)

    def current_player(self, state: _OpenSpielState) -> int:
        return CHANCE if state.state.is_chance_node() else state.state.current_player()

    def legal_moves(self, state: _OpenSpielState) -> list[int]:
        return state.state.legal_actions()

    def apply(self, state: _OpenSpielState, action: int) -> _OpenSpielState:
        return _OpenSpielState(state.state.child(action), hash((state._hash, action)))

    def outcome(self, state: _OpenSpielState) -> list[float] | None:
        return state.state.returns() if state.state.is_terminal() else None

    def move_text(self, state: _OpenSpielState, action: int) -> str:
        return state.state.action_to_string(state.state.current_player(), action)

    def text(self, state: _OpenSpielState) -> str:
        return str(state.state)


def from_open_spiel(game: Any) -> Game:
    """A game of OpenSpiel, by name or as an object, where ``pyspiel`` can be imported.

    It must be one of perfect information in which one player moves at a time; a ValueError says what it is
    instead.
    """
    if isinstance(game, str):
        import pyspiel

        game = pyspiel.load_game(game)
    return Game(_OpenSpielGame(game))
