import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeKind, Scheme, SchemePart } from "../src/live/protocol";
import { findFunctions } from "../src/live/circuit/functions";
import { makeGraph } from "../src/live/circuit/graph";
import { layoutScheme, type Box, type Layout } from "../src/live/circuit/layout";
import { numberBox, numberPlaces } from "../src/live/circuit/number_places";
import type { Point } from "../src/live/circuit/router";
import { makeModel } from "./mock_model.mjs";
import { makePart } from "./mock_symbols.mjs";

const crane = (): Layout => layoutScheme(makeModel().scheme);

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const part = (name: string, type: string, ports: [string, number][]): SchemePart =>
  makePart(name, type, name, ports);

const segments = (points: Point[]): [Point, Point][] => points.slice(1).map((p, k) => [points[k], p]);

test("boxes and labels do not overlap", () => {
  const { parts } = crane();
  const boxes = parts.flatMap(({ box, label }, k) => [
    { ...box, k },
    { ...label, k },
  ]);
  for (const a of boxes)
    for (const b of boxes)
      if (a.k < b.k) assert.ok(!overlap(a, b), `${parts[a.k].graph.source.name} ${parts[b.k].graph.source.name}`);
});

test("the same scheme gives the same picture", () => {
  assert.equal(JSON.stringify(crane()), JSON.stringify(crane()));
});

test("every port is on its line, and lines are trees", () => {
  const { parts, wires, graph } = crane();
  for (const [node] of graph.nodes.entries()) {
    const ports = parts.flatMap((p) => p.ports.filter((port) => port.net && port.node === node));
    const own = wires.filter((wire) => wire.node === node);
    if (ports.length < 2) continue;
    const ends = new Map<string, Set<number>>();
    own.forEach(({ points }, k) =>
      points.forEach(({ x, y }) => ends.set(`${x} ${y}`, (ends.get(`${x} ${y}`) ?? new Set()).add(k))),
    );
    const reached = new Set([0]);
    for (let before = 0; before < reached.size;) {
      before = reached.size;
      for (const group of ends.values())
        if ([...group].some((k) => reached.has(k))) group.forEach((k) => reached.add(k));
    }
    assert.equal(reached.size, own.length, graph.nodes[node].name);
    for (const port of ports)
      assert.ok(ends.has(`${port.x} ${port.y}`), `${parts[port.part].graph.source.name}.${port.port}`);
    assert.equal(own.filter(({ port }) => port !== null).length, ports.length);
  }
});

test("lines are orthogonal, cross no box and never run along another line", () => {
  const { parts, wires } = crane();
  const all = wires.flatMap((wire) =>
    wire.port === null ? segments(wire.points).map((s) => ({ s, node: wire.node })) : [],
  );
  for (const {
    s: [a, b],
  } of all) {
    assert.ok(a.x === b.x || a.y === b.y);
    const line = {
      x: Math.min(a.x, b.x),
      y: Math.min(a.y, b.y),
      width: Math.abs(a.x - b.x),
      height: Math.abs(a.y - b.y),
    };
    for (const { box, graph } of parts) assert.ok(!overlap(line, box), graph.source.name);
  }
  for (const p of all)
    for (const q of all) {
      if (p.node >= q.node) continue;
      const [a, b, c, d] = [...p.s, ...q.s];
      const apart = (k: "x" | "y"): boolean =>
        Math.max(a[k], b[k]) <= Math.min(c[k], d[k]) || Math.max(c[k], d[k]) <= Math.min(a[k], b[k]);
      if (a.x === b.x && c.x === d.x && a.x === c.x) assert.ok(apart("y"));
      if (a.y === b.y && c.y === d.y && a.y === c.y) assert.ok(apart("x"));
    }
});

test("pumps below, actuators on top, one block per function", () => {
  const { parts } = crane();
  const of = (name: string): Box => parts.find((p) => p.graph.source.name === name)?.box as Box;
  assert.ok(of("pump").y > of("lift_compensator").y && of("lift_compensator").y > of("lift_valve").y);
  assert.ok(of("lift_valve").y > of("lift_hold").y && of("lift_hold").y > of("lift").y);
  for (const row of ["", "_valve", "_compensator"]) {
    const x = ["lift", "outer", "telescope"].map((name) => of(name + row).x);
    assert.ok(x[0] < x[1] && x[1] < x[2], row);
  }
});

test("two cylinders behind one valve are one function; unknown parts and loose ports are drawn", () => {
  const node = (name: string, kind: NodeKind = "volume"): Scheme["nodes"][0] => ({ name, kind, pressure: "", value: 1e5 });
  const scheme: Scheme = {
    nodes: [node("tank", "source"), node("supply"), node("a"), node("b"), { ...node("feed", "source"), value: 2e7 }],
    parts: [
      part("valve", "valve_4_3", [
        ["P", 1],
        ["T", 0],
        ["A", 2],
        ["B", 3],
      ]),
      part("c1", "cylinder", [
        ["A", 2],
        ["B", 3],
      ]),
      part("c2", "cylinder", [
        ["A", 3],
        ["B", 2],
      ]),
      part("thing", "never_seen", [
        ["one", 1],
        ["two", 4],
        ["three", -1],
      ]),
    ],
  };
  const { parts, wires } = layoutScheme(scheme);
  assert.equal(parts.length, 5); // the feed is drawn as a source
  assert.equal(parts[1].box.y, parts[2].box.y);
  assert.deepEqual(findFunctions(makeGraph(scheme)).groups, [[1, 2]]);
  assert.deepEqual([...new Set(wires.map(({ node: n }) => n))].sort(), [1, 2, 3, 4]);
});

test("a compensator goes with its valve, though the lines of others are as near; waiting faults are not drawn", () => {
  const node = (name: string, kind: NodeKind = "volume"): Scheme["nodes"][0] => ({ name, kind, pressure: "", value: 1e5 });
  const scheme: Scheme = {
    nodes: [node("tank", "source"), node("line"), node("in1"), node("in2"), node("a1"), node("a2"), node("ls")],
    parts: [
      part("pump", "pressure_compensated_pump", [
        ["T", 0],
        ["P", 1],
      ]),
      part("k1", "compensator", [
        ["P", 1],
        ["A", 2],
        ["LS", 6],
      ]),
      part("k2", "compensator", [
        ["P", 1],
        ["A", 3],
        ["LS", 5],
      ]),
      part("v1", "valve_3_2", [
        ["P", 2],
        ["T", 0],
        ["A", 4],
      ]),
      part("v2", "valve_3_2", [
        ["P", 3],
        ["T", 0],
        ["A", 5],
      ]),
      part("sense", "orifice", [
        ["A", 4],
        ["B", 6],
      ]),
      part("c1", "cylinder", [["A", 4]]),
      part("c2", "cylinder", [["A", 5]]),
      part("faults.c1_A_leak", "orifice", [
        ["A", 4],
        ["B", 0],
      ]),
    ],
  };
  assert.deepEqual(findFunctions(makeGraph(scheme)).of, [-1, 0, 1, 0, 1, 0, 0, 1]);
  assert.equal(layoutScheme(scheme).parts.length, 8);
});

test("an empty circuit", () => {
  const { parts, wires } = layoutScheme({ nodes: [], parts: [] });
  assert.deepEqual([parts.length, wires.length], [0, 0]);
});

test("a part on no line does not lie over others", () => {
  const node = (name: string, kind: NodeKind = "volume"): Scheme["nodes"][0] => ({ name, kind, pressure: "", value: 1e5 });
  const { parts } = layoutScheme({
    nodes: [node("line"), node("a"), node("b"), node("tank", "source")],
    parts: [
      part("servo", "valve_4_3", [
        ["P", 0],
        ["T", 3],
        ["A", 1],
        ["B", 2],
      ]),
      part("pump", "pressure_compensated_pump", [
        ["T", 3],
        ["P", 0],
      ]),
      part("drive", "cylinder", [
        ["A", 1],
        ["B", 2],
      ]),
      part("pi", "fmu", []),
    ],
  });
  parts.forEach((a, k) => parts.slice(k + 1).forEach((b) => assert.ok(!overlap(a.box, b.box), JSON.stringify([a.box, b.box]))));
});

test("numbers of the lines lie on no symbol, no name and no other number", () => {
  const layout = crane();
  const size = 12.5;
  const places = numberPlaces(layout, size);
  assert.ok(places.length > 5);
  assert.equal(new Set(places.map(({ node }) => node)).size, places.length);
  const boxes = places.map((place) => numberBox(place, size));
  const others = layout.parts.flatMap(({ box, label }) => [box, label]);
  boxes.forEach((box, k) => {
    const name = layout.graph.nodes[places[k].node].name;
    for (const other of [...others, ...boxes.slice(0, k)]) assert.ok(!overlap(box, other), name);
    const own = layout.wires.filter(({ node }) => node === places[k].node);
    const grown = { x: box.x - 7, y: box.y - 8, width: box.width + 14, height: box.height + 16 };
    const isBeside = own.some(({ points }) => segments(points).some(([p, q]) =>
      overlap(grown, { x: Math.min(p.x, q.x), y: Math.min(p.y, q.y), width: Math.abs(q.x - p.x) + 0.1, height: Math.abs(q.y - p.y) + 0.1 })));
    assert.ok(isBeside, `${name}: beside its line`);
  });
});
