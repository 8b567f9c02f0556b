import assert from "node:assert/strict";
import { test } from "node:test";
import { findTroubles } from "../src/live/circuit/troubles";
import { foldGraph, kWorthFolding } from "../src/live/circuit/folding";
import { sumOf } from "../src/live/circuit/flows";
import { makeGraph } from "../src/live/circuit/graph";
import { fittedLayout, kLetterHeight, layoutScheme, openText } from "../src/live/circuit/layout";
import { Parameters, tunables } from "../src/live/parameters";
import type { Source } from "../src/live/source";
import { makeModel } from "./mock_model.mjs";

const model = makeModel();
const whole = makeGraph(model.scheme);
const folded = foldGraph(whole);

test("a large circuit is folded: what only leads from a valve's line to the tank is in the valve's block", () => {
  assert.ok(whole.parts.length > kWorthFolding);
  const inside = folded.parts.flatMap((part) => part.folded.map(({ name }) => name));
  assert.ok(inside.length > 0);
  for (const { source, folded: own } of folded.parts) if (own.length > 0) assert.equal(source.role, "valve");
  const names = [...folded.parts.map(({ source }) => source.name), ...inside].sort();
  assert.deepEqual(names, whole.parts.map(({ source }) => source.name).sort(), "nothing is lost, nothing is there twice");
  assert.ok(folded.parts.some(({ source }) => source.role === "pump"));
});

test("a block's port takes what its valves take together", () => {
  const values = new Map<string, number>();
  let next = 1;
  const value = (channel: string): number => {
    if (!values.has(channel)) values.set(channel, (next *= 1.7));
    return values.get(channel) as number;
  };
  const intoNode = (graph: typeof whole, node: number): number =>
    graph.parts.flatMap(({ source, nodes }) => source.ports.filter((_, k) => nodes[k] === node)).reduce((sum, { flow }) => sum + sumOf(flow, value), 0);
  whole.nodes.forEach(({ name }, node) => {
    if (whole.tank[node]) return;
    const [before, after] = [intoNode(whole, node), intoNode(folded, node)];
    assert.ok(Math.abs(before - after) < 1e-9 * Math.max(1, Math.abs(before)), `${name}: ${before} ${after}`);
  });
});

test("names are as large as asked for where the room allows it, and boxes stay apart", () => {
  for (const room of [{ width: 520, height: 560 }, { width: 566, height: 300 }, { width: 1280, height: 700 }]) {
    const { parts, width, height } = fittedLayout(model.scheme, room, true, 9);
    const pixels = (kLetterHeight * parts[0].letters) / Math.max(width / room.width, height / room.height);
    assert.ok(pixels >= 9, `${room.width} x ${room.height}: ${pixels} pixels`);
    for (const a of parts)
      for (const b of parts)
        if (a !== b)
          assert.ok(
            a.label.x >= b.box.x + b.box.width || b.box.x >= a.label.x + a.label.width ||
            a.label.y >= b.box.y + b.box.height || b.box.y >= a.label.y + a.label.height,
            `${a.graph.source.name} over ${b.graph.source.name}`);
  }
});

test("what a block says of its open valve has its own room", () => {
  assert.deepEqual(openText("slew_valve", "slew_relief_right"), ["relief_right", "open"]);
  assert.deepEqual(openText("lift_valve", "make_up"), ["make_up", "open"]);
  const scheme = structuredClone(model.scheme);
  for (const part of scheme.parts) if (["relief", "check", "line"].includes(part.role)) part.name += "_of_the_left_motor";
  for (const room of [{ width: 520, height: 560 }, { width: 1280, height: 700 }]) {
    const { parts } = fittedLayout(scheme, room, true, 9);
    for (const { graph, label, letters, lines } of parts) {
      const notes = graph.folded.map(({ name }) => openText(graph.source.name, name));
      for (const note of notes)
        for (const line of note) assert.ok(0.56 * kLetterHeight * letters * line.length <= label.width, `${line}: ${label.width}`);
      if (notes.length > 0) assert.ok(label.height >= lines.length * kLetterHeight * letters && lines.at(-1) === "", graph.source.name);
      for (const other of parts)
        assert.ok(other.label === label || notes.length === 0 ||
          label.x >= other.label.x + other.label.width || other.label.x >= label.x + label.width ||
          label.y >= other.label.y + other.label.height || other.label.y >= label.y + label.height,
          `${graph.source.name}'s note over ${other.graph.source.name}`);
    }
  }
});

test("a wide room gets a wide picture, a high one a high picture", () => {
  const shape = (width: number, height: number): number => {
    const layout = layoutScheme(model.scheme, { room: { width, height }, letters: 1, isFolded: false });
    return layout.width / layout.height;
  };
  assert.ok(shape(1600, 500) >= shape(500, 900));
});

test("parameters: bore and rod for areas, no words, no derived numbers", () => {
  const names = tunables(model).map(({ name }) => name);
  assert.ok(names.length > 3);
  assert.equal(names.find((name) => /area_|signal|coefficient/.test(name)), undefined);
  assert.equal(new Set(names).size, names.length);
});

test("a change is told in SI, undo tells the number from before", () => {
  const sent: string[] = [];
  const parameters = new Parameters((name, text) => sent.push(`${name}=${text}`) > 0);
  parameters.begin(model);
  const one = tunables(model).find(({ unit, value }) => unit === "Pa" && value > 0);
  assert.ok(one !== undefined);
  parameters.set(one, one.value); // as it is: nothing to tell
  parameters.set(one, NaN);
  assert.deepEqual(sent, []);
  parameters.set(one, 2 * one.value);
  assert.equal(parameters.last?.name, one.name);
  parameters.undo();
  assert.deepEqual(sent, [`${one.name}=${2 * one.value} Pa`, `${one.name}=${one.value} Pa`]);
  assert.equal(parameters.last, undefined);
  parameters.undo();
  assert.equal(sent.length, 2);
  assert.equal(parameters.original(one.name), one.value);
});

test("a change that nobody took is not remembered", () => {
  const parameters = new Parameters(() => false);
  parameters.begin(model);
  parameters.set(tunables(model)[0], 123);
  assert.equal(parameters.last, undefined);
});

test("troubles: faults that act, oil that cavitates, nothing else", () => {
  const faults = [{ input: 0, name: "hose", kind: "leak", target: "lift.A", text: "leak at lift.A" }];
  const source = (severity: number): Source => ({ input: (name: string) => (name === "faults.hose" ? severity : 0) }) as Source;
  const nodes = [
    { name: "lift.A", kind: "chamber" as const, pressure: "lift.A.p", value: 0 },
    { name: "jib.B", kind: "chamber" as const, pressure: "jib.B.p", value: 0 },
    { name: "engine", kind: "shaft" as const, pressure: "engine.speed", value: 0 },
  ];
  const machine = { ...model, faults };
  assert.deepEqual(findTroubles(machine, nodes, [5e6, 1e5, 0], source(0)), []);
  const found = findTroubles(machine, nodes, [5e6, 0.1e5, 0], source(0.5));
  assert.deepEqual(found.map(({ kind, place }) => [kind, place]), [["leaks", "lift.A"], ["cavitates", "jib.B"]]);
  assert.match(found[0].text, /50 %/);
});
