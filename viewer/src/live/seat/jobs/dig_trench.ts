// Dig a hole of some volume out of a strip of the ground. What falls back into it has to be dug again; what is spilled is what
// fell into the strip from a bucket in the air.
import { terrainRows } from "../../machine/terrain";
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";
import type { Bucket } from "./bucket";
import { Digging } from "./digging";
import { Job, type Hint, type Mark } from "./job";

const kGoal = 0.8; // m3
const kClear = -0.4; // m: the bucket is in the air
const kAround = 0.5; // m beside the strip that are still over it
const kDensity = 1800; // [kg/m3] of what is not dug

interface Cell {
  point: number;
  start: number; // m
  area: number; // m2
}

export class DigTrench extends Job {
  readonly marks: Mark[];
  private readonly digging: Digging;
  private readonly cells: Cell[];
  private spilled = 0;
  private isTipping = false; // began to, in the air beside the strip: a bucket that opens lowers its edge

  constructor(
    model: Description,
    frame: Frame,
    source: Source,
    setting: number,
    private readonly bucket: Bucket,
  ) {
    super(model, frame, source, setting, { seconds: 60, energy: 9e5 });
    this.digging = new Digging(model, this.pivot, markerPlace(model, frame), bucket);
    this.marks = [this.digging.strip];
    this.cells = this.cellsOf(frame);
  }

  protected judge(frame: Frame): void {
    const { bucket, digging } = this;
    bucket.onFrame(frame, this.source);
    digging.onFrame(frame);
    this.isInside = digging.isOver(kAround);
    if (this.isInside && bucket.depth < kClear) this.spilled += bucket.fallen;
    const hole = this.hole(frame);
    this.filled = Math.min(1, hole / kGoal);
    this.hint = this.next(hole);
    if (hole >= kGoal && !bucket.isLaden && bucket.depth < 0) this.finish(frame.t, (hole * kDensity) / 1e3, this.spilled);
  }

  private next(hole: number): Hint {
    const { mass, depth, isLaden } = this.bucket;
    const dug = `${hole.toFixed(2)} of ${kGoal} m³ dug`;
    this.isTipping = isLaden && !this.isInside && (this.isTipping || depth <= kClear);
    if (!isLaden) return this.digging.next(dug);
    if (depth > kClear && !this.isTipping) return { step: 4, text: `Full enough (${mass.toFixed(0)} kg). Curl the bucket in, then lift it clear: ${(depth - kClear).toFixed(1)} m.` };
    return { step: 5, text: this.isInside ? `Swing off the strip, then tip: bucket out (${dug}).` : `Tip here: bucket out (${mass.toFixed(0)} kg; ${dug}).` };
  }

  // Points of the terrain in the strip, with as much ground as each stands for.
  private cellsOf({ points }: Frame): Cell[] {
    const { up } = this.model;
    const { length, width } = this.digging.strip;
    const at = (point: number): number[] => [points[3 * point], points[3 * point + 1], points[3 * point + 2]];
    const rows = terrainRows(this.model.drawing);
    if (rows.length === 0) return [];
    const [[first, second], [beside]] = rows;
    const gap = (p: number, q: number): number => Math.hypot(...at(p).map((x, axis) => (axis === up ? 0 : x - at(q)[axis])));
    const area = gap(first, second) * gap(first, beside);
    return rows.flat().flatMap((point) => {
      const [far, aside] = this.digging.local(at(point));
      const isIn = Math.abs(far) <= length / 2 && Math.abs(aside) <= width / 2;
      return isIn ? [{ point, start: at(point)[up], area }] : [];
    });
  }

  private hole({ points }: Frame): number {
    const { up } = this.model;
    return this.cells.reduce((sum, { point, start, area }) => sum + area * Math.max(0, start - points[3 * point + up]), 0);
  }
}
