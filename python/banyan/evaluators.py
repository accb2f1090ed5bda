"""Functions in Python that guide the search in place of a network."""

from __future__ import annotations

import re
import weakref
from typing import Any, Callable, Iterable

import numpy

from . import _banyan
from .games import Game, OwnGame, as_game

BatchFunction = Callable[[numpy.ndarray], Any]


class Evaluator:
    """A function from a batch of positions to values and scores of moves, which guides an agent ``puct``.

    The function is given planes, a float32 array of shape (positions, planes, rows, columns), from the point
    of view of the player to move; it is a view of memory that the search fills, not a copy. It gives

    * values, (positions,): the expected return of the player to move, from -1 to 1; or
    * a pair of values and scores of moves, (positions, outputs): logits, one number for each cell of each
      plane of moves and then one for each move without a cell. Illegal moves don't count; or
    * three arrays, with how likely a draw is as the third.

    What the function raises comes out of the search or match as it is. Keep the evaluator while its name is
    in use in the spec of a match; agents and searches keep it themselves.

    ``game.encoding`` has the sizes. With ``leaves=32`` in the spec a tree asks about so many positions at
    once, and trees that are searched together (``search_many``) share a batch of at most ``batch``.
    """

    def __init__(self, game: Game | str | OwnGame, function: BatchFunction, *, batch: int = 1024):
        if not callable(function):
            raise TypeError("an evaluator is a function from a batch of planes to values and scores")
        if batch < 1:
            raise ValueError("batch must be 1 or more")
        self.game = as_game(game)
        self.function = function
        self._evaluator = _banyan.Evaluator(self.game._game, self, batch)
        _by_name[self._evaluator.name] = self

    def spec(self, agent: str) -> str:
        """The agent's spec with this evaluator as its network."""
        name = agent.split(":")[0]
        if name != "puct":
            raise ValueError(f"an evaluator guides the agent puct, as in puct:sims=800,leaves=32; not {name}")
        return f"{agent}{',' if ':' in agent else ':'}net={self._evaluator.name}"

    @property
    def calls(self) -> int:
        """How often the function was called."""
        return self._evaluator.calls

    @property
    def positions(self) -> int:
        """How many positions it was asked about."""
        return self._evaluator.positions

    @property
    def largest_batch(self) -> int:
        """The most positions it was asked about at once."""
        return self._evaluator.largest


_by_name: weakref.WeakValueDictionary[str, Evaluator] = weakref.WeakValueDictionary()


def named_in(specs: Iterable[str]) -> list[Evaluator]:
    """The evaluators that specs name. Whoever uses the specs keeps them: C++ doesn't, because Python could not
    collect a model that refers to its evaluator then."""
    names = re.findall(r'\bnet="?(held:\d+)', " ".join(specs))
    return [evaluator for evaluator in map(_by_name.get, names) if evaluator is not None]


def with_evaluator(game: Game, agent: str, evaluator: Any) -> tuple[str, list[Evaluator]]:
    """The spec of the agent with its evaluator, and the evaluators to keep while it is in use."""
    if evaluator is None:
        return agent, named_in([agent])
    if not isinstance(evaluator, Evaluator):
        evaluator = Evaluator(game, evaluator)
    elif evaluator.game != game:
        raise ValueError(f"the evaluator is for {evaluator.game.spec}, not for {game.spec}")
    return evaluator.spec(agent), [evaluator]
