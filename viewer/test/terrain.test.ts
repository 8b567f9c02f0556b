import assert from "node:assert/strict";
import test from "node:test";
import { terrainRows, TerrainView } from "../src/live/machine/terrain";

const line = (kind: "terrain" | "body", points: number[]) => ({ name: kind, kind, points });
const drawing = { points: [], lines: [line("body", [0, 1]), line("terrain", [2, 3, 4]), line("terrain", [5, 6, 7]), line("terrain", [2, 5])] };

test("rows of a terrain; a line in the plane is no surface", () => {
  assert.deepEqual(terrainRows(drawing), [[2, 3, 4], [5, 6, 7]]);
  assert.deepEqual(terrainRows({ points: [], lines: drawing.lines.slice(0, 2) }), []);
});

test("the surface moves with its points and is dark where it is dug", () => {
  const view = new TerrainView(terrainRows(drawing), 2);
  const points = Float64Array.from({ length: 24 }, (_, k) => (k % 3 === 0 ? k / 3 : 0));
  view.update(points);
  const colour = view.object.geometry.getAttribute("color");
  const place = view.object.geometry.getAttribute("position");
  const light = colour.getX(1);
  points[3 * 3 + 2] = -0.4;
  view.update(points);
  assert.equal(Math.fround(-0.4), place.getZ(1));
  assert.ok(colour.getX(1) < light);
  assert.equal(colour.getX(4), light);
});
