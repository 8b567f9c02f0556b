// What is drawn between two moving points: cylinders as barrel and rod, bodies without shapes as bars.
import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, Object3D, SphereGeometry, Vector3 } from "three";
import type { Description, LineKind, SceneCylinder } from "../protocol";
import { bodyColour, material, solid } from "./shapes";
import { terrainRows } from "./terrain";

const kLight = "#0b8ad6";
const kAlongY = new Vector3(0, 1, 0);
const unitBar = new CylinderGeometry(1, 1, 1, 20);
const unitBall = new SphereGeometry(1, 16, 12);
const a = new Vector3();
const b = new Vector3();
const direction = new Vector3();

function pointAt(points: Float64Array, index: number, out: Vector3): Vector3 {
  return out.set(points[3 * index], points[3 * index + 1], points[3 * index + 2]);
}

// A bar of the given radius between two distances from `from` along `direction`.
function stretch(bar: Object3D, from: Vector3, start: number, end: number, radius: number): void {
  bar.position.copy(from).addScaledVector(direction, 0.5 * (start + end));
  bar.quaternion.setFromUnitVectors(kAlongY, direction);
  bar.scale.set(radius, Math.max(1e-4, end - start), radius);
}

export interface Moving {
  object: Object3D;
  update(points: Float64Array): void;
}

export class CylinderView implements Moving {
  readonly object = new Group();
  private readonly barrel: Mesh;
  private readonly rod: Mesh;
  private readonly cap: Mesh;
  private readonly eyes: Mesh[]; // around the pins

  get name(): string {
    return this.cylinder.name;
  }

  // Lit up: it is what somebody points at in the circuit.
  light(on: boolean): void {
    for (const { material } of [this.barrel, this.rod, this.cap]) (material as MeshStandardMaterial).emissive.set(on ? kLight : "#000000");
  }

  constructor(private readonly cylinder: SceneCylinder) {
    this.barrel = solid(unitBar, material("#4d5a66", 0.5, 0.45));
    this.rod = solid(unitBar, material("#d5dbe0", 0.85, 0.25));
    this.eyes = [0, 1].map(() => solid(unitBall, material("#59636c", 0.4, 0.5)));
    this.cap = solid(unitBar, material("#242c33", 0.5, 0.5));
    this.object.add(this.barrel, this.rod, this.cap, ...this.eyes);
  }

  update(points: Float64Array): void {
    const { from, to, bore, rod, closed, stroke } = this.cylinder;
    pointAt(points, from, a);
    pointAt(points, to, b);
    const length = direction.subVectors(b, a).length();
    direction.multiplyScalar(length > 0 ? 1 / length : 0);
    if (length === 0) direction.copy(kAlongY);
    const tube = Math.min(0.97 * length, closed > 0 ? 0.93 * closed : 0.5 * stroke);
    stretch(this.barrel, a, 0, tube, 0.58 * bore);
    stretch(this.cap, a, tube - 0.35 * bore, tube, 0.66 * bore);
    stretch(this.rod, a, Math.max(0, tube - 0.1), length, 0.5 * rod);
    [a, b].forEach((end, k) => {
      this.eyes[k].position.copy(end);
      this.eyes[k].scale.setScalar(0.75 * Math.max(rod, 0.5 * bore));
    });
  }
}

class BarView implements Moving {
  readonly object: Mesh;

  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly radius: number,
    colour: string,
  ) {
    this.object = solid(unitBar, material(colour));
  }

  update(points: Float64Array): void {
    pointAt(points, this.from, a);
    pointAt(points, this.to, b);
    const length = direction.subVectors(b, a).length();
    if (length > 0) direction.multiplyScalar(1 / length);
    else direction.copy(kAlongY);
    stretch(this.object, a, 0, length, this.radius);
  }
}

class BallView implements Moving {
  readonly object: Mesh;

  constructor(
    private readonly point: number,
    radius: number,
    colour: string,
  ) {
    this.object = solid(new SphereGeometry(radius, 20, 14), material(colour));
  }

  update(points: Float64Array): void {
    pointAt(points, this.point, this.object.position);
  }
}

const kLineColours: Partial<Record<LineKind, string>> = { spring: "#00795a", rope: "#3b4248", terrain: "#8a6a45" };

// Lines of the drawing whose body has no shape, springs, ropes and a terrain in the plane. `size` is the machine's.
export function makeSkeleton(model: Description, size: number): Moving[] {
  const { scene, drawing } = model;
  const shaped = new Set(scene.shapes.map((shape) => (shape.body < 0 ? "ground" : scene.bodies[shape.body])));
  const radius = Math.max(0.008 * size, 1e-3);
  const list: Moving[] = [];
  const isSurface = terrainRows(drawing).length > 0;
  for (const line of drawing.lines) {
    if (line.kind === "terrain" && isSurface) continue;
    const isBody = line.kind === "body" && !shaped.has(line.name);
    const own = kLineColours[line.kind];
    if (!isBody && own === undefined) continue;
    const colour = own ?? bodyColour(scene.bodies.indexOf(line.name));
    const thick = line.kind === "spring" ? 0.4 * radius : isBody ? radius : line.kind === "rope" ? 0.35 * radius : 0.2 * radius;
    for (let k = 0; k + 1 < line.points.length; ++k)
      if (line.points[k] !== line.points[k + 1])
        list.push(new BarView(line.points[k], line.points[k + 1], thick, colour));
    if (line.kind !== "terrain") for (const point of new Set(line.points)) list.push(new BallView(point, 1.35 * thick, colour));
  }
  return list;
}
