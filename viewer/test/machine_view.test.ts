import assert from "node:assert/strict";
import { test } from "node:test";
import { Vector3 } from "three";
import { around, centreOfGravity } from "../src/live/machine/fittings";
import { flattening } from "../src/live/machine/flat_shadow";
import { bevelledBox, taperedBox } from "../src/live/machine/shapes";
import { breaksOf, kSides, ringsOf } from "../src/live/machine/tube";
import type { Future } from "../src/live/protocol";

const future = (path: number[], more: Partial<Future> = {}): Future => ({ path, peak: 1e7, peak_at: "", margin: null, stop: "", load: 1, levers: [], failed: "", ...more });

test("what a future breaks: the worst of what it does", () => {
  assert.equal(breaksOf(future([]), 2e7), "nothing");
  assert.equal(breaksOf(future([], { peak: 2.1e7 }), 2e7), "pressure");
  assert.equal(breaksOf(future([], { stop: "jib" }), 2e7), "reach");
  assert.equal(breaksOf(future([], { stop: "jib", peak: 3e7 }), 2e7), "pressure");
  assert.equal(breaksOf(future([], { margin: 0.1, peak: 3e7 }), 2e7), "tipping");
  assert.equal(breaksOf(future([], { margin: 0.9 }), 2e7), "nothing");
  assert.equal(breaksOf(future([], { failed: "step" }), 0), "failed");
});

test("a tube is as wide as the futures spread, and coloured on the side where they break something", () => {
  const ways = [new Vector3(1, 0, 0), new Vector3(-1, 0, 0), new Vector3(0, 0, 0.5), new Vector3(0, 0, -0.5)];
  const futures = ways.map((way, k) => future([0, 5, 0, way.x, 5, way.z], k === 0 ? { peak: 9e9 } : {}));
  const rings = ringsOf(futures, 2e7, 0.01);
  assert.equal(rings.length, 2);
  assert.ok(rings[0].rim.every((point) => Math.abs(point.distanceTo(rings[0].centre) - 0.01) < 1e-9));
  const [, end] = rings;
  const xs = end.rim.map(({ x }) => x);
  const zs = end.rim.map(({ z }) => z);
  assert.ok(Math.max(...xs) > 0.95 && Math.max(...xs) <= 1 + 1e-9 && Math.max(...zs) > 0.45 && Math.max(...zs) <= 0.5 + 0.02, `${Math.max(...xs)} ${Math.max(...zs)}`);
  const right = end.breaks.filter((one, k) => end.rim[k].x > 0.5 && one === "pressure").length;
  const left = end.breaks.filter((one, k) => end.rim[k].x < -0.1 && one === "pressure").length;
  assert.ok(right > 0 && right < kSides / 2 && left === 0, `${right} ${left}`);
});

test("the centre of gravity is that of all bodies, turned as they are, and of what was taken up", () => {
  const model = { fittings: { contacts: [], ropes: [], bases: [], payloads: [{ name: "pallet", point: 0 }], masses: [{ body: 0, mass: 3, at: [1, 0, 0] as [number, number, number] }] } };
  const h = Math.SQRT1_2; // a quarter turn about z
  const pose = { points: [0, 9, 0], bodies: [0, 0, 2, h, 0, 0, h] };
  const { place, mass } = centreOfGravity(model, pose, (name) => (name === "pallet.mass" ? 1 : NaN));
  assert.equal(mass, 4);
  assert.ok(place.distanceTo(new Vector3(0, 3, 1.5)) < 1e-9, JSON.stringify(place));
});

test("a shadow lies on the ground, where the ray from the sun through the point meets it", () => {
  const flat = flattening(new Vector3(0, -1, 2).normalize(), new Vector3(0, 0, 1), 0.5);
  const shadow = new Vector3(3, 4, 2.5).applyMatrix4(flat);
  assert.ok(shadow.distanceTo(new Vector3(3, 5, 0.5)) < 1e-9, JSON.stringify(shadow));
});

test("bevels keep a solid's size, a beam is as high at its end as it should be", () => {
  const box = bevelledBox(2, 1, 0.5);
  box.computeBoundingBox();
  assert.ok((box.boundingBox?.getSize(new Vector3()).distanceTo(new Vector3(2, 1, 0.5)) ?? 1) < 1e-6);
  const beam = taperedBox(4, 0.6, 0.4, 0.3);
  const at = beam.getAttribute("position");
  const heights = (near: boolean): number => Math.max(...Array.from({ length: at.count }, (_, k) => (at.getX(k) > 1.9 === near ? Math.abs(at.getY(k)) : 0)));
  assert.ok(Math.abs(heights(true) - 0.15) < 0.02 && Math.abs(heights(false) - 0.3) < 0.02);
});

test("lines to tip over go around the feet and do not cross", () => {
  const feet = [new Vector3(2, 2, 0), new Vector3(2, -2, 0), new Vector3(-2, 2, 0), new Vector3(-2, -2, 0)];
  const ring = around(feet, new Vector3(0, 0, 1));
  ring.forEach((foot, k) => assert.equal(foot.distanceTo(ring[(k + 1) % 4]), 4));
});
