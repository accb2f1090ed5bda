"""Reads a training run: python training_run.py FOLDER. The folder is what banyan.train() or `banyan train` wrote."""

import sys

import banyan

run = banyan.Run(sys.argv[1])
print(run, "network", run.network)

metrics = run.metrics()
for i in range(len(metrics["generation"])):
    print(f"generation {metrics['generation'][i]:.0f}: {metrics['games'][i]:.0f} games, "
          f"loss {metrics['policy_loss'][i]:.3f} moves, {metrics['value_loss'][i]:.3f} value")
for name, elo, low, high in run.ratings():
    print(f"{name}: Elo {elo:.0f} ({low:.0f} … {high:.0f})")

games = run.games()
print(f"{len(games)} games, {sum(game['plies'] for game in games) / len(games):.1f} moves each")
last = run.replay(games[-1])[-1]
print(last)
if run.network is not None:
    print(banyan.search(run.game.start(), f"puct:net={run.network},sims=100", seed=1))
