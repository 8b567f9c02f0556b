import assert from "node:assert/strict";
import { test } from "node:test";
import { nearestRow, type Drawing } from "../src/report/data";
import { csvText } from "../src/report/download";
import { bounds, hull, niceStep, poseAt } from "../src/report/projection";

const drawing: Drawing = {
  planar: true, points: ["a", "b"], lines: [], times: [0, 2], poses: [0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 4, 0],
};

test("poses between two records are interpolated", () => {
  assert.deepEqual(poseAt(drawing, 1), [[0, 0], [1, 2]]);
  assert.deepEqual(poseAt(drawing, 9), [[0, 0], [1, 4]]);
  assert.deepEqual(bounds(drawing), { left: 0, right: 1, bottom: 0, top: 4 });
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
  const summary = {} as never;
  const columns = [
    { name: 'a,"b', unit: "m", description: "", values: [1, null] },
    { name: "c", unit: "Pa", description: "", values: [7] },
  ];
  const text = csvText({ summary, notes: [], recorded_rows: 2, times: [0, 0.5], columns, drawing });
  assert.equal(text, 'time [s],"a,""b [m]",c [Pa]\r\n0,1,7\r\n0.5,,7\r\n');
});
