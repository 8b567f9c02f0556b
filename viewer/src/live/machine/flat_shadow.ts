// Shadows without a shadow map: every solid once more, flattened onto the ground along the sun's rays. In one colour
// without mixing, so that shadows that lie on each other are no darker.
import { Group, Matrix4, Mesh, MeshBasicMaterial, Object3D, Vector3 } from "three";

// A point p goes to p - ((p - o) . n) / (s . n) s.
export function flattening(sun: Vector3, up: Vector3, level: number): Matrix4 {
  const along = sun.dot(up);
  const row = (k: 0 | 1 | 2): [number, number, number, number] => {
    const s = sun.getComponent(k) / along;
    const own = [0, 1, 2].map((j) => (j === k ? 1 : 0) - s * up.getComponent(j));
    return [own[0], own[1], own[2], s * level];
  };
  return new Matrix4().set(...row(0), ...row(1), ...row(2), 0, 0, 0, 1);
}

export class FlatShadow {
  readonly object = new Group();
  private pairs: [Mesh, Mesh][] = [];
  private flat = new Matrix4();
  private readonly paint = new MeshBasicMaterial({ color: "#aab0ac", polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });

  // Of all solids that are in `figure` now.
  cast(figure: Object3D, sun: Vector3, up: Vector3, level: number, dark: boolean): void {
    this.paint.color.set(dark ? "#12171a" : "#aeb4b0");
    this.flat = flattening(sun, up, level);
    this.object.clear();
    this.pairs = [];
    figure.traverse((part) => {
      if (!(part instanceof Mesh) || !part.castShadow) return;
      const shadow = new Mesh(part.geometry, this.paint);
      shadow.matrixAutoUpdate = false;
      shadow.frustumCulled = false;
      this.object.add(shadow);
      this.pairs.push([part, shadow]);
    });
  }

  update(): void {
    if (!this.object.visible) return;
    for (const [part, shadow] of this.pairs) {
      shadow.matrix.multiplyMatrices(this.flat, part.matrixWorld);
      shadow.matrixWorldNeedsUpdate = true;
    }
  }
}
