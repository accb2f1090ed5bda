"""The API reference is what the docstrings say, and every public name has one."""

import ast
import importlib.util
import inspect
import os
from importlib.machinery import SourceFileLoader

import banyan
from banyan import _banyan

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


def public_names(thing):
    return {name for name in vars(thing) if not name.startswith("_")}


def test_the_stubs_are_those_of_the_module():
    """Every name that is bound, with its members, and with as many parameters as the binding says it takes."""
    with open(os.path.join(ROOT, "python", "banyan", "_banyan.pyi"), encoding="utf-8") as file:
        body = ast.parse(file.read()).body
    functions = {each.name: each for each in body if isinstance(each, ast.FunctionDef)}
    classes = {each.name: each for each in body if isinstance(each, ast.ClassDef)}
    assert functions.keys() | classes.keys() | {"version"} == public_names(_banyan)
    for name, stub in functions.items():
        check_parameters(getattr(_banyan, name), stub)
    for name, stub in classes.items():
        bound = getattr(_banyan, name)
        methods = {each.name: each for each in stub.body if isinstance(each, ast.FunctionDef)}
        values = {each.target.id for each in stub.body if isinstance(each, ast.AnnAssign)}
        assert (methods.keys() - {"__init__"}) | values == public_names(bound), name
        for method, each in methods.items():
            check_parameters(getattr(bound, method), each)


def check_parameters(bound, stub):
    """pybind11 writes the signature into the first line of the docstring: a colon for each parameter."""
    signature = bound.__doc__.split(" -> ")[0]
    assert signature.count(": ") == len([each for each in stub.args.args if each.annotation]) + (
        stub.args.args[:1] != [] and stub.args.args[0].arg == "self"), stub.name
