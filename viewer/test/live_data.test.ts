import assert from "node:assert/strict";
import { test } from "node:test";
import { wireFlow, sumOf } from "../src/live/circuit/flows";
import { layoutScheme } from "../src/live/circuit/layout";
import { History } from "../src/live/history";
import { mixPoses, Motion } from "../src/live/machine/pose";
import { defaultChannels, findChannels, groupByUnit } from "../src/live/plots/defaults";
import type { Frame } from "../src/live/protocol";
import { Machine, makeModel } from "./mock_model.mjs";

const model = makeModel();

test("history: a ring that forgets the oldest and what a restore undoes", () => {
  const history = new History(2, 4);
  for (let k = 0; k < 6; ++k) history.push(k, [k, k % 2 === 0 ? null : 10 * k]);
  assert.deepEqual([history.length, history.time(0), history.latest, history.value(3, 1)], [4, 2, 5, 50]);
  assert.ok(Number.isNaN(history.value(0, 1)));
  assert.deepEqual([history.rowAt(3.5), history.rowAt(99), history.rowAt(-1)], [2, 4, 0]);
  assert.equal(history.slope(0, 2), 1);
  history.push(3, [7, 7]);
  assert.deepEqual([history.length, history.latest, history.value(1, 0)], [2, 3, 7]);
});

test("orientations between frames stay unit and take the shorter way", () => {
  const out = new Float64Array(7);
  const h = Math.SQRT1_2;
  mixPoses([0, 0, 0, 1, 0, 0, 0], [2, 4, 6, -h, 0, 0, -h], 0.5, out); // a quarter turn, written with the other sign
  assert.deepEqual([...out.slice(0, 3)], [1, 2, 3]);
  assert.ok(Math.abs(Math.hypot(...out.slice(3)) - 1) < 1e-12);
  assert.ok(Math.abs(Math.abs(out[3]) - Math.cos(Math.PI / 8)) < 1e-12);
});

test("motion runs from the frame before to the last one", () => {
  const motion = new Motion();
  const frame = (t: number, x: number): Frame => ({
    type: "frame",
    tick: 0,
    t,
    points: [x, 0, 0],
    bodies: [],
    values: [],
    inputs: [],
  });
  motion.push(frame(0, 1), 0);
  motion.push(frame(0.033, 2), 33);
  assert.equal(motion.update(33), true);
  assert.equal(motion.points[0], 1);
  motion.update(33 + 16.5);
  assert.ok(Math.abs(motion.points[0] - 1.5) < 0.01);
  assert.equal(motion.update(500), false);
  assert.equal(motion.points[0], 2);
  motion.push(frame(0.01, 9), 510); // back in time: no sliding
  motion.update(511);
  assert.equal(motion.points[0], 9);
});

test("default plots: cylinder pressures and the marker", () => {
  const chosen = defaultChannels(model);
  assert.deepEqual(chosen.slice(0, 3), ["lift.A.p", "outer.A.p", "telescope.A.p"]);
  assert.ok(chosen.includes("tip.z"));
  assert.deepEqual(
    groupByUnit(chosen, model.channels).map(({ unit }) => unit),
    ["Pa", "m"],
  );
  assert.deepEqual(
    findChannels(model.channels, "LIFT absolute", 9).map(({ name }) => name),
    ["lift.A.p", "lift.B.p", "lift_inlet.p", "lift_line.p"],
  );
});

test("flow along lines: what the ports beyond take, a cylinder's by difference", () => {
  const { parts, wires, graph } = layoutScheme(model.scheme);
  const machine = new Machine();
  machine.inputs.U_lift = 10;
  for (let k = 0; k < 200; ++k) machine.step();
  const values: Record<string, number> = machine.values();
  const index = parts.findIndex((p) => p.graph.source.name === "lift");
  const own = wires.find((w) => w.port?.part === index && graph.nodes[w.node].name === "lift.A");
  assert.ok(own !== undefined);
  const terms = wireFlow(own, parts);
  assert.ok(terms !== null);
  assert.ok(Math.abs(sumOf(terms, (c) => values[c]) - values["lift_valve.PA.flow"]) < 1e-12);
  const pump = parts.findIndex((p) => p.graph.source.name === "pump");
  const line = wires.find((w) => w.port?.part === pump);
  assert.ok(Math.abs(sumOf(wireFlow(line as never, parts) ?? [], (c) => values[c]) + values["pump.flow"]) < 1e-12);
});
