"""An agent plays 2048, and random play for comparison on a thousand boards at once."""

import sys

import numpy

import banyan

moves = int(sys.argv[1]) if len(sys.argv) > 1 else 300

# One game, by the network that ships with Banyan.
agent = banyan.Agent("twenty48", "ntuple:search=greedy", seed=1)
env = banyan.adapters.SinglePlayer("twenty48")
env.reset(seed=1)
score = 0
for _ in range(moves):
    best = agent.choose(env.state).best
    _, reward, over, _, _ = env.step(env.actions.index(best))
    score += reward
    if over:
        break
print(env.render())
print(f"{score:.0f} points after {moves} moves at most; the highest tile is {env.state._position.milestone}")

# Random play: a thousand boards, stepped together.
boards = banyan.vector.Twenty48(1000, seed=1)
boards.reset()
stream = numpy.random.default_rng(1)
points = numpy.zeros(1000)
finished = []
for _ in range(500):
    _, reward, done = boards.step(stream.integers(4, size=1000, dtype=numpy.uint8))
    points += reward
    finished += points[done].tolist()
    points[done] = 0
print(f"random play: {len(finished)} games, {numpy.mean(finished):.0f} points on average")
