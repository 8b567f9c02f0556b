// From values to pixels and back, linear, logarithmic, or logarithmic to both sides of zero, with ticks that read well.
import { niceStep } from "../report/projection";
import { superscript, tickTexts } from "../shared/units";

export interface Tick {
  value: number;
  text: string; // empty: a thin line without label
}

export interface Span {
  low: number;
  high: number;
}

// As an axis of the data says it.
export interface Law {
  log: boolean;
  linearBelow?: number; // above 0: logarithmic to both sides of zero
}

// Decades from `below`, 1 there, straight through zero.
const decadesOf = (value: number, below: number): number =>
  Math.abs(value) < below ? value / below : Math.sign(value) * (1 + Math.log10(Math.abs(value) / below));
const valueOf = (decades: number, below: number): number =>
  Math.abs(decades) < 1 ? decades * below : Math.sign(decades) * below * 10 ** (Math.abs(decades) - 1);

const kRoom = 0.12; // of a symlog axis: names stand beside its points

// What an axis can show of the values, with room around it; null: nothing.
export function spanOf(values: (number | null)[], { log, linearBelow = 0 }: Law): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return null;
  if (linearBelow > 0) {
    const [from, to] = [decadesOf(Math.min(low, 0), linearBelow), decadesOf(Math.max(high, 0), linearBelow)];
    const pad = Math.max(0.5, kRoom * (to - from));
    return { low: valueOf(from - pad, linearBelow), high: valueOf(to + pad, linearBelow) };
  }
  if (log) {
    // At least a decade: what hardly varies should not look as if it did.
    const decades = Math.log10(high / low);
    const pad = Math.max(0.06 * decades, (1 - decades) / 2);
    return { low: low / 10 ** pad, high: high * 10 ** pad };
  }
  const pad = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
  return { low: low - pad, high: high + pad };
}

export class Scale {
  readonly span: Span;
  private readonly law: Law;
  private readonly from: number; // pixels
  private readonly to: number;

  constructor(span: Span, law: Law, from: number, to: number) {
    this.span = span;
    this.law = law;
    this.from = from;
    this.to = to;
  }

  pixel(value: number): number {
    const [low, high, at] = [this.span.low, this.span.high, value].map((one) => this.flat(one));
    const share = (at - low) / (high - low);
    return this.from + share * (this.to - this.from);
  }

  value(pixel: number): number {
    const [low, high] = [this.flat(this.span.low), this.flat(this.span.high)];
    const flat = low + ((pixel - this.from) / (this.to - this.from)) * (high - low);
    const { log, linearBelow = 0 } = this.law;
    return linearBelow > 0 ? valueOf(flat, linearBelow) : log ? Math.exp(flat) : flat;
  }

  // What grows evenly with the pixels.
  private flat(value: number): number {
    const { log, linearBelow = 0 } = this.law;
    return linearBelow > 0 ? decadesOf(value, linearBelow) : log ? Math.log(value) : value;
  }

  // About one label per `space` pixels.
  ticks(space: number): Tick[] {
    const most = Math.max(2, Math.floor(Math.abs(this.to - this.from) / space));
    const { log, linearBelow = 0 } = this.law;
    if (linearBelow > 0) return symlogTicks(this.span, linearBelow, most);
    return log ? logTicks(this.span, most) : linearTicks(this.span, most);
  }
}

function linearTicks({ low, high }: Span, most: number): Tick[] {
  const step = niceStep(high - low, most);
  const values: number[] = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) values.push(k * step);
  const texts = values.length > 0 ? tickTexts(values, step) : [];
  return values.map((value, k) => ({ value, text: texts[k] }));
}

// 0.001 to 9999 as they are, powers of ten beyond.
export function logText(value: number): string {
  if (value >= 1e-3 && value < 1e4) return String(Number(value.toPrecision(3)));
  const [digit, power] = value.toExponential(0).split("e");
  return `${digit === "1" ? "" : `${digit}×`}10${superscript(Number(power))}`;
}

// Zero, and decades to both sides of it: each, or every n-th.
function symlogTicks({ low, high }: Span, below: number, most: number): Tick[] {
  const [from, to] = [decadesOf(low, below), decadesOf(high, below)];
  const apart = Math.max(1, Math.ceil((to - from) / most));
  const ticks: Tick[] = [];
  for (let k = Math.ceil(from); k <= to; ++k) {
    const value = valueOf(k, below);
    const text = k === 0 ? "0" : `${k < 0 ? "\u2212" : ""}${logText(Math.abs(value))}`;
    ticks.push({ value, text: k % apart === 0 ? text : "" });
  }
  return ticks;
}

// As many labels as find room: 1, 2, 5 of each decade, else 1, 3, else every n-th decade.
function logTicks({ low, high }: Span, most: number): Tick[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.log10(high)];
  const values = (digits: number[], apart: number): number[] => {
    const found: number[] = [];
    for (let power = Math.ceil(first / apart) * apart; power <= last; power += apart)
      found.push(...digits.map((digit) => Number(`${digit}e${power}`)));
    return found.filter((value) => value >= low && value <= high);
  };
  const decades = Math.log10(high / low);
  let labelled = values([1], Math.max(1, Math.ceil(decades / most)));
  for (const digits of [[1, 3], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    if (labelled.length >= 3 || values(digits, 1).length > most) break;
    labelled = values(digits, 1);
  }
  const lines = decades <= 8 ? values([1, 2, 3, 4, 5, 6, 7, 8, 9], 1) : labelled;
  return lines.map((value) => ({ value, text: labelled.includes(value) ? logText(value) : "" }));
}
