import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scheme } from "../src/live/protocol";
import type { Column } from "../src/report/data";
import { groupColumns, isNumerics, magnitude, rankColumns, twinsOf, weights } from "../src/report/grouping";

const column = (name: string, unit: string, values: number[] = [0, 1], description = ""): Column =>
  ({ name, unit, description, values });
const idOf = (name: string, unit: string, description = ""): string =>
  groupColumns([column(name, unit, [0, 1], description)])[0].id;

test("each channel finds its plot", () => {
  const expected: [string, string, string][] = [
    ["lift.length", "m", "length"], ["tip.x", "m", "position"], ["js.qw", "1", "orientation"],
    ["z1.rate", "rad/s", "angular_rate"], ["z1.angle", "rad", "angle"], ["lift.A.p", "Pa", "pressure"],
    ["lift_valve.PA.flow", "m3/s", "flow"], ["lift.force", "N", "force"], ["lift_valve.U", "V", "spool_V"],
    ["lift_valve.U", "1", "spool"], ["energy.kinetic", "J", "energy"], ["energy.loss.valve", "J", "loss"],
    ["energy.residual", "J", "balance"], ["energy.books", "J", "balance"], ["solver.gap", "m", "gap"],
    ["solver.newton", "1", "newton"],
  ];
  for (const [name, unit, id] of expected) assert.equal(idOf(name, unit), id, name);
});

test("descriptions tell cylinders, sliding joints and signals apart", () => {
  assert.equal(idOf("lift.rate", "m/s", "rate of the length, positive when extending"), "rate");
  assert.equal(idOf("rail.rate", "m/s", "rate of the joint coordinate"), "velocity");
  assert.equal(idOf("wanted", "m", "signal"), "length");
});

test("an unforeseen unit gets its own plot, before the solver's", () => {
  const groups = groupColumns([column("solver.newton", "1"), column("coil.i", "A"), column("a.p", "Pa"), column("b.p", "Pa")]);
  assert.deepEqual(groups.map((group) => group.id), ["pressure", "unit A", "newton"]);
  assert.deepEqual(groups[0].columns.map((c) => c.name), ["a.p", "b.p"]);
});

test("channels that never change come last", () => {
  const groups = groupColumns([column("push.force", "N", [20]), column("a.p", "Pa")]);
  assert.deepEqual(groups.map((group) => group.id), ["pressure", "force"]);
});

test("violations are drawn on a logarithmic axis", () => {
  assert.equal(groupColumns([column("solver.gap", "m")])[0].log, true);
});

test("magnitude is the largest absolute value", () => {
  assert.equal(magnitude([column("a", "m", [1, -3]), column("b", "m", [2, 2])]), 3);
});

test("a motor's shaft does not flatten the joints", () => {
  const groups = groupColumns([
    column("slew.rate", "rad/s", [0, 0.7]), column("pinion_speed", "rad/s", [0, 90]), column("boom.rate", "rad/s", [0, 0.2]),
  ]);
  assert.deepEqual(groups.map(({ id, columns }) => [id, columns.map(({ name }) => name)]),
    [["angular_rate", ["slew.rate", "boom.rate"]], ["shaft_speed", ["pinion_speed"]]]);
  const alike = groupColumns([column("a.rate", "rad/s", [0, 5]), column("b.rate", "rad/s", [0, 1]), column("c.rate", "rad/s", [0, 0])]);
  assert.equal(alike.length, 1);
});

test("what tells about the computation is apart", () => {
  const groups = groupColumns([column("oil.balance", "m3"), column("energy.books", "J"), column("tank.volume", "m3"), column("solver.gap", "m")]);
  assert.deepEqual(groups.filter(isNumerics).map(({ id }) => id).sort(), ["balance", "gap", "oil_balance"]);
});

test("the channels that vary most come first, few keep their order", () => {
  const many = [column("sense", "m3/s", [0, 1]), column("pump", "m3/s", [3, -5]), column("bleed", "m3/s", [9, 9.5])];
  assert.deepEqual(rankColumns(many, 2).map(({ name }) => name), ["pump", "sense", "bleed"]);
  assert.deepEqual(rankColumns(many, 3), many);
});

test("what drives and what is driven comes before what varies a little more", () => {
  const part = (name: string, role: string): object => ({ name, role, title: "", ports: [], parameters: [], channels: [] });
  const weight = weights({ parts: [part("lift", "actuator"), part("lift.hose", "line")], nodes: [] } as unknown as Scheme);
  const many = [column("inlet.p", "Pa", [0, 2]), column("lift.A.p", "Pa", [0, 1]), column("lift.hose.p", "Pa", [0, 1.5])];
  assert.deepEqual(rankColumns(many, 2, weight).map(({ name }) => name), ["lift.A.p", "inlet.p", "lift.hose.p"]);
});

test("channels with the same values are told by the first", () => {
  const all = [column("a", "m", [0, 1]), column("b", "m", [0, 1 + 1e-9]), column("c", "m", [0, 1.1]), column("d", "m", [1, 0, 1]), column("e", "m", [0, 1])];
  assert.deepEqual(twinsOf(all), ["", "a", "", "", "a"]);
});
