"""Every example runs, and shows what it is about."""

import os
import subprocess
import sys

import numpy
import pytest

import banyan

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def run_example(name, *arguments, cwd=None):
    done = subprocess.run([sys.executable, os.path.join(ROOT, "examples", "python", name), *arguments],
                          capture_output=True, text=True, timeout=600, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_connect4():
    shown = run_example("connect4.py")
    assert "The search plays" in shown and "root  2000" in shown and "uct:sims=1000" in shown


def test_own_game():
    shown = run_example("own_game.py")
    assert "no problems" in shown and "player 0 wins" in shown


def test_own_evaluator():
    shown = run_example("own_evaluator.py", "2")
    assert "generation 1" in shown and "batches" in shown


def test_twenty48_agent():
    shown = run_example("twenty48_agent.py", "100")
    assert "random play" in shown and "highest tile" in shown


def test_bandit_plot(tmp_path):
    shown = run_example("bandit_plot.py", str(tmp_path / "regret.png"))
    assert "thompson" in shown and "0.333" in shown
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")


def test_training_run(tmp_path):
    folder = tmp_path / "run"
    reports = []
    try:
        run = banyan.train("tictactoe", folder, learner="alphazero:blocks=0,filters=8,generation=20,sims=20,batch=32",
                           games=40, seed=1, threads=1, ladder=0, report=reports.append)
    except RuntimeError as problem:
        if "banyan-train-net" in str(problem):
            pytest.skip("the program that teaches networks was not built")
        raise
    assert reports[-1]["games"] >= 40 and len(run.games()) >= 40 and run.metrics()["generation"][-1] >= 1
    assert len(run.games(latest=3)) == 3 and len(run.games(spread=2)) == 2
    assert run.ratings() == []
    for game in run.games(latest=2, samples=True):
        positions = len(game["value"])
        assert game["planes"].shape[:1] == (positions,) and game["policy"].shape[0] == positions > 0
        encoding = run.game.encoding
        assert game["planes"][0].shape == (encoding["planes"], encoding["rows"], encoding["columns"])
        taught = game["weight"] > 0
        assert numpy.allclose(game["policy"][taught].sum(axis=1), 1, atol=0.01)
        assert (numpy.abs(game["value"]) <= 1).all()
    shown = run_example("training_run.py", str(folder))
    assert "generation" in shown and "moves each" in shown


def test_the_notebook(tmp_path):
    page = tmp_path / "page.html"
    done = subprocess.run([sys.executable, os.path.join(ROOT, "tools", "run_notebook"),
                           os.path.join(ROOT, "examples", "python", "banyan.ipynb"), str(page)],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    text = page.read_text()
    assert text.count("<svg") == 7 and "<table>" in text and "root 500" in text
