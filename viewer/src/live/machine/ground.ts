// Ground with grid and shadows, and the lights.
import {
  Box3,
  DirectionalLight,
  GridHelper,
  Group,
  HemisphereLight,
  Mesh,
  PlaneGeometry,
  Quaternion,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
} from "three";
import { horizonFloor, setSky } from "./sky";

export const axisVector = (axis: number): Vector3 =>
  new Vector3(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);

// Grid lines a whole 1, 2 or 5 apart.
export function gridStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1e-6, size / 8)));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= size / 8) ?? power;
}

export class Ground {
  private grid: Group = new Group();
  private readonly sun = new DirectionalLight("#fff6e8", 2.2);
  private readonly sky = new HemisphereLight("#ffffff", "#8a8f94", 1.5);
  private shadow: Mesh | null = null;

  constructor(private readonly scene: Scene) {
    scene.add(this.sun, this.sun.target, this.sky);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(1024, 1024);
    this.sun.shadow.bias = -0.0006;
  }

  set shadows(on: boolean) {
    this.sun.castShadow = on;
  }

  // From the ground to the sun.
  get toSun(): Vector3 {
    return this.sun.position.clone().sub(this.sun.target.position).normalize();
  }

  // Under the machine's box, `up` being the axis that points up; dark pages get dim lines. Solid ground hides what is
  // under it, seen from above. `terrain`: corners of one that is drawn itself, in the ground's place.
  build(box: Box3, up: number, dark: boolean, isSolid: boolean, terrain: Vector3[]): void {
    const upward = axisVector(up);
    const centre = box.getCenter(new Vector3());
    const size = Math.max(...box.getSize(new Vector3()).toArray(), 0.1);
    const level = isSolid ? 0 : Math.min(0, box.min.getComponent(up));
    this.scene.remove(this.grid);
    this.grid = new Group();
    const step = gridStep(size);
    const cells = 2 * Math.ceil((2.2 * size) / step);
    const lines = new GridHelper(cells * step, cells, dark ? "#4a555e" : "#9ba5a9", dark ? "#2c3438" : "#bcc3c3");
    this.shadow = new Mesh(
      new PlaneGeometry(cells * step, cells * step).rotateX(-Math.PI / 2),
      new ShadowMaterial({ opacity: dark ? 0.45 : 0.2, depthWrite: false }),
    );
    this.shadow.receiveShadow = true;
    this.shadow.position.y = -0.001 * size;
    this.grid.add(this.shadow);
    if (terrain.length === 0) this.grid.add(lines); // they would hang over what is dug
    setSky(this.scene, size, dark);
    this.grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), upward));
    const middle = centre.clone();
    for (let k = 0; k < 3; ++k)
      middle.setComponent(k, k === up ? level : step * Math.round(centre.getComponent(k) / step));
    this.grid.position.copy(middle);
    this.grid.updateMatrixWorld();
    const gap = terrain.map((corner) => this.grid.worldToLocal(corner.clone())).map(({ x, z }) => new Vector2(x, -z));
    if (isSolid) this.grid.add(horizonFloor(size, terrain.length > 0 ? 0 : -0.002 * size, dark, gap));
    this.scene.add(this.grid);
    this.sky.position.copy(upward);
    this.placeSun(centre, size, up);
    this.sky.intensity = dark ? 1.1 : 1.5;
  }

  private placeSun(centre: Vector3, size: number, up: number): void {
    const aside = axisVector((up + 1) % 3)
      .multiplyScalar(1.1 * size)
      .addScaledVector(axisVector((up + 2) % 3), 0.7 * size);
    if (up === 2) aside.set(0.5 * size, -1.1 * size, 0);
    this.sun.position
      .copy(centre)
      .add(aside)
      .addScaledVector(axisVector(up), 2.2 * size);
    this.sun.target.position.copy(centre);
    const { camera } = this.sun.shadow;
    camera.left = camera.bottom = -1.6 * size;
    camera.right = camera.top = 1.6 * size;
    camera.far = 6 * size;
    camera.updateProjectionMatrix();
  }
}
