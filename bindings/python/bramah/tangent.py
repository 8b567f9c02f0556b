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
    `exact` tells which blocks come from the slopes of the equations, "state", "inputs", "parameters"; the others are
    differences of steps, and `why` says why.
    """
    state: np.ndarray
    inputs: np.ndarray
    parameters: np.ndarray
    names: list[str]
    input_names: list[str]
    parameter_names: list[str]
    exact: dict[str, bool]
    why: str


def derivatives(model: Model, state: State, inputs: Any = None, parameters: Iterable[str] = (), threads: int = 1) -> Derivatives:
    """Derivatives of one step of the rule from this state, which stays as it is; one step a tick (substeps off).

    By state and inputs they are exact: the rule applied to the machine's equations made linear along the step. Where that
    does not exist (rules with the tangent in their formulas, coupled sides, sampled signals: `why` says it) and by
    parameters (paths of model.parameters whose values are quantities; machines are built anew) they are differences of
    fourth order of the step itself, good to about 1e-6. A valve that is shut has the slope of one side.
    """
    given, paths = _row(model, inputs), list(parameters)
    numbers, by_state, by_inputs, why = _core.step_tangent(model, state, given)
    if why:
        numbers, by_state, by_inputs = differences(model, state, given, threads)
    places = np.array([at for _, at, _ in numbers], dtype=int)
    by_parameters = np.zeros((len(places), 0))
    if paths:
        _, rows = _core.neighbours(model, state, [])
        by_parameters = _by_parameters(_tight(model), rows[-1], given, places, paths)
    exact = {"state": not why, "inputs": not why, "parameters": not paths}
    return Derivatives(by_state, by_inputs, by_parameters, [name for name, _, _ in numbers], list(model.inputs), paths, exact, why)


def _tight(model: Model) -> Model:
    """Newton's tolerance at round-off, one step a tick."""
    options = {**model.options, "substeps": "off"}
    return _core.load_files(model.path, model.files, **{**options, "set": [*options.get("set", []), *_TIGHT]})


def differences(model: Model, state: State, given: np.ndarray, threads: int = 1, part: float = _PART) -> tuple[list, np.ndarray, np.ndarray]:
    """By state and by inputs from steps between States with closed loops; (name, place, scale) of each number first.

    part: size of the changes, of the scale of a number.
    """
    numbers, rows = _core.neighbours(model, state, list(part * _STENCIL))
    places = np.array([at for _, at, _ in numbers], dtype=int)
    sizes = part * np.array([scale for _, _, scale in numbers])
    input_sizes = part * np.maximum(np.abs(given), 1.0)
    n, k = len(numbers), len(given)
    batch = Batch(_tight(model), max(4 * (n + k), 1), threads)
    batch.states[:] = rows[-1]
    batch.states[:4 * n] = rows[:-1]
    commands = np.tile(given, (len(batch), 1))
    for column in range(k):
        commands[4 * (n + column):4 * (n + column) + 4, column] += _STENCIL * input_sizes[column]
    ends = _stepped(batch, commands)[:4 * (n + k), places]
    slopes = _slopes(ends, np.concatenate([sizes, input_sizes]))
    return numbers, slopes[:, :n], slopes[:, n:]


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
