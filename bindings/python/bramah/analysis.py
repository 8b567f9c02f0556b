"""Where a machine rests, what it is to first order, how methods compare."""
from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, Mapping

import numpy as np

from . import _core
from ._core import Model
from ._errors import InputError
from .simulate import as_model


@dataclass(frozen=True)
class Statics:
    """Where a machine rests; values in SI."""
    converged: bool
    residual: float
    message: str
    solved: dict[str, float]
    cylinder_forces: dict[str, float]
    unstable: str
    growth: float


def statics(model: Model | str | os.PathLike, **options: Any) -> Statics:
    """Solves for the rest that the file asks for."""
    return Statics(**_core.statics(as_model(model, options)))


@dataclass(frozen=True)
class Linear:
    """dx/dt = A x + B u, y = C x + D u about a state; `scipy.signal.StateSpace(*linear.abcd)` takes it as it is."""
    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: list[str]
    inputs: list[str]
    outputs: list[str]
    units: dict[str, str]
    operating_point: dict[str, float]
    poles: np.ndarray
    time: float
    converged: bool
    message: str
    unrest: float
    frozen: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def abcd(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        return self.A, self.B, self.C, self.D


def linearize(model: Model | str | os.PathLike, at: float | str | None = None, equilibrium: bool = False,
              freeze: Iterable[str] = (), state: Mapping[str, float] | None = None, outputs: Iterable[str] = (),
              **options: Any) -> Linear:
    """Makes a machine linear: after a run to `at`, at the nearest rest with equilibrium=True."""
    found = _core.linearize(as_model(model, options), at, equilibrium, list(freeze), dict(state or {}), list(outputs))
    groups = {kind: found.pop(kind) for kind in ("states", "inputs", "outputs")}
    every = [entry for group in groups.values() for entry in group]
    return Linear(**{**found, "poles": np.array(found["poles"], dtype=complex)},
                  **{kind: [name for name, _, _ in group] for kind, group in groups.items()},
                  units={name: unit for name, unit, _ in every},
                  operating_point={name: value for name, _, value in every})


class Table:
    """Rows of a comparison or a study, as dicts and as a pandas table."""

    def __init__(self, core):
        self._core = core
        self.data: dict[str, Any] = json.loads(core.json)
        self.rows: list[dict[str, Any]] = self.data["rows"]

    def to_pandas(self):
        import pandas
        return pandas.DataFrame(self.rows)

    def report(self, path: str | os.PathLike) -> None:
        """Writes the HTML page."""
        self._core.report(os.fspath(path))

    def save(self, path: str | os.PathLike) -> None:
        """Writes CSV."""
        self._core.save(os.fspath(path))

    def __len__(self) -> int:
        return len(self.rows)


@contextlib.contextmanager
def _file_of(model: Model | str | os.PathLike, options: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A path for what reads files, and the options to load it with; a Model's files are laid out anew."""
    if not isinstance(model, Model):
        yield os.fspath(model), options
        return
    with tempfile.TemporaryDirectory() as folder:
        places = {path: Path(os.path.normpath(os.path.join("/", path))) for path in model.files}
        top = Path(os.path.commonpath([place.parent for place in places.values()]))
        for path, text in model.files.items():
            place = Path(folder) / places[path].relative_to(top)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(text)
        own = model.options
        if isinstance(options.get("set"), Mapping) or isinstance(own.get("set"), list) and options.get("set"):
            raise InputError("set: expected none beside a Model; load the file with all of them")
        yield str(Path(folder) / places[model.path].relative_to(top)), {**own, **options}


def progress_bar(width: int = 40) -> Callable[[float], None]:
    """Draws a bar on stderr; pass it as `progress`."""
    def draw(fraction: float) -> None:
        done = int(width * fraction)
        print(f"\r[{'#' * done}{' ' * (width - done)}] {100 * fraction:3.0f} %", end="\n" if fraction >= 1 else "",
              file=sys.stderr, flush=True)
    return draw


def _progress(progress: bool | Callable | None) -> Callable | None:
    return progress_bar() if progress is True else progress or None


def compare(model: Model | str | os.PathLike, methods: Iterable[str] = (), integrators: Iterable[str] = (),
            steps: Iterable[float | str] = (), repeats: int = 3, progress: bool | Callable | None = None,
            **options: Any) -> Table:
    """Methods x integrators x steps: cost, error and order of each."""
    seconds = [_core.parse_quantity(step, "s") for step in steps]
    with _file_of(model, options) as (path, load):
        return Table(_core.compare(path, list(methods), list(integrators), seconds, repeats, _progress(progress), load))

