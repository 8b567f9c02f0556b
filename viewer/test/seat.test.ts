import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { completeControls } from "../src/live/drive/mapping";
import { applyPattern, hasStandardPattern } from "../src/live/drive/patterns";
import { cabPlace, tipPlace } from "../src/live/machine/camera";
import type { Control, Description, Frame } from "../src/live/protocol";
import { figuresOf } from "../src/live/seat/figures";
import { Job, pointsFor, type Score } from "../src/live/seat/job";
import { loudnessOf } from "../src/live/seat/sound";
import { makeModel } from "./mock_model.mjs";

const control = (label: string, positive: string, negative: string, stick: string, keys: string[], input: number): Control => ({ input, signal: `${label}_lever`, label, positive, negative, stick, keys, range: 1, unit: "1", returns: true });

// As models/excavator.yaml has them: ISO 10968.
const excavator = [
  control("Swing", "right", "left", "left_x", ["D", "A"], 0),
  control("Arm", "in", "out", "-left_y", ["S", "W"], 1),
  control("Boom", "up", "down", "-right_y", ["K", "I"], 2),
  control("Bucket", "in", "out", "-right_x", ["J", "L"], 3),
];
const places = (list: Control[]): string[] => list.map(({ stick, keys }) => `${stick} ${keys.join("")}`);

test("ISO is what the excavator has; SAE puts the boom left and the arm right, each forwards its own way", () => {
  assert.deepEqual(places(applyPattern(excavator, { name: "iso", own: {} })), places(excavator));
  assert.deepEqual(places(applyPattern(excavator, { name: "sae", own: {} })), ["left_x DA", "-right_y KI", "-left_y SW", "-right_x JL"]);
});

test("a winch has no such pattern; one's own keeps every lever reachable", () => {
  const winch = [control("Hoist", "up", "down", "right_y", ["I", "K"], 0), control("Slew", "left", "right", "-left_x", ["A", "D"], 1)];
  assert.equal(hasStandardPattern(winch), false);
  assert.equal(hasStandardPattern(excavator), true);
  const own = completeControls(applyPattern(excavator, { name: "own", own: { Boom_lever: { stick: "left_y", keys: ["W", "S"] } } }));
  assert.deepEqual(places(own)[2], "left_y WS");
  assert.equal(new Set(own.map(({ stick }) => stick.replace("-", ""))).size, 4);
  assert.equal(new Set(own.flatMap(({ keys }) => keys)).size, 8);
});

const frameAt = (x: number, y: number, z: number, t = 0): Frame => ({ type: "frame", tick: 0, t, points: [x, y, z], bodies: [0, 0, 0, 1, 0, 0, 0], values: [], inputs: [] });

function crane(): Description {
  const model = makeModel();
  return { ...model, up: 2, planar: false, fittings: { contacts: [], payloads: [{ name: "pallet", point: 0 }], ropes: [{ name: "hoist", falls: 2 }], masses: [], bases: [{ name: "tip", feet: [0] }] }, drawing: { points: ["load.top"], lines: [] }, scene: { ...model.scene, bodies: ["load"], shapes: [{ body: 0, kind: "box", at: [0, 0, 1.6], size: [0.5, 0.5, 0.4], turn: [1, 0, 0, 0], end_height: 0, colour: "", mesh: "" }], markers: [{ name: "load", point: 0 }], cylinders: [] } };
}

const source = (values: Record<string, number>, model: Description) => ({ model, pressureEnd: 3e7, isStill: false, channel: () => -1, value: (name: string) => values[name] ?? NaN, unit: () => "", input: () => 0 });

test("an operator's figures: reach over the level ground, what hangs on the rope, the margin and its alarm", () => {
  const model = { ...crane(), channels: [] };
  const values = { "hoist.tension": 9810, "pallet.mass": 250, "tip.margin": 0.2, "tip.lifted": 0, "tip.near_tipping": 1 };
  const { load, reach, height, margin, alarms } = figuresOf(model, frameAt(3, 4, 7), source(values, model));
  assert.deepEqual([load, reach, height, margin], [2250, 5, 7, 0.2]); // two falls
  assert.deepEqual(alarms, ["near tipping"]);
  assert.deepEqual(figuresOf(model, frameAt(3, 4, 7), source({ ...values, "tip.lifted": 1 }, model)).alarms, ["a foot has left the ground"]);
});

test("the job: hints in their order, a score once the load is held still in the circle, and not before", () => {
  const model = { ...crane(), energy: { sources: ["pump.energy"], losses: [], work: [], stored: [] } };
  const values: Record<string, number> = { "pump.energy": 1000 };
  const job = new Job(model, frameAt(5, 0, 2), source(values, model), 2e7);
  const [x, y] = job.circle.centre;
  assert.ok(Math.abs(Math.atan2(y, x) - (50 * Math.PI) / 180) < 1e-9);
  assert.ok(Math.abs(job.circle.low - 0.85) < 1e-9, `${job.circle.low}`); // the load hangs 0.6 m below the marker
  const steps: number[] = [];
  const go = (frame: Frame): void => {
    job.onFrame(frame);
    steps.push(job.hint.step);
  };
  go(frameAt(5, 0, 2, 1));
  go(frameAt(5, 0, 2.5, 2));
  assert.match(job.hint.text, /left: 50°/);
  go(frameAt(0.6 * x, 0.6 * y, 2.5, 3));
  assert.match(job.hint.text, /farther out: 1\.84 m/);
  go(frameAt(x, y, 2.5, 4));
  go(frameAt(x, y, 0.2, 5)); // fast
  assert.equal(job.score, null);
  go(frameAt(x, y, 0.2, 6));
  assert.equal(job.score, null);
  values["pump.energy"] = 31000;
  job.onFrame(frameAt(x, y, 0.2, 7.01));
  assert.deepEqual(steps, [1, 2, 3, 4, 5, 5]);
  const { seconds, energy } = job.score as unknown as Score;
  assert.deepEqual([seconds, energy], [7.01, 30000]);
});

test("points: all of them at par, a third lost where one costs endlessly", () => {
  assert.equal(pointsFor({ seconds: 30, energy: 1.5e5, peak: 1.5e7 }, 2e7), 100);
  assert.equal(pointsFor({ seconds: 1e9, energy: 1.5e5, peak: 1.5e7 }, 2e7), 67);
});

test("the pump hums higher under load, a relief valve hisses only when it is open", () => {
  const model = makeModel();
  const part = model.scheme.parts[0];
  const port = { ...part.ports[0], node: 0, pilot: false };
  const parts = [
    { ...part, name: "pump", role: "pump" as const, ports: [{ ...port, flow: [["pump.flow", 1]] as [string, number][] }] },
    { ...part, name: "relief", role: "relief" as const, ports: [{ ...port, flow: [["relief.flow", 1]] as [string, number][] }] },
  ];
  const loud = (pump: number, relief: number) => loudnessOf({ ...model, scheme: { ...model.scheme, parts } }, (name) => ({ "pump.flow": -pump / 6e4, "relief.flow": relief / 6e4 })[name] ?? 0, 3e7);
  assert.equal(loud(0, 0).hiss, 0);
  assert.ok(loud(60, 0).pitch > loud(5, 0).pitch && loud(60, 0).hum > loud(5, 0).hum);
  assert.ok(loud(60, 20).hiss > loud(60, 3).hiss && loud(60, 3).hiss > 0);
});

test("the cab looks along the boom and turns with it, the tip's camera stands square to it", () => {
  const [up, pivot] = [new Vector3(0, 0, 1), new Vector3(0, 0, 1)];
  for (const angle of [0, 2]) {
    const tip = new Vector3(6 * Math.cos(angle), 6 * Math.sin(angle), 3);
    const cab = cabPlace(pivot, tip, up, 5);
    const along = cab.focus.clone().sub(cab.eye).normalize().dot(tip.clone().sub(pivot).normalize());
    assert.ok(along > 0.75 && cab.eye.z > pivot.z, `${along}`);
    const close = tipPlace(pivot, tip, up, 5);
    const level = close.eye.clone().sub(tip).setZ(0).normalize();
    assert.ok(Math.abs(level.dot(tip.clone().setZ(0).normalize())) < 1e-9);
  }
});
