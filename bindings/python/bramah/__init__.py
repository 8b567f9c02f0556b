"""Bramah: hydraulically driven machines - mechanism, oil, valves and operator - as one system.

    import bramah
    model = bramah.load("models/patu655.yaml", step="2ms")
    state = model.initial_state()
    while state.time < 10:
        model.step(state)
"""
from __future__ import annotations

import difflib
import os
from pathlib import Path
from typing import Any

from . import _core
from ._core import Channel, Model, State, StepReport
from ._errors import InputError, Problem, StepError
from .analysis import Linear, Statics, Table, compare, linearize, progress_bar, statics
from .batch import Batch
from .tangent import Derivatives, derivatives
from .machine import Description
from .result import Result
from .simulate import run
from .studies import Results, study

Model.derivatives = derivatives
__version__: str = _core.version()
__all__ = ["Batch", "Channel", "Derivatives", "Description", "InputError", "Linear", "Model", "Problem", "Result", "Results", "State", "Statics",
           "StepError", "StepReport", "Table", "compare", "linearize", "load", "load_text", "model_path", "progress_bar", "run",
           "statics", "study"]


def load(path: str | os.PathLike, **options: Any) -> Model:
    """Reads a machine file. Raises InputError with every problem found.

    set: {"lift.bore": "90mm"} or numbers in SI; step, until: "2ms" or seconds; method, integrator, coupling, tangent, oil,
    substeps, accuracy, coordinates, constraints: names as on the command line; controls=True: its levers become inputs;
    faults=True: its faults do.
    """
    return _core.load(path, **options)


def load_text(text: str, name: str = "machine.yaml", **options: Any) -> Model:
    """The same from the text of a machine file."""
    return _core.load_text(text, name, **options)


def model_path(name: str) -> Path:
    """Where a machine that comes with Bramah lies: "four_bar", "patu655", "excavator", ..."""
    folder = Path(__file__).resolve().parent / "models"
    if not folder.is_dir():  # links of the build folder
        folder = Path(__file__).parent / "models"
    known = sorted(path.stem for path in folder.glob("*.yaml"))
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f'did you mean "{near[0]}"?' if near else "expected one of " + ", ".join(known)
        raise InputError(f'no machine "{name}" comes with Bramah; {hint}')
    return folder / f"{name}.yaml"
