// What hangs on the machine and acts on it: payloads that are taken up, and, when asked for, the forces of contacts and
// cylinders as arrows, the centre of gravity over the feet it may tip about.
import { ArrowHelper, BufferGeometry, Color, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, Object3D, Quaternion, SphereGeometry, Vector3 } from "three";
import type { Description, Fittings as Acting, SceneMass } from "../protocol";
import { bevelledBox, material, solid } from "./shapes";

const kDensity = 1800; // [kg/m3] of a payload as it is drawn
const kGravity = 9.81;
const kArrow = 0.3; // of the machine's size, for a force like its weight
const kLeast = 2e-3; // of the weight: less is not drawn

const kNone: Acting = { contacts: [], payloads: [], ropes: [], masses: [], bases: [] };

// Reports do not know them.
export const fittingsOf = ({ fittings }: Pick<Description, "fittings">): Acting => fittings ?? kNone;

export type Read = (channel: string) => number; // NaN: there is none

export interface Pose {
  points: ArrayLike<number>;
  bodies: ArrayLike<number>;
}

const pointOf = ({ points }: Pose, index: number): Vector3 => new Vector3(points[3 * index], points[3 * index + 1], points[3 * index + 2]);

// Of all bodies [kg], payloads included.
export function centreOfGravity(model: Pick<Description, "fittings">, pose: Pose, read: Read): { place: Vector3; mass: number } {
  const sum = new Vector3();
  let mass = 0;
  const add = (at: Vector3, weight: number): void => {
    if (!Number.isFinite(weight) || weight <= 0) return;
    sum.addScaledVector(at, weight);
    mass += weight;
  };
  const { masses, payloads } = fittingsOf(model);
  for (const one of masses) add(placeOf(one, pose), one.mass);
  for (const { name, point } of payloads) add(pointOf(pose, point), read(`${name}.mass`));
  return { place: mass > 0 ? sum.multiplyScalar(1 / mass) : sum, mass };
}

function placeOf({ body, at }: SceneMass, { bodies }: Pose): Vector3 {
  const k = 7 * body;
  const turn = new Quaternion(bodies[k + 4], bodies[k + 5], bodies[k + 6], bodies[k + 3]);
  return new Vector3(...at).applyQuaternion(turn).add(new Vector3(bodies[k], bodies[k + 1], bodies[k + 2]));
}

// In their order around their middle, whatever the file's.
export function around(feet: Vector3[], up: Vector3): Vector3[] {
  const middle = feet.reduce((sum, foot) => sum.add(foot), new Vector3()).multiplyScalar(1 / Math.max(1, feet.length));
  const first = new Vector3(up.y, up.z, up.x); // level: up is an axis
  const second = up.clone().cross(first);
  const angle = (foot: Vector3): number => Math.atan2(foot.clone().sub(middle).dot(second), foot.clone().sub(middle).dot(first));
  return [...feet].sort((a, b) => angle(a) - angle(b));
}

interface Arrow {
  object: ArrowHelper;
  force: (pose: Pose) => { at: Vector3; force: Vector3 } | null;
}

export class FittingsView {
  readonly object = new Group(); // payloads: always there
  readonly forces = new Group(); // on request
  private readonly loads: [Mesh, number, string][];
  private readonly arrows: Arrow[];
  private readonly ball: Mesh;
  private readonly plumb: Line;
  private readonly bases: [Line, number[]][];
  private readonly weight: number;

  constructor(
    private readonly model: Description,
    private readonly size: number,
    private readonly up: Vector3,
    private readonly read: Read,
  ) {
    const { payloads, masses, bases } = fittingsOf(model);
    this.loads = payloads.map(({ name, point }) => [solid(bevelledBox(1, 1, 1), material("#7a5c3a")), point, `${name}.mass`]);
    for (const [mesh] of this.loads) this.object.add(mesh);
    this.weight = kGravity * Math.max(1, masses.reduce((sum, { mass }) => sum + mass, 0));
    this.arrows = [...this.contactArrows(), ...this.cylinderArrows()];
    this.ball = new Mesh(new SphereGeometry(0.018 * size, 20, 14), new MeshBasicMaterial({ color: "#c02f6e", depthTest: false }));
    this.ball.renderOrder = 5;
    this.plumb = line("#c02f6e", 2);
    this.bases = bases.map(({ feet }) => [line("#0b6aa2", feet.length + 1), feet]);
    if (masses.length > 0) this.forces.add(this.ball, this.plumb);
    for (const [outline] of this.bases) this.forces.add(outline);
    for (const { object } of this.arrows) this.forces.add(object);
    this.forces.visible = false;
  }

  get isEmpty(): boolean {
    return this.forces.children.length === 0;
  }

  update(pose: Pose): void {
    for (const [mesh, point, channel] of this.loads) this.showLoad(mesh, pointOf(pose, point), this.read(channel));
    if (!this.forces.visible) return;
    for (const { object, force } of this.arrows) this.showArrow(object, force(pose));
    const { place, mass } = centreOfGravity(this.model, pose, this.read);
    this.ball.visible = this.plumb.visible = mass > 0;
    this.ball.position.copy(place);
    const foot = place.clone().addScaledVector(this.up, -place.dot(this.up));
    set(this.plumb, [place, foot]);
    for (const [outline, feet] of this.bases) {
      const ring = around(feet.map((point) => pointOf(pose, point)), this.up);
      set(outline, [...ring, ...ring.slice(0, 1)]);
    }
  }

  private showLoad(mesh: Mesh, at: Vector3, mass: number): void {
    mesh.visible = mass > 0;
    if (!mesh.visible) return;
    mesh.position.copy(at);
    mesh.scale.setScalar(Math.cbrt(mass / kDensity));
  }

  private showArrow(object: ArrowHelper, acting: { at: Vector3; force: Vector3 } | null): void {
    const share = acting === null ? 0 : acting.force.length() / this.weight;
    object.visible = share > kLeast;
    if (acting === null || !object.visible) return;
    const length = kArrow * this.size * Math.min(1.5, Math.sqrt(share)); // roots: small ones can be seen
    object.position.copy(acting.at);
    object.setDirection(acting.force.clone().normalize());
    object.setLength(length, 0.25 * length, 0.12 * length);
  }

  // On the machine, where it touches.
  private contactArrows(): Arrow[] {
    return fittingsOf(this.model).contacts.map(({ name, point }) => ({
      object: arrow("#0a8f63"),
      force: (pose) => {
        const force = new Vector3(...["fx", "fy", "fz"].map((axis) => this.read(`${name}.${axis}`) || 0));
        return force.lengthSq() > 0 ? { at: pointOf(pose, point), force } : null;
      },
    }));
  }

  // What a cylinder pushes at its far end; it pulls where the force is negative.
  private cylinderArrows(): Arrow[] {
    return this.model.scene.cylinders.map(({ name, from, to }) => ({
      object: arrow("#c05a1c"),
      force: (pose) => {
        const force = this.read(`${name}.force`);
        if (!Number.isFinite(force)) return null;
        const [a, b] = [pointOf(pose, from), pointOf(pose, to)];
        return { at: b, force: b.clone().sub(a).normalize().multiplyScalar(force) };
      },
    }));
  }
}

function arrow(colour: string): ArrowHelper {
  const one = new ArrowHelper(new Vector3(0, 1, 0), new Vector3(), 1, colour);
  one.traverse((part: Object3D) => {
    part.renderOrder = 4;
    const look = (part as Mesh).material as MeshBasicMaterial | undefined;
    if (look !== undefined) look.depthTest = false;
  });
  return one;
}

function line(colour: string, points: number): Line {
  const geometry = new BufferGeometry().setFromPoints(Array.from({ length: points }, () => new Vector3()));
  const one = new Line(geometry, new LineBasicMaterial({ color: new Color(colour), depthTest: false }));
  one.frustumCulled = false;
  one.renderOrder = 3;
  return one;
}

function set(one: Line, points: Vector3[]): void {
  one.geometry.setFromPoints(points);
}
