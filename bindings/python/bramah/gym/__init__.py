"""Environments with Gymnasium's conventions; Gymnasium itself is needed only for its registry and wrappers.

    env = bramah.gym.make("Crane-v0")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
"""
from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._errors import InputError
from .environments import MachineEnv, MachineVectorEnv
from .expressions import Expression
from .spaces import gymnasium
from .task import Task

__all__ = ["Expression", "MachineEnv", "MachineVectorEnv", "TASKS", "Task", "make", "make_vec", "register_all", "task"]

_FOLDER = Path(__file__).parent
TASKS = {"Crane-v0": "crane.yaml", "Excavator-v0": "excavator.yaml", "Servo-v0": "servo.yaml"}


@dataclass
class Spec:
    """What Gymnasium's EnvSpec says, where that is not installed."""
    id: str
    kwargs: dict[str, Any] = field(default_factory=dict)
    max_episode_steps: int | None = None


def task(name: str) -> Task:
    """The task of a ready environment, to be changed with with_()."""
    if name not in TASKS:
        near = difflib.get_close_matches(name, TASKS, 1)
        raise InputError(f'there is no task "{name}"; ' + (f'did you mean "{near[0]}"?' if near else "expected one of " + ", ".join(TASKS)))
    return Task.read(_FOLDER / TASKS[name])


def make(name: str, **keys: Any) -> MachineEnv:
    """A ready environment; with Gymnasium gymnasium.make("bramah/Crane-v0") does the same, in its wrappers."""
    env = MachineEnv(task(name), **keys)
    if env.spec is None:
        env.spec = Spec(f"bramah/{name}", keys) if gymnasium is None else gymnasium.envs.registration.EnvSpec(
            f"bramah/{name}", entry_point=f"{__name__}:make", kwargs={"name": name, **keys})
    return env


def make_vec(name: str, num_envs: int, **keys: Any) -> MachineVectorEnv:
    """The same for many machines at once."""
    return MachineVectorEnv(task(name), num_envs, **keys)


def register_all() -> None:
    """Called by Gymnasium through the entry point of the package."""
    if gymnasium is None:
        raise InputError("Gymnasium is not installed; bramah.gym.make() works without it")
    for name in TASKS:
        gymnasium.register(name, entry_point=f"{__name__}:make", kwargs={"name": name},
                           vector_entry_point=f"{__name__}:make_vec")
