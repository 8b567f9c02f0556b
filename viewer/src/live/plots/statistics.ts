// What a channel did within a stretch of time.
import type { History } from "../history";

export interface Statistics {
  least: number;
  most: number;
  mostAt: number; // s
  mean: number; // over time, not over rows: frames do not come evenly
}

export function statistics(history: History, channel: number, from: number, to: number): Statistics | null {
  let [least, most, mostAt, area, span] = [Infinity, -Infinity, NaN, 0, 0];
  let [before, valueBefore] = [NaN, NaN];
  for (let row = history.rowAt(from); row < history.length && history.time(row) <= to; ++row) {
    const [t, value] = [history.time(row), history.value(row, channel)];
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    if (value > most) [most, mostAt] = [value, t];
    if (Number.isFinite(before)) {
      area += 0.5 * (value + valueBefore) * (t - before);
      span += t - before;
    }
    [before, valueBefore] = [t, value];
  }
  return least > most ? null : { least, most, mostAt, mean: span > 0 ? area / span : most };
}

// On the straight line between two rows; NaN outside.
export function valueAt(history: History, channel: number, t: number): number {
  const next = history.rowAt(t);
  if (next >= history.length || history.length === 0) return NaN;
  const there = history.time(next);
  if (there === t || next === 0) return there === t ? history.value(next, channel) : NaN;
  const share = (t - history.time(next - 1)) / (there - history.time(next - 1));
  return (1 - share) * history.value(next - 1, channel) + share * history.value(next, channel);
}
