// Curves that lie on each other are one curve with several names.
import type { Series } from "./data";

const isSame = (a: (number | null)[], b: (number | null)[]): boolean => a.length === b.length && a.every((value, k) => value === b[k]);

// Of each series the first that has the same points: itself, if it is the first.
export function leaders(series: Pick<Series, "x" | "y">[]): number[] {
  return series.map((one, k) => {
    const first = series.findIndex((other) => isSame(other.x, one.x) && isSame(other.y, one.y));
    return first < 0 ? k : first;
  });
}
