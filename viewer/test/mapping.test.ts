import assert from "node:assert/strict";
import { test } from "node:test";
import type { Control } from "../src/live/protocol";
import {
  axisOf,
  completeControls,
  deadZone,
  defaultMapping,
  keyName,
  lowest,
  readLever,
  readStick,
  towards,
} from "../src/live/drive/mapping";

const control = (signal: string, more: Partial<Control> = {}): Control => ({
  input: 0,
  signal,
  label: "",
  positive: "up",
  negative: "down",
  stick: "",
  keys: [],
  range: 10,
  unit: "V",
  returns: true,
  ...more,
});

const pad = (axes: number[], pressed: number[] = []): { axes: number[]; buttons: { value: number }[] } => ({
  axes,
  buttons: Array.from({ length: 17 }, (_, k) => ({ value: pressed.includes(k) ? 1 : 0 })),
});

test("forward and right are positive", () => {
  const p = pad([0.5, -0.25, -1, 1], [7, 14, 12]);
  const sticks = ["left_x", "left_y", "right_x", "right_y", "trigger", "dpad_x", "dpad_y", "nothing"];
  assert.deepEqual(
    sticks.map((stick) => readStick(p, stick)),
    [0.5, 0.25, -1, -1, 1, -1, 1, 0],
  );
  assert.equal(Math.abs(readStick({ axes: [], buttons: [] }, "right_y")), 0);
});

test("dead zone: still in the middle, full at the end, no jump", () => {
  assert.deepEqual(
    [0, 0.1, -0.12, 1, -1].map((v) => deadZone(v, 0.12) + 0),
    [0, 0, 0, 1, -1],
  );
  assert.ok(Math.abs(deadZone(0.1201, 0.12)) < 2e-4);
  assert.ok(Math.abs(deadZone(0.56, 0.12) - 0.5) < 1e-12);
});

test("a lever whose positive side is towards the person", () => {
  assert.deepEqual(axisOf("-left_y"), { axis: "left_y", sign: -1 });
  const arm = control("arm", { stick: "-left_y", keys: ["S", "W"] });
  const mapping = defaultMapping([arm]);
  assert.deepEqual(mapping.sticks.arm, { stick: "left_y", invert: true });
  assert.equal(readLever(pad([0, 1, 0, 0]), mapping, "arm"), 1); // pulled
  assert.deepEqual(
    completeControls([arm, control("swing")]).map(({ stick }) => stick),
    ["-left_y", "left_x"],
  );
});

test("a mapping can be inverted", () => {
  const mapping = defaultMapping([control("lift", { stick: "right_y" })]);
  assert.equal(readLever(pad([0, 0, 0, -1]), mapping, "lift"), 1);
  mapping.sticks.lift.invert = true;
  assert.equal(readLever(pad([0, 0, 0, -1]), mapping, "lift"), -1);
  assert.equal(readLever(pad([1, 1, 1, 1]), mapping, "unknown"), 0);
});

test("free sticks and keys for controls that name none", () => {
  const list = completeControls([
    control("a", { stick: "left_y", keys: ["W", "S"] }),
    control("b"),
    control("c", { returns: false }),
  ]);
  assert.deepEqual(
    list.map(({ stick }) => stick),
    ["left_y", "left_x", ""],
  );
  assert.deepEqual(
    list.map(({ keys }) => keys.join("")),
    ["WS", "DA", "IK"],
  );
  assert.equal(list[1].label, "b");
});

test("one-sided levers, key names, ramps", () => {
  assert.deepEqual([lowest(control("a")), lowest(control("a", { negative: "" }))], [-1, 0]);
  assert.deepEqual(["w", "Up", "ArrowLeft", "Space"].map(keyName), ["W", "ARROWUP", "ARROWLEFT", " "]);
  assert.deepEqual([towards(0, 1, 0.25), towards(0.9, 1, 0.25), towards(0, -1, 0.25)], [0.25, 1, -0.25]);
});
