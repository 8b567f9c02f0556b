// Take the load to the circle, set it down there and hold it still.
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";
import { markerPlace } from "../figures";
import { Job, level, turnText, type Hint, type Mark } from "./job";

const kTurn = (50 * Math.PI) / 180; // of the slewing axis from start to circle
const kRadius = 0.09; // of the reach at the start
const kClearance = 0.25; // m under the load: that is down
const kStill = 0.15; // m/s
const kHold = 1; // s
const kLift = 0.04; // of the reach: that is a load in the air

const kLoads = /load|hook|crate|log/i;

// The marker that carries the load; empty: none does.
export const loadMarker = ({ scene }: Description): string => scene.markers.find(({ name }) => kLoads.test(name))?.name ?? "";

export class PlaceLoad extends Job {
  readonly marks: Mark[];
  private readonly circle: Mark;
  readonly low: number; // [m] the marker is down below this
  private readonly startHeight: number;
  private since = NaN; // s, in the circle, low and still
  private lifted = false;
  private last: { t: number; place: number[] } | null = null;

  constructor(model: Description, frame: Frame, source: Source, setting: number) {
    super(model, frame, source, setting, { seconds: 30, energy: 1.5e5 });
    const start = markerPlace(model, frame, loadMarker(model));
    this.startHeight = start[model.up];
    this.low = this.startHeight - undersideOf(model, frame) + kClearance;
    this.circle = this.circleFor(start);
    this.marks = [this.circle];
  }

  protected judge(frame: Frame): void {
    const place = markerPlace(this.model, frame, loadMarker(this.model));
    const { last } = this;
    const speed = last === null || frame.t === last.t ? Infinity : Math.hypot(...place.map((x, k) => x - last.place[k])) / (frame.t - last.t);
    this.last = { t: frame.t, place };
    const [a, b] = level(this.model.up);
    const { centre, length } = this.circle;
    const away = Math.hypot(place[a] - centre[a], place[b] - centre[b]);
    const height = place[this.model.up];
    this.isInside = away <= length / 2;
    this.lifted ||= height > this.startHeight + kLift * this.polar(centre).reach || this.isInside;
    const isDown = this.isInside && height <= this.low;
    this.hint = this.next(place, away, height, isDown);
    if (!isDown || speed > kStill) this.since = NaN;
    else if (Number.isNaN(this.since)) this.since = frame.t;
    if (frame.t - this.since >= kHold) this.finish(frame.t);
  }

  private circleFor(start: number[]): Mark {
    const [a, b] = level(this.model.up);
    const { reach, angle } = this.polar(start);
    const centre: [number, number, number] = [0, 0, 0];
    centre[a] = this.pivot[a] + 0.92 * reach * Math.cos(angle + kTurn);
    centre[b] = this.pivot[b] + 0.92 * reach * Math.sin(angle + kTurn);
    const diameter = 2 * Math.max(0.3, kRadius * reach);
    const along: [number, number, number] = [0, 0, 0];
    along[a] = 1;
    return { kind: "circle", centre, along, length: diameter, width: diameter, height: 0 };
  }

  // Of machines that have to take the load first.
  private get grip(): string {
    const lever = this.model.controls.find(({ returns, positive }) => !returns && /close|grip/i.test(positive));
    return lever === undefined ? "" : `Lower, ${lever.positive} the ${lever.label.toLowerCase()} around it. `;
  }

  // The five hints, each when it is its turn.
  private next(place: number[], away: number, height: number, isDown: boolean): Hint {
    const { centre, length } = this.circle;
    if (!this.lifted) return { step: 1, text: `${this.grip}Lift the load a little: a short press is a small command.` };
    const turn = this.turn(place, centre);
    const out = this.polar(centre).reach - this.polar(place).reach;
    if (!this.isInside && Math.abs(turn) * this.polar(centre).reach > length / 2) return { step: 2, text: `Slew ${turnText(turn)}. Slow down before, the load swings.` };
    if (!this.isInside) return { step: 3, text: `Reach ${out > 0 ? "farther out" : "less far"}: ${Math.abs(out).toFixed(2)} m (${away.toFixed(2)} m from the middle).` };
    if (!isDown) return { step: 4, text: `Over the circle. Lower slowly: ${(height - this.low).toFixed(2)} m.` };
    return { step: 5, text: "Let everything go and hold still for a second." };
  }
}

// The lowest place of the body that carries the marker, as it hangs upright at the start; the marker itself without shapes.
function undersideOf(model: Description, frame: Frame): number {
  const { scene, drawing, up } = model;
  const point = scene.markers.find(({ name }) => name === loadMarker(model))?.point ?? 0;
  const body = scene.bodies.indexOf((drawing.points[point] ?? "").split(".")[0]);
  const base = frame.bodies[7 * body + up] ?? 0;
  const lows = scene.shapes.filter((shape) => body >= 0 && shape.body === body && shape.kind !== "mesh").map(({ at, size }) => base + at[up] - 0.5 * size[up]);
  return Math.min(frame.points[3 * point + up], ...lows);
}
