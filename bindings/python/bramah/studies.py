"""Many runs of one machine: in memory, or kept in a folder and gone on with after any interruption."""
from __future__ import annotations

import json
import os
import tempfile
from typing import Any, Callable, Iterable, Mapping

from . import _core
from ._core import Model
from ._errors import InputError
from .analysis import Table, _file_of, _progress


class Results:
    """What a folder of a study holds, also while somebody writes there: `Results("results").to_pandas()`."""

    def __init__(self, folder: str | os.PathLike):
        self.folder = os.fspath(folder)
        self._core = _core.KeptResults(self.folder)
        self._temporary: tempfile.TemporaryDirectory | None = None
        self._bounds: list[str] = []

    @property
    def runs(self) -> int:
        """How many the design has; `len()` says how many are there."""
        return self._core.runs

    @property
    def facts(self) -> dict[str, str]:
        """Program, model, hash, task, design, seed, definition, and the texts of the files."""
        return dict(self._core.facts)

    def columns(self) -> dict[str, Any]:
        """Heading and column: axes in the units they were typed in, measures in SI."""
        return self._core.columns()

    def to_pandas(self):
        import pandas
        return pandas.DataFrame(self.columns()).set_index("run")

    @property
    def data(self) -> dict[str, Any]:
        """What `bramah study --show FOLDER --json` prints."""
        return json.loads(self._core.json(self._bounds, 10.0))

    @property
    def rows(self) -> list[dict[str, Any]]:
        return self.data["rows"]

    def take_offs(self, bounds: Iterable[str]) -> list[dict[str, Any]]:
        """The longest steps that keep bounds, e.g. ["length_error=0.1mm"]: of grids with an axis of steps."""
        return json.loads(self._core.json(list(bounds), 10.0))["take_offs"]

    def report(self, path: str | os.PathLike) -> None:
        """Writes the HTML page."""
        self._core.report(os.fspath(path), self._bounds, 10.0)

    def save(self, path: str | os.PathLike) -> None:
        """Writes CSV."""
        self._core.save(os.fspath(path))

    def __len__(self) -> int:
        return len(self.columns()["run"])

    def __str__(self) -> str:
        return self._core.text


def _words(values: Any) -> list[str]:
    return [values] if isinstance(values, str) else [str(value) for value in values]


def _named(values: Mapping | Iterable[str]) -> list[str]:
    return [f"{name} = {text}" for name, text in values.items()] if isinstance(values, Mapping) else list(values)


def _settings(over: Mapping, measures: list[str], bounds: Iterable[str], reference: str, task: str, design: str | Mapping, chart: Mapping,
              correlate: Mapping, find: Mapping, so_that: str) -> _core.StudySettings:
    s = _core.StudySettings()
    s.over = [(name, _words(values)) for name, values in over.items()]
    s.measures, s.bounds = measures, list(bounds)
    s.reference, s.task, s.so_that = reference, task, so_that
    plan = {"kind": design} if isinstance(design, str) else dict(design)
    s.design, s.runs, s.seed = plan.pop("kind", ""), plan.pop("runs", 0), plan.pop("seed", None)
    if plan:
        raise InputError(f"design: expected kind, runs and seed; found {', '.join(plan)}")
    s.chart = [(name, value if isinstance(value, str) else ",".join(_words(value)) if isinstance(value, (list, tuple)) else str(value))
               for name, value in chart.items()]
    s.correlate = [(*pair, coefficient) for pair, coefficient in correlate.items()]
    s.find = next((f"{name}={value}" for name, value in find.items()), "")
    return s


def study(model: Model | str | os.PathLike = "", over: Mapping[str, Iterable | str] = {}, channels: Iterable[str] = (),
          reference: str = "", bounds: Iterable[str] = (), jobs: int = 0, progress: bool | Callable | None = None, *,
          measures: Mapping[str, str] | Iterable[str] = (), into: str | os.PathLike | None = None, task: str = "",
          design: str | Mapping[str, Any] = "", chart: Mapping[str, Any] = {}, correlate: Mapping[tuple[str, str], float] = {},
          find: Mapping[str, str] = {}, so_that: str = "", **options: Any) -> Table | Results:
    """Runs every combination of the values in `over` ({"lift.bore": ["80mm", "90mm"], "step": "1ms:8ms:4:geometric"}), or of a study file.

    into: a folder that keeps the rows; called again, the study goes on where it was. measures: {"peak": "max(lift.A.p)"};
    design: {"kind": "sobol", "runs": 256, "seed": 1} with axes like "normal(80 mm, 1 %)"; correlate: {("a", "b"): 0.6}; task: run,
    statics, linearize, chart or formula; find and so_that: {"payload": "0 kg:20 t"}, "lift.A.p = 210 bar".
    """
    bounds = list(bounds)
    settings = _settings(over, [*channels, *_named(measures)], bounds, reference, task, design, chart, correlate, find, so_that)
    with _file_of(model, options) as (path, load):
        file = _core.StudyFile(path, settings, load)
        if into is None and not file.is_experiment:
            return Table(file.study(jobs, _progress(progress)))
        temporary = tempfile.TemporaryDirectory() if into is None else None
        folder = os.fspath(into) if temporary is None else temporary.name
        file.carry_out(folder, jobs, _progress(progress))
    results = Results(folder)
    results._temporary, results._bounds = temporary, bounds
    return results
