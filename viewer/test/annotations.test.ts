import assert from "node:assert/strict";
import { test } from "node:test";
import { dampingLines, labelWidth, placeLabels } from "../src/page/annotations";

const room = { left: 0, right: 400, top: 0, bottom: 200 };

test("names stand beside their points, over nothing else and inside the plot", () => {
  const points = [
    { x: 100, y: 100, text: "lift.A.p" }, // a neighbour to the right: to its left
    { x: 120, y: 100, text: "lift.B.p" },
    { x: 395, y: 50, text: "z1.angle" }, // at the edge: to its left
    { x: 395, y: 50, text: "" },
  ];
  const labels = placeLabels(points, room);
  assert.deepEqual(labels.map(({ text }) => text), ["lift.A.p", "lift.B.p", "z1.angle"]);
  assert.ok(labels[0].x + labelWidth("lift.A.p") < 100 && labels[1].x > 120);
  assert.ok(labels[2].x + labelWidth("z1.angle") < 395);
  for (const { x, text } of labels) assert.ok(x >= 0 && x + labelWidth(text) <= 400);
});

test("names keep clear of what is written already", () => {
  const [free] = placeLabels([{ x: 100, y: 100, text: "lift.A.p" }], room);
  assert.ok(free.x > 100);
  const [moved] = placeLabels([{ x: 100, y: 100, text: "lift.A.p" }], room, [{ x: 110, y: 104, text: "0.1" }]);
  assert.ok(moved.x + labelWidth("lift.A.p") < 100);
});

test("names without room are left out", () => {
  const crowd = Array.from({ length: 30 }, (_, k) => ({ x: 200 + (k % 6), y: 100 + k / 6, text: "a_long_name.length" }));
  const labels = placeLabels(crowd, room);
  assert.ok(labels.length >= 1 && labels.length <= 4, `${labels.length}`);
});

test("lines of constant damping hold their damping", () => {
  const lines = dampingLines({ low: -1e4, high: 10 });
  assert.ok(lines.length === 6);
  for (const { points, text } of lines)
    for (const [real, imaginary] of points) {
      const damping = -real / Math.hypot(real, imaginary);
      assert.ok(text === "" || Math.abs(damping - Number(text)) < 1e-12 && imaginary > 0);
      assert.ok(damping > 0 && damping < 1);
    }
  assert.deepEqual(dampingLines({ low: 0, high: 3 }), []);
});
