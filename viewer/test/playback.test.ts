import assert from "node:assert/strict";
import { test } from "node:test";
import { changeOf, Comparison } from "../src/live/playback/comparison";
import { between, Tape } from "../src/live/playback/tape";
import type { Description, Frame } from "../src/live/protocol";
import { makeModel } from "./mock_model.mjs";

const frame = (t: number, x: number, values: number[] = []): Frame => ({ type: "frame", tick: Math.round(1e3 * t), t, points: [x, 0, 0], bodies: [x, 0, 0, 1, 0, 0, 0], values, inputs: [] });

test("a tape forgets what is too old, and what a way back undoes", () => {
  const tape = new Tape(10);
  for (let t = 0; t <= 25; t += 0.5) tape.push(frame(t, t));
  assert.ok(tape.from >= 14 && tape.from <= 15.01, `${tape.from}`);
  assert.equal(tape.until, 25);
  tape.push(frame(20.25, 99));
  assert.deepEqual([tape.until, tape.at(30)?.points[0], tape.at(20)?.points[0], tape.at(0)?.t], [20.25, 99, 20, tape.from]);
});

test("between two frames the pose is mixed, the values are those computed", () => {
  const mixed = between(frame(1, 0, [7]), frame(2, 10, [8]), 1.25);
  assert.deepEqual([mixed.points[0], mixed.bodies[0], mixed.values[0], mixed.t], [2.5, 2.5, 7, 1.25]);
});

test("before and after: extremes, ends and energy of the same stretch", () => {
  const model: Description = { ...makeModel(), channels: [{ name: "p", unit: "Pa", description: "" }, { name: "w", unit: "J", description: "" }], energy: { sources: ["w"], losses: [], work: [], stored: [] } };
  const past = new Tape(60);
  for (let k = 0; k <= 10; ++k) past.push(frame(k, k, [k, 100 * k]));
  const again = [4, 5, 6, 7, 8, 9, 10].map((t) => frame(t, t, [2 * t, 150 * t]));
  const comparison = new Comparison(model, past, again, "load.mass = 2 t");
  const found = comparison.difference("p");
  assert.deepEqual(found?.before, { least: 4, most: 10, end: 10 });
  assert.deepEqual(found?.after, { least: 8, most: 20, end: 20 });
  assert.deepEqual(comparison.energy, [600, 900]);
  assert.equal(changeOf(found as NonNullable<typeof found>), 0.5);
  assert.equal(changeOf({ name: "y", unit: "m", before: { least: 0, most: 1e-10, end: 0 }, after: { least: 0, most: 3e-10, end: 0 } }), 0);
  assert.equal(comparison.difference("q"), null);
});
