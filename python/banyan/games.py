"""Games by name or written in Python, and their states."""

from __future__ import annotations

import json
import secrets
from typing import Any, Iterable, Protocol, Sequence

from . import _banyan, _svg

CHANCE = -1
"""The player to move where chance decides, as ``State.player`` and ``current_player()`` give it."""


def fresh_seed(seed: int | None) -> int:
    """The seed, or a fresh one where none is given."""
    return secrets.randbits(32) if seed is None else seed


class OwnGame(Protocol):
    """What a game written in Python has: five functions over states that never change.

    A state is any hashable value, a move too. ``apply`` returns the next state and leaves the given one as
    it is. Optional members:

    * ``players``: 1 to 8; 2 if it is missing
    * ``win_draw_loss``: whether every outcome is 1, 0 or -1 and the two players' add up to 0; then the
      search proves results. True for two players without chance and step rewards if it is missing
    * ``chance_outcomes(state)``: pairs of a move and its probability, where ``current_player`` is CHANCE
    * ``step_rewards = True``: ``apply`` returns the next state and what the move pays
    * ``move_text(state, move)``: a move as text; ``str(move)`` if it is missing
    * ``playout(state, seed)``: plays a random game from there to its end, and gives its outcome with what the
      moves paid; a fast one makes the search fast. The same seed must give the same game
    * ``text(state)``: a state as text, which ``print`` shows
    * ``title``: the game's name
    """

    def start(self) -> Any:
        """The first state."""

    def current_player(self, state: Any) -> int:
        """The player to move, 0 and up, or CHANCE."""

    def legal_moves(self, state: Any) -> Sequence[Any]:
        """Every legal move of the player to move, each once."""

    def apply(self, state: Any, move: Any) -> Any:
        """The state after the move."""

    def outcome(self, state: Any) -> Sequence[float] | float | None:
        """None while the game goes on, else the return of each player, or the first one's alone."""


class Game:
    """A game: by its spec, such as ``"connect4"`` or ``"gomoku:width=9,height=9"``, or your own.

    Your own game is an object with the functions of :class:`OwnGame`.

    >>> banyan.Game("connect4").start().play("4", "4").legal
    ['1', '2', '3', '4', '5', '6', '7']
    """

    def __init__(self, spec: str | OwnGame):
        if isinstance(spec, str):
            self._game = _banyan.Game(spec)
        elif isinstance(spec, type):
            raise TypeError(f"{spec.__name__} is a class: give an object of it, as {spec.__name__}()")
        else:
            self._game = _banyan.Game.from_functions(spec)
        self._about: dict[str, Any] = json.loads(self._game.description)

    @property
    def own(self) -> Any:
        """The object with the functions of a game written in Python, else None."""
        return self._game.functions if self._game.is_own else None

    @property
    def title(self) -> str:
        """The game's name for people: "Connect Four"."""
        return self._about["description"]["title"]

    @property
    def name(self) -> str:
        """The name in specs; a game written in Python has its class's."""
        return type(self.own).__name__ if self._game.is_own else self._about["name"]

    @property
    def spec(self) -> str:
        """The shortest spec of this game."""
        return self.name if self._game.is_own else self._about["spec"]

    @property
    def players(self) -> int:
        """The number of players."""
        return self.own_players if self._game.is_own else self._about["players"]

    @property
    def own_players(self) -> int:
        return getattr(self.own, "players", 2)

    @property
    def about(self) -> dict[str, Any]:
        """All the game says of itself: rules, parameters, abilities, variants."""
        return self._about

    @property
    def encoding(self) -> dict[str, int] | None:
        """The planes and outputs of its networks, where it has some."""
        return self._about["encoding"]

    def start(self) -> State:
        """The first state; chance may be to move."""
        return State(self, self._game.start(), ())

    def parse(self, text: str) -> State:
        """The state of a position as ``State.text`` prints it."""
        return State(self, self._game.parse(text), (), text)

    def at(self, own_state: Any) -> State:
        """A state of a game written in Python, from the game's own value of it."""
        return State(self, self._game.own_position(own_state), (), own_state)

    def __repr__(self) -> str:
        return f"banyan.Game({self.spec!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        if self._game.is_own or other._game.is_own:
            return self._game.is_own and other._game.is_own and self.own is other.own
        return self.spec == other.spec

    def __hash__(self) -> int:
        return hash(self.spec)

    def __reduce__(self) -> tuple:
        return Game, (self.own if self._game.is_own else self.spec,)


class State:
    """A position of a game; it never changes. ``play`` gives the next one.

    ``print(state)`` draws it, and Jupyter shows it as a picture.
    """

    __slots__ = ("game", "moves", "_position", "_from")

    def __init__(self, game: Game, position: Any, moves: tuple[str, ...], start: Any = None):
        self.game = game
        self.moves = moves
        self._position = position
        self._from = start

    @property
    def player(self) -> int | None:
        """The player to move: 0 and up, CHANCE, or None when the game is over."""
        return self._position.player

    @property
    def legal(self) -> list[str]:
        """The legal moves as text; none at chance and when the game is over."""
        return self._position.legal

    @property
    def chances(self) -> list[tuple[str, float]]:
        """The outcomes of chance and their probabilities, where chance is to move."""
        return self._position.chances

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._position.player is None

    @property
    def outcome(self) -> list[float] | None:
        """None while the game goes on, else the total return of each player."""
        return self._position.outcome

    @property
    def paid(self) -> list[float]:
        """What each player has received so far."""
        return self._position.paid

    @property
    def text(self) -> str | None:
        """The position in one line, where the game has such a text: FEN and the like."""
        return str(self) if self.game.own is not None else self._position.text

    @property
    def own(self) -> Any:
        """The state as the game written in Python knows it."""
        return self._position.own_state

    @property
    def own_moves(self) -> list[Any]:
        """The possible moves as the game written in Python knows them, in the order of their texts."""
        return self._position.own_moves

    def play(self, *moves: Any) -> State:
        """The state after these moves, of players and of chance. A ValueError says what is legal."""
        position = self._position
        played = []
        for move in moves:
            text = move if isinstance(move, str) else self._text_of(position, move)
            position = position.play(text)
            played.append(text)
        return State(self.game, position, self.moves + tuple(played), self._from)

    def _text_of(self, position: Any, move: Any) -> str:
        if self.game.own is None:
            return str(move)
        if move not in position.own_moves:
            return str(move)
        texts = position.legal or [text for text, _ in position.chances]
        return texts[position.own_moves.index(move)]

    def settle(self, seed: int | None = None) -> State:
        """The state once a player is to move or the game is over: outcomes of chance are drawn."""
        return State(self.game, self._position.play_random(fresh_seed(seed), True), self.moves + ("…",),
                     self._from) if self.player == CHANCE else self

    def play_random(self, seed: int | None = None) -> State:
        """The state after a random move of the player to move, or of chance."""
        return State(self.game, self._position.play_random(fresh_seed(seed), False), self.moves + ("…",),
                     self._from)

    def perft(self, depth: int) -> int:
        """The number of positions ``depth`` moves from here."""
        return self._position.perft(depth)

    @property
    def picture(self) -> dict[str, Any] | None:
        """The board as a grid of cells, where the game has one."""
        return self._position.picture

    def __str__(self) -> str:
        if self.game.own is not None:
            own_text = getattr(self.game.own, "text", None)
            return str(own_text(self.own)) if own_text else repr(self.own)
        return self._position.drawing or self._position.text or repr(self)

    def __repr__(self) -> str:
        return f"<banyan.State of {self.game.spec}: {' '.join(self.moves) or 'start'}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        if self.game != other.game:
            return False
        if self.game.own is not None:
            return self.own == other.own
        return self is other or ("…" not in self.moves and self.moves == other.moves
                                 and self._from == other._from)

    def __hash__(self) -> int:
        return hash((self.game, self.own if self.game.own is not None else self.moves))

    def _repr_svg_(self) -> str | None:
        return _svg.board(self)

    def _repr_html_(self) -> str:
        return _svg.board(self) or _svg.preformatted(str(self))


def games() -> dict[str, str]:
    """The games there are: their names in specs, and their titles."""
    return dict(json.loads(_banyan.list_games()))


def as_game(game: Game | str | OwnGame) -> Game:
    return game if isinstance(game, Game) else Game(game)


def play_all(state: State, moves: Iterable[str]) -> State:
    return state.play(*moves)
