"""Episodes of a task in many instances: what single and vector environments share."""
from __future__ import annotations

import numpy as np

from .. import _core
from .._errors import InputError
from ..batch import Batch
from .task import Formulas, Task


class Episodes:
    """n instances of a task. Actions are -1 to 1 of each lever's range; everything is arrays with a row for each."""

    def __init__(self, task: Task, n: int = 1, threads: int = 1):
        self.task, self.model = task, task.model()
        self.batch = Batch(self.model, n, threads, task.vary)
        self.actions, self._columns, self._ranges = self._levers()
        self.formulas = Formulas(task, self.model, self.actions)
        self._scales = np.array([float(scale) for scale in task.observations.values()])
        self._select = self.model.select(self.formulas.channels)
        self._row = np.empty((n, len(self.formulas.channels)))
        self.ticks = max(1, round(_core.parse_quantity(task.period, "s") / self.model.step_size))
        self.length = max(1, round(_core.parse_quantity(task.duration, "s") / (self.ticks * self.model.step_size)))
        self.steps = np.zeros(n, dtype=int)
        self.pose = np.zeros(n, dtype=int)
        self.goals = {name: np.zeros(n) for name in (task.poses[0] if task.poses else task.goals)}
        self._inputs = np.tile(self.model.input_defaults, (n, 1))
        self._action = np.zeros((n, len(self.actions)))

    def _levers(self) -> tuple[list[str], list[int], np.ndarray]:
        ranges = {lever["signal"]: lever["range"] for lever in self.model.controls}
        names = list(self.task.actions) or list(ranges)
        for name in names:
            if name not in self.model.inputs:
                raise InputError(f'actions: "{name}" is no input of the machine; expected some of ' + ", ".join(self.model.inputs))
        if not names:
            raise InputError("actions: the machine has no levers; expected names of its inputs")
        return names, [self.model.inputs.index(name) for name in names], np.array([ranges.get(name, 1.0) for name in names])

    def __len__(self) -> int:
        return len(self.batch)

    def reset(self, instances: np.ndarray, seeds: list[int]) -> None:
        """Starts these anew; goals and parameters follow from the seed alone."""
        for instance, seed in zip(instances, seeds):
            random = np.random.default_rng(seed)
            for name, (low, high) in self.task.goals.items():
                self.goals[name][instance] = random.uniform(low, high)
        self.batch.reset(np.asarray(instances, dtype=int), seeds=seeds if self.task.vary else None)
        self.steps[instances] = 0
        self.pose[instances] = 0
        self._action[instances] = 0.0
        self._aim(instances)

    def _aim(self, instances) -> None:
        """Goals of the present pose."""
        for instance in instances if self.task.poses else ():
            wanted = self.task.poses[min(self.pose[instance], len(self.task.poses) - 1)]
            for name, value in wanted.items():
                self.goals[name][instance] = float(value)

    def values(self) -> dict[str, np.ndarray]:
        """What formulas read."""
        self.batch.observe(self._select, self._row)
        return self._named()

    def _named(self) -> dict[str, np.ndarray]:
        row = self._row
        found = {name: row[:, k] for k, name in enumerate(self.formulas.channels)}
        found.update({f"goal.{name}": value for name, value in self.goals.items()})
        found.update({f"action.{name}": self._action[:, k] for k, name in enumerate(self.actions)})
        found["time"] = self.steps * self.ticks * self.model.step_size
        found["goal.left"] = np.maximum(len(self.task.poses) - self.pose, 0).astype(float)
        return found

    def observe(self, values: dict[str, np.ndarray]) -> np.ndarray:
        columns = [np.broadcast_to(formula(values), (len(self),)) for formula in self.formulas.observations]
        return (np.stack(columns, axis=1) / self._scales).astype(np.float32)

    def step(self, actions: np.ndarray) -> tuple[dict[str, np.ndarray], np.ndarray, np.ndarray, np.ndarray, dict]:
        """One control period: what formulas read afterwards, rewards, terminated, truncated and more."""
        wanted = np.asarray(actions, dtype=float)
        if wanted.shape != self._action.shape:
            raise InputError(f"action: expected shape {self._action.shape[-1:]} of numbers from -1 to 1; found {wanted.shape}")
        if not np.isfinite(wanted).all():
            raise InputError("action: expected finite numbers")
        self._action[...] = np.clip(wanted, -1.0, 1.0)
        self._inputs[:, self._columns] = self._action * self._ranges
        failed = self.batch.step(self._inputs, self.ticks, self._select, self._row)
        self.steps += 1
        values = self._named()
        n = len(self)
        rewards = np.where(failed, self.task.failure, np.broadcast_to(self.formulas.reward(values), (n,)))
        terminated = failed | self._holds(self.formulas.terminated, values)
        if self.task.poses:
            near = self._holds(self.formulas.reached, values) & ~failed
            rewards = rewards + self.task.reached_reward * near
            self.pose += near
            terminated |= self.pose >= len(self.task.poses)
            self._aim(np.flatnonzero(near))
            values.update({f"goal.{name}": value for name, value in self.goals.items()})
            values["goal.left"] = np.maximum(len(self.task.poses) - self.pose, 0).astype(float)
        truncated = (self.steps >= self.length) & ~terminated
        more = {"success": self._holds(self.formulas.success, values) & ~failed, "failed": failed, "time": values["time"]}
        return values, rewards, terminated, truncated, more

    def _holds(self, formula, values) -> np.ndarray:
        if formula is None:
            return np.zeros(len(self), dtype=bool)
        return np.broadcast_to(formula(values), (len(self),)).astype(bool)
