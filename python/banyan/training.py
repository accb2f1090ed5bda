"""Training, and what its folders hold."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Callable

from . import _banyan
from .games import Game, State, as_game, fresh_seed


def train(game: Game | str, folder: str | os.PathLike, *, learner: str = "", games: int | None = None,
          minutes: float | None = None, ladder: float | None = None, threads: int | None = None,
          seed: int | None = None, report: Callable[[dict[str, Any]], Any] | None = None,
          note: Callable[[str], Any] | None = None) -> "Run":
    """Teaches a network a game in a folder, as ``banyan train`` does, and resumes where the folder left off.

    2048 is learned by n-tuple networks, games of two players by self-play with a convolutional network
    (which needs the program banyan-train-net). ``learner`` is a spec such as ``"ntuple:patterns=4x5"`` or
    ``"alphazero:blocks=3,filters=32"``. It ends after ``games`` or ``minutes`` in all, or with
    Ctrl-C. A convolutional network's strength is measured every ``ladder`` seconds; 0 is never. ``report``
    is called with a dict of numbers after each step, ``note`` with what there is to say besides.
    """
    if games is None and minutes is None:
        raise ValueError("say how long: games or minutes")
    if ladder is not None and not 0 <= ladder < float("inf"):
        raise ValueError(f"ladder is {ladder}: it must be a number of seconds, or 0")
    taught = as_game(game)
    if taught.own is not None:
        raise ValueError("a game written in Python has no encoding that a network here could learn")
    tell = None if report is None else lambda text: report(json.loads(text))
    _banyan.train(taught._game, os.fspath(folder), learner, games, minutes, ladder,
                  threads or os.cpu_count() or 1, fresh_seed(seed), tell, note)
    return Run(folder)


class Run:
    """A training run, while it goes on or afterwards. Nothing in its folder is changed.

    The folder of a convolutional network has games, metrics and ratings; that of n-tuple tables (2048) has
    metrics alone.

    >>> run = banyan.Run("runs/connect4")
    >>> run.metrics()["policy_loss"][-1]
    """

    def __init__(self, folder: str | os.PathLike):
        self.folder = Path(folder)
        self.by_tables = (self.folder / "curve.tsv").exists() and not (self.folder / "run.db").exists()
        """Whether n-tuple tables are trained, and not a convolutional network."""
        self._run = None if self.by_tables else _banyan.Run(str(self.folder / "run.db"))

    def _network_run(self) -> Any:
        if self._run is None:
            raise ValueError(f"{self.folder} trains n-tuple tables: it keeps metrics and the network alone")
        return self._run

    @property
    def game(self) -> Game:
        """The game that is learned."""
        if self.by_tables:
            name = _banyan.game_of_ntuple(str(self.folder / "network.ntuple"))
            if not name:
                raise ValueError(f"{self.folder}: the network does not name its game")
            return Game(name)
        return Game(self._run.setting("game"))

    def setting(self, name: str) -> str | None:
        """A setting of the run: game, learner, seed, version."""
        return self._network_run().setting(name)

    def metrics(self) -> dict[str, Any]:
        """Numbers as columns: arrays with a row for each generation, or for each report of a training by tables.

        Of a network: generation, seconds, games, positions, evaluations, losses, plies and more. Of tables:
        games and moves so far, mean and max of the scores since the row before, per_second (moves), and
        ``reached``, a dict from milestone (2048's tiles) to the share of games that reached it.
        """
        return _banyan.read_curve(str(self.folder / "curve.tsv")) if self.by_tables else self._run.metrics()

    def games(self, *, latest: int | None = None, spread: int | None = None,
              samples: bool = False) -> list[dict[str, Any]]:
        """The games played: number, generation, moves, outcome for the first player, plies.

        All of them, the ``latest`` ones, or a number ``spread`` over the run. With ``samples`` each has what
        the network learned from, as in :class:`Samples`: planes, policy, weight and value, a row for each
        position that was kept.
        """
        if latest is not None and spread is not None:
            raise ValueError("give latest or spread, not both")
        return self._network_run().games(spread, latest, self.game._game if samples else None)

    def replay(self, game: dict[str, Any]) -> list[State]:
        """The states of a game, from the first on."""
        states = [self.game.start()]
        for move in game["moves"]:
            states.append(states[-1].play(move))
        return states

    def ratings(self) -> list[tuple[str, float, float, float]]:
        """Of all players on the ladder: name, Elo and its 95 % interval."""
        return self._network_run().ratings()

    @property
    def network(self) -> Path | None:
        """The file of the network so far, for ``puct:net=FILE`` or ``ntuple:net=FILE``."""
        file = self.folder / ("network.ntuple" if self.by_tables else "best.bnet")
        return file if file.exists() else None

    def __repr__(self) -> str:
        return f"<banyan.Run of {self.game.spec} in {self.folder}>"
