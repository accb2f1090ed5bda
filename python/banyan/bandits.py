"""The laboratory: bandits, matrix games, equilibria."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Sequence

import numpy

from . import _banyan
from .games import fresh_seed


@dataclass(frozen=True)
class Curve:
    """The regret of one rule, over all runs, at some of the steps."""

    rule: str
    step: numpy.ndarray
    regret: numpy.ndarray
    """The mean over runs of what the best arm would have paid more, so far."""
    low: numpy.ndarray
    """The lower end of its 95 % interval."""
    high: numpy.ndarray
    realised: numpy.ndarray
    best_share: numpy.ndarray
    """The share of pulls that lost nothing."""


@dataclass(frozen=True)
class Experiment:
    """Rules on the same bandit."""

    curves: list[Curve]
    seed: int
    seconds: float
    auer_bound: float | None
    """What the regret of UCB1 stays below, on average."""
    lai_robbins: float | None
    """What the regret of the best rules grows by, times the logarithm of the steps."""

    def __getitem__(self, rule: str) -> Curve:
        return next(curve for curve in self.curves if curve.rule == rule)


def rules() -> dict[str, str]:
    """All rules, and what each does. Specs such as ``"ucb1:k=1"`` give their parameters."""
    return dict(_banyan.list_bandit_rules())


def experiment(arms: Any, rules: Sequence[str] = ("ucb1",), *, steps: int = 10_000, runs: int = 100,
               environment: str = "bernoulli", seed: int | None = None,
               threads: int | None = None) -> Experiment:
    """Runs rules on a bandit and measures their regret.

    ``arms`` are the means, or a table with a row for each step of what each arm pays. ``environment`` is
    ``bernoulli``, ``gaussian:sigma=0.5``, ``beta``, ``drifting`` or ``switching:every=1000``.

    >>> found = banyan.bandits.experiment([0.5, 0.6], ["ucb1", "thompson"], steps=1000)
    >>> found["ucb1"].regret[-1]
    """
    seed = fresh_seed(seed)
    found = _banyan.run_bandit(environment, numpy.asarray(arms, dtype=float), list(rules), int(steps), int(runs),
                               seed, threads or os.cpu_count() or 1)
    return Experiment([Curve(**curve) for curve in found["curves"]], seed, found["seconds"], found["auer_bound"],
                      found["lai_robbins"])


@dataclass(frozen=True)
class SelfPlay:
    """A rule against itself in a matrix game."""

    rule: str
    strategies: list[numpy.ndarray]
    """The average strategy of each player."""
    value: float
    """To the first player."""
    exploitability: float
    """What the players could gain by other strategies, in the mean."""
    step: numpy.ndarray
    curve: numpy.ndarray
    """The exploitability at each of the steps."""


def matrix_game(payoffs: Any, rules: Sequence[str] = ("regret-matching+",), *, second: Any = None, steps: int = 10_000,
                seed: int | None = None, feedback: str = "full") -> list[SelfPlay]:
    """Lets rules play a matrix game against themselves; the average strategies tend to an equilibrium.

    ``payoffs`` is what the first player is paid, a row for each of their actions; the second player pays it,
    or is paid ``second``. With ``feedback="bandit"`` a rule learns only what its own action paid.
    """
    if feedback not in ("full", "bandit"):
        raise ValueError(f"feedback is '{feedback}': it must be full or bandit")
    found = _banyan.run_matrix(numpy.asarray(payoffs, dtype=float),
                               None if second is None else numpy.asarray(second, dtype=float), list(rules),
                               int(steps), fresh_seed(seed), feedback == "bandit")
    return [SelfPlay(**outcome) for outcome in found["rules"]]


def equilibrium(payoffs: Any) -> tuple[numpy.ndarray, numpy.ndarray, float]:
    """The equilibrium of a zero-sum game of two: both strategies, and its value to the first player."""
    return _banyan.find_equilibrium(numpy.asarray(payoffs, dtype=float))
