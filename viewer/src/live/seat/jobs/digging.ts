// Where to dig and how: a strip ahead of the machine as it stands at the start, and the hints that fill a bucket there.
import type { Description, Frame } from "../../protocol";
import type { Bucket } from "./bucket";
import { level, polar, turnBetween, turnText, type Hint, type Mark } from "./job";

const kLength = 0.42; // of the reach at the start
const kWidth = 0.25;
const kMiddle = 0.9;
const kDeep = 0.15; // m: the edge cuts

export class Digging {
  readonly strip: Mark;
  far = 0; // m of the teeth along the strip from its middle, away from the machine
  aside = 0; // m to its left
  private readonly axes: [number, number];

  constructor(
    model: Description,
    private readonly pivot: number[],
    teeth: number[],
    private readonly bucket: Bucket,
  ) {
    this.axes = level(model.up);
    const [a, b] = this.axes;
    const { reach, angle } = polar(this.axes, pivot, teeth);
    const along: [number, number, number] = [0, 0, 0];
    [along[a], along[b]] = [Math.cos(angle), Math.sin(angle)];
    const centre: [number, number, number] = [0, 0, 0];
    for (const axis of this.axes) centre[axis] = pivot[axis] + kMiddle * reach * along[axis];
    this.strip = { kind: "strip", centre, along, length: kLength * reach, width: kWidth * reach, height: 0 };
  }

  onFrame(_: Frame): void {
    [this.far, this.aside] = this.local(this.bucket.teeth);
  }

  // Along the strip and to its left.
  local(place: number[]): [number, number] {
    const [a, b] = this.axes;
    const { centre, along } = this.strip;
    const [x, y] = [place[a] - centre[a], place[b] - centre[b]];
    return [x * along[a] + y * along[b], y * along[a] - x * along[b]];
  }

  isOver(room: number): boolean {
    return Math.abs(this.aside) < this.strip.width / 2 + room && Math.abs(this.far) < this.strip.length / 2 + room;
  }

  // The first three hints; `told` is how far the job is.
  next(told: string): Hint {
    const { mass, depth, teeth } = this.bucket;
    const isCutting = depth > 0 && this.far > -this.strip.length / 2;
    if (!isCutting && Math.abs(this.aside) > 0.3 * this.strip.width) return { step: 1, text: `To the strip: swing ${turnText(turnBetween(this.axes, this.pivot, teeth, this.strip.centre))} (${told}).` };
    if (!isCutting && this.far < 0) return { step: 1, text: `To the far end of the strip: lift, reach ${(-this.far).toFixed(1)} m farther with the arm (${told}).` };
    if (depth < kDeep) return { step: 2, text: `Boom down until the edge is ${kDeep} to 0.3 m in the ground: now ${depth.toFixed(2).replace("-", "\u2212")} m.` };
    return { step: 3, text: `Pull the arm in; boom up a little where it sticks. In the bucket: ${mass.toFixed(0)} kg.` };
  }
}
