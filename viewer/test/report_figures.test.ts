import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column } from "../src/report/data";
import { largestLosses, motionOf, peakOf, thinnestOf } from "../src/report/figures";

const column = (name: string, unit: string, values: number[]): Column => ({ name, unit, description: "", values });
const times = [0, 1, 2, 3, 4];

test("a peak is the largest value either way, with its instant; the same oil at both ends has the shorter name", () => {
  const columns = [column("pump.T.flow", "m3/s", [0, 5, 7, 1, 0]), column("pump.flow", "m3/s", [0, 5, 6.999, 1, 0]), column("valve.flow", "m3/s", [0, -8, 0, 0, 0])];
  assert.deepEqual(peakOf({ times, columns }, "m3/s", 0), { size: 8, name: "valve.flow", t: 1 });
  assert.deepEqual(peakOf({ times, columns: columns.slice(0, 2) }, "m3/s", 0), { size: 6.999, name: "pump.flow", t: 2 });
  assert.equal(peakOf({ times, columns }, "m3/s", 9), null);
  assert.equal(peakOf({ times, columns: [column("still", "Pa", [3])] }, "Pa", 0), null);
});

test("a cycle goes from the first motion of an actuator to the last", () => {
  const columns = [column("lift.rate", "m/s", [0, 0.5, 0, 0, 0]), column("jib.rate", "m/s", [0, 1e-3, 0, -1, 0.01]), column("boom.rate", "rad/s", [9, 9, 9, 9, 9])];
  assert.deepEqual(motionOf({ times, columns }, ["lift.rate", "jib.rate"]), { from: 1, to: 3 });
  assert.equal(motionOf({ times, columns }, ["nobody.rate"]), null);
});

test("the thinnest oil, and how long it was", () => {
  const columns = [column("a.p", "Pa", [1e5, 1e5, 2e4, 1e4, 1e5]), column("b.p", "Pa", [1e5, 3e4, 1e5, 1e5, 1e5])];
  assert.deepEqual(thinnestOf({ times, columns }), { seconds: 3, low: 1e4, name: "a.p", t: 3 });
  assert.equal(thinnestOf({ times, columns: [column("supply", "Pa", [2e7])] }), null);
});

test("losses are told by part, the largest first; what stored energy is none", () => {
  const columns = [column("energy.loss.lift_valve", "J", [2, 3, 4, 5, 6]), column("energy.loss.pump", "J", [0, 1, 2, 3, 9]), column("energy.loss.none", "J", [0]), column("energy.kinetic", "J", [0, 1, 2, 3, 4])];
  assert.deepEqual(largestLosses({ columns }, 5), [{ part: "pump", energy: 9 }, { part: "lift_valve", energy: 4 }]);
});
