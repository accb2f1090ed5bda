"""Many boards of one game at once, stepped in C++ on all processors, for people who train their own players.

The arrays that ``step`` gives are the environment's own: the next step overwrites them. A board whose game
has ended begins a new one in the same step; ``done`` tells.
"""

from __future__ import annotations

import os
from typing import Any

import numpy

from . import _banyan
from .games import fresh_seed


class Twenty48:
    """``boards`` games of 2048. Actions are 0 up, 1 down, 2 left, 3 right.

    Observations are the exponents of the tiles, uint8 of shape (boards, 4, 4): 0 is empty, 11 is 2048. A
    move that changes nothing is not legal; it does nothing and is paid 0.

    >>> env = banyan.vector.Twenty48(1024, seed=1)
    >>> cells = env.reset()
    >>> cells, reward, done = env.step(numpy.zeros(1024, dtype=numpy.uint8))
    """

    actions = ("up", "down", "left", "right")

    def __init__(self, boards: int, *, seed: int | None = None, threads: int | None = None):
        self.boards = boards
        self._env = _banyan.VectorTwenty48(boards, fresh_seed(seed), threads or os.cpu_count() or 1)

    def reset(self) -> numpy.ndarray:
        """Begins new games on all boards; gives the observations."""
        return self._env.reset()

    def step(self, actions: Any) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """One move on each board; gives observations, rewards (float32) and whether a game ended (bool)."""
        return self._env.step(actions)

    def legal(self) -> numpy.ndarray:
        """Which actions are legal: bool of shape (boards, 4)."""
        return self._env.legal()


class ConnectFour:
    """``boards`` games of Connect Four. Actions are the columns 0 to 6.

    On each board the player to move drops a stone. Observations are the planes that a network is given,
    float32 of shape (boards, 4, 6, 7): the stones of the player to move, the other's, ones, and whether the
    first player is to move. The reward is that of the player who moved: 1 for a win, -1 for a column that is
    full, which loses.
    """

    def __init__(self, boards: int, *, threads: int | None = None):
        self.boards = boards
        self._env = _banyan.VectorConnectFour(boards, threads or os.cpu_count() or 1)

    def reset(self) -> numpy.ndarray:
        """Begins new games on all boards; gives the observations."""
        return self._env.reset()

    def step(self, actions: Any) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """One move on each board; gives observations, rewards (float32) and whether a game ended (bool)."""
        return self._env.step(actions)

    def legal(self) -> numpy.ndarray:
        """Which columns are free: bool of shape (boards, 7)."""
        return self._env.legal()

    def players(self) -> numpy.ndarray:
        """The player to move on each board: 0 or 1."""
        return self._env.players()
