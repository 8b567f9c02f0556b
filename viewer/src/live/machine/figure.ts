// One machine as objects: shapes on bodies, cylinders, bars. The machine itself, or the ghost of another run.
import { Group, Mesh, MeshStandardMaterial, Object3D } from "three";
import type { Description } from "../protocol";
import { CylinderView, makeSkeleton, type Moving } from "./bars";
import { makeShape, type MeshFiles } from "./shapes";
import { terrainRows, TerrainView } from "./terrain";

const kGhost = { color: "#3d8fc4", transparent: true, opacity: 0.32, depthWrite: false };

export class Figure {
  readonly object = new Group();
  readonly cylinders: CylinderView[];
  private readonly bodies: Object3D[];
  private readonly moving: Moving[];

  // `size` is the machine's; `changed` is called when a mesh has come, or with what is wrong with it.
  constructor(model: Description, size: number, files: MeshFiles, changed: (problem: string) => void) {
    this.bodies = model.scene.bodies.map(() => new Group());
    for (const body of this.bodies) this.object.add(body);
    model.scene.shapes.forEach((shape, k) => {
      const place = shape.body < 0 ? this.object : this.bodies[shape.body];
      place?.add(makeShape(shape, k, files, changed));
    });
    this.cylinders = model.scene.cylinders.map((c) => new CylinderView(c));
    this.moving = [...makeSkeleton(model, size), ...this.cylinders];
    const rows = terrainRows(model.drawing);
    if (rows.length > 0) this.moving.push(new TerrainView(rows, model.up));
    for (const { object } of this.moving) this.object.add(object);
  }

  place(points: Float64Array, bodies: Float64Array): void {
    this.bodies.forEach((body, k) => {
      const at = 7 * k;
      if (at + 7 > bodies.length) return;
      body.position.set(bodies[at], bodies[at + 1], bodies[at + 2]);
      body.quaternion.set(bodies[at + 4], bodies[at + 5], bodies[at + 6], bodies[at + 3]);
    });
    for (const part of this.moving) part.update(points);
    this.object.updateMatrixWorld(true);
  }

  // To be seen through, without shadow.
  fade(): void {
    const look = new MeshStandardMaterial(kGhost);
    this.object.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.material = look;
      part.castShadow = part.receiveShadow = false;
    });
  }
}
