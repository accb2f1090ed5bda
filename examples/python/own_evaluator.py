"""A function of one's own guides the search: a small network in numpy that learns tic-tac-toe by self-play.

The search asks about many positions at once: leaves of one tree, and those of all games that are played at
the same time.
"""

import sys

import numpy

import banyan

rng = numpy.random.default_rng(1)
game = banyan.Game("tictactoe")
sizes = game.encoding
inputs = sizes["planes"] * sizes["rows"] * sizes["columns"]
outputs = sizes["move_planes"] * sizes["rows"] * sizes["columns"]
HIDDEN = 64


class Network:
    """One hidden layer; a value and scores of moves come out."""

    def __init__(self):
        self.first = rng.normal(0, 0.3, (inputs, HIDDEN))
        self.moves = numpy.zeros((HIDDEN, outputs))
        self.value = numpy.zeros(HIDDEN)

    def look(self, planes):
        flat = planes.reshape(len(planes), inputs)
        hidden = numpy.maximum(flat @ self.first, 0)
        return flat, hidden, numpy.tanh(hidden @ self.value), hidden @ self.moves

    def __call__(self, planes):
        _, _, value, scores = self.look(planes)
        return value, scores

    def learn(self, samples, rate=0.05, passes=60):
        """Steps down the gradient of the squared error of values and the cross entropy of moves."""
        for _ in range(passes):
            some = rng.integers(len(samples.value), size=64)
            flat, hidden, value, scores = self.look(samples.planes[some])
            shares = numpy.exp(scores - scores.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            wrong_moves = (shares - samples.policy[some]) * samples.weight[some, None]
            wrong_value = (value - samples.value[some]) * (1 - value**2)
            back = (wrong_moves @ self.moves.T + numpy.outer(wrong_value, self.value)) * (hidden > 0)
            self.moves -= rate * hidden.T @ wrong_moves / len(some)
            self.value -= rate * hidden.T @ wrong_value / len(some)
            self.first -= rate * flat.T @ back / len(some)


network = Network()
evaluator = banyan.Evaluator(game, network)
generations = int(sys.argv[1]) if len(sys.argv) > 1 else 8
for generation in range(generations):
    samples = banyan.self_play(evaluator, games=60, settings="sims=50,full_share=1,leaves=4", seed=generation)
    network.learn(samples)
    match = banyan.match(game, [evaluator.spec("puct:sims=2"), "random"], games=60, seed=generation)
    print(f"generation {generation}: {len(samples.value)} positions, {match.points[0]:.2f} against random")
print(f"{evaluator.positions} positions in {evaluator.calls} batches, {evaluator.largest_batch} at most")
