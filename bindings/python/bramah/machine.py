"""Machines described in Python: the sections of a machine file as keyword arguments."""
from __future__ import annotations

import json
from typing import Any, Mapping

import numpy as np

from . import _core
from ._core import Model
from ._errors import InputError

_WITHOUT_UNITS = {"signals", "controls", "parameters", "cut", "point", "counts"}


def _plain(value: Any, path: str, si: bool) -> Any:
    """Numbers become SI values of whatever their key is; text stays as the file would have it."""
    if isinstance(value, Mapping):
        return {str(key): _plain(item, f"{path}.{key}", si) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{path}.{k}", si) for k, item in enumerate(value)]
    if isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float, np.integer, np.floating)):
        if not np.isfinite(value):
            raise InputError(f"{path}: expected a finite number; found {value}")
        return f"{float(value)!r} SI" if si else repr(value)
    raise InputError(f"{path}: expected text with a unit, a number in SI, a list or a dict; found {type(value).__name__}")


class Description:
    """Collects what a machine is made of; `build()` checks it as a whole and makes the Model.

        tipper = bramah.Description("Tipper", gravity=[0, -9.81])
        tipper.body("bed", mass=800, com=["1.5 m", "20 cm"], inertia=600, points={"lug": [1.6, 0]})
        tipper.cylinder("lift", bore="63 mm", rod=0.036, **{"from": "ground.foot"}, to="bed.lug", ...)
        model = tipper.build(step="1 ms")

    Sections and keys are those of docs/model-file.md; build() refuses others. A number is in SI; in signals it has the unit that its use asks for.
    """

    def __init__(self, name: str = "machine", **sections: Any):
        self.data: dict[str, Any] = {"bramah": 1, "name": name}
        for key, value in sections.items():
            self.data[key] = _plain(value, key, key not in _WITHOUT_UNITS)

    def add(self, section: str, name: str, **keys: Any) -> "Description":
        """A named item of a section; a trailing underscore is dropped (from_ -> from)."""
        items = self.data.setdefault(section, {})
        if name in items:
            raise InputError(f'{section}: "{name}" is there already')
        items[name] = _plain({key.rstrip("_"): value for key, value in keys.items()}, f"{section}.{name}",
                             section not in _WITHOUT_UNITS)
        return self

    def body(self, name: str, **keys: Any) -> "Description":
        return self.add("bodies", name, **keys)

    def joint(self, name: str, **keys: Any) -> "Description":
        return self.add("joints", name, **keys)

    def source(self, name: str, **keys: Any) -> "Description":
        return self.add("sources", name, **keys)

    def volume(self, name: str, **keys: Any) -> "Description":
        return self.add("volumes", name, **keys)

    def valve(self, name: str, **keys: Any) -> "Description":
        return self.add("valves", name, **keys)

    def cylinder(self, name: str, **keys: Any) -> "Description":
        return self.add("cylinders", name, **keys)

    def component(self, name: str, **keys: Any) -> "Description":
        return self.add("components", name, **keys)

    def signal(self, name: str, **keys: Any) -> "Description":
        return self.add("signals", name, **keys)

    def text(self) -> str:
        """The machine file, as JSON, which YAML reads."""
        return json.dumps(self.data, indent=1, ensure_ascii=False)

    def build(self, **options: Any) -> Model:
        """Checks all of it and makes the model; options as of load(). Raises InputError with every problem."""
        return _core.load_text(self.text(), f"{self.data['name']}.yaml", **options)
