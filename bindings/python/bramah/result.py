"""What a run recorded, as numpy columns."""
from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING, Any, Iterable

import numpy as np

from ._core import Run
from ._errors import InputError

if TYPE_CHECKING:
    from ._core import Model

# What engineers read; everything else is shown in SI.
_SHOWN = {"Pa": ("bar", 1e-5), "m": ("mm", 1e3), "m3/s": ("l/min", 6e4), "rad": ("deg", 180 / math.pi), "N": ("kN", 1e-3)}


class Result:
    """Rows of channels over time. `result["lift.A.p"]` is a column, in SI; `units` has their units."""

    def __init__(self, run: Run):
        self._run = run
        self.model: "Model" = run.model
        self.columns = [channel.name for channel in self.model.channels]
        self.units = {channel.name: channel.unit for channel in self.model.channels}
        self._index = {name: k for k, name in enumerate(self.columns)}

    @property
    def time(self) -> np.ndarray:
        """Instants of the rows [s]."""
        return self._run.time

    @property
    def values(self) -> np.ndarray:
        """All channels: rows x columns, a view without a copy."""
        return self._run.values

    @property
    def poses(self) -> np.ndarray:
        """x, y, z of each point of model.drawing at each row, where the run kept them (poses=True) [m]."""
        return self._run.poses

    @property
    def summary(self) -> dict[str, Any]:
        """Steps, times, iterations, energies: as `bramah run --json` prints them."""
        return json.loads(self._run.summary_json)

    @property
    def warnings(self) -> list[str]:
        """What makes the results doubtful, in sentences."""
        return self._run.warnings

    def __len__(self) -> int:
        return len(self.time)

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._index:
            self.model.select([name])  # raises, with a suggestion
        return self.values[:, self._index[name]]

    def __repr__(self) -> str:
        return f'<Result of "{self.model.name}": {len(self)} rows of {len(self.columns)} channels>'

    def save(self, path: str | os.PathLike) -> None:
        """Writes .csv or .h5, as `bramah run -o` does."""
        self._run.save(os.fspath(path))

    def report(self, path: str | os.PathLike) -> None:
        """Writes the HTML page of `bramah run --report`."""
        self._run.report(os.fspath(path))

    def to_pandas(self):
        """A pandas.DataFrame by time; `frame.attrs["units"]` has the units."""
        import pandas
        frame = pandas.DataFrame(self.values.copy(), columns=self.columns, index=pandas.Index(self.time.copy(), name="time [s]"))
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_xarray(self):
        """An xarray.Dataset by time; each variable has its unit and description."""
        import xarray
        about = {channel.name: {"units": channel.unit, "long_name": channel.description} for channel in self.model.channels}
        data = {name: ("time", self[name].copy(), about[name]) for name in self.columns}
        return xarray.Dataset(data, {"time": ("time", self.time.copy(), {"units": "s"})}, {"model": self.model.name})

    def plot(self, channels: str | Iterable[str] | None = None, axes=None):
        """Curves over time with matplotlib, a panel for each unit; returns the array of axes."""
        import matplotlib.pyplot as plt
        names = [channels] if isinstance(channels, str) else list(channels or self._usual())
        groups: dict[str, list[str]] = {}
        for name in names:
            self[name]
            groups.setdefault(self.units[name], []).append(name)
        if axes is None:
            height = 1 + 2.2 * len(groups)
            _, axes = plt.subplots(len(groups), 1, sharex=True, squeeze=False, figsize=(8, height), constrained_layout=True)
        axes = np.atleast_1d(np.asarray(axes, dtype=object)).ravel()
        if len(axes) < len(groups):
            raise InputError(f"axes: expected {len(groups)}, one for each unit; found {len(axes)}")
        for panel, (unit, members) in zip(axes, groups.items()):
            shown, factor = _SHOWN.get(unit, (unit, 1.0))
            for name in members:
                panel.plot(self.time, factor * self[name], label=name)
            panel.set_ylabel(f"[{shown}]" if shown != "1" else "[-]")
            panel.legend(loc="best", fontsize="small")
            panel.grid(alpha=0.3)
        axes[len(groups) - 1].set_xlabel("time [s]")
        return axes

    def _usual(self) -> list[str]:
        """Lengths of cylinders and pressures."""
        found = [name for name in self.columns if name.endswith((".length", ".p"))]
        return found or self.columns[:4]
