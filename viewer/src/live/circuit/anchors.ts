// Where a part's lines end: the program tells it in the symbol's own box, here it is turned with it.
import type { Direction, SchemePart } from "../protocol";

export interface Anchor {
  x: number;
  y: number;
  towards: Direction;
}

const at = (x: number, y: number, towards: Direction): Anchor => ({ x, y, towards });

export const anchorsOf = ({ ports }: SchemePart): Anchor[] =>
  ports.map(({ at: [x, y], towards }) => at(x, y, towards));

// A quarter turn: `left` brings the left end down (and the right end up), `right` the left end up.
export type Turn = "none" | "left" | "right";

const kTurned: Record<Turn, Record<Direction, Direction>> = {
  none: { up: "up", down: "down", left: "left", right: "right" },
  left: { up: "left", down: "right", left: "down", right: "up" },
  right: { up: "right", down: "left", left: "up", right: "down" },
};

export function turnAnchor({ x, y, towards }: Anchor, turn: Turn, [width, height]: [number, number]): Anchor {
  if (turn === "none") return { x, y, towards };
  return turn === "left" ? at(y, width - x, kTurned.left[towards]) : at(height - y, x, kTurned.right[towards]);
}

export function turnTransform(turn: Turn, [width, height]: [number, number]): string {
  if (turn === "none") return "";
  return turn === "left" ? `translate(0 ${width}) rotate(-90)` : `translate(${height} 0) rotate(90)`;
}
