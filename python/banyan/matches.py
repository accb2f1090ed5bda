"""Matches between agents."""

from __future__ import annotations

import json
import os
from typing import Any, Callable, Sequence

from . import _banyan
from .evaluators import named_in
from .games import Game, OwnGame, as_game, fresh_seed


class Match:
    """The result of a match, as ``banyan match --json`` reports it."""

    def __init__(self, document: dict[str, Any]):
        self.document = document
        """The whole document."""
        self.seed: int = document["seed"]
        self.agents: list[dict[str, Any]] = document["agents"]
        """For each agent: spec, wins, draws, losses, points, score, elo, elo_low, elo_high."""
        self.games: list[dict[str, Any]] = document["results"]
        """For each game: seed, seats, winner, outcome, moves."""

    @property
    def points(self) -> list[float]:
        """The share of points of each agent: wins and half the draws."""
        return [agent["points"] for agent in self.agents]

    def to_pandas(self) -> Any:
        """The agents as a pandas DataFrame, where pandas is installed."""
        import pandas

        return pandas.DataFrame(self.agents)

    def __str__(self) -> str:
        rows = [f"{'wins':>6} {'draws':>6} {'losses':>6} {'score':>9}  agent"]
        for agent in self.agents:
            score = "" if agent["score"] is None else f"{agent['score']:.3f}"
            rows.append(f"{agent['wins']:>6} {agent['draws']:>6} {agent['losses']:>6} {score:>9}  {agent['spec']}")
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"<banyan.Match: {len(self.games)} games of {self.document['game']}>\n{self}"


def match(game: Game | str | OwnGame, agents: Sequence[str], *, games: int = 100, opening: int = 0,
          seed: int | None = None, jobs: int | None = None,
          progress: Callable[[int, int], Any] | None = None) -> Match:
    """Lets agents play each other: ``games`` games of each pairing, from each seat in turn.

    ``opening`` is the number of random moves each game begins with, ``jobs`` the number of games played at
    once (all processors, or fewer where the agents use threads). ``progress(done, all)`` is called a few
    times a second. An agent guided by an :class:`banyan.Evaluator` is given by ``evaluator.spec("puct:sims=100")``.

    >>> banyan.match("connect4", ["uct:sims=1000", "uct:sims=500"], games=100).points
    """
    if games < 1:
        raise ValueError("games must be 1 or more")
    played = as_game(game)
    kept = named_in(agents)
    document, pieces = _banyan.match(played._game, list(agents), games, opening, fresh_seed(seed),
                                     jobs or os.cpu_count() or 1, progress)
    del kept
    # Game by game, so that other threads run in between.
    lines = (line.rstrip(",") for piece in pieces for line in piece.split("\n"))
    return Match({**json.loads(document), "results": [json.loads(line) for line in lines if line]})
