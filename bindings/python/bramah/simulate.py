"""Whole runs."""
from __future__ import annotations

import os
from typing import Any, Callable, Mapping

import numpy as np

from . import _core
from ._core import Model
from ._errors import InputError, StepError
from .result import Result


def as_model(model: Model | str | os.PathLike, options: Mapping[str, Any]) -> Model:
    """A Model, or the one of a machine file."""
    if isinstance(model, Model):
        if options:
            raise InputError("options " + ", ".join(options) + ": expected a path with them; the model is loaded already")
        return model
    if not isinstance(model, (str, os.PathLike)):
        raise InputError(f"expected a Model or the path of a machine file; found {type(model).__name__}")
    return _core.load(model, **options)


def _rows(model: Model, inputs: Any, ticks: int) -> np.ndarray:
    """Inputs as an array with a row for each tick."""
    if not isinstance(inputs, Mapping):
        rows = np.asarray(inputs, dtype=float)
        return np.tile(rows, (max(ticks, 1), 1)) if rows.ndim == 1 and len(rows) == len(model.inputs) else rows
    rows = np.tile(model.input_defaults, (ticks, 1))
    known = {name: k for k, name in enumerate(model.inputs)}
    for name, values in inputs.items():
        if name not in known:
            model.step(model.initial_state(), {name: 0.0})  # raises, with a suggestion
        values = np.asarray(values, dtype=float)
        if values.ndim and len(values) < ticks:
            raise InputError(f"inputs: {name}: expected {ticks} values, one for each tick; found {len(values)}")
        rows[:, known[name]] = values[:ticks] if values.ndim else values
    return rows


def run(model: Model | str | os.PathLike, until: float | str | None = None, every: float | str | None = None,
        inputs: Callable | np.ndarray | Mapping[str, Any] | None = None, poses: bool = False,
        progress: Callable[[float], None] | None = None, **options: Any) -> Result:
    """Runs a machine from its start and records its channels.

    until, every: times in s or as text ("10 s", "5ms"); absent: the file's end, every tick.
    inputs: absent: the file's signals; an array with a row for each tick; a dict of names to numbers or arrays; or a
    function of (time, state) that returns numbers or a dict, called at the start of every tick.
    The rows are those of `bramah run`, bit for bit. Raises StepError, whose `result` has the rows until then.
    """
    if until is not None and not isinstance(model, Model):
        options["until"] = until  # as --until
    model = as_model(model, options)
    end = model.until if until is None else _core.parse_quantity(until, "s")
    ticks = int(np.rint(end / model.step_size))
    if inputs is None:
        record = _core.run_model(model, until, every, poses, progress)
    elif callable(inputs):
        record = _core.run_called(model, end, every, poses, inputs)
    else:
        record = _core.run_rows(model, end, every, poses, _rows(model, inputs, ticks))
    result = Result(record)
    if not record.converged:
        time = result.time[-1] if len(result) else None
        raise StepError(record.message, record.culprit, time, None, result)
    return result
