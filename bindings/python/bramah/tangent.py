"""How one step answers to small changes of where it begins, of its inputs and of the machine's parameters."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Mapping

import numpy as np

from . import _core
from ._core import Model, State
from ._errors import InputError, StepError
from .batch import Batch

_TIGHT = ["solver.tolerance=1e-12", "solver.max_iterations=100"]
_STENCIL = np.array([1.0, -1.0, 2.0, -2.0])
# Sizes of the changes. The formula's error is of fourth order in them; round-off is divided by them.
_PART = 1e-5        # of the scale of a state (1 rad, 1 m, 10 MPa), of an input and of a parameter


@dataclass(frozen=True)
class Derivatives:
    """d(next)/d(numbers), d(inputs), d(parameters) of one step; rows and columns as named, in SI.

    `names` are the independent numbers of the State, as linearize() has them: with loops, the other coordinates follow.
    """
    state: np.ndarray
    inputs: np.ndarray
    parameters: np.ndarray
    names: list[str]
    input_names: list[str]
    parameter_names: list[str]


def derivatives(model: Model, state: State, inputs: Any = None, parameters: Iterable[str] = (), threads: int = 1) -> Derivatives:
    """Derivatives of one step of the rule from this state, which stays as it is.

    They are differences of fourth order of the step itself, between States with closed loops, with Newton's tolerance at
    round-off and one step a tick (substeps off): good to about 1e-6 where the machine is smooth, not where a valve just
    opens or a stop is hit. parameters: paths of model.parameters whose values are quantities.
    """
    options = {**model.options, "substeps": "off"}
    tight = _core.load_files(model.path, model.files, **{**options, "set": [*options.get("set", []), *_TIGHT]})
    numbers, rows = _core.neighbours(model, state, list(_PART * _STENCIL))
    names, places = [name for name, _, _ in numbers], np.array([at for _, at, _ in numbers], dtype=int)
    sizes = _PART * np.array([scale for _, _, scale in numbers])
    given, base = _row(model, inputs), rows[-1]
    input_sizes = _PART * np.maximum(np.abs(given), 1.0)
    n, k = len(names), len(given)
    batch = Batch(tight, max(4 * (n + k), 1), threads)
    batch.states[:] = base
    batch.states[:4 * n] = rows[:-1]
    commands = np.tile(given, (len(batch), 1))
    for column in range(k):
        commands[4 * (n + column):4 * (n + column) + 4, column] += _STENCIL * input_sizes[column]
    ends = _stepped(batch, commands)[:4 * (n + k), places]
    slopes = _slopes(ends, np.concatenate([sizes, input_sizes]))
    paths = list(parameters)
    return Derivatives(slopes[:, :n], slopes[:, n:], _by_parameters(tight, base, given, places, paths), names,
                       list(model.inputs), paths)


def _stepped(batch: Batch, inputs: np.ndarray) -> np.ndarray:
    failed = batch.step(inputs)
    if failed.any():
        which = int(np.flatnonzero(failed)[0])
        raise StepError(batch.problem(which), batch.culprit(which), float(batch.time[which]))
    return batch.states


def _slopes(ends: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """From the results at +d, -d, +2d, -2d of each change: (8 (f+ - f-) - (f++ - f--))/12 d."""
    plus, minus, plus2, minus2 = ends.reshape(-1, 4, ends.shape[-1]).transpose(1, 0, 2)
    return ((8 * (plus - minus) - (plus2 - minus2)) / (12 * sizes[:, None])).T


def _row(model: Model, inputs: Any) -> np.ndarray:
    """Values of all inputs, checked as step() does."""
    row = model.input_defaults.copy()
    if isinstance(inputs, Mapping):
        for name, value in inputs.items():
            if name not in model.inputs:
                raise InputError(f'"{model.name}" has no input "{name}"; expected some of ' + ", ".join(model.inputs))
            row[model.inputs.index(name)] = value
    elif inputs is not None:
        given = np.asarray(inputs, dtype=float)
        if given.shape != row.shape:
            raise InputError(f"inputs: expected {len(row)} numbers; found shape {given.shape}")
        row = given
    return row


def _by_parameters(model: Model, base: np.ndarray, inputs: np.ndarray, places: np.ndarray, paths: list[str]) -> np.ndarray:
    """Machines that are built anew with values a little off."""
    if not paths:
        return np.zeros((len(places), 0))
    written, sizes, changes = model.parameters, [], []
    for path in paths:
        if path not in written:
            raise InputError(f'parameters: "{path}" is none of model.parameters')
        value = _core.si_value(written[path])
        sizes.append(_PART * (abs(value) or 1.0))
        changes += [{path: value + step * sizes[-1]} for step in _STENCIL]
    batch = Batch(model, len(changes), 1)
    batch.set_parameters(range(len(changes)), changes)
    batch.states[:] = base
    return _slopes(_stepped(batch, np.tile(inputs, (len(batch), 1)))[:, places], np.array(sizes))
