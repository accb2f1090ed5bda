"""Banyan: Monte Carlo tree search.

    import banyan
    state = banyan.Game("connect4").start().play("4", "4", "3")
    result = banyan.search(state, "uct:sims=1e5", seed=1)
    print(result)
"""

from __future__ import annotations

import atexit
import os
import threading

from . import _banyan, adapters, bandits, parameters, vector
from .checking import Check, check
from .evaluators import Evaluator
from .games import CHANCE, Game, OwnGame, State, games
from .matches import Match, match
from .results import Move, Moves, Result, Tree
from .searching import Agent, Searcher, search
from .selfplay import Samples, search_many, self_play
from .training import Run, train

__version__: str = _banyan.version
__all__ = ["CHANCE", "Agent", "Check", "Evaluator", "Game", "Match", "Move", "Moves", "OwnGame", "Result", "Run",
           "Samples", "Searcher", "State", "Tree", "adapters", "bandits", "check", "games", "match", "parameters",
           "search", "search_many", "self_play", "train", "vector"]

for _agent in ("uct", "puct", "ntuple"):
    parameters.add_parameters(search, f"Parameters of ``{_agent}``:", parameters.agents()[_agent])
for _learner in ("ntuple", "alphazero"):
    parameters.add_parameters(train, f"Parameters of the learner ``{_learner}``:", parameters.learners()[_learner])
parameters.add_parameters(self_play, "Settings:", parameters.learners()["self_play"])

# What comes with the package: networks, and the program that teaches them; in a build folder it is in bin/.
_folder = os.path.dirname(_banyan.__file__)
if os.path.isdir(os.path.join(_folder, "data")):
    _banyan.add_data_folder(os.path.join(_folder, "data"))
_banyan.add_trainer_folder(os.path.join(_folder, "bin"))
_banyan.add_trainer_folder(os.path.normpath(os.path.join(_folder, "..", "..", "bin")))

# Searches end when the interpreter does: before it joins threads, where Python tells, else after that.
getattr(threading, "_register_atexit", atexit.register)(_banyan.end_calls)
os.register_at_fork(before=_banyan.before_fork, after_in_parent=lambda: _banyan.after_fork(False),
                    after_in_child=lambda: (_banyan.forget_calls(), _banyan.after_fork(True)))
