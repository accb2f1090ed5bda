"""The API reference is what the docstrings say, and every public name has one."""

import importlib.util
import inspect
import os
from importlib.machinery import SourceFileLoader

import banyan

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")


def tool():
    path = os.path.join(ROOT, "tools", "make_python_reference")
    loader = SourceFileLoader("make_python_reference", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("make_python_reference", loader))
    loader.exec_module(module)
    return module


def test_the_reference_is_up_to_date():
    with open(os.path.join(ROOT, "docs", "python_api.md"), encoding="utf-8") as file:
        assert file.read() == tool().reference(), "run: ./run python tools/make_python_reference"


def test_every_public_name_is_there():
    listed = set(tool().TOP) | set(tool().MODULES) | {"CHANCE"}
    assert listed == set(banyan.__all__)
    for name in banyan.__all__:
        assert name == "CHANCE" or inspect.getdoc(getattr(banyan, name)), name
