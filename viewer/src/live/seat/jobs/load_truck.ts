// Load a truck that stands at the side: dig, lift over its rim, tip over its bed.
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";
import type { Bucket } from "./bucket";
import { Digging } from "./digging";
import { Job, level, turnText, type Hint, type Mark } from "./job";

const kGoal = 1000; // kg
const kTurn = (60 * Math.PI) / 180; // from where the machine looks at the start to the truck
const kReach = 0.8; // of the reach at the start
const kBed = { length: 4.2, width: 2.5, height: 1.5 }; // m
const kOver = 0.5; // m over the rim: the bucket's own depth
const kClear = -0.3; // m: the bucket is in the air

export class LoadTruck extends Job {
  readonly marks: Mark[];
  private readonly truck: Mark;
  private readonly digging: Digging;
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
    const teeth = markerPlace(model, frame);
    this.digging = new Digging(model, this.pivot, teeth, bucket);
    const [a, b] = level(model.up);
    const { reach, angle } = this.polar(teeth);
    const centre: [number, number, number] = [0, 0, 0];
    const along: [number, number, number] = [0, 0, 0];
    [along[a], along[b]] = [Math.cos(angle + kTurn), Math.sin(angle + kTurn)];
    for (const axis of [a, b]) centre[axis] = this.pivot[axis] + kReach * reach * along[axis];
    this.truck = { kind: "truck", centre, along, ...kBed };
    this.marks = [this.truck, this.digging.strip];
  }

  protected judge(frame: Frame): void {
    const { bucket } = this;
    bucket.onFrame(frame, this.source);
    this.digging.onFrame(frame);
    this.isInside = this.isOver(bucket.place);
    const isInAir = bucket.depth < kClear;
    if (isInAir && this.isInside && this.height >= kBed.height) this.loaded += bucket.fallen;
    else if (isInAir) this.spilled += bucket.fallen;
    this.filled = Math.min(1, this.loaded / kGoal);
    this.hint = this.next();
    if (this.loaded >= kGoal) this.finish(frame.t, this.loaded / 1e3, this.spilled);
  }

  private get height(): number {
    return this.bucket.place[this.model.up];
  }

  private isOver(place: number[]): boolean {
    const [a, b] = level(this.model.up);
    const { centre, along, length, width } = this.truck;
    const [x, y] = [place[a] - centre[a], place[b] - centre[b]];
    return Math.abs(x * along[a] + y * along[b]) <= length / 2 && Math.abs(y * along[a] - x * along[b]) <= width / 2;
  }

  private next(): Hint {
    const { place, isLaden } = this.bucket;
    const loaded = `${this.loaded.toFixed(0)} of ${kGoal} kg in the truck`;
    if (!isLaden) {
      const { step, text } = this.digging.next(loaded);
      return { step: step === 3 ? 2 : 1, text };
    }
    const rim = kBed.height + kOver - this.height;
    const turn = this.turn(place, this.truck.centre);
    const out = this.polar(this.truck.centre).reach - this.polar(place).reach;
    if (rim > 0 && !this.isInside) return { step: 3, text: `Curl the bucket in, then lift it over the rim: ${rim.toFixed(1)} m higher.` };
    if (!this.isInside && Math.abs(turn) * this.polar(place).reach > 0.4 * kBed.width) return { step: 4, text: `To the truck: swing ${turnText(turn)}. Let go early, it runs on.` };
    if (!this.isInside) return { step: 4, text: `To the truck: reach ${out > 0 ? "farther out" : "less far"}: ${Math.abs(out).toFixed(1)} m.` };
    return { step: 5, text: `Over the bed: tip, bucket out (${loaded}).` };
  }
}
