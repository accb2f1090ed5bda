"""The regret of several rules on one bandit, as a picture if matplotlib is there."""

import sys

import numpy

import banyan

rules = ["ucb1", "thompson", "epsilon-greedy:epsilon=0.1"]
experiment = banyan.bandits.experiment([0.3, 0.5, 0.55], rules, steps=10_000, runs=100, seed=1)
for curve in experiment.curves:
    print(f"{curve.rule:<16} regret {curve.regret[-1]:7.1f}  ({curve.low[-1]:.1f} … {curve.high[-1]:.1f}), "
          f"best arm {100 * curve.best_share[-1]:.0f} %")

first, second, value = banyan.bandits.equilibrium([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
print("rock, paper, scissors:", numpy.round(first, 3), "value", round(value, 3))

try:
    import matplotlib
except ImportError:
    sys.exit(0)
matplotlib.use("Agg")
from matplotlib import pyplot

for curve in experiment.curves:
    pyplot.plot(curve.step, curve.regret, label=curve.rule)
    pyplot.fill_between(curve.step, curve.low, curve.high, alpha=0.2)
pyplot.xscale("log")
pyplot.xlabel("step")
pyplot.ylabel("regret")
pyplot.legend()
pyplot.savefig(sys.argv[1] if len(sys.argv) > 1 else "regret.png", dpi=120)
