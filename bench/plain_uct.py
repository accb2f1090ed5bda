"""Plain UCT in Python, for bench/python.py: what people write themselves, over a game with the five functions of
docs/python.md. `search` is as lean as it gets: it keeps each node's untried moves, and calls the game no more than needed.
`search_by_tables` is the form that tutorials begin with: statistics in dictionaries by player and state, and at each step a
look at all states that moves lead to."""

import math
import random


class Node:
    __slots__ = ("state", "player", "outcome", "untried", "children", "visits", "value")

    def __init__(self, game, state):
        self.state = state
        self.outcome = game.outcome(state)
        self.player = None if self.outcome is not None else game.current_player(state)
        self.untried = [] if self.outcome is not None else list(game.legal_moves(state))
        self.children = []  # pairs of a move and its node
        self.visits = 0
        self.value = 0.0  # sum of returns of the player who moved here


def best_child(node, c):
    factor = c * c * math.log(node.visits)
    best, best_index = None, -math.inf
    for _, child in node.children:
        index = child.value / child.visits + math.sqrt(factor / child.visits)
        if index > best_index:
            best, best_index = child, index
    return best


def random_game(game, state, stream):
    if hasattr(game, "playout"):
        return game.playout(state, stream.getrandbits(63))
    while (outcome := game.outcome(state)) is None:
        moves = game.legal_moves(state)
        state = game.apply(state, moves[int(stream.random() * len(moves))])
    return outcome


def search(game, state, sims, seed, c=1.4):
    """The root's children as pairs of a move and visits."""
    stream = random.Random(seed)
    root = Node(game, state)
    for _ in range(sims):
        node, path = root, [root]
        while not node.untried and node.children:
            node = best_child(node, c)
            path.append(node)
        if node.untried:
            move = node.untried.pop(int(stream.random() * len(node.untried)))
            child = Node(game, game.apply(node.state, move))
            node.children.append((move, child))
            path.append(child)
            node = child
        outcome = node.outcome if node.outcome is not None else random_game(game, node.state, stream)
        mover = None
        for each in path:
            each.visits += 1
            if mover is not None:
                each.value += outcome[mover]
            mover = each.player
    return sorted(((move, child.visits) for move, child in root.children), key=lambda pair: -pair[1])


def search_by_tables(game, state, sims, seed, c=1.4):
    """The same list."""
    stream = random.Random(seed)
    plays, wins = {}, {}
    for _ in range(sims):
        now, path, expands = state, [], True
        while (outcome := game.outcome(now)) is None:
            player = game.current_player(now)
            keys = [(player, game.apply(now, move)) for move in game.legal_moves(now)]
            if all(key in plays for key in keys):
                log_total = math.log(sum(plays[key] for key in keys))
                key = max(keys, key=lambda key: wins[key] / plays[key] + c * math.sqrt(log_total / plays[key]))
            else:
                key = stream.choice(keys)
            if expands and key not in plays:
                expands = False
                plays[key], wins[key] = 0, 0.0
            path.append(key)
            now = key[1]
        for key in path:
            if key in plays:
                plays[key] += 1
                wins[key] += outcome[key[0]]
    player = game.current_player(state)
    visits = [(move, plays.get((player, game.apply(state, move)), 0)) for move in game.legal_moves(state)]
    return sorted(visits, key=lambda pair: -pair[1])
