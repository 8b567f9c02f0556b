// From world metres to the drawing plane: the xy plane of planar machines, an isometric view of others.
import type { Drawing } from "./data";

export type Point = [number, number];

export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

const kCos30 = Math.sqrt(3) / 2;

// Where each world axis points in the drawing plane: the axis `up` up, the other two, in
// right-handed order, down to the left and down to the right.
export function axes(drawing: Drawing): [Point, Point, Point] {
  if (drawing.planar) return [[1, 0], [0, 1], [0, 0]];
  const up = drawing.up ?? 2;
  const directions: Point[] = [[0, 1], [-kCos30, -0.5], [kCos30, -0.5]];
  const of = (axis: number): Point => directions[(axis - up + 3) % 3];
  return [of(0), of(1), of(2)];
}

// The points of recorded pose k, in the drawing plane.
export function flatPose(drawing: Drawing, k: number): Point[] {
  const at = k * drawing.points.length;
  const value = (index: number): number => drawing.poses[index] ?? NaN;
  const [ex, ey, ez] = axes(drawing);
  return drawing.points.map((_, p) => {
    const first = 3 * (at + p);
    const [x, y, z] = [value(first), value(first + 1), value(first + 2)];
    return [x * ex[0] + y * ey[0] + z * ez[0], x * ex[1] + y * ey[1] + z * ez[1]];
  });
}

// The pose at time t, between its recorded neighbours.
export function poseAt(drawing: Drawing, t: number): Point[] {
  const { times } = drawing;
  let next = times.findIndex((time) => time >= t);
  if (next < 0) next = times.length - 1;
  if (next === 0) return flatPose(drawing, 0);
  const share = Math.min(1, (t - times[next - 1]) / (times[next] - times[next - 1]));
  const before = flatPose(drawing, next - 1);
  const after = flatPose(drawing, next);
  return before.map(([x, y], p) => [x + share * (after[p][0] - x), y + share * (after[p][1] - y)]);
}

// What all poses cover.
export function bounds(drawing: Drawing): Box {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (let k = 0; k < drawing.times.length; ++k)
    for (const [x, y] of flatPose(drawing, k)) {
      if (!Number.isFinite(x) || !Number.isFinite(y)) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.bottom = Math.min(box.bottom, y);
      box.top = Math.max(box.top, y);
    }
  return box;
}

// There is something to draw, somewhere.
export function hasPicture(drawing: Drawing): boolean {
  return drawing.lines.length > 0 && drawing.times.length > 0 && Number.isFinite(bounds(drawing).left);
}

// Convex hull, counter-clockwise (Andrew's monotone chain): the outline of a body with many points.
export function hull(points: Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turns = (o: Point, a: Point, b: Point): number =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (sequence: Point[]): Point[] => {
    const chain: Point[] = [];
    for (const p of sequence) {
      while (chain.length > 1 && turns(chain[chain.length - 2], chain[chain.length - 1], p) <= 0)
        chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  if (sorted.length < 3) return sorted;
  return [...half(sorted), ...half(sorted.reverse())];
}

// A round step that cuts `span` into about `parts`.
export function niceStep(span: number, parts: number): number {
  const raw = span / parts;
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((f) => f * power >= raw) ?? 10;
  return factor * power;
}
