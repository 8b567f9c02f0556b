// Load a truck that stands at the side: dig, lift over its rim, tip over its bed.
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";
import type { Bucket } from "./bucket";
import { Job, level, turnText, type Hint, type Mark } from "./job";

const kGoal = 1000; // kg
const kTurn = (60 * Math.PI) / 180; // from where the machine looks at the start to the truck
const kReach = 0.86; // of the reach at the start
const kBed = { length: 4.2, width: 2.5, height: 1.5 }; // m
const kClear = -0.3; // m: the bucket is in the air

export class LoadTruck extends Job {
  readonly mark: Mark;
  private loaded = 0; // kg
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
    const centre: [number, number, number] = [0, 0, 0];
    const along: [number, number, number] = [0, 0, 0];
    [along[a], along[b]] = [Math.cos(angle + kTurn), Math.sin(angle + kTurn)];
    for (const axis of [a, b]) centre[axis] = this.pivot[axis] + kReach * reach * along[axis];
    this.mark = { kind: "truck", centre, along, ...kBed };
  }

  protected judge(frame: Frame): void {
    const { bucket } = this;
    bucket.onFrame(frame, this.source);
    this.isInside = this.isOver(bucket.place);
    if (bucket.depth < kClear && this.isInside && this.height >= kBed.height) this.loaded += bucket.fallen;
    else if (bucket.depth < kClear) this.spilled += bucket.fallen;
    this.filled = Math.min(1, this.loaded / kGoal);
    this.hint = this.next();
    if (this.loaded >= kGoal) this.finish(frame.t, this.loaded / 1e3, this.spilled);
  }

  private get height(): number {
    return this.bucket.place[this.model.up];
  }

  private isOver(place: number[]): boolean {
    const [a, b] = level(this.model.up);
    const { centre, along, length, width } = this.mark;
    const [x, y] = [place[a] - centre[a], place[b] - centre[b]];
    return Math.abs(x * along[a] + y * along[b]) <= length / 2 && Math.abs(y * along[a] - x * along[b]) <= width / 2;
  }

  private next(): Hint {
    const { mass, depth, place, isLaden } = this.bucket;
    const loaded = `${this.loaded.toFixed(0)} of ${kGoal} kg in the truck`;
    const rim = kBed.height + 0.5 - this.height;
    const turn = this.turn(place, this.mark.centre);
    const out = this.polar(this.mark.centre).reach - this.polar(place).reach;
    const side = turnText(-turn).replace(/:.*/, "");
    if (!isLaden && this.isInside && this.height > 1) return { step: 1, text: `Back to the ground: swing ${side}, away from the truck (${loaded}).` };
    if (!isLaden && depth < 0.1) return { step: 1, text: `Dig beside the truck: boom down until the edge is in the ground, now ${depth.toFixed(2)} m (${loaded}).` };
    if (!isLaden) return { step: 2, text: `Pull the arm in and curl the bucket: ${mass.toFixed(0)} kg.` };
    if (rim > 0 && !this.isInside) return { step: 3, text: `Curl in and lift over the rim: ${rim.toFixed(1)} m higher.` };
    if (!this.isInside && Math.abs(turn) * this.polar(place).reach > 0.5 * kBed.width) return { step: 4, text: `Swing ${turnText(turn)}.` };
    if (!this.isInside) return { step: 4, text: `Reach ${out > 0 ? "farther out" : "less far"}: ${Math.abs(out).toFixed(1)} m.` };
    return { step: 5, text: `Over the bed: tip, bucket out (${loaded}).` };
  }
}
