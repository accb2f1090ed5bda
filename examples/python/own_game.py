"""A game of one's own: five functions over values that never change.

Wythoff's game: two heaps; a move takes any number from one heap, or the same number from both. Whoever takes
the last piece wins.
"""

import banyan


class Wythoff:
    title = "Wythoff's game"

    def start(self):
        return (5, 7, 0)  # both heaps, and who is to move

    def current_player(self, state):
        return state[2]

    def legal_moves(self, state):
        a, b, _ = state
        return ([(n, 0) for n in range(1, a + 1)] + [(0, n) for n in range(1, b + 1)]
                + [(n, n) for n in range(1, min(a, b) + 1)])

    def apply(self, state, move):
        a, b, player = state
        return (a - move[0], b - move[1], 1 - player)

    def outcome(self, state):
        if state[0] or state[1]:
            return None
        return (1, -1) if state[2] == 1 else (-1, 1)

    def move_text(self, state, move):
        return f"{move[0]}+{move[1]}"

    def text(self, state):
        return f"{'o' * state[0] or '-'}   {'o' * state[1] or '-'}   player {state[2]} to move"


game = banyan.Game(Wythoff())
print(banyan.check(game))

state = game.start()
while not state.over:
    print(state)
    result = banyan.search(state, "uct:sims=3000", seed=1)
    print(f"  takes {result.best}, {result.proven or 'not proven'}")
    state = state.play(result.best)
print("player 0 wins" if state.outcome[0] > 0 else "player 1 wins")
print(banyan.match(game, ["uct:sims=300", "random"], games=10, seed=1))
