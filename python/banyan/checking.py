"""Checks a game of your own before the search relies on it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from .games import CHANCE, Game, OwnGame, as_game


@dataclass(frozen=True)
class Check:
    """What ``check`` found: truthy if all is well; ``text`` says what is wrong and where."""

    ok: bool
    text: str

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__


class _Broken(Exception):
    """A rule that the game breaks."""


def _check_position(own: Any, state: Any, path: list[Any]) -> list[Any]:
    """Checks one position by asking twice, and that no function changes the state. Gives what may be played."""

    def broken(what: str) -> _Broken:
        return _Broken(f"{what}\n  after the moves {' '.join(map(str, path)) or '(none)'}")

    def hashed(value: Any) -> int:
        try:
            return hash(value)
        except TypeError as problem:
            raise broken(f"a state must be hashable: {problem}; a tuple or a frozen dataclass is") from None

    before, shown = hashed(state), repr(state)
    outcome = own.outcome(state)
    if outcome is not None:
        return []
    player = own.current_player(state)
    chance = player == CHANCE and hasattr(own, "chance_outcomes")
    moves = [move for move, _ in own.chance_outcomes(state)] if chance else list(own.legal_moves(state))
    for move in moves:
        try:
            hash(move)
        except TypeError:
            raise broken(f"a move must be hashable: {move!r} is not") from None
        first, second = own.apply(state, move), own.apply(state, move)
        if getattr(own, "step_rewards", False):
            first, second = first[0], second[0]
        if first is None:
            raise broken(f"apply() gives nothing after {move!r}: it must give the next state")
        if hashed(state) != before or repr(state) != shown:
            raise broken(f"apply() changes the state it is given (move {move!r}): it must give a new one")
        if hashed(first) != hashed(second) or first != second:
            raise broken(f"apply() gives two different states for {move!r}: chance belongs into chance_outcomes()")
    if not chance and list(own.legal_moves(state)) != moves:
        raise broken("legal_moves() gives another list when it is asked again")
    if own.current_player(state) != player or own.outcome(state) is not None:
        raise broken("current_player() or outcome() answers otherwise when it is asked again")
    return moves


def _check_purity(own: Any, games: int, seed: int) -> None:
    """Random games in which every function is asked twice: the search keeps each answer."""
    stream = random.Random(seed)
    for _ in range(games):
        state, path = own.start(), []
        while len(path) < 10_000 and (moves := _check_position(own, state, path)):
            move = stream.choice(moves)
            state = own.apply(state, move)
            if getattr(own, "step_rewards", False):
                state = state[0]
            path.append(move)


def check(game: Game | OwnGame, *, games: int = 20, seed: int = 1) -> Check:
    """Plays random games of a game written in Python, and checks every position by the rules of all games.

    What the game's own functions raise comes out as it is.

    >>> print(banyan.check(MyGame()))
    20 random games, 161 positions: no problems
    """
    checked = as_game(game)
    if checked.own is None:
        raise TypeError("check() is for games written in Python; the others are tested with the program")
    try:
        _check_purity(checked.own, games, seed)
    except _Broken as problem:
        return Check(False, f"* {problem}")
    ok, text = checked._game.check(games, seed)
    return Check(ok, text)
