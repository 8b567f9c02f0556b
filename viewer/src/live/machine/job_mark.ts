// What a job marks on the ground: the circle for a load, the strip for a trench, a truck with what is in it.
import { BoxGeometry, CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Quaternion, RingGeometry, Vector3 } from "three";
import type { Mark } from "../seat/jobs/job";
import { material, solid } from "./shapes";

const kHere = "#0a9d6e";
const kThere = "#e0457b";
const kLift = 0.02; // m over the ground: lines that lie in it flicker
const kWall = 0.08; // m
const kEarth = "#6b4f33";

export class JobMark {
  readonly object = new Group();
  private readonly paints = [0.95, 0.22].map((opacity) => new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity, depthWrite: false }));
  private earth: Mesh | null = null;
  private shown: Mark | null = null;
  private isInside = false;

  constructor(private readonly up: Vector3) {}

  // True if there is something new to draw.
  show(mark: Mark | null, isInside: boolean, filled: number): boolean {
    const isNew = mark !== this.shown;
    if (isNew) this.build(mark);
    const isOther = isInside !== this.isInside;
    this.isInside = isInside;
    for (const { color } of this.paints) color.set(isInside ? kHere : kThere);
    return this.heap(filled) || isNew || isOther;
  }

  private build(mark: Mark | null): void {
    this.shown = mark;
    this.object.clear();
    this.earth = null;
    if (mark === null) return;
    const own = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.up);
    const x = new Vector3(1, 0, 0).applyQuaternion(own);
    const along = new Vector3(...mark.along);
    const angle = Math.atan2(x.clone().cross(along).dot(this.up), x.dot(along));
    this.object.quaternion.setFromAxisAngle(this.up, angle).multiply(own);
    this.object.position.set(...mark.centre).addScaledVector(this.up, kLift);
    if (mark.kind === "circle") this.addCircle(mark.length / 2);
    else if (mark.kind === "strip") this.addStrip(mark);
    else this.addTruck(mark);
  }

  private addCircle(radius: number): void {
    const [line, area] = this.paints;
    this.object.add(new Mesh(new RingGeometry(0.86 * radius, radius, 48), line), new Mesh(new CircleGeometry(0.86 * radius, 48), area));
  }

  // Its lines lie a little higher, to be seen over loose ground.
  private addStrip({ length, width }: Mark): void {
    const [line, area] = this.paints;
    this.object.add(new Mesh(new PlaneGeometry(length, width), area));
    for (const side of [-1, 1]) {
      const edge = new Mesh(new BoxGeometry(length, kWall, kWall), line);
      const end = new Mesh(new BoxGeometry(kWall, width, kWall), line);
      edge.position.y = (side * width) / 2;
      end.position.x = (side * length) / 2;
      this.object.add(edge, end);
    }
  }

  // Four walls and a floor on wheels; the earth in it rises.
  private addTruck({ length, width, height }: Mark): void {
    const floor = 0.45 * height;
    const steel = material("#3d6f8f");
    const add = (sizes: [number, number, number], at: [number, number, number], paint = steel): Mesh => {
      const box = solid(new BoxGeometry(...sizes), paint);
      box.position.set(...at);
      this.object.add(box);
      return box;
    };
    add([length, width, kWall], [0, 0, floor]);
    for (const side of [-1, 1]) {
      add([length, kWall, height - floor], [0, (side * width) / 2, (height + floor) / 2]);
      add([kWall, width, height - floor], [(side * length) / 2, 0, (height + floor) / 2]);
      for (const axle of [-0.32, 0.32]) add([0.45 * height, 0.3, 0.45 * height], [axle * length, side * (width / 2 - 0.2), 0.24 * height], material("#23282c"));
    }
    this.earth = add([length - 2 * kWall, width - 2 * kWall, height - floor], [0, 0, floor], material(kEarth, 0, 1));
    this.earth.visible = false;
  }

  private heap(filled: number): boolean {
    const { earth, shown } = this;
    const share = Math.max(filled, 1e-3);
    if (earth === null || shown === null || earth.scale.z === share) return false;
    earth.visible = filled > 0.01;
    earth.scale.z = share;
    earth.position.z = 0.45 * shown.height + 0.5 * filled * 0.55 * shown.height;
    return true;
  }
}
