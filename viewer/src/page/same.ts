// Curves that lie on each other are one curve with several names.
import type { Series } from "./data";

const kApart = 1; // pixels that can be told apart

export interface Pixels {
  x: (value: number) => number;
  y: (value: number) => number;
}

type Points = Pick<Series, "x" | "y">;

function isSame(a: Points["x"], b: Points["x"], pixel: (value: number) => number): boolean {
  return a.length === b.length && a.every((value, k) => {
    const other = b[k];
    if (value === other) return true;
    if (value === null || other === null) return false;
    const [here, there] = [pixel(value), pixel(other)]; // not finite: outside of a logarithmic axis
    return Number.isFinite(here) ? Math.abs(here - there) < kApart : !Number.isFinite(there);
  });
}

// Of each series the first that is drawn over the same pixels: itself, if it is the first. Only those that are shown alike.
export function leaders(series: Points[], shown: boolean[], { x, y }: Pixels): number[] {
  const first: number[] = [];
  series.forEach((one, k) => {
    const leader = first.findIndex((own, j) => own === j && shown[j] === shown[k] && isSame(series[j].x, one.x, x) && isSame(series[j].y, one.y, y));
    first.push(leader < 0 ? k : leader);
  });
  return first;
}

const kAlike = " \u2248 ";

// Several names of one curve; what all end with is said once: "ali1 ≈ ali3p, trapezoidal".
export function togetherText(names: string[]): string {
  if (names.length < 2) return names.join();
  const pieces = names.map((name) => name.split(", "));
  let shared = 0;
  while (pieces.every((one) => one.length > shared + 1 && one[one.length - 1 - shared] === pieces[0][pieces[0].length - 1 - shared])) ++shared;
  if (shared === 0) return names.join(kAlike);
  const heads = pieces.map((one) => one.slice(0, one.length - shared).join(", "));
  return [heads.join(kAlike), ...pieces[0].slice(pieces[0].length - shared)].join(", ");
}
