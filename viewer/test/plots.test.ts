import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../src/live/history";
import { addressText, layoutText, readAddress, readLayout, withChannel, withoutChannel } from "../src/live/plots/layout";
import { marksBetween } from "../src/live/plots/marks";
import { statistics, valueAt } from "../src/live/plots/statistics";
import { TimeWindow } from "../src/live/plots/time_window";
import { curveOf, pairText, readPairs } from "../src/live/plots/xy_strip";
import type { Frame } from "../src/live/protocol";
import { makeModel } from "./mock_model.mjs";

const channel = (name: string, unit: string): { name: string; unit: string; description: string } => ({ name, unit, description: "" });
const channels = [channel("a.p", "Pa"), channel("b.p", "Pa"), channel("c.x", "m")];

test("a dropped channel joins a strip of its unit, or gets one of its own behind it", () => {
  assert.deepEqual(withChannel([["a.p"], ["c.x"]], "b.p", 0, channels), [["a.p", "b.p"], ["c.x"]]);
  assert.deepEqual(withChannel([["a.p"], ["c.x"]], "b.p", 1, channels), [["a.p"], ["c.x"], ["b.p"]]);
  assert.deepEqual(withChannel([["a.p"], ["b.p"]], "b.p", 0, channels), [["a.p", "b.p"]]); // moved
  assert.deepEqual(withChannel([["c.x"]], "a.p", NaN, channels), [["c.x"], ["a.p"]]);
  assert.deepEqual(withChannel([["c.x"]], "nobody", 0, channels), [["c.x"]]);
  assert.deepEqual(withoutChannel([["a.p"], ["c.x"]], "a.p"), [["c.x"]]);
});

test("a layout goes through the page's address, without channels the machine lacks", () => {
  const fields = new Map([["plots", layoutText([["a.p", "b.p"], ["c.x"]])], ["span", "60"]]);
  const text = addressText(fields);
  assert.equal(text, "#plots=a.p,b.p;c.x&span=60");
  assert.deepEqual([...readAddress(text)], [...fields]);
  assert.deepEqual(readLayout("a.p,gone;gone;c.x", channels), [["a.p"], ["c.x"]]);
});

test("the window follows, stands, and follows again", () => {
  const window = new TimeWindow(10);
  assert.deepEqual(window.range(4), [0, 4]);
  assert.deepEqual(window.range(40), [30, 40]);
  window.hold(12, 15);
  assert.deepEqual(window.range(99), [12, 15]);
  window.hold(15, 15); // nothing
  assert.deepEqual(window.range(99), [12, 15]);
  window.follow();
  assert.deepEqual(window.range(99), [89, 99]);
});

test("statistics are over time, values lie on the line between rows", () => {
  const history = new History(1, 10);
  for (const [t, value] of [[0, 0], [1, 10], [4, 10], [5, 0]]) history.push(t, [value]);
  assert.deepEqual(statistics(history, 0, 0, 5), { least: 0, most: 10, mostAt: 1, mean: 8 });
  assert.deepEqual(statistics(history, 0, 1, 4), { least: 10, most: 10, mostAt: 1, mean: 10 });
  assert.equal(statistics(history, 0, 7, 9), null);
  assert.deepEqual([valueAt(history, 0, 0.5), valueAt(history, 0, 4.25), valueAt(history, 0, 0)], [5, 7.5, 0]);
  assert.ok(Number.isNaN(valueAt(history, 0, 6)));
});

test("marks: a lever moved, a piston at its stop, a relief valve opened; once each", () => {
  const model = makeModel();
  const control = model.controls[0];
  const cylinder = { name: "ram", from: 0, to: 1, bore: 0.1, rod: 0.05, closed: 1, stroke: 0.5 };
  model.scene.cylinders = [cylinder];
  const relief = { ...model.scheme.parts[0], name: "main", role: "relief" as const, ports: [{ ...model.scheme.parts[0].ports[0], flow: [["main.flow", 1]] as [string, number][] }] };
  model.scheme.parts = [relief];
  const places = new Map([["ram.length", 0], ["main.flow", 1]]);
  const frame = (lever: number, length: number, flow: number): Frame => ({ type: "frame", tick: 0, t: 3, points: [], bodies: [], values: [length, flow], inputs: model.inputs.map((_, k) => (k === control.input ? lever * control.range : 0)) });
  const kinds = (a: Frame, b: Frame): string[] => marksBetween(model, places, a, b).map(({ kind }) => kind);
  const rest = frame(0, 1.2, 0);
  assert.deepEqual(kinds(rest, frame(0.5, 1.4999, 1e-4)), ["lever", "stop", "relief"]);
  assert.deepEqual(kinds(frame(0.5, 1.4999, 1e-4), frame(0.7, 1.5, 2e-4)), []);
  assert.deepEqual(kinds(frame(0.5, 1.2, 0), frame(-0.5, 1.2, 0)), ["lever"]);
  assert.match(marksBetween(model, places, rest, frame(0, 1.0001, 0))[0].text, /ram fully in/);
});

test("one channel over another: the rows of a stretch, in the units shown; pairs go through the address", () => {
  const history = new History(2, 10);
  for (const [t, x, y] of [[0, 1, 5], [1, 2, 6], [2, NaN, 7], [3, 4, 8]]) history.push(t, [x, y]);
  const plain = { label: "", factor: 1, offset: 0 };
  const thousand = { label: "mm", factor: 1e3, offset: 0 };
  assert.deepEqual(curveOf(history, [0, 1], [thousand, plain], [1, 3]), { x: [2000, 4000], y: [6, 8] });
  const pair = { title: "a.p over c.x", x: "c.x", y: "a.p" };
  assert.deepEqual(readPairs(`${pairText(pair)};gone~c.x`, ["a.p", "c.x"]), [pair]);
});
