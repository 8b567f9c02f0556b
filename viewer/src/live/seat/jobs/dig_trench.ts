// Dig a hole of some volume out of a strip of the ground. What falls back into it has to be dug again; what is spilled is what
// fell into the strip from a bucket in the air.
import { terrainRows } from "../../machine/terrain";
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";
import type { Bucket } from "./bucket";
import { Job, level, turnText, type Hint, type Mark } from "./job";

const kGoal = 0.8; // m3
const kLength = 0.42; // of the reach at the start
const kWidth = 0.25;
const kDeep = 0.15; // m: the edge cuts
const kClear = -0.4; // m: the bucket is in the air
const kDensity = 1800; // [kg/m3] of what is not dug

interface Cell {
  point: number;
  start: number; // m
  area: number; // m2
}

export class DigTrench extends Job {
  readonly mark: Mark;
  private readonly cells: Cell[];
  private spilled = 0;

  constructor(
    model: Description,
    frame: Frame,
    source: Source,
    setting: number,
    private readonly bucket: Bucket,
  ) {
    super(model, frame, source, setting, { seconds: 60, energy: 9e5 });
    const [a, b] = level(model.up);
    const { reach, angle } = this.polar(markerPlace(model, frame));
    const along: [number, number, number] = [0, 0, 0];
    [along[a], along[b]] = [Math.cos(angle), Math.sin(angle)];
    const centre: [number, number, number] = [0, 0, 0];
    for (const axis of [a, b]) centre[axis] = this.pivot[axis] + 0.9 * reach * along[axis];
    this.mark = { kind: "strip", centre, along, length: kLength * reach, width: kWidth * reach, height: 0 };
    this.cells = this.cellsOf(frame);
  }

  protected judge(frame: Frame): void {
    const { bucket } = this;
    bucket.onFrame(frame, this.source);
    const { far, aside } = this.local(bucket.teeth);
    const isOver = Math.abs(aside) < this.mark.width / 2 + 0.5 && Math.abs(far) < this.mark.length / 2 + 0.5;
    this.isInside = isOver;
    if (isOver && bucket.depth < kClear) this.spilled += bucket.fallen;
    const hole = this.hole(frame);
    this.filled = Math.min(1, hole / kGoal);
    this.hint = this.next(hole, far, aside, isOver);
    if (hole >= kGoal && !bucket.isLaden && bucket.depth < 0) this.finish(frame.t, (hole * kDensity) / 1e3, this.spilled);
  }

  private next(hole: number, far: number, aside: number, isOver: boolean): Hint {
    const { mass, depth, teeth, isLaden } = this.bucket;
    const dug = `${hole.toFixed(2)} of ${kGoal} m³ dug`;
    if (isLaden && depth > kClear) return { step: 4, text: `Full enough (${mass.toFixed(0)} kg). Curl the bucket in and lift it clear: ${(depth - kClear).toFixed(1)} m.` };
    if (isLaden && isOver) return { step: 5, text: `Swing off the strip, then tip: bucket out (${dug}).` };
    if (isLaden) return { step: 5, text: `Tip here: bucket out (${mass.toFixed(0)} kg; ${dug}).` };
    const isCutting = depth > 0 && far > -this.mark.length / 2;
    if (!isCutting && Math.abs(aside) > 0.3 * this.mark.width) return { step: 1, text: `Over the strip: swing ${turnText(this.turn(teeth, this.mark.centre))} (${dug}).` };
    if (!isCutting && far < 0) return { step: 1, text: `To the far end of the strip: lift, reach ${(-far).toFixed(1)} m farther with the arm (${dug}).` };
    if (depth < kDeep) return { step: 2, text: `Boom down until the edge is ${kDeep} to 0.3 m in the ground: now ${depth.toFixed(2)} m.` };
    return { step: 3, text: `Pull the arm in; boom up a little where it sticks. In the bucket: ${mass.toFixed(0)} kg.` };
  }

  // Along the strip from its middle, away from the machine, and to its left.
  private local(place: number[]): { far: number; aside: number } {
    const [a, b] = level(this.model.up);
    const { centre, along } = this.mark;
    const [x, y] = [place[a] - centre[a], place[b] - centre[b]];
    return { far: x * along[a] + y * along[b], aside: y * along[a] - x * along[b] };
  }

  // Points of the terrain in the strip, with as much ground as each stands for.
  private cellsOf({ points }: Frame): Cell[] {
    const { up } = this.model;
    const at = (point: number): number[] => [points[3 * point], points[3 * point + 1], points[3 * point + 2]];
    const rows = terrainRows(this.model.drawing);
    if (rows.length === 0) return [];
    const [[first, second], [beside]] = rows;
    const gap = (p: number, q: number): number => Math.hypot(...at(p).map((x, axis) => (axis === up ? 0 : x - at(q)[axis])));
    const area = gap(first, second) * gap(first, beside);
    return rows.flat().flatMap((point) => {
      const { far, aside } = this.local(at(point));
      const isIn = Math.abs(far) <= this.mark.length / 2 && Math.abs(aside) <= this.mark.width / 2;
      return isIn ? [{ point, start: at(point)[up], area }] : [];
    });
  }

  private hole({ points }: Frame): number {
    const { up } = this.model;
    return this.cells.reduce((sum, { point, start, area }) => sum + area * Math.max(0, start - points[3 * point + up]), 0);
  }
}
