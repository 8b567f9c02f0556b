import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { completeControls } from "../src/live/drive/mapping";
import { applyPattern, hasStandardPattern } from "../src/live/drive/patterns";
import { cabPlace, tipPlace } from "../src/live/machine/camera";
import type { Control, Description, Fault, Frame } from "../src/live/protocol";
import { figuresOf } from "../src/live/seat/figures";
import { DigTrench } from "../src/live/seat/jobs/dig_trench";
import { Bucket } from "../src/live/seat/jobs/bucket";
import { hintsFor, pointsFor as pointsForFault } from "../src/live/seat/jobs/hidden_fault";
import { pointsFor, type Score } from "../src/live/seat/jobs/job";
import { kJobs } from "../src/live/seat/jobs/kinds";
import { LoadTruck } from "../src/live/seat/jobs/load_truck";
import { PlaceLoad } from "../src/live/seat/jobs/place_load";
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
  const job = new PlaceLoad(model, frameAt(5, 0, 2), source(values, model), 2e7);
  const [x, y] = job.marks[0].centre;
  assert.ok(Math.abs(Math.atan2(y, x) - (50 * Math.PI) / 180) < 1e-9);
  assert.ok(Math.abs(job.low - 0.85) < 1e-9, `${job.low}`); // the load hangs 0.6 m below the marker
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

test("points: all of them at par, a third lost where one costs endlessly; energy counts for each ton, and what is spilled", () => {
  const [par, load] = [{ seconds: 30, energy: 1.5e5 }, { tons: 0, spilled: 0 }];
  assert.equal(pointsFor({ seconds: 30, energy: 1.5e5, peak: 1.5e7, ...load }, par, 2e7), 100);
  assert.equal(pointsFor({ seconds: 1e9, energy: 1.5e5, peak: 1.5e7, ...load }, par, 2e7), 67);
  assert.equal(pointsFor({ seconds: 30, energy: 3e5, peak: 1.5e7, tons: 2, spilled: 0 }, par, 2e7), 100);
  assert.equal(pointsFor({ seconds: 30, energy: 3e5, peak: 1.5e7, tons: 2, spilled: 1000 }, par, 2e7), 88);
});

// A digger at the origin, its teeth and what it holds at one place; a terrain of 0.5 m cells from x = 2 m, y = -3 m.
const kColumns = 15;
const kRows = 19;
function digger(): Description {
  const model = makeModel();
  const row = (j: number): number[] => Array.from({ length: kColumns }, (_, i) => 1 + j * kColumns + i);
  return {
    ...model,
    up: 2,
    planar: false,
    channels: ["scoop.mass", "scoop.ahead", "edge.depth"].map((name) => ({ name, unit: "1", description: "" })),
    fittings: { contacts: [{ name: "edge", point: 0 }], payloads: [{ name: "scoop", point: 0 }], ropes: [], masses: [], bases: [] },
    drawing: { points: ["bucket.teeth", ...Array.from({ length: kColumns * kRows }, (_, k) => `terrain.${k}`)], lines: Array.from({ length: kRows }, (_, j) => ({ name: "terrain", kind: "terrain" as const, points: row(j) })) },
    scene: { ...model.scene, markers: [{ name: "teeth", point: 0 }], shapes: [], cylinders: [] },
    energy: { sources: ["pump.energy"], losses: [], work: [], stored: [] },
  };
}

const digFrame = (t: number, place: number[], depth = (_x: number, _y: number): number => 0): Frame => {
  const terrain = Array.from({ length: kColumns * kRows }, (_, k) => [2 + 0.5 * (k % kColumns), -3 + 0.5 * Math.floor(k / kColumns)]).flatMap(([x, y]) => [x, y, -depth(x, y)]);
  return { ...frameAt(0, 0, 0, t), points: [...place, ...terrain] };
};

test("which jobs a machine has: a crane places its load, a digger digs and loads, nobody else has one", () => {
  const of = (model: Description): string[] => kJobs.filter(({ isFor }) => isFor(model)).map(({ id }) => id);
  assert.deepEqual([of(crane()), of(digger())], [["place"], ["trench", "truck"]]);
  assert.deepEqual(of({ ...crane(), scene: { ...crane().scene, markers: [{ name: "teeth", point: 0 }] } }), []);
});

test("a trench: five hints in their order, a score when it is deep enough and the bucket empty; what falls back counts", () => {
  const model = digger();
  const values: Record<string, number> = { "scoop.mass": 0, "edge.depth": -1, "pump.energy": 0 };
  const job = new DigTrench(model, digFrame(0, [7, 0, 1]), source(values, model), 2e7, Bucket.of(model) as Bucket);
  const steps: number[] = [];
  let t = 0;
  const go = (place: number[], depth: number, mass: number, hole = 0): void => {
    Object.assign(values, { "edge.depth": depth, "scoop.mass": mass });
    job.onFrame(digFrame(++t, place, (x, y) => (Math.abs(x - 6.5) < 0.3 && Math.abs(y) < 0.6 ? hole : 0)));
    steps.push(job.hint.step);
  };
  go([6, 2, 1], -1, 0); // aside
  assert.match(job.hint.text, /right: \d+° to go/);
  go([7, 0, 0.1], -0.1, 0);
  go([7, 0, -0.2], 0.2, 100, 0.1);
  go([6, 0, -0.2], 0.2, 500, 0.3);
  go([6, 0, 1], -1, 500, 1.2);
  assert.match(job.hint.text, /^Swing off/);
  go([6, 0, 1], -1, 300, 1.2); // 200 kg spilled into the strip
  go([4, 4, 1], -1, 300, 1.2);
  assert.match(job.hint.text, /^Tip here/);
  go([4, 4, 0.2], -0.1, 200, 1.2); // its edge goes down as it opens
  assert.match(job.hint.text, /^Tip here/);
  assert.equal(job.score, null);
  values["pump.energy"] = 9e5;
  go([4, 4, 1], -1, 10, 1.2);
  assert.deepEqual(steps.slice(0, 7), [1, 2, 3, 4, 5, 5, 5]);
  const { tons, spilled, seconds, energy } = job.score as unknown as Score;
  assert.deepEqual([spilled, seconds, energy], [200, t, 9e5]);
  assert.ok(Math.abs(tons - 1.8 * 3 * 0.25 * 1.2) < 1e-9, `${tons}`); // three points of 0.25 m2, 1.2 m deep
});

test("a truck: what falls over its bed is loaded, what falls elsewhere in the air is spilled, what falls in the ground is neither", () => {
  const model = digger();
  const values: Record<string, number> = { "scoop.mass": 0, "edge.depth": -1, "pump.energy": 0 };
  const job = new LoadTruck(model, digFrame(0, [7, 0, 1]), source(values, model), 2e7, Bucket.of(model) as Bucket);
  const [x, y] = job.marks[0].centre;
  assert.ok(Math.abs(Math.atan2(y, x) - Math.PI / 3) < 1e-9);
  const steps: number[] = [];
  let t = 0;
  const go = (place: number[], depth: number, mass: number): void => {
    Object.assign(values, { "edge.depth": depth, "scoop.mass": mass });
    job.onFrame(digFrame(++t, place));
    steps.push(job.hint.step);
  };
  go([6, 0, 0.2], -0.2, 0);
  go([6, 0, -0.2], 0.2, 900);
  go([6, 0, -0.1], 0.1, 800); // slides back
  go([6, 0, 2.5], -2.5, 800);
  assert.match(job.hint.text, /left: 60° to go/);
  go([6, 0, 2.5], -2.5, 700); // 100 kg over the edge
  go([x, y, 2.5], -2.5, 700);
  go([x, y, 2.5], -2.5, 0);
  assert.equal(job.filled, 0.7);
  assert.match(job.hint.text, /swing right: 60° to go/);
  go([7, 0, -0.2], 0.2, 100);
  go([6, 0, -0.2], 0.2, 400);
  go([x, y, 2.5], -2.5, 400);
  go([x, y, 2.5], -2.5, 0);
  assert.deepEqual(steps, [1, 3, 3, 4, 4, 5, 1, 2, 3, 5, 1]);
  const { tons, spilled } = job.score as unknown as Score;
  assert.deepEqual([tons, spilled], [1.1, 100]);
});

test("five hints lead to a hidden fault: its kind, where, and who it is not; none names it before", () => {
  const fault = (name: string, kind: string): Fault => ({ input: 0, name, kind, target: `${name}.A`, text: "" });
  const faults = [fault("lift", "leak"), fault("jib", "leak"), fault("spool", "stuck"), fault("pump", "wear")];
  for (const hidden of faults) {
    const hints = hintsFor(hidden, faults);
    assert.equal(hints.length, 5);
    assert.ok(!hints[4].includes(hidden.name) && faults.filter(({ name }) => hints[4].includes(name)).length === 2, hints[4]);
  }
  assert.deepEqual([pointsForFault(0, 0), pointsForFault(1, 2), pointsForFault(9, 5)], [100, 60, 0]);
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
