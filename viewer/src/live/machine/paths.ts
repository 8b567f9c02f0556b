// The line that time draws: the fading path of a marker.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  Line,
  LineBasicMaterial,
  Points,
  PointsMaterial,
} from "three";

const kTrailPoints = 400;

export class Trail {
  readonly object = new Group();
  private readonly geometry = new BufferGeometry();
  private readonly place = new Float32Array(3 * kTrailPoints);
  private readonly colour = new Float32Array(4 * kTrailPoints);
  private count = 0;

  constructor(
    private readonly point: number,
    colour: string,
  ) {
    const { geometry } = this;
    geometry.setAttribute("position", new BufferAttribute(this.place, 3).setUsage(DynamicDrawUsage));
    geometry.setAttribute("color", new BufferAttribute(this.colour, 4).setUsage(DynamicDrawUsage));
    const rgb = new Color(colour);
    for (let k = 0; k < kTrailPoints; ++k) this.colour.set([rgb.r, rgb.g, rgb.b, 0], 4 * k);
    const look = { vertexColors: true, transparent: true, depthWrite: false };
    const line = new Line(geometry, new LineBasicMaterial(look));
    const beads = new Points(geometry, new PointsMaterial({ ...look, size: 2.6, sizeAttenuation: false })); // lines are one pixel thin
    line.frustumCulled = beads.frustumCulled = false;
    this.object.add(line, beads);
    geometry.setDrawRange(0, 0);
  }

  // A new point at least `gap` away from the last.
  push(points: number[], gap: number): void {
    const at = [points[3 * this.point], points[3 * this.point + 1], points[3 * this.point + 2]];
    const last = 3 * (this.count - 1);
    if (
      this.count > 0 &&
      Math.hypot(at[0] - this.place[last], at[1] - this.place[last + 1], at[2] - this.place[last + 2]) < gap
    )
      return;
    if (this.count === kTrailPoints) this.place.copyWithin(0, 3);
    else ++this.count;
    this.place.set(at, 3 * (this.count - 1));
    for (let k = 0; k < this.count; ++k) this.colour[4 * k + 3] = 0.85 * ((k + 1) / this.count) ** 1.5;
    const { geometry } = this;
    geometry.setDrawRange(0, this.count);
    geometry.getAttribute("position").needsUpdate = true;
    geometry.getAttribute("color").needsUpdate = true;
  }

  clear(): void {
    this.count = 0;
    this.geometry.setDrawRange(0, 0);
  }
}
