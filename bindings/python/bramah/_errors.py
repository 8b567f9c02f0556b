"""What can go wrong: bad input, or a step that did not converge."""
from __future__ import annotations

import re
from dataclasses import dataclass

_PLACE = re.compile(r"^(?P<file>[^:\n\"]+):(?P<line>\d+): ", re.DOTALL)
_WANTED = ("expected ", "must ", "it must ", "known names are ", "files may ")
_ADVICE = ("did you mean", "try ", "take ", "is the unit right", "are the two", "controls=True", "adopt()", "start ")


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, with its place; `text` is the whole sentence."""
    text: str
    file: str | None = None
    line: int | None = None
    found: str = ""
    expected: str = ""
    advice: str = ""

    def __str__(self) -> str:
        return self.text

    @staticmethod
    def of(text: str) -> "Problem":
        """Takes "file:line: what was found; what was expected; what to do" apart."""
        place = _PLACE.match(text)
        rest = text[place.end():] if place else text
        parts = {"found": [], "expected": [], "advice": []}
        for piece in rest.split("; "):
            plain = piece.split(": ")[-1] if piece.split(": ")[-1].startswith(_WANTED) else piece
            kind = "expected" if plain.startswith(_WANTED) else "advice" if piece.startswith(_ADVICE) else "found"
            parts[kind].append(piece)
        return Problem(text, place["file"] if place else None, int(place["line"]) if place else None,
                       **{kind: "; ".join(pieces) for kind, pieces in parts.items()})


class InputError(ValueError):
    """Files, names, units, shapes or numbers that cannot be used; `problems` has all of them."""

    def __init__(self, problems: list[str] | str):
        texts = [problems] if isinstance(problems, str) else list(problems)
        super().__init__("\n".join(texts))
        self.problems = [Problem.of(text) for text in texts]

    def __reduce__(self):
        return InputError, ([problem.text for problem in self.problems],)


class StepError(RuntimeError):
    """A step did not converge; the State is that of the last good tick.

    `culprit` names who stopped it, `time` is when [s], `report` the StepReport where there is one, `result` what a run
    recorded until then.
    """

    def __init__(self, message: str, culprit: str = "", time: float | None = None, report=None, result=None):
        super().__init__(message)
        self.culprit, self.time, self.report, self.result = culprit, time, report, result

    def __reduce__(self):
        return StepError, (str(self), self.culprit, self.time)
