"""Searches: one call, an agent that plays on, a tree to look into."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from . import _banyan
from .evaluators import named_in, with_evaluator
from .games import Game, OwnGame, State, as_game, fresh_seed
from .results import Result, Tree

Progress = Callable[[Result], Any]


def _reporter(progress: Progress | None, state: State, agent: str, seed: int) -> Any:
    if progress is None:
        return None
    return lambda found: progress(Result(found, state, agent, seed))


def search(state: State, agent: str = "uct", *, seed: int | None = None, progress: Progress | None = None,
           evaluator: Any = None) -> Result:
    """Asks an agent what it thinks of a state; it spends its whole budget.

    The search runs without the GIL, and Ctrl-C ends it. ``progress`` is called a few times a second with the
    result so far, on this thread. ``evaluator`` guides an agent ``puct`` in place of a network: see
    :class:`banyan.Evaluator`.

    >>> result = banyan.search(banyan.Game("connect4").start(), "uct:sims=1e5", seed=1)
    >>> result.best
    '4'
    """
    seed = fresh_seed(seed)
    spec, kept = with_evaluator(state.game, agent, evaluator)
    thinker = _banyan.Agent(state.game._game, spec, seed)
    found = thinker.think(state._position, _reporter(progress, state, agent, seed), True)
    del kept
    return Result(found, state, agent, seed)


class Agent:
    """An agent that plays: it keeps what its tree knows from move to move.

    ``choose`` gives its move, and ``observe`` tells it every move that is played, by anyone.
    """

    def __init__(self, game: Game | str | OwnGame, agent: str = "uct", *, seed: int | None = None):
        self.game = as_game(game)
        self.agent = agent
        self.seed = fresh_seed(seed)
        self._kept = named_in([agent])
        self._agent = _banyan.Agent(self.game._game, agent, self.seed)

    def choose(self, state: State, *, progress: Progress | None = None) -> Result:
        """Chooses a move within the budget; it may stop early once the choice is settled."""
        reporter = _reporter(progress, state, self.agent, self.seed)
        return Result(self._agent.think(state._position, reporter, False), state, self.agent, self.seed)

    def observe(self, before: State, move: str) -> None:
        """Tells the agent that this move was played in this state."""
        self._agent.observe(before._position, move)


class Searcher:
    """A search that goes on step by step, and whose tree can be looked into.

    ``agent`` is a spec of ``uct``; its limits are left out, because ``run`` says how far to go.
    """

    def __init__(self, state: State, agent: str = "uct", *, seed: int | None = None):
        self.agent = agent
        self.seed = fresh_seed(seed)
        self.state = state
        self._kept = named_in([agent])
        self._searcher = _banyan.Searcher(state._position, agent, self.seed)

    def run(self, sims: int | None = None, seconds: float | None = None, *,
            progress: Progress | None = None) -> Result:
        """Runs ``sims`` more simulations, or for some seconds; one second if neither is given."""
        if sims is None and seconds is None:
            seconds = 1.0
        if sims is not None and sims < 1:
            raise ValueError("sims must be 1 or more")
        if seconds is not None and not seconds > 0:
            raise ValueError("seconds must be above 0")
        found = self._searcher.run(None if sims is None else int(sims), seconds,
                                   _reporter(progress, self.state, self.agent, self.seed))
        return Result(found, self.state, self.agent, self.seed)

    def step(self) -> dict[str, Any] | None:
        """One simulation: its path from the root, whether it added a node, whether the game was over there,
        and the return of each player. None if the root is proven."""
        step = self._searcher.step()
        return None if step is None else dict(zip(("path", "expanded", "ended", "rewards"), step))

    def advance(self, *moves: str) -> State:
        """Plays moves at the root, and keeps what the tree knows below them."""
        for move in moves:
            after = self.state.play(move)
            self._searcher.advance(after.moves[-1])
            self.state = after
        return self.state

    def view(self, path: Sequence[str] | str = (), *, levels: int = 2, children: int = 8) -> Tree:
        """The node that these moves from the root lead to, with the given number of levels below it."""
        moves = path.split() if isinstance(path, str) else list(path)
        return Tree(self._searcher.view(moves, levels, children))

    def _repr_svg_(self) -> str:
        return self.view()._repr_svg_()
