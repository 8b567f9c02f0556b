// Where everything is between two frames: positions straight, orientations along the shorter way.
import type { Frame } from "../protocol";

const kPose = 7; // x y z, qw qx qy qz

export function mixPoints(a: number[], b: number[], share: number, out: Float64Array): void {
  for (let k = 0; k < out.length; ++k) out[k] = a[k] + share * (b[k] - a[k]);
}

export function mixPoses(a: number[], b: number[], share: number, out: Float64Array): void {
  for (let at = 0; at + kPose <= out.length; at += kPose) {
    let dot = 0;
    for (let k = 3; k < kPose; ++k) dot += a[at + k] * b[at + k];
    const sign = dot < 0 ? -1 : 1; // q and -q are the same orientation
    let norm = 0;
    for (let k = 0; k < kPose; ++k) {
      const from = k < 3 ? a[at + k] : sign * a[at + k];
      out[at + k] = from + share * (b[at + k] - from);
      if (k >= 3) norm += out[at + k] ** 2;
    }
    for (let k = 3; k < kPose; ++k) out[at + k] /= Math.sqrt(norm) || 1;
  }
}

// Frames come some 30 times a second, pictures 60 times: one frame behind, everything moves evenly.
export class Motion {
  points = new Float64Array(0);
  bodies = new Float64Array(0);
  private before: Frame | null = null;
  private last: Frame | null = null;
  private arrived = 0;
  private interval = 33; // ms, a running mean

  push(frame: Frame, now: number): void {
    const isJump = this.last === null || frame.t < this.last.t || frame.points.length !== this.points.length;
    if (!isJump) this.interval += 0.1 * (Math.min(100, Math.max(10, now - this.arrived)) - this.interval);
    this.before = isJump ? frame : this.last;
    this.last = frame;
    this.arrived = now;
    if (frame.points.length !== this.points.length) this.points = new Float64Array(frame.points.length);
    if (frame.bodies.length !== this.bodies.length) this.bodies = new Float64Array(frame.bodies.length);
  }

  jump(frame: Frame): void {
    this.last = null;
    this.push(frame, -Infinity);
  }

  // True while there is something new to draw.
  update(now: number): boolean {
    if (this.before === null || this.last === null) return false;
    const share = Math.min(1, (now - this.arrived) / this.interval);
    mixPoints(this.before.points, this.last.points, share, this.points);
    mixPoses(this.before.bodies, this.last.bodies, share, this.bodies);
    return now - this.arrived < this.interval + 50;
  }
}
