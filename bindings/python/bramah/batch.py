"""Many machines at once."""
from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Sequence

import numpy as np

from . import _core
from ._core import Model, State
from ._errors import InputError

Range = tuple[Any, Any] | Sequence[Any]


class Batch:
    """n instances of a machine, stepped by C++ threads; their States are the rows of `states`.

    vary: paths of model.parameters to what each instance draws when it is reset with a seed: (lowest, highest) for a
    value between the two, both SI numbers or text with a unit ("80 kg"), or a list of three or more to choose from.
    Which bits come out does not depend on `threads`.
    """

    def __init__(self, model: Model, n: int, threads: int | None = None, vary: Mapping[str, Range] | None = None):
        if not isinstance(model, Model):
            raise InputError(f"model: expected a Model; found {type(model).__name__}")
        self.model = model
        self._core = _core.BatchCore(model, n, threads or os.cpu_count() or 1)
        self.vary = dict(vary or {})
        self.drawn: list[dict[str, str]] = [{} for _ in range(n)]
        for path, values in self.vary.items():
            if isinstance(values, str) or len(values) < 2:
                raise InputError(f"vary: {path}: expected (lowest, highest) or a list to choose from")

    def __len__(self) -> int:
        return len(self._core)

    @property
    def threads(self) -> int:
        return self._core.threads

    @property
    def states(self) -> np.ndarray:
        """n x numbers: the States themselves, to read and to write."""
        return self._core.states

    @property
    def time(self) -> np.ndarray:
        """Of each instance [s]."""
        return self.states[:, 0] * self.states[:, 1]

    @property
    def failed(self) -> np.ndarray:
        """Which instances stopped; they stay where they are until they are reset."""
        return self._core.failed

    def problem(self, instance: int) -> str:
        """Why an instance stopped; empty if it did not."""
        return self._core.problem(instance)

    def culprit(self, instance: int) -> str:
        return self._core.culprit(instance)

    def step(self, inputs: np.ndarray | None = None, ticks: int = 1, channels: Iterable[str] | None = None,
             out: np.ndarray | None = None) -> np.ndarray:
        """Advances all by some ticks with inputs[n, k] (or one row for all) held; returns `failed`.

        With channels, what observe() would say of them afterwards goes into `out`, for less.
        """
        if (channels is None) != (out is None):
            raise InputError("step: expected channels and out together")
        self._core.step(inputs, ticks, channels, out)
        return self._core.failed

    def observe(self, channels: Iterable[str] | None = None, out: np.ndarray | None = None) -> np.ndarray:
        """n x channels; into `out` if given."""
        return self._core.observe(channels, out)

    def state(self, instance: int) -> State:
        """A copy of one instance's State."""
        return self._core.state(instance)

    def set_state(self, instance: int, state: State) -> None:
        self._core.set_state(instance, state)

    def reset(self, mask: np.ndarray | Sequence[int] | None = None, seeds: Iterable[int] | None = None) -> None:
        """Starts instances anew: all, those of a boolean mask, or those of a list of numbers.

        With seeds, one for each of them, they draw the parameters of `vary` anew; without, they keep theirs.
        """
        chosen = self._chosen(mask)
        if seeds is None:
            self._core.reset(chosen)
            return
        seeds = [int(seed) for seed in seeds]
        if len(seeds) != len(chosen):
            raise InputError(f"seeds: expected {len(chosen)}, one for each instance; found {len(seeds)}")
        self.set_parameters(chosen, [self._draw(np.random.default_rng(seed)) for seed in seeds])

    def set_parameters(self, instances: Sequence[int], parameters: Sequence[Mapping[str, Any]]) -> None:
        """Gives instances values of their own, {path: "90 kg" or SI}, and starts them anew."""
        texts = [{path: value if isinstance(value, str) else f"{float(value)!r} SI" for path, value in one.items()}
                 for one in parameters]
        self._core.rebuild(list(instances), [[f"{path}={value}" for path, value in one.items()] for one in texts])
        for instance, one in zip(instances, texts):
            self.drawn[instance] = one

    def _chosen(self, mask) -> list[int]:
        if mask is None:
            return list(range(len(self)))
        array = np.asarray(mask)
        if array.dtype == bool:
            if array.shape != (len(self),):
                raise InputError(f"mask: expected {len(self)} truth values; found shape {array.shape}")
            return np.flatnonzero(array).tolist()
        if array.size and (array.ndim != 1 or not np.issubdtype(array.dtype, np.integer) or array.min() < 0):
            raise InputError("mask: expected truth values, or a list of instances")
        return array.astype(int).tolist()

    def _draw(self, random: np.random.Generator) -> dict[str, str]:
        drawn = {}
        for path, values in self.vary.items():
            if len(values) > 2:
                choice = values[int(random.integers(len(values)))]
                drawn[path] = choice if isinstance(choice, str) else f"{float(choice)!r} SI"
                continue
            share = float(random.random())
            low, high = values
            if isinstance(low, str) != isinstance(high, str):
                raise InputError(f"vary: {path}: expected two texts with units or two numbers; found {low!r}, {high!r}")
            drawn[path] = (f"({low}) + {share!r}*(({high}) - ({low}))" if isinstance(low, str)
                           else f"{low + share * (high - low)!r} SI")
        return drawn
