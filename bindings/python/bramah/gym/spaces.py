"""Gymnasium's classes where it is installed, else the few that an environment needs."""
from __future__ import annotations

import numpy as np

try:
    import gymnasium
    from gymnasium import Env
    from gymnasium.spaces import Box
    from gymnasium.vector import AutoresetMode, VectorEnv
    NEXT_STEP = AutoresetMode.NEXT_STEP
except ImportError:
    gymnasium = None
    NEXT_STEP = "NextStep"

    class Env:
        """What is common to environments."""
        metadata: dict = {"render_modes": []}
        render_mode: str | None = None
        spec = None
        _np_random: np.random.Generator | None = None

        @property
        def np_random(self) -> np.random.Generator:
            if self._np_random is None:
                self._np_random = np.random.default_rng()
            return self._np_random

        @np_random.setter
        def np_random(self, random: np.random.Generator) -> None:
            self._np_random = random

        def reset(self, *, seed: int | None = None, options: dict | None = None) -> None:
            """Seeds np_random, with Gymnasium's bits."""
            if seed is not None:
                self._np_random = np.random.default_rng(seed)

        @property
        def unwrapped(self):
            return self

        def close(self) -> None:
            pass

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

    class VectorEnv(Env):
        num_envs: int = 0

    class Box:
        """Numbers between bounds."""

        def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
            self.shape = tuple(shape if shape is not None else np.shape(low))
            self.dtype = np.dtype(dtype)
            self.low = np.broadcast_to(np.asarray(low, dtype), self.shape)
            self.high = np.broadcast_to(np.asarray(high, dtype), self.shape)
            self.seed(seed)

        def seed(self, seed=None) -> None:
            self._random = np.random.default_rng(seed)

        def sample(self) -> np.ndarray:
            bounded = np.isfinite(self.low) & np.isfinite(self.high)
            low, high = np.where(bounded, self.low, 0), np.where(bounded, self.high, 1)
            drawn = np.where(bounded, self._random.uniform(low, high), self._random.normal(size=self.shape))
            return drawn.astype(self.dtype)

        def contains(self, x) -> bool:
            x = np.asarray(x)
            return (x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and bool(np.all(x >= self.low) and np.all(x <= self.high)))

        __contains__ = contains

        def __eq__(self, other) -> bool:
            return (isinstance(other, Box) and self.shape == other.shape and self.dtype == other.dtype
                    and np.array_equal(self.low, other.low) and np.array_equal(self.high, other.high))

        def __repr__(self) -> str:
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"
