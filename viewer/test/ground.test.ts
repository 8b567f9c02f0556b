import assert from "node:assert/strict";
import { test } from "node:test";
import { Box3, Mesh, Raycaster, Scene, Vector3, type Material } from "three";
import { Ground } from "../src/live/machine/ground";

// What a ray meets that cannot be seen through.
function blocks(isSolid: boolean, from: Vector3, to: Vector3): boolean {
  const scene = new Scene();
  new Ground(scene).build(new Box3(new Vector3(-2, -1, 0), new Vector3(6, 1, 4)), 2, false, isSolid, []);
  scene.updateMatrixWorld(true);
  const way = to.clone().sub(from);
  const hits = new Raycaster(from, way.clone().normalize(), 0, way.length()).intersectObjects(scene.children, true);
  return hits.some(({ object }) => object instanceof Mesh && !(object.material as Material).transparent);
}

const eye = new Vector3(8, -12, 5);
const under = new Vector3(3, 0, -2); // a bucket that has dug itself in

test("solid ground hides what is under it, from above", () => {
  assert.ok(blocks(true, eye, under));
  assert.ok(!blocks(false, eye, under));
  assert.ok(!blocks(true, eye, new Vector3(3, 0, 1)));
  assert.ok(!blocks(true, new Vector3(8, -12, -5), new Vector3(3, 0, 1)), "from below it is looked through");
});
