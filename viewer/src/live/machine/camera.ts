// The orbit camera: planar machines from the front, spatial ones from the side and a little above.
import { Box3, PerspectiveCamera, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { axisVector } from "./ground";

const kGlide = 0.08; // of the way, per picture
const kFollow = 0.3; // where the view moves with the machine

export type View = "around" | "cab" | "side" | "top" | "tip";
export const kViews: View[] = ["around", "cab", "side", "top", "tip"];

// Where a view that moves with the machine is now.
export interface Place {
  eye: Vector3;
  focus: Vector3;
}

// From behind and over the pivot, a little aside: an operator's view without the cab's roof. `pivot` is where the machine turns.
export function cabPlace(pivot: Vector3, tip: Vector3, up: Vector3, size: number): Place {
  const outward = tip.clone().sub(pivot);
  outward.addScaledVector(up, -outward.dot(up));
  if (outward.length() < 1e-3 * size) outward.set(up.y, up.z, up.x); // straight up: any way
  outward.normalize();
  const aside = outward.clone().cross(up);
  const eye = pivot.clone().addScaledVector(up, 0.75 * size).addScaledVector(outward, -0.6 * size).addScaledVector(aside, -0.16 * size);
  return { eye, focus: pivot.clone().lerp(tip, 0.8) };
}

// Beside the tip, square to the boom.
export function tipPlace(pivot: Vector3, tip: Vector3, up: Vector3, size: number): Place {
  const outward = tip.clone().sub(pivot);
  const aside = outward.clone().cross(up);
  if (aside.length() < 1e-3 * size) aside.set(up.y, up.z, up.x);
  aside.normalize();
  return { eye: tip.clone().addScaledVector(aside, 0.45 * size).addScaledVector(up, 0.12 * size), focus: tip.clone() };
}

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  private controls: OrbitControls | null = null;
  private home = new Vector3(0, 0, 1);
  private touched = false; // the person has chosen a view
  private track: (() => Place) | null = null; // of a view that moves
  private standing = new Vector3(0, 0, 1); // of one that does not
  private readonly seat = new Vector3(); // where the camera is on its way to
  private readonly focus = new Vector3();

  constructor(
    private readonly canvas: HTMLElement,
    private readonly moved: () => void,
  ) {}

  // three.js reads the camera's up axis when the controls are made.
  setMachine(planar: boolean, up: number): void {
    this.controls?.dispose();
    this.camera.up.copy(axisVector(planar ? 1 : up));
    if (planar) this.home.set(0.12, 0.1, 1);
    else if (up === 2) this.home.set(0.38, -1, 0.3);
    else this.home.set(0.38, 0.3, 1);
    this.home.normalize();
    this.standing.copy(this.home);
    this.track = null;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener("change", this.moved);
    this.controls.addEventListener("start", () => (this.touched = true));
    this.touched = false;
  }

  // `box`: the whole machine; `track`: of views that move.
  choose(view: View, box: Box3, track: () => Place): void {
    const up = this.camera.up;
    const isPlanar = up.y === 1 && this.home.z > 0.9;
    this.track = view === "cab" || view === "tip" ? track : null;
    if (view === "top") this.standing.copy(up).addScaledVector(isPlanar ? new Vector3(0, 0, 1) : new Vector3(0, up.y === 1 ? 0 : -1, up.y === 1 ? 1 : 0), 0.02).normalize();
    else if (view === "side") this.standing.set(0, up.z === 1 ? -1 : 0.02, up.z === 1 ? 0.02 : 1).normalize();
    else this.standing.copy(this.home);
    this.fit(box);
  }

  // The whole box, at once.
  fit(box: Box3): void {
    if (box.isEmpty() || this.controls === null) return;
    this.touched = false;
    this.aim(box);
    this.camera.position.copy(this.seat);
    this.controls.target.copy(this.focus);
    this.controls.update();
  }

  // The whole box, smoothly, unless somebody has chosen a view.
  follow(box: Box3): void {
    if (!this.touched && !box.isEmpty()) this.aim(box);
  }

  // Another shape of the window shows the whole machine again, unless somebody has chosen a view.
  resize(width: number, height: number, box: () => Box3): void {
    const aspect = width / Math.max(1, height);
    const changed = Math.abs(aspect / this.camera.aspect - 1) > 0.01;
    this.camera.aspect = aspect;
    this.camera.updateProjectionMatrix();
    if (changed && !this.touched) this.fit(box());
  }

  update(): void {
    if (this.controls === null) return;
    if (!this.touched && this.track !== null) {
      const { eye, focus } = this.track();
      this.camera.position.lerp(eye, kFollow);
      this.controls.target.lerp(focus, kFollow);
    } else if (!this.touched && this.camera.position.distanceTo(this.seat) > 1e-3 * this.seat.distanceTo(this.focus)) {
      this.camera.position.lerp(this.seat, kGlide);
      this.controls.target.lerp(this.focus, kGlide);
    }
    this.controls.update();
  }

  private aim(box: Box3): void {
    const ball = box.getBoundingSphere(new Sphere());
    const half = (this.camera.fov * Math.PI) / 360;
    const narrow = Math.atan(Math.tan(half) * Math.min(1, this.camera.aspect));
    const distance = Math.max(0.05, ball.radius / Math.sin(narrow));
    this.focus.copy(ball.center);
    this.seat.copy(ball.center).addScaledVector(this.standing, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
  }
}
