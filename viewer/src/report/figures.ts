// What a run's channels say of the machine as a whole: its peaks, when it moved, how long its oil was too thin, where the
// energy got lost. Pure functions.
import { extremesOf, isConstant, type ReportData } from "./data";
import { magnitude } from "./grouping";

type Rows = Pick<ReportData, "times" | "columns">;

export interface Peak {
  size: number; // absolute, SI
  name: string;
  t: number; // s
}

const kEqual = 1e-3; // of a peak: the same oil at both ends of a part

// The largest value of all channels of a unit; of those that tell the same the shortest name. Null: there is none above `least`.
export function peakOf({ columns, times }: Rows, si: string, least: number): Peak | null {
  let best: Peak | null = null;
  for (const column of columns) {
    const ends = column.unit === si && !isConstant(column, times.length) ? extremesOf(column) : null;
    if (ends === null) continue;
    const size = Math.max(ends.high, -ends.low);
    const isShorter = best !== null && column.name.length < best.name.length;
    const bar: number = best === null ? least : best.size * (isShorter ? 1 - kEqual : 1 + kEqual);
    if (size > bar) best = { size, name: column.name, t: times[-ends.low > ends.high ? ends.lowRow : ends.highRow] };
  }
  return best;
}

export interface Span {
  from: number; // s
  to: number;
}

const kMoves = 0.05; // of the fastest it ever is

// From the first to the last instant at which one of the actuators moves; null: none does.
export function motionOf({ times, columns }: Rows, rates: string[]): Span | null {
  let [first, last] = [times.length, -1];
  for (const { name, values } of columns) {
    if (!rates.includes(name) || values.length !== times.length) continue;
    const least = kMoves * magnitude([{ name, unit: "", description: "", values }]);
    const moves = (value: number | null): boolean => value !== null && Math.abs(value) > least;
    const from = least > 0 ? values.findIndex(moves) : -1;
    if (from < 0) continue;
    first = Math.min(first, from);
    last = Math.max(last, values.length - 1 - [...values].reverse().findIndex(moves));
  }
  return last <= first ? null : { from: times[first], to: times[last] };
}

const kVapour = 0.4e5; // [Pa] absolute, as in the circuit: gas comes out of the oil

export interface Thinnest {
  seconds: number; // during which some pressure is below that of vapour
  low: number; // Pa
  name: string;
  t: number;
}

// Where the oil is thinnest; null: no pressure changes.
export function thinnestOf({ times, columns }: Rows): Thinnest | null {
  const pressures = columns.filter((column) => column.unit === "Pa" && !isConstant(column, times.length));
  let found: Thinnest | null = null;
  const dry = new Uint8Array(times.length);
  for (const column of pressures) {
    const ends = extremesOf(column);
    if (ends === null) continue;
    if (found === null || ends.low < found.low) found = { seconds: 0, low: ends.low, name: column.name, t: times[ends.lowRow] };
    if (ends.low < kVapour) column.values.forEach((value, row) => value !== null && value < kVapour && (dry[row] = 1));
  }
  if (found !== null)
    for (let row = 1; row < times.length; ++row) if (dry[row] === 1) found.seconds += times[row] - times[row - 1];
  return found;
}

export interface Loss {
  part: string;
  energy: number; // J
}

// The parts that turn most energy into heat, over the whole run.
export function largestLosses({ columns }: Pick<ReportData, "columns">, most: number): Loss[] {
  return columns
    .flatMap(({ name, values }): Loss[] => {
      const [, part] = /^energy\.loss\.(.+)$/.exec(name) ?? [];
      const [from, to] = [values[0] ?? 0, values[values.length - 1] ?? 0];
      return part === undefined || to - from <= 0 ? [] : [{ part, energy: to - from }];
    })
    .sort((a, b) => b.energy - a.energy)
    .slice(0, most);
}
