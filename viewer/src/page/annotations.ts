// What is written into a plot beside its curves: names of points, lines of constant damping.
import type { Span } from "./scale";

export interface Label {
  x: number; // of its left end
  y: number; // of its line
  text: string;
}

const kLetter = 6; // pixels of a character
const kLetterHeight = 10;
const kMarker = 5; // half a marker, and a little more

export const labelWidth = (text: string): number => kLetter * text.length;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const boxOf = ({ x, y, text }: Label): Box => ({ left: x, right: x + labelWidth(text), top: y - kLetterHeight, bottom: y + 2 });

// `others` are written already. Each beside its point where it covers no point and no other name: right of it, left, above, below; else nowhere.
export function placeLabels(points: Label[], room: Box, others: Label[] = []): Label[] {
  const taken = others.map(boxOf);
  taken.push(...points.map(({ x, y }): Box => ({ left: x - kMarker, right: x + kMarker, top: y - kMarker, bottom: y + kMarker })));
  const placed: Label[] = [];
  for (const { x, y, text } of points) {
    if (text === "") continue;
    const wide = labelWidth(text);
    const found = [[x + 7, y + 4], [x - 7 - wide, y + 4], [x - wide / 2, y - 8], [x - wide / 2, y + 16]]
      .map(([left, line]): Label => ({ x: left, y: line, text }))
      .find((label) => {
        const box = boxOf(label);
        return box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom &&
          !taken.some((other) => meet(box, other));
      });
    if (found === undefined) continue;
    placed.push(found);
    taken.push(boxOf(found));
  }
  return placed;
}

const kDampings = [0.01, 0.1, 0.5];
const kSteps = 12; // of a decade

// Where poles decay with this damping, above and below the real axis: points from the far end to zero.
export function dampingLines({ low }: Span): { text: string; points: [number, number][] }[] {
  if (low >= 0) return [];
  const count = 18 * kSteps; // decades: far below what any axis shows linearly
  return kDampings.flatMap((damping) => [1, -1].map((side) => {
    const slope = (-side * Math.sqrt(1 - damping * damping)) / damping;
    const points = Array.from({ length: count }, (_, k): [number, number] => {
      const real = low / 10 ** (k / kSteps);
      return [real, slope * real];
    });
    return { text: side > 0 ? String(damping) : "", points };
  }));
}
