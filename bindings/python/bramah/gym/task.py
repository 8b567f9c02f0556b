"""What an environment is about: machine, actions, observations, reward, episode, what is drawn at random."""
from __future__ import annotations

import json
import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Mapping

from .. import _core
from .._core import Model
from .._errors import InputError
from .expressions import Expression


@dataclass
class Task:
    """A task in the terms of a machine's channels; each key may stand in a YAML file of the same names.

    Formulas read channels, `goal.NAME`, `action.NAME` (-1 to 1), `time` in the episode [s] and, where there are `poses`,
    `goal.left`: how many are still to be reached.
    """
    name: str
    machine: str | Model                    # path of a machine file, from the task's own folder, or a Model
    observations: Mapping[str, float]       # formula -> scale: what it is divided by
    reward: str                             # formula, once every control period
    actions: list[str] = field(default_factory=list)  # inputs or levers; empty: all levers
    goals: Mapping[str, tuple[float, float]] = field(default_factory=dict)  # name -> range, drawn at each reset
    poses: list[Mapping[str, float]] = field(default_factory=list)  # instead: goals reached one after the other
    reached: str = ""                       # formula: the present pose is reached; the next one becomes the goal
    reached_reward: float = 1.0
    success: str = ""                       # formula, true at the end of an episode that went well
    terminated: str = ""                    # formula: the episode ends
    failure: float = -10.0                  # reward where the machine cannot be stepped on
    period: str | float = 0.05              # between two actions
    duration: str | float = 10.0            # of an episode
    vary: Mapping[str, Any] = field(default_factory=dict)  # as of Batch: parameters drawn at each reset
    options: Mapping[str, Any] = field(default_factory=dict)  # as of load()
    folder: str = ""

    def with_(self, **changes: Any) -> "Task":
        """The same task with some keys replaced."""
        return replace(self, **changes)

    def model(self) -> Model:
        if isinstance(self.machine, Model):
            return self.machine
        return _core.load(os.path.join(self.folder, self.machine), **{"controls": True, **self.options})

    @staticmethod
    def read(path: str | os.PathLike) -> "Task":
        """A task from a YAML file."""
        path = Path(path)
        data = json.loads(_core.document_json(path.read_text(), str(path)))
        known = {one.name for one in fields(Task)} - {"folder"}
        if not isinstance(data, dict) or not {"name", "machine", "observations", "reward"} <= set(data):
            raise InputError(f"{path}:1: expected name, machine, observations and reward")
        for key in data:
            if key not in known:
                raise InputError(f'{path}:1: unknown key "{key}"; expected one of ' + ", ".join(sorted(known)))
        numbers = {"observations": _numbers, "goals": _ranges, "poses": lambda all: [_numbers(one) for one in all],
                   "vary": dict, "failure": float, "reached_reward": float}
        try:
            data = {key: numbers[key](value) if key in numbers else value for key, value in data.items()}
        except (TypeError, ValueError) as error:
            raise InputError(f"{path}:1: expected numbers: {error}") from error
        return Task(**data, folder=str(path.parent))


def _numbers(values: Mapping[str, str]) -> dict[str, float]:
    return {name: float(value) for name, value in values.items()}


def _ranges(values: Mapping[str, list[str]]) -> dict[str, tuple[float, float]]:
    return {name: (float(low), float(high)) for name, (low, high) in values.items()}


class Formulas:
    """A task's formulas against a model: what they read, checked once."""

    def __init__(self, task: Task, model: Model, actions: list[str]):
        self.observations = [Expression(text) for text in task.observations]
        self.reward = Expression(task.reward)
        self.reached, self.success, self.terminated = (Expression(text) if text else None
                                                       for text in (task.reached, task.success, task.terminated))
        goals = {f"goal.{name}" for pose in task.poses[:1] for name in pose} | {f"goal.{name}" for name in task.goals}
        others = goals | {f"action.{name}" for name in actions} | {"time", "goal.left"}
        every = [*self.observations, self.reward, *filter(None, (self.reached, self.success, self.terminated))]
        names = sorted(set().union(*(one.names for one in every)) - others)
        wrong = [name for name in names if name.startswith(("goal.", "action."))]
        if wrong:
            raise InputError(f'there is no "{wrong[0]}" in this task; expected one of ' + ", ".join(sorted(others)))
        model.select(names)  # raises for what is no channel
        self.channels = names
