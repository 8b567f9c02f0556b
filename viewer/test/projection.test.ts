import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestRow, type Drawing } from "../src/report/data";
import { csvText } from "../src/report/download";
import { axes, bounds, flatPose, hull, niceStep, poseAt } from "../src/report/projection";
import { barrelLengths } from "../src/report/shapes";

const drawing: Drawing = {
  planar: true, points: ["a", "b"], lines: [], times: [0, 2], poses: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 4, 0],
};

test("poses between two records are interpolated", () => {
  assert.deepEqual(poseAt(drawing, 1), [[0, 0], [1, 2]]);
  assert.deepEqual(poseAt(drawing, 9), [[0, 0], [1, 4]]);
  assert.deepEqual(bounds(drawing), { left: 0, right: 1, bottom: 0, top: 4 });
});

test("spatial machines stand upright, right-handed", () => {
  for (const up of [0, 1, 2]) {
    const spatial = { ...drawing, planar: false, up };
    const [left, right] = [(up + 1) % 3, (up + 2) % 3];
    assert.deepEqual(axes(spatial)[up], [0, 1]);
    assert.ok(axes(spatial)[left][0] < 0 && axes(spatial)[right][0] > 0);
  }
  assert.deepEqual(axes({ ...drawing, planar: false })[2], [0, 1]); // z, if nothing is said
});

test("a body without points and a cylinder have barrels", () => {
  const lines: Drawing["lines"] = [
    { name: "load", kind: "body", points: [] }, { name: "lift", kind: "cylinder", points: [0, 1] },
  ];
  const machine = { ...drawing, lines };
  assert.deepEqual(barrelLengths(machine, [flatPose(machine, 0)]), [0, 0.8]);
});

test("the hull drops inner points and keeps a straight bar straight", () => {
  assert.equal(hull([[0, 0], [4, 0], [4, 4], [0, 4], [2, 2]]).length, 4);
  assert.deepEqual(hull([[0, 0], [1, 1], [2, 2]]), [[0, 0], [2, 2]]);
});

test("steps of an axis are round", () => {
  assert.ok(Math.abs(niceStep(7.3, 8) - 1) < 1e-12);
  assert.ok(Math.abs(niceStep(0.9, 8) - 0.2) < 1e-12);
});

test("the nearest row", () => {
  assert.deepEqual([-1, 0.4, 0.6, 9].map((t) => nearestRow([0, 1, 2], t)), [0, 0, 1, 2]);
});

test("the downloaded CSV quotes names and repeats constants", () => {
  const columns = [
    { name: 'a,"b', unit: "m", description: "", values: [1, null] },
    { name: "c", unit: "Pa", description: "", values: [7] },
  ];
  const text = csvText({ times: [0, 0.5], columns });
  assert.equal(text, 'time [s],"a,""b [m]",c [Pa]\r\n0,1,7\r\n0.5,,7\r\n');
});
