// The orbit camera: planar machines from the front, spatial ones from the side and a little above.
import { Box3, PerspectiveCamera, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { axisVector } from "./ground";

const kGlide = 0.08; // of the way, per picture

export class OrbitCamera {
  readonly camera = new PerspectiveCamera(35, 1, 0.01, 1000);
  private controls: OrbitControls | null = null;
  private home = new Vector3(0, 0, 1);
  private touched = false; // the person has chosen a view
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
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.15;
    this.controls.addEventListener("change", this.moved);
    this.controls.addEventListener("start", () => (this.touched = true));
    this.touched = false;
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
    if (!this.touched && this.camera.position.distanceTo(this.seat) > 1e-3 * this.seat.distanceTo(this.focus)) {
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
    this.seat.copy(ball.center).addScaledVector(this.home, distance);
    this.camera.near = distance / 200;
    this.camera.far = distance * 20;
    this.camera.updateProjectionMatrix();
  }
}
