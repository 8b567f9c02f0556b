// Lines that time draws: the fading path of a marker, and the futures of a look-ahead.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from "three";
import { pressureColour, type Theme } from "../colour_map";
import type { LookAhead } from "../protocol";

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

// All futures in one set of segments; the higher the peak pressure, the warmer the colour.
export function futureLines(result: LookAhead, highest: number, theme: Theme): Group {
  const place: number[] = [];
  const colour: number[] = [];
  for (const { path, peak } of result.futures) {
    const { r, g, b } = new Color(pressureColour(peak ?? 0, highest, theme));
    for (let k = 0; k + 5 < path.length; k += 3) {
      place.push(...path.slice(k, k + 6));
      colour.push(r, g, b, 0.4, r, g, b, 0.4);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(place), 3));
  geometry.setAttribute("color", new BufferAttribute(new Float32Array(colour), 4));
  const lines = new LineSegments(
    geometry,
    new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false }),
  );
  lines.frustumCulled = false;
  return new Group().add(lines);
}
