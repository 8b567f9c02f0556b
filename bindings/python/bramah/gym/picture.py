"""A machine as an array of pixels: its bodies, cylinders and springs as lines, seen from the side."""
from __future__ import annotations

import numpy as np

from .._core import Model, State

_COLOURS = {"body": (60, 90, 140), "cylinder": (217, 130, 43), "spring": (90, 150, 90), "ground": (120, 120, 120)}
_WIDTHS = {"body": 4.0, "cylinder": 2.5, "spring": 1.5, "ground": 1.5}


class Picture:
    """Draws poses of one model; the frame is chosen at the first and grows where the machine leaves it."""

    def __init__(self, model: Model, width: int = 480, height: int = 360):
        self.model, self.size = model, (height, width)
        self.lines = model.drawing["lines"]
        up = model.drawing["up"]
        self.axes = (0, up) if up != 0 else (1, 0)
        self.bounds: np.ndarray | None = None
        rows, columns = np.mgrid[0:height, 0:width]
        self._pixels = np.stack([columns + 0.5, rows + 0.5], axis=-1)

    def draw(self, state: State, marks: list[tuple[float, float]] = ()) -> np.ndarray:
        """height x width x 3, uint8; `marks` are places to show, in the plane of the picture [m]."""
        points = self.model.pose(state)[:, self.axes]
        to_pixels = self._frame(np.vstack([points, np.reshape(marks, (-1, 2))]) if len(marks) else points)
        image = np.full((*self.size, 3), 255, dtype=np.uint8)
        for line in self.lines:
            place = [to_pixels(points[k]) for k in line["points"]]
            for a, b in zip(place, place[1:]):
                self._stroke(image, a, b, _WIDTHS[line["kind"]], _COLOURS[line["kind"]])
        for mark in marks:
            centre = to_pixels(np.asarray(mark, dtype=float))
            self._stroke(image, centre - 5, centre + 5, 1.5, (200, 40, 40))
            self._stroke(image, centre + (-5, 5), centre + (5, -5), 1.5, (200, 40, 40))
        return image

    def _frame(self, points: np.ndarray):
        low, high = points.min(axis=0), points.max(axis=0)
        if self.bounds is not None:
            low, high = np.minimum(low, self.bounds[0]), np.maximum(high, self.bounds[1])
        self.bounds = np.array([low, high])
        height, width = self.size
        scale = 0.8 / max((high[0] - low[0]) / width, (high[1] - low[1]) / height, 1e-9)
        middle = (low + high) / 2
        return lambda p: np.array([width / 2 + scale * (p[0] - middle[0]), height / 2 - scale * (p[1] - middle[1])])

    def _stroke(self, image: np.ndarray, a: np.ndarray, b: np.ndarray, width: float, colour) -> None:
        along = b - a
        share = np.clip(((self._pixels - a) @ along) / max(along @ along, 1e-12), 0, 1)
        far = np.linalg.norm(self._pixels - a - share[..., None] * along, axis=-1)
        cover = np.clip(width / 2 + 0.5 - far, 0, 1)[..., None]
        image[...] = (image * (1 - cover) + np.array(colour) * cover).round().astype(np.uint8)
