// From values to pixels and back, linear or logarithmic, with ticks that read well.
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

// What a logarithmic or linear axis can show of the values, with room around it; null: nothing.
export function spanOf(values: (number | null)[], log: boolean): Span | null {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (value === null || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return null;
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
  readonly log: boolean;
  private readonly from: number; // pixels
  private readonly to: number;

  constructor(span: Span, log: boolean, from: number, to: number) {
    this.span = span;
    this.log = log;
    this.from = from;
    this.to = to;
  }

  pixel(value: number): number {
    const { low, high } = this.span;
    const share = this.log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    return this.from + share * (this.to - this.from);
  }

  value(pixel: number): number {
    const { low, high } = this.span;
    const share = (pixel - this.from) / (this.to - this.from);
    return this.log ? low * (high / low) ** share : low + share * (high - low);
  }

  // About one label per `space` pixels.
  ticks(space: number): Tick[] {
    const most = Math.max(2, Math.floor(Math.abs(this.to - this.from) / space));
    return this.log ? logTicks(this.span, most) : linearTicks(this.span, most);
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
