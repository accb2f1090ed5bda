"""What a search answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterator, Sequence

import numpy

from . import _svg


@dataclass(frozen=True)
class Move:
    """One move of a result. Values are for the player to move, in the game's units; NaN if unknown."""

    move: str
    visits: int
    value: float
    """The mean of the returns seen; exact if proven."""
    win_rate: float
    low: float
    """The lower end of the 95 % interval of the mean return."""
    high: float
    prior: float
    proven: str | None
    """"win", "draw" or "loss"."""
    bounds: tuple[float, float] | None


class Moves(Sequence[Move]):
    """The moves of a result, most visits first: a sequence of :class:`Move`, and numpy columns.

    The columns are ``visits``, ``value``, ``win_rate``, ``mean``, ``low``, ``high`` and ``prior``; ``names``
    are the moves.
    """

    def __init__(self, columns: dict[str, Any]):
        self.columns = columns
        self.names: list[str] = columns["move"]
        self.visits: numpy.ndarray = columns["visits"]
        self.value: numpy.ndarray = columns["value"]
        self.win_rate: numpy.ndarray = columns["win_rate"]
        self.mean: numpy.ndarray = columns["mean"]
        self.low: numpy.ndarray = columns["low"]
        self.high: numpy.ndarray = columns["high"]
        self.prior: numpy.ndarray = columns["prior"]

    def __len__(self) -> int:
        return len(self.names)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if isinstance(i, str):
            return self[self.names.index(i)]
        c = self.columns
        return Move(c["move"][i], int(c["visits"][i]), float(c["value"][i]), float(c["win_rate"][i]),
                    float(c["low"][i]), float(c["high"][i]), float(c["prior"][i]), c["proven"][i],
                    c["bounds"][i])

    def __iter__(self) -> Iterator[Move]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{move.move}: {move.visits}" for move in self[:8])
        return f"<{len(self)} moves by visits: {shown}{', …' if len(self) > 8 else ''}>"


class Result:
    """What a search found out about a position."""

    def __init__(self, found: dict[str, Any], state: Any, agent: str, seed: int):
        self._found = found
        self.state = state
        """The state that was searched."""
        self.agent = agent
        self.seed = seed
        self.moves = Moves(found["moves"])
        self.best: str | None = found["best"]
        """The move chosen."""
        self.line: list[str] = found["line"]
        """The expected continuation."""
        self.value: float | None = found["value"]
        """What the best move is worth to the player to move, in the game's units."""
        self.win_rate: float | None = found["win_rate"]
        self.proven: str | None = found["proven"]
        """"win", "draw" or "loss" where that is proven."""
        self.simulations: int = found["simulations"]
        self.seconds: float = found["seconds"]
        self.cpu_seconds: float = found["cpu_seconds"]
        self.threads: int = found["threads"]
        self.stopped_by: str | None = found["stopped_by"]
        self.max_depth: int = found["max_depth"]
        self.nodes: int = found["nodes"]
        self.bytes: int = found["bytes"]
        self.best_seen: tuple[float, list[str], bool] | None = found["best_seen"]
        """Games of one player: the score, the moves of the best game seen, and whether they are all of it."""

    @property
    def best_move(self) -> Any:
        """The move chosen, as a game written in Python knows it; else as text."""
        if self.state.game.own is None or self.best is None:
            return self.best
        return self.state.own_moves[self.state.legal.index(self.best)]

    def to_pandas(self) -> Any:
        """The moves as a pandas DataFrame, where pandas is installed."""
        import pandas

        return pandas.DataFrame(self.moves.columns)

    def __str__(self) -> str:
        rows = [f"{'move':>8} {'visits':>9} {'value':>8}  95 %"]
        for move in self.moves[:12]:
            rows.append(f"{move.move:>8} {move.visits:>9} {move.value:>8.3f}  {move.low:.3f} … {move.high:.3f}"
                        + (f"  {move.proven}" if move.proven else ""))
        if len(self.moves) > 12:
            rows.append(f"{'…':>8} {len(self.moves) - 12} more")
        rows.append(f"{self.simulations} simulations in {self.seconds:.2f} s, depth {self.max_depth}; "
                    f"line: {' '.join(self.line)}")
        return "\n".join(rows)

    def __repr__(self) -> str:
        value = "" if self.value is None else f", value {self.value:.3f}"
        return f"<banyan.Result: best {self.best}{value}, {self.simulations} simulations>"

    def _repr_html_(self) -> str:
        return _svg.result(self)


class Tree:
    """A node of a search tree and what is below it. Values are for the player who moved into the node."""

    def __init__(self, node: dict[str, Any]):
        self.move: str = node["move"]
        """The move that leads here; empty at the root."""
        self.player: int | None = node["player"]
        """The player to move here."""
        self.visits: int = node["visits"]
        self.value: float | None = node["value"]
        self.mean: float | None = node["mean"]
        """The value scaled to [0,1], as the selection rule uses it."""
        self.exploration: float | None = node["exploration"]
        self.proven: str | None = node["proven"]
        self.children = [Tree(child) for child in node["children"]]
        """Most visits first."""
        self.more: int = node["more"]
        """Children that are left out."""

    def __str__(self) -> str:
        return "\n".join(self._lines(0))

    def _lines(self, level: int) -> list[str]:
        value = "" if self.value is None else f"  {self.value:+.3f}"
        lines = [f"{'  ' * level}{self.move or 'root'}  {self.visits}{value}"
                 + (f"  {self.proven}" if self.proven else "")]
        for child in self.children:
            lines += child._lines(level + 1)
        return lines

    def __repr__(self) -> str:
        return f"<banyan.Tree at {self.move or 'root'}: {self.visits} visits, {len(self.children)} children>"

    def _repr_svg_(self) -> str:
        return _svg.tree(self)
