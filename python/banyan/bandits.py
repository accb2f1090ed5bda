"""The laboratory: bandits, matrix games, equilibria, and learners for loops of your own."""

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


class Learner:
    """A rule for a loop of your own: it chooses an arm, and is told what that paid.

    ``rule`` is a spec, as of :func:`rules`; ``steps`` is how many choices there will be, which some rules want to
    know. With ``full`` it is told after each choice what every arm would have paid, by ``tell_all``: that
    suits ``hedge`` and ``regret-matching``.

    >>> learner = banyan.bandits.Learner("thompson", 3, seed=1)
    >>> arm = learner.choose()
    >>> learner.tell(arm, reward=1.0)
    """

    def __init__(self, rule: str, arms: int, *, steps: int = 10_000, full: bool = False, seed: int | None = None,
                 regret: Sequence[float] | None = None):
        self.rule = rule
        self.seed = fresh_seed(seed)
        self._learner = _banyan.Learner(rule, arms, int(steps), full, self.seed, regret)

    def choose(self) -> int:
        """The arm to pull next."""
        return self._learner.choose()

    def tell(self, arm: int, reward: float) -> None:
        """What an arm paid. Most rules want rewards from 0 to 1."""
        self._learner.tell(arm, reward)

    def tell_all(self, rewards: Sequence[float], chosen: int) -> None:
        """What each arm would have paid, and which was chosen; for rules that can use it."""
        self._learner.tell_all(rewards, chosen)

    @property
    def strategy(self) -> numpy.ndarray | None:
        """With what probability it chooses each arm next; None for rules that don't draw."""
        return self._learner.strategy

    @property
    def regret(self) -> numpy.ndarray | None:
        """All that regret matching has learnt: ``Learner(rule, arms, regret=…)`` goes on from it."""
        return self._learner.regret

    def __repr__(self) -> str:
        return f"<banyan.bandits.Learner {self.rule}>"


class Ucb1:
    """UCB1 inside a game: chooses among a few actions, and is told what the chosen one was worth.

    Utilities are in your own units: ``range`` declares the lowest and the highest; without it the range seen
    so far counts. ``c`` is the weight of exploration, √2 if it is missing. ``tallies`` are those of an earlier learner, to go
    on from.

    >>> learner = banyan.bandits.Ucb1(3)
    >>> action = learner.choose()
    >>> learner.tell(action, utility=12.5)
    """

    def __init__(self, actions: int | None = None, *, c: float | None = None,
                 range: tuple[float, float] | None = None, tallies: Any = None):
        if (actions is None) == (tallies is None):
            raise ValueError("give the number of actions, or the tallies of an earlier learner")
        self._learner = _banyan.Ucb1(actions or 0, c, range, tallies)

    def choose(self) -> int:
        """The first action never tried, else the one with the highest index."""
        return self._learner.choose()

    def tell(self, action: int, utility: float) -> None:
        """What an action was worth."""
        self._learner.tell(action, utility)

    @property
    def best(self) -> int:
        """The action tried most, and among equals the one that was worth most."""
        return self._learner.best

    @property
    def tallies(self) -> numpy.ndarray:
        """A row for each action: times tried, sum and sum of squares of what it was worth, the least, the most."""
        return numpy.array(self._learner.tallies)


class Arms:
    """The arms of a bandit, to pull one at a time. ``arms`` and ``environment`` are those of :func:`experiment`.

    >>> arms = banyan.bandits.Arms([0.3, 0.5], seed=1)
    >>> arms.pull(1)
    """

    def __init__(self, arms: Any, environment: str = "bernoulli", *, seed: int | None = None):
        self.seed = fresh_seed(seed)
        self._arms = _banyan.Arms(environment, numpy.asarray(arms, dtype=float), self.seed)

    def pull(self, arm: int) -> float:
        """What an arm pays; then comes the next step."""
        return self._arms.pull(arm)

    def pull_all(self) -> list[float]:
        """What each arm pays at this step; then comes the next."""
        return self._arms.pull_all()

    @property
    def means(self) -> numpy.ndarray:
        """What each arm pays at this step in the mean."""
        return self._arms.means

    @property
    def gaps(self) -> numpy.ndarray:
        """How much less than the best each arm pays at this step in the mean."""
        return self._arms.gaps

    def __len__(self) -> int:
        return self._arms.size
