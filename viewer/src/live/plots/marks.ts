// What happened when: a lever was moved, a piston came to its stop, a relief valve opened.
import type { Description, Frame } from "../protocol";
import type { Listener, Session } from "../session";

export interface Mark {
  t: number;
  kind: "lever" | "stop" | "relief";
  text: string;
}

const kMoved = 0.02; // of a lever's way
const kAtStop = 1e-3; // m
const kOpen = 1 / 6e4; // m³/s: 1 l/min
const kMost = 300;

const wayOf = (value: number): number => (Math.abs(value) < kMoved ? 0 : Math.sign(value));

// Which end a piston is at: -1 in, 1 out, 0 neither.
function endOf(length: number, closed: number, stroke: number): number {
  return length < closed + kAtStop ? -1 : length > closed + stroke - kAtStop ? 1 : 0;
}

export function marksBetween(model: Description, places: Map<string, number>, before: Frame, after: Frame): Mark[] {
  const value = (frame: Frame, name: string): number => frame.values[places.get(name) ?? -1] ?? NaN;
  const list: Mark[] = [];
  const note = (kind: Mark["kind"], text: string): number => list.push({ t: after.t, kind, text });
  for (const { input, range, label, positive, negative } of model.controls) {
    const way = wayOf(after.inputs[input] / range);
    if (way !== 0 && way !== wayOf(before.inputs[input] / range)) note("lever", `${label} ${(way > 0 ? positive : negative) || (way > 0 ? "+" : "−")}`);
  }
  for (const { name, closed, stroke } of model.scene.cylinders) {
    const end = endOf(value(after, `${name}.length`), closed, stroke);
    if (stroke > 0 && end !== 0 && end !== endOf(value(before, `${name}.length`), closed, stroke)) note("stop", `${name} ${end > 0 ? "fully out" : "fully in"}`);
  }
  for (const { role, name, ports } of model.scheme.parts) {
    if (role !== "relief") continue;
    const flow = (frame: Frame): number => Math.max(0, ...ports.map((port) => Math.abs(port.flow.reduce((sum, [channel, factor]) => sum + factor * value(frame, channel), 0)) || 0));
    if (flow(after) > kOpen && flow(before) <= kOpen) note("relief", `${name} opened`);
  }
  return list;
}

export class Marks implements Listener {
  list: Mark[] = [];
  private places = new Map<string, number>();
  private last: Frame | null = null;

  constructor(private readonly session: Session) {}

  onModel(model: Description): void {
    this.places = new Map(model.channels.map(({ name }, k) => [name, k]));
    this.list = [];
    this.last = null;
  }

  onFrame(frame: Frame): void {
    const { model, isLookingBack } = this.session;
    if (model === null || isLookingBack) return;
    const { last } = this;
    this.last = frame;
    if (last === null) return;
    if (frame.t < last.t) this.list = this.list.filter(({ t }) => t <= frame.t);
    else if (frame.t > last.t) this.list = [...this.list, ...marksBetween(model, this.places, last, frame)].slice(-kMost);
  }
}
