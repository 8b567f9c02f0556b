"""Environments with Gymnasium's conventions: reset(seed) -> observation, info; step(action) -> five values."""
from __future__ import annotations

import os
import time
from typing import Any

import numpy as np

from .. import _core
from .._errors import InputError
from .episodes import Episodes
from .picture import Picture
from .spaces import NEXT_STEP, Box, Env, VectorEnv
from .task import Task


def _task(task: Task | str | os.PathLike) -> Task:
    return task if isinstance(task, Task) else Task.read(task)


def _seed(random: np.random.Generator) -> int:
    return int(random.integers(2**63))


def _spaces(episodes: Episodes) -> tuple[Box, Box]:
    observed = len(episodes.formulas.observations)
    return (Box(-np.inf, np.inf, (observed,), np.float32), Box(-1.0, 1.0, (len(episodes.actions),), np.float32))


class MachineEnv(Env):
    """One machine with a task: a Task, or the path of its YAML file.

    Derive from it to change what formulas cannot say: `observation`, `reward` and `info` may be overridden.
    render_mode "human" serves the live page on this computer from the first reset() on, prints its address (`page_url`)
    and keeps step() to the clock; close() ends it.
    """
    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 20}

    def __init__(self, task: Task | str | os.PathLike, render_mode: str | None = None):
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f'render_mode: "{render_mode}" is unknown; expected one of ' + ", ".join(self.metadata["render_modes"]))
        self.task, self.render_mode = _task(task), render_mode
        self.episodes = Episodes(self.task)
        self.model = self.episodes.model
        self.metadata = {**self.metadata, "render_fps": round(1 / (self.episodes.ticks * self.model.step_size))}
        self.observation_space, self.action_space = _spaces(self.episodes)
        self._over = True
        self._picture: Picture | None = None
        self._page: _core.LivePage | None = None
        self._due = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict]:
        super().reset(seed=seed)
        self.episodes.reset(np.array([0]), [_seed(self.np_random)])
        self._over = False
        self._show()
        values = self.episodes.values()
        return self.observation(values), self.info({"time": values["time"]})

    def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict]:
        if self._over:
            raise InputError("step: the episode is over; expected reset() first")
        values, rewards, terminated, truncated, more = self.episodes.step(np.asarray(action, dtype=float)[None])
        self._over = bool(terminated[0] or truncated[0])
        self._show()
        if more["failed"][0]:
            more["problem"] = [self.episodes.batch.problem(0)]
        return (self.observation(values), self.reward(values, float(rewards[0])), bool(terminated[0]), bool(truncated[0]),
                self.info(more))

    def observation(self, values: dict[str, np.ndarray]) -> np.ndarray:
        """`values`: channels, goals and actions by name, an array of one number each."""
        return self.episodes.observe(values)[0]

    def reward(self, values: dict[str, np.ndarray], reward: float) -> float:
        """`reward` is the task's own."""
        return reward

    def info(self, more: dict) -> dict:
        return {name: value[0].item() if isinstance(value, np.ndarray) else value[0] for name, value in more.items()}

    @property
    def page_url(self) -> str | None:
        """Where the live page is, while it is."""
        return self._page.url if self._page else None

    def _show(self) -> None:
        """The state onto the live page, not before its time."""
        if self.render_mode != "human":
            return
        if self._page is None:
            self._page = _core.LivePage(self.model)
            print(f"{self.task.name}: {self._page.url}", flush=True)
        now = time.monotonic()
        if now < self._due:
            time.sleep(self._due - now)
        self._due = max(now, self._due) + self.episodes.ticks * self.model.step_size
        self._page.show(self.episodes.batch.state(0))

    def close(self) -> None:
        if self._page:
            self._page.close()
        self._page = None
        super().close()

    def render(self) -> np.ndarray | None:
        if self.render_mode != "rgb_array":
            return None
        if self._picture is None:
            self._picture = Picture(self.model)
        goals = self.episodes.goals
        marks = [(goals["x"][0], goals["y"][0])] if {"x", "y"} <= set(goals) else []
        return self._picture.draw(self.episodes.batch.state(0), marks)


class MachineVectorEnv(VectorEnv):
    """Many machines with one task, on Batch.

    An environment whose episode ended is reset by the next call of step(), which ignores its action and returns reward 0:
    Gymnasium's AutoresetMode.NEXT_STEP.
    """

    def __init__(self, task: Task | str | os.PathLike, num_envs: int, threads: int | None = None):
        self.task = _task(task)
        self.episodes = Episodes(self.task, num_envs, threads or os.cpu_count() or 1)
        self.model, self.num_envs, self.render_mode = self.episodes.model, num_envs, None
        self.metadata = {"render_modes": [], "autoreset_mode": NEXT_STEP}
        self.single_observation_space, self.single_action_space = _spaces(self.episodes)
        self.observation_space, self.action_space = (Box(space.low.min(), space.high.max(), (num_envs, *space.shape), np.float32)
                                                     for space in (self.single_observation_space, self.single_action_space))
        self._randoms = [np.random.default_rng() for _ in range(num_envs)]
        self._over = np.ones(num_envs, dtype=bool)

    def reset(self, *, seed: int | list[int] | None = None, options: dict | None = None) -> tuple[np.ndarray, dict]:
        if seed is not None:
            seeds = [seed + k for k in range(self.num_envs)] if np.ndim(seed) == 0 else list(seed)
            if len(seeds) != self.num_envs:
                raise InputError(f"seed: expected a number or {self.num_envs} of them; found {len(seeds)}")
            self._randoms = [np.random.default_rng(one) for one in seeds]
        self._start(np.arange(self.num_envs))
        return self.episodes.observe(self.episodes.values()), {}

    def _start(self, instances: np.ndarray) -> None:
        self.episodes.reset(instances, [_seed(self._randoms[k]) for k in instances])
        self._over[instances] = False

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict]:
        again = np.flatnonzero(self._over)
        if len(again) == self.num_envs:
            self._start(again)
            zeros = np.zeros(self.num_envs)
            return self.episodes.observe(self.episodes.values()), zeros, zeros.astype(bool), zeros.astype(bool), {}
        values, rewards, terminated, truncated, more = self.episodes.step(actions)
        observed = self.episodes.observe(values)
        if len(again):
            self._start(again)
            observed[again] = self.episodes.observe(self.episodes.values())[again]
            rewards[again] = 0.0
            terminated[again] = truncated[again] = False
            more["success"][again] = more["failed"][again] = False
            more["time"] = np.where(np.isin(np.arange(self.num_envs), again), 0.0, more["time"])
        self._over = terminated | truncated
        return observed, rewards, terminated, truncated, more
