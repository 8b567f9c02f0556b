// Where the pressures of the lines are written: one number for each line, beside a stretch of it, over no symbol, no name and
// no other number where there is any such place. A pure function of the layout.
import type { Box, Layout } from "./layout";
import type { Point } from "./router";

export interface NumberPlace {
  node: number;
  x: number; // left end
  y: number; // of the line it stands on
}

const kDigits = 3;
const kDigit = 0.62; // width of a digit, times its height
const kAside = 5; // from the line
const kPastArrow = 15; // an arrow sits in the middle of a stretch
const kShortest = 24;
const kShares = [0.3, 0.7, 0.15, 0.85];

const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

export const numberBox = ({ x, y }: Pick<NumberPlace, "x" | "y">, size: number): Box => ({ x, y: y - 0.8 * size, width: kDigits * kDigit * size, height: size });

interface Stretch {
  from: Point;
  to: Point;
  length: number;
}

const stretchesOf = (points: Point[]): Stretch[] =>
  points.slice(1).map((to, k) => ({ from: points[k], to, length: Math.hypot(to.x - points[k].x, to.y - points[k].y) }));

// Both sides of a stretch, at several places of it, the one past its middle first.
function candidates({ from, to, length }: Stretch, size: number): Pick<NumberPlace, "x" | "y">[] {
  const wide = kDigits * kDigit * size;
  const isFlat = Math.abs(to.y - from.y) < Math.abs(to.x - from.x);
  const at = (share: number): Point => ({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) });
  return [0.5 + kPastArrow / length, ...kShares].filter((share) => share < 0.95).flatMap((share) => {
    const { x, y } = at(share);
    return isFlat
      ? [{ x: x - wide / 2, y: y - kAside }, { x: x - wide / 2, y: y + size }]
      : [{ x: x + kAside, y: y + 0.35 * size }, { x: x - kAside - wide, y: y + 0.35 * size }];
  });
}

// `size`: height of the digits, in the layout's units.
export function numberPlaces({ graph, parts, wires, width, height }: Layout, size: number): NumberPlace[] {
  const taken: Box[] = parts.flatMap(({ box, label }) => [box, label]);
  const isFree = (box: Box): boolean =>
    box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height && !taken.some((other) => meet(box, other));
  return graph.nodes.flatMap(({ kind }, node) => {
    const own = wires.filter((wire) => wire.node === node && !wire.pilot);
    const trunk = own.filter(({ port }) => port === null);
    if (trunk.length === 0 || kind === "shaft") return [];
    const longest = (list: typeof own): Stretch[] =>
      list.flatMap(({ points }) => stretchesOf(points)).filter(({ length }) => length >= kShortest).sort((a, b) => b.length - a.length);
    const all = [...longest(trunk), ...longest(own.filter(({ port }) => port !== null))].flatMap((stretch) => candidates(stretch, size));
    const best = all.find((place) => isFree(numberBox(place, size))) ?? all[0];
    if (best === undefined) return [];
    taken.push(numberBox(best, size));
    return [{ node, ...best }];
  });
}
