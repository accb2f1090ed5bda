"""The wheel, in an environment of its own and without any download. The module is that of this build."""

import os
import subprocess
import sys

import pytest

from banyan import _banyan

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
PATIENCE = 600

USE = """
import banyan, os, sys
assert os.path.realpath(banyan.__file__).startswith(os.path.realpath(sys.prefix)), banyan.__file__
state = banyan.Game("connect4").start().play("4")
print(banyan.search(state, "uct:sims=500", seed=1).simulations)
print(banyan.search(state, "puct:sims=20", seed=1).simulations)  # by the network that comes with it
assert os.path.exists(os.path.join(os.path.dirname(banyan.__file__), "py.typed"))
assert os.path.exists(os.path.join(os.path.dirname(banyan.__file__), "_banyan.pyi"))
"""


def run(*command, **environment):
    without = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "BANYAN_MODULE")}
    # No index, and no proxy that answers: whatever tries to download fails.
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE,
                          env={**without, "PIP_NO_INDEX": "1", "https_proxy": "http://127.0.0.1:9", **environment})
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def test_the_wheel_installs_in_a_fresh_environment(tmp_path):
    for needed in ("ensurepip", "pip", "setuptools", "wheel"):
        if subprocess.run([sys.executable, "-c", f"import {needed}"], capture_output=True).returncode != 0:
            pytest.skip(f"Python's {needed} is not installed")
    wheel = run(os.path.join(ROOT, "tools", "make_wheel"), str(tmp_path), BANYAN_MODULE=_banyan.__file__).strip()
    assert os.path.basename(wheel).startswith("banyan-") and os.path.exists(wheel)
    # numpy, which banyan needs, is the system's.
    run(sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "env"))
    run(str(tmp_path / "env" / "bin" / "pip"), "install", wheel)
    assert run(str(tmp_path / "env" / "bin" / "python"), "-c", USE).split() == ["500", "20"]
