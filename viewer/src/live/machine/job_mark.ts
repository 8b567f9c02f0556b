// What a job marks on the ground: the circle for a load, the strip for a trench, a truck with what is in it.
import { BoxGeometry, CircleGeometry, DoubleSide, Group, Mesh, MeshBasicMaterial, PlaneGeometry, Quaternion, RingGeometry, Vector3 } from "three";
import type { Mark } from "../seat/jobs/job";
import { material, solid } from "./shapes";

const kHere = "#0a9d6e";
const kThere = "#e0457b";
const kLift = 0.02; // m over the ground: lines that lie in it flicker
const kWall = 0.08; // m
const kFloor = 0.45; // of the rim's height
const kEarth = "#6b4f33";

export class JobMark {
  readonly object = new Group();
  private readonly paints = [0.95, 0.22].map((opacity) => new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity, depthWrite: false }));
  private earth: { mesh: Mesh; height: number } | null = null;
  private shown: Mark[] = [];
  private isInside = false;

  constructor(private readonly up: Vector3) {}

  // True if there is something new to draw.
  show(marks: Mark[], isInside: boolean, filled: number): boolean {
    const isNew = marks !== this.shown;
    const isOther = isInside !== this.isInside;
    if (isNew) this.build(marks);
    this.isInside = isInside;
    for (const { color } of this.paints) color.set(isInside ? kHere : kThere);
    return this.heap(filled) || isNew || isOther;
  }

  private build(marks: Mark[]): void {
    this.shown = marks;
    this.earth = null;
    this.object.clear();
    for (const mark of marks) this.object.add(this.made(mark)); // none is no object
  }

  private made(mark: Mark): Group {
    const place = new Group();
    const own = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.up);
    const x = new Vector3(1, 0, 0).applyQuaternion(own);
    const along = new Vector3(...mark.along);
    const angle = Math.atan2(x.clone().cross(along).dot(this.up), x.dot(along));
    place.quaternion.setFromAxisAngle(this.up, angle).multiply(own);
    place.position.set(...mark.centre).addScaledVector(this.up, kLift);
    if (mark.kind === "circle") this.addCircle(place, mark.length / 2);
    else if (mark.kind === "strip") this.addStrip(place, mark);
    else this.addTruck(place, mark);
    return place;
  }

  private addCircle(place: Group, radius: number): void {
    const [line, area] = this.paints;
    place.add(new Mesh(new RingGeometry(0.86 * radius, radius, 48), line), new Mesh(new CircleGeometry(0.86 * radius, 48), area));
  }

  // Its lines lie a little higher, to be seen over loose ground.
  private addStrip(place: Group, { length, width }: Mark): void {
    const [line, area] = this.paints;
    place.add(new Mesh(new PlaneGeometry(length, width), area));
    for (const side of [-1, 1]) {
      const edge = new Mesh(new BoxGeometry(length, kWall, kWall), line);
      const end = new Mesh(new BoxGeometry(kWall, width, kWall), line);
      edge.position.y = (side * width) / 2;
      end.position.x = (side * length) / 2;
      place.add(edge, end);
    }
  }

  // Four walls and a floor on wheels; the earth in it rises.
  private addTruck(place: Group, { length, width, height }: Mark): void {
    const floor = kFloor * height;
    const steel = material("#3d6f8f");
    const add = (sizes: [number, number, number], at: [number, number, number], paint = steel): Mesh => {
      const box = solid(new BoxGeometry(...sizes), paint);
      box.position.set(...at);
      place.add(box);
      return box;
    };
    add([length, width, kWall], [0, 0, floor]);
    for (const side of [-1, 1]) {
      add([length, kWall, height - floor], [0, (side * width) / 2, (height + floor) / 2]);
      add([kWall, width, height - floor], [(side * length) / 2, 0, (height + floor) / 2]);
      for (const axle of [-0.32, 0.32]) add([0.45 * height, 0.3, 0.45 * height], [axle * length, side * (width / 2 - 0.2), 0.24 * height], material("#23282c"));
    }
    const mesh = add([length - 2 * kWall, width - 2 * kWall, height - floor], [0, 0, floor], material(kEarth, 0, 1));
    this.earth = { mesh, height };
    this.heap(0);
  }

  private heap(filled: number): boolean {
    const share = Math.max(filled, 1e-3);
    if (this.earth === null || this.earth.mesh.scale.z === share) return false;
    const { mesh, height } = this.earth;
    mesh.visible = filled > 0.01;
    mesh.scale.z = share;
    mesh.position.z = (kFloor + 0.5 * (1 - kFloor) * filled) * height;
    return true;
  }
}
