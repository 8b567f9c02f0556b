// A recorded run as the views of the live page see a machine: its channels and its pose at the clock's instant.
import { pressureEnd } from "../live/colour_map";
import { mixPoints, mixPoses } from "../live/machine/pose";
import type { Description, Frame } from "../live/protocol";
import type { Source } from "../live/source";
import type { TimeView } from "./clock";
import { rowBefore, type ReportData, type Values } from "./data";

export class Recorded implements Source, TimeView {
  readonly model: Description;
  readonly pressureEnd: number;
  isStill = true;
  private readonly index: Map<string, number>;
  private readonly points: Float64Array;
  private readonly bodies: Float64Array;
  private time: number;
  private row = 0;
  private share = 0; // of the way to the next row

  constructor(
    private readonly data: ReportData,
    model: Description,
  ) {
    this.model = model;
    this.pressureEnd = pressureEnd(model.scheme);
    this.index = new Map(data.columns.map(({ name }, k) => [name, k]));
    this.points = new Float64Array(3 * data.drawing.points.length);
    this.bodies = new Float64Array(7 * model.scene.bodies.length);
    this.time = data.times[0] ?? 0;
  }

  showTime(t: number): void {
    this.time = t;
    [this.row, this.share] = rowBefore(this.data.times, t);
  }

  showSpan(): void {}

  channel(name: string): number {
    return this.index.get(name) ?? -1;
  }

  // A run's faults are in its file: they are not recorded.
  input(): number {
    return 0;
  }

  unit(name: string): string {
    return this.data.columns[this.channel(name)]?.unit ?? "";
  }

  value(name: string): number {
    const at = this.channel(name);
    return at < 0 ? NaN : valueAt(this.data.columns[at].values, this.row, this.share);
  }

  // Where everything is at the instant shown.
  frame(): Frame {
    const { drawing, bodies } = this.data;
    const [row, share] = rowBefore(drawing.times, this.time);
    const last = drawing.times.length - 1;
    const piece = (all: number[], width: number, at: number): number[] => all.slice(width * at, width * (at + 1));
    const mix = (all: number[], out: Float64Array, how: typeof mixPoints): number[] => {
      if (out.length === 0 || last < 0) return [];
      how(piece(all, out.length, row), piece(all, out.length, Math.min(last, row + 1)), share, out);
      return Array.from(out);
    };
    return {
      type: "frame", tick: row, t: this.time, values: [], inputs: [],
      points: mix(drawing.poses as number[], this.points, mixPoints),
      bodies: mix(bodies, this.bodies, mixPoses),
    };
  }
}

// Between two rows; a single value stands for all rows.
export function valueAt(values: Values, row: number, share: number): number {
  const from = values[values.length === 1 ? 0 : row] ?? NaN;
  const to = values.length > row + 1 ? (values[row + 1] ?? NaN) : from;
  return share === 0 ? from : from + share * (to - from);
}
