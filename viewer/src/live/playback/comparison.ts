// Before and after: the same stretch as it was and as it would have been, channel by channel.
import { History } from "../history";
import type { Description, Frame } from "../protocol";
import { Tape } from "./tape";

export interface Extremes {
  least: number;
  most: number;
  end: number;
}

export interface Difference {
  name: string;
  unit: string;
  before: Extremes;
  after: Extremes;
}

const kNoise = 1e-6; // SI: what is smaller is a rounding error

// How much of what it does has become different.
export function changeOf({ before, after }: Difference): number {
  const size = Math.max(Math.abs(before.most), Math.abs(before.least), Math.abs(after.most), Math.abs(after.least));
  const change = Math.max(Math.abs(after.most - before.most), Math.abs(after.end - before.end));
  return size > kNoise && Number.isFinite(change) ? change / size : 0;
}

export function historyOf(frames: Frame[], channels: number): History {
  const history = new History(channels, Math.max(1, frames.length));
  for (const { t, values } of frames) history.push(t, values);
  return history;
}

export function extremesOf(history: History, channel: number): Extremes {
  let [least, most, end] = [Infinity, -Infinity, NaN];
  for (let row = 0; row < history.length; ++row) {
    const value = history.value(row, channel);
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    end = value;
  }
  return { least, most, end };
}

export class Comparison {
  readonly before: Tape;
  readonly after: Tape;
  readonly beforeHistory: History;
  readonly afterHistory: History;

  // `past`: what was seen; `again`: the stretch run again. Both from the same instant on.
  constructor(
    private readonly model: Description,
    past: Tape,
    again: Frame[],
    readonly changes: string, // "load.mass = 700 kg"
  ) {
    this.after = new Tape(Infinity);
    this.after.frames = again;
    this.before = past.since(this.after.from);
    this.beforeHistory = historyOf(this.before.frames, model.channels.length);
    this.afterHistory = historyOf(again, model.channels.length);
  }

  difference(name: string): Difference | null {
    const channel = this.model.channels.findIndex((one) => one.name === name);
    if (channel < 0) return null;
    const of = (history: History): Extremes => extremesOf(history, channel);
    return { name, unit: this.model.channels[channel].unit, before: of(this.beforeHistory), after: of(this.afterHistory) };
  }

  // What the sources gave during the stretch [J]: before, after.
  get energy(): [number, number] {
    const given = (history: History): number =>
      this.model.energy.sources.reduce((sum, name) => {
        const channel = this.model.channels.findIndex((one) => one.name === name);
        return channel < 0 || history.length === 0 ? sum : sum + history.value(history.length - 1, channel) - history.value(0, channel);
      }, 0);
    return [given(this.beforeHistory), given(this.afterHistory)];
  }
}
