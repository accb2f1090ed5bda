"""Training, and what its folders hold."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable

import numpy

from . import _banyan
from .games import Game, State, as_game, fresh_seed


def train(game: Game | str, folder: str | os.PathLike, *, learner: str = "", games: int | None = None,
          minutes: float | None = None, threads: int | None = None, seed: int | None = None,
          report: Callable[[dict[str, Any]], Any] | None = None) -> "Run | None":
    """Teaches a network a game in a folder, as ``banyan train`` does, and resumes where the folder left off.

    2048 is learned by n-tuple networks, games of two players by self-play with a convolutional network
    (which needs the program banyan-train-net). ``learner`` is a spec such as ``"ntuple:patterns=4x5"`` or
    ``"alphazero:blocks=3,filters=32"``. It ends after ``games`` or ``minutes`` in all, or with Ctrl-C.
    ``report`` is called with a dict of numbers after each step. Gives the run of a convolutional network.
    """
    if games is None and minutes is None:
        raise ValueError("say how long: games or minutes")
    taught = as_game(game)
    if taught.own is not None:
        raise ValueError("a game written in Python has no encoding that a network here could learn")
    tell = None if report is None else lambda text: report(json.loads(text))
    _banyan.train(taught._game, os.fspath(folder), learner, games, minutes, threads or os.cpu_count() or 1,
                  fresh_seed(seed), tell)
    return Run(folder) if (Path(folder) / "run.db").exists() else None


class Run:
    """A training run, while it goes on or afterwards. Nothing in its folder is changed.

    >>> run = banyan.Run("runs/connect4")
    >>> run.metrics()["policy_loss"][-1]
    """

    def __init__(self, folder: str | os.PathLike):
        self.folder = Path(folder)
        self._run = _banyan.Run(str(self.folder / "run.db"))

    @property
    def game(self) -> Game:
        """The game that is learned."""
        return Game(self._run.setting("game"))

    def setting(self, name: str) -> str | None:
        """A setting of the run: game, learner, seed, version."""
        return self._run.setting(name)

    def metrics(self) -> dict[str, numpy.ndarray]:
        """A row for each generation: seconds, games, positions, losses and more, as columns."""
        return self._run.metrics()

    def games(self, *, latest: int | None = None, spread: int | None = None) -> list[dict[str, Any]]:
        """The games played: number, generation, moves, outcome for the first player, plies.

        All of them, the ``latest`` ones, or a number ``spread`` over the run.
        """
        if latest is not None and spread is not None:
            raise ValueError("give latest or spread, not both")
        return self._run.games(spread, latest)

    def replay(self, game: dict[str, Any]) -> list[State]:
        """The states of a game, from the first on."""
        states = [self.game.start()]
        for move in game["moves"]:
            states.append(states[-1].play(move))
        return states

    def ratings(self) -> list[tuple[str, float, float, float]]:
        """Of all players on the ladder: name, Elo and its 95 % interval."""
        return self._run.ratings()

    @property
    def network(self) -> Path | None:
        """The file of the network after the last generation, for ``puct:net=FILE``."""
        file = self.folder / "best.bnet"
        return file if file.exists() else None

    def __repr__(self) -> str:
        return f"<banyan.Run of {self._run.setting('game')} in {self.folder}>"
