// Frames in the order of their time, and what is between two of them: the last minute, or a stretch run again.
import { mixPoints, mixPoses } from "../machine/pose";
import type { Frame } from "../protocol";

const mixed = (a: number[], b: number[], share: number, mix: typeof mixPoints): number[] => {
  const out = new Float64Array(a.length);
  mix(a, b, share, out);
  return [...out];
};

// The pose in between; values and levers are those of the frame before, which was really computed.
export function between(a: Frame, b: Frame, t: number): Frame {
  const share = b.t > a.t ? Math.min(1, Math.max(0, (t - a.t) / (b.t - a.t))) : 0;
  if (share === 0) return a;
  if (share === 1) return b;
  return { ...a, t, points: mixed(a.points, b.points, share, mixPoints), bodies: mixed(a.bodies, b.bodies, share, mixPoses) };
}

export class Tape {
  frames: Frame[] = [];

  constructor(private readonly longest: number) {} // s

  get isEmpty(): boolean {
    return this.frames.length === 0;
  }

  get from(): number {
    return this.frames[0]?.t ?? 0;
  }

  get until(): number {
    return this.frames[this.frames.length - 1]?.t ?? 0;
  }

  // A frame that is not after the last means that the machine went back: what came later is gone.
  push(frame: Frame): void {
    const { frames } = this;
    while (frames.length > 0 && this.until >= frame.t) frames.pop();
    frames.push(frame);
    if (this.from < frame.t - 1.1 * this.longest) frames.splice(0, this.placeOf(frame.t - this.longest));
  }

  at(t: number): Frame | null {
    if (this.isEmpty) return null;
    const k = this.placeOf(t);
    return between(this.frames[k], this.frames[Math.min(k + 1, this.frames.length - 1)], t);
  }

  since(t: number): Tape {
    const part = new Tape(this.longest);
    part.frames = this.frames.slice(this.isEmpty ? 0 : this.placeOf(t));
    return part;
  }

  // The last frame that is no later than t; the first, where none is.
  private placeOf(t: number): number {
    let low = 0;
    let high = this.frames.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.frames[middle].t <= t + 1e-9) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}
