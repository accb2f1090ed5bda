"""The parameters of agents and learners: what they are called, their defaults and what they do."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass

from . import _banyan


@dataclass(frozen=True)
class Parameter:
    """One key of a spec."""

    name: str
    default: str
    """As text; empty if unset."""
    expected: str
    """The values that are allowed."""
    help: str


def agents() -> dict[str, list[Parameter]]:
    """The kinds of agents, and the parameters of each."""
    return {agent["name"]: [Parameter(*field) for field in agent["fields"]] for agent in _banyan.list_agents()}


def learners() -> dict[str, list[Parameter]]:
    """The ways to learn, and the parameters of each; ``self_play`` has those of :func:`banyan.self_play`."""
    return {name: [Parameter(*field) for field in fields] for name, fields in _banyan.list_learners().items()}


def describe(parameters: list[Parameter]) -> str:
    """The parameters as a list in a docstring."""
    lines = []
    for each in parameters:
        default = f" ({each.default})" if each.default else ""
        lines += textwrap.wrap(f"* ``{each.name}``{default}: {each.help}", 100, subsequent_indent="  ")
    return "\n".join(lines)


def add_parameters(function: object, heading: str, parameters: list[Parameter]) -> None:
    """Puts a list of parameters at the end of a docstring."""
    text = textwrap.dedent("    " + (function.__doc__ or "").strip()).rstrip()
    function.__doc__ = f"{text}\n\n{heading}\n\n{describe(parameters)}\n"
