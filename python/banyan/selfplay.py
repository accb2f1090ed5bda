"""Many searches at once, guided by one evaluator: batches from many trees."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, Sequence

import numpy

from . import _banyan
from .evaluators import Evaluator, with_evaluator
from .games import Game, State, fresh_seed
from .results import Result


def search_many(states: Sequence[State], agent: str = "uct", *, seed: int | None = None, evaluator: Any = None,
                jobs: int | None = None) -> list[Result]:
    """Searches several states of one game at once, each with a tree of its own.

    ``jobs`` searches run at a time: as many as there are processors, or with an evaluator 32, because those
    that wait for it cost nothing and make its batches larger. State i has the seed ``seed`` + i.
    """
    if not states:
        return []
    game, seed = states[0].game, fresh_seed(seed)
    if any(state.game != game for state in states):
        raise ValueError("the states must be of one game")
    jobs = jobs or (os.cpu_count() or 1 if evaluator is None else 32)
    spec, kept = with_evaluator(game, agent, evaluator)
    found = _banyan.search_many(game._game, [state._position for state in states], spec, seed, jobs)
    del kept
    return [Result(each, state, agent, seed + i) for i, (each, state) in enumerate(zip(found, states))]


@dataclass(frozen=True)
class Samples:
    """What a network learns from: one row for each position of the games."""

    planes: numpy.ndarray
    """(positions, planes, rows, columns), as the evaluator is given them."""
    policy: numpy.ndarray
    """(positions, outputs): the share of the search's visits."""
    weight: numpy.ndarray
    """0 where the search was too short to learn moves from."""
    value: numpy.ndarray
    """What came of it for the player to move, from -1 to 1."""
    games: list[tuple[list[str], float]]
    """For each game its moves, and the outcome for the first player."""


def self_play(evaluator: Evaluator, *, games: int = 32, settings: str = "", seed: int | None = None,
              jobs: int | None = None) -> Samples:
    """Plays games of an evaluator against itself, with noise, and gives what a network can learn from.

    ``settings`` are those of self-play, as ``"sims=100,leaves=8"``; ``jobs`` games are played at a time.
    """
    found = _banyan.self_play(evaluator.game._game, evaluator._evaluator, games,
                              "selfplay" + (f":{settings}" if settings else ""), fresh_seed(seed), jobs or 32)
    found["games"] = [(moves.split(), outcome) for moves, outcome in found["games"]]
    return Samples(**found)
