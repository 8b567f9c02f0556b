// What all jobs have in common: time, energy and the highest pressure of a drive, five hints, marks on the ground, and
// points. Pure but for the state it keeps.
import type { Description, Frame } from "../../protocol";
import type { Source } from "../../source";

export interface Score {
  seconds: number;
  energy: number; // J from the sources
  peak: number; // Pa
  tons: number; // moved; 0: one load that is as heavy as it is
  spilled: number; // kg that fell where it should not
  points: number;
}

export interface Hint {
  step: 1 | 2 | 3 | 4 | 5;
  text: string;
}

// On the ground: a circle, a strip, the bed of a truck.
export interface Mark {
  kind: "circle" | "strip" | "truck";
  centre: [number, number, number];
  along: [number, number, number]; // level, of length 1
  length: number; // m along it; of a circle the diameter
  width: number;
  height: number; // m of the truck's rim
}

// For which there are all points.
export interface Par {
  seconds: number;
  energy: number; // J; of jobs that move tons: J for each
}

const kPressurePar = 0.75; // of the setting

// An equal share each for time, energy, pressure and, where something can be spilled, what was not.
export function pointsFor({ seconds, energy, peak, tons, spilled }: Omit<Score, "points">, par: Par, setting: number): number {
  const share = (value: number, best: number): number => Math.min(1, best / Math.max(value, 1e-9));
  const shares = [
    share(seconds, par.seconds),
    share(tons > 0 ? energy / tons : energy, par.energy),
    setting > 0 ? share(peak, kPressurePar * setting) : 1,
    ...(tons > 0 ? [Math.max(0, 1 - spilled / (1e3 * tons))] : []),
  ];
  return Math.round((100 * shares.reduce((sum, one) => sum + one, 0)) / shares.length);
}

// The level axes, right-handed seen from above.
export const level = (up: number): [number, number] => (up === 2 ? [0, 1] : [2, 0]);

// From the pivot: how far away, and the way there in radians.
export function polar([a, b]: [number, number], pivot: number[], place: number[]): { reach: number; angle: number } {
  const [x, y] = [place[a] - pivot[a], place[b] - pivot[b]];
  return { reach: Math.hypot(x, y), angle: Math.atan2(y, x) };
}

// Radians to the left from one place to another; to the right where negative.
export function turnBetween(axes: [number, number], pivot: number[], from: number[], to: number[]): number {
  const way = polar(axes, pivot, to).angle - polar(axes, pivot, from).angle;
  return Math.atan2(Math.sin(way), Math.cos(way));
}

export abstract class Job {
  score: Score | null = null;
  hint: Hint = { step: 1, text: "" };
  isInside = false; // what is to go to the first mark is there
  filled = 0; // share of the truck
  abstract readonly marks: Mark[];
  protected readonly pivot: number[]; // where the machine turns
  private readonly started: number;
  private readonly energyAtStart: number;
  private peak = 0;
  private latest: number;

  constructor(
    protected readonly model: Description,
    frame: Frame,
    protected readonly source: Source,
    private readonly setting: number, // [Pa] the highest of the machine's
    private readonly par: Par,
  ) {
    this.started = this.latest = frame.t;
    this.energyAtStart = this.energy();
    this.pivot = [0, 1, 2].map((axis) => frame.bodies[axis] ?? 0);
  }

  seconds(t: number): number {
    return t - this.started;
  }

  // The machine went back to before this job's last frame: what was judged has not happened.
  isUndone({ t }: Frame): boolean {
    return t < this.latest;
  }

  onFrame(frame: Frame): void {
    if (this.score !== null || this.isUndone(frame)) return;
    this.latest = frame.t;
    this.peak = Math.max(this.peak, this.highestPressure());
    this.judge(frame);
  }

  protected abstract judge(frame: Frame): void;

  protected finish(t: number, tons = 0, spilled = 0): void {
    const cost = { seconds: this.seconds(t), energy: this.energy() - this.energyAtStart, peak: this.peak, tons, spilled };
    this.score = { ...cost, points: pointsFor(cost, this.par, this.setting) };
  }

  protected polar(place: number[]): { reach: number; angle: number } {
    return polar(level(this.model.up), this.pivot, place);
  }

  protected turn(from: number[], to: number[]): number {
    return turnBetween(level(this.model.up), this.pivot, from, to);
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

// "left: 50°", of an angle to the left.
export const turnText = (turn: number): string => `${turn > 0 ? "left" : "right"}: ${Math.abs((180 * turn) / Math.PI).toFixed(0)}° to go`;
