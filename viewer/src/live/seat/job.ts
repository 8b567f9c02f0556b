// A job: take the load to the circle, set it down there and hold it still. Where the circle is, what to do next, and what
// it has cost: from the machine's own motion. Pure but for the state it keeps.
import type { Description, Frame } from "../protocol";
import type { Source } from "../source";
import { markerPlace } from "./figures";

const kTurn = (50 * Math.PI) / 180; // of the slewing axis from start to circle
const kRadius = 0.09; // of the reach at the start
const kClearance = 0.25; // m under the load: that is down
const kStill = 0.15; // m/s
const kHold = 1; // s
const kLift = 0.04; // of the reach: that is a load in the air

export interface Circle {
  centre: [number, number, number]; // on the ground
  radius: number;
  low: number; // [m] the marker is down below this
}

export interface Score {
  seconds: number;
  energy: number; // J from the sources
  peak: number; // Pa
  points: number;
}

export interface Hint {
  step: number; // 1 to 5
  text: string;
}

// Who carries the load: a marker that is called so, or the first.
export const loadMarker = ({ scene }: Description): string => scene.markers.find(({ name }) => /load|hook|crate/i.test(name))?.name ?? scene.markers[0]?.name ?? "";

const level = (up: number): [number, number] => (up === 2 ? [0, 1] : [2, 0]); // right-handed, seen from above

export function circleFor(model: Description, frame: Frame): Circle {
  const [a, b] = level(model.up);
  const start = markerPlace(model, frame, loadMarker(model));
  const pivot = [frame.bodies[0] ?? 0, frame.bodies[1] ?? 0, frame.bodies[2] ?? 0];
  const [x, y] = [start[a] - pivot[a], start[b] - pivot[b]];
  const reach = Math.hypot(x, y);
  const centre: [number, number, number] = [0, 0, 0];
  centre[a] = pivot[a] + 0.92 * (x * Math.cos(kTurn) - y * Math.sin(kTurn));
  centre[b] = pivot[b] + 0.92 * (x * Math.sin(kTurn) + y * Math.cos(kTurn));
  return { centre, radius: Math.max(0.3, kRadius * reach), low: start[model.up] - undersideOf(model, frame) + kClearance };
}

// The lowest place of the body that carries the marker, as it hangs upright at the start; the marker itself without shapes.
function undersideOf(model: Description, frame: Frame): number {
  const { scene, drawing, up } = model;
  const marker = scene.markers.find(({ name }) => name === loadMarker(model));
  const point = marker?.point ?? 0;
  const body = scene.bodies.indexOf((drawing.points[point] ?? "").split(".")[0]);
  const base = frame.bodies[7 * body + up] ?? 0;
  const lows = scene.shapes.filter((shape) => body >= 0 && shape.body === body && shape.kind !== "mesh").map(({ at, size }) => base + at[up] - 0.5 * size[up]);
  return Math.min(frame.points[3 * point + up], ...lows);
}

// 100 for a drive at par; a third each for time, energy and pressure.
export function pointsFor({ seconds, energy, peak }: Omit<Score, "points">, setting: number): number {
  const share = (value: number, par: number): number => Math.min(1, par / Math.max(value, 1e-9));
  return Math.round((100 / 3) * (share(seconds, 30) + share(energy, 1.5e5) + (setting > 0 ? share(peak, 0.75 * setting) : 1)));
}

export class Job {
  score: Score | null = null;
  hint: Hint = { step: 1, text: "" };
  isInside = false;
  private readonly started: number;
  private readonly energyAtStart: number;
  private readonly startHeight: number;
  private readonly pivot: number[];
  private peak = 0;
  private since = NaN; // s, in the circle, low and still
  private lifted = false;
  private last: { t: number; place: number[] } | null = null;

  constructor(
    private readonly model: Description,
    frame: Frame,
    private readonly source: Source,
    private readonly setting: number,
    readonly circle: Circle = circleFor(model, frame),
  ) {
    this.started = frame.t;
    this.energyAtStart = this.energy();
    this.startHeight = markerPlace(model, frame, loadMarker(model))[model.up];
    this.pivot = [0, 1, 2].map((axis) => frame.bodies[axis] ?? 0);
  }

  seconds(t: number): number {
    return t - this.started;
  }

  onFrame(frame: Frame): void {
    if (this.score !== null || frame.t < (this.last?.t ?? -Infinity)) return;
    const place = markerPlace(this.model, frame, loadMarker(this.model));
    const speed = this.last === null || frame.t === this.last.t ? Infinity : Math.hypot(...place.map((x, k) => x - (this.last?.place[k] ?? 0))) / (frame.t - this.last.t);
    this.last = { t: frame.t, place };
    this.peak = Math.max(this.peak, this.highestPressure());
    this.judge(frame.t, place, speed);
  }

  private judge(t: number, place: number[], speed: number): void {
    const [a, b] = level(this.model.up);
    const { centre, radius, low } = this.circle;
    const away = Math.hypot(place[a] - centre[a], place[b] - centre[b]);
    const height = place[this.model.up];
    this.isInside = away <= radius;
    this.lifted ||= height > this.startHeight + kLift * Math.hypot(centre[a] - this.pivot[a], centre[b] - this.pivot[b]) || this.isInside;
    const isDown = this.isInside && height <= low;
    this.hint = this.next(place, away, height, isDown);
    if (!isDown || speed > kStill) this.since = NaN;
    else if (Number.isNaN(this.since)) this.since = t;
    if (t - this.since < kHold || Number.isNaN(this.since)) return;
    const cost = { seconds: this.seconds(t), energy: this.energy() - this.energyAtStart, peak: this.peak };
    this.score = { ...cost, points: pointsFor(cost, this.setting) };
  }

  // The five hints, each when it is its turn.
  private next(place: number[], away: number, height: number, isDown: boolean): Hint {
    const [a, b] = level(this.model.up);
    const { centre, radius, low } = this.circle;
    if (!this.lifted) return { step: 1, text: "Lift the load a little: a short press is a small command." };
    const angle = (p: number[]): number => Math.atan2(p[b] - this.pivot[b], p[a] - this.pivot[a]);
    const turn = Math.atan2(Math.sin(angle(centre) - angle(place)), Math.cos(angle(centre) - angle(place)));
    const reach = (p: number[]): number => Math.hypot(p[a] - this.pivot[a], p[b] - this.pivot[b]);
    const out = reach(centre) - reach(place);
    if (!this.isInside && Math.abs(turn) * reach(centre) > radius) return { step: 2, text: `Slew ${turn > 0 ? "left" : "right"}: ${Math.abs((180 * turn) / Math.PI).toFixed(0)}° to go. Slow down before, the load swings.` };
    if (!this.isInside) return { step: 3, text: `Reach ${out > 0 ? "farther out" : "less far"}: ${Math.abs(out).toFixed(2)} m (${away.toFixed(2)} m from the middle).` };
    if (!isDown) return { step: 4, text: `Over the circle. Lower slowly: ${(height - low).toFixed(2)} m.` };
    return { step: 5, text: "Let everything go and hold still for a second." };
  }

  private energy(): number {
    return this.model.energy.sources.reduce((sum, name) => sum + (this.source.value(name) || 0), 0);
  }

  private highestPressure(): number {
    const { nodes, parts } = this.model.scheme;
    const all = parts.filter(({ role }) => role === "actuator").flatMap(({ ports }) => ports.map(({ node }) => this.source.value(nodes[node]?.pressure ?? "")));
    return Math.max(0, ...all.filter(Number.isFinite));
  }
}
