"""A search of Connect Four, and a match: ./run python examples/python/connect4.py"""

import banyan

game = banyan.Game("connect4")
state = game.start().play("4", "4", "3")
print(state)

result = banyan.search(state, "uct:sims=1e5", seed=1)
print(result)
print(f"The search plays {result.best}, worth {result.value:.2f} to player {state.player}.")

# The tree, two levels deep.
searcher = banyan.Searcher(state, seed=1)
searcher.run(sims=2000)
print(searcher.view(levels=2, children=3))

match = banyan.match("connect4", ["uct:sims=1000", "uct:sims=250"], games=20, seed=1)
print(match)
