// One mechanism, drawn once as SVG elements and moved by setting their coordinates.
import type { Drawing, LineKind } from "./data";
import { svg } from "../shared/dom";
import { hull, type Point } from "./projection";

interface Shape {
  element: SVGElement;
  move(points: Point[]): void; // pixels
}

const kBarrelShare = 0.8; // of the shortest length seen: the rod never vanishes

const pathText = (points: Point[], closed = false): string =>
  points.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(2)} ${y.toFixed(2)}`).join("") +
  (closed ? "Z" : "");

const along = (a: Point, b: Point, share: number): Point => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];

const distance = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

// The outline around the body's points; a block where it has only one.
function bodyShape(name: string): Shape {
  const path = svg("path", { class: "body" }, svg("title", {}, name));
  const block = ([x, y]: Point): Point[] =>
    [[-9, -7], [9, -7], [9, 7], [-9, 7]].map(([dx, dy]): Point => [x + dx, y + dy]);
  const move = (points: Point[]): void => {
    path.classList.toggle("block", points.length === 1);
    path.setAttribute("d", pathText(points.length === 1 ? block(points[0]) : hull(points), true));
  };
  return { element: path, move };
}

// A barrel of fixed length at the first point, a rod from it to the last. `barrel` is in pixels.
function cylinderShape(name: string, barrel: () => number): Shape {
  const casing = svg("path", { class: "barrel" });
  const rod = svg("path", { class: "rod" });
  const group = svg("g", { class: "cylinder" }, svg("title", {}, name), rod, casing);
  const move = (points: Point[]): void => {
    const [a, b] = [points[0], points[points.length - 1]];
    const length = distance(a, b);
    const end = along(a, b, length > 0 ? Math.min(1, barrel() / length) : 0);
    rod.setAttribute("d", pathText([a, b]));
    casing.setAttribute("d", pathText([along(a, end, 0.06), end]));
  };
  return { element: group, move };
}

function springShape(name: string): Shape {
  const path = svg("path", { class: "spring" }, svg("title", {}, name));
  const turns = 10;
  const move = (points: Point[]): void => {
    const [a, b] = [points[0], points[points.length - 1]];
    const length = distance(a, b) || 1;
    const side: Point = [(-6 * (b[1] - a[1])) / length, (6 * (b[0] - a[0])) / length];
    const zigzag = Array.from({ length: turns }, (_, k): Point => {
      const [x, y] = along(a, b, 0.15 + (0.7 * (k + 0.5)) / turns);
      const sign = k % 2 === 0 ? 1 : -1;
      return [x + sign * side[0], y + sign * side[1]];
    });
    path.setAttribute("d", pathText([a, along(a, b, 0.15), ...zigzag, along(a, b, 0.85), b]));
  };
  return { element: path, move };
}

// A rope or the ground's surface: a thin line.
function lineShape(kind: LineKind, name: string): Shape {
  const path = svg("path", { class: kind }, svg("title", {}, name));
  return { element: path, move: (points) => path.setAttribute("d", pathText(points)) };
}

// The symbol of a fixed point: a triangle on a hatched line.
function groundShape(name: string): Shape {
  const group = svg("g", { class: "ground" }, svg("title", {}, name));
  const move = (points: Point[]): void => {
    while (group.childElementCount > points.length + 1) group.lastElementChild?.remove();
    while (group.childElementCount < points.length + 1)
      group.append(
        svg("path", { d: "M0 0L-8 13H8ZM-12 13H12M-10 13l-4 5M-4 13l-4 5M2 13l-4 5M8 13l-4 5" }),
      );
    points.forEach(([x, y], k) =>
      group.children[k + 1].setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`));
  };
  return { element: group, move };
}

function makeShape(kind: LineKind, name: string, barrel: () => number): Shape {
  if (kind === "cylinder") return cylinderShape(name, barrel);
  if (kind === "spring") return springShape(name);
  if (kind === "ground") return groundShape(name);
  if (kind === "rope" || kind === "terrain") return lineShape(kind, name);
  return bodyShape(name);
}

// Barrel length of every cylinder in metres, from its shortest length over all poses; 0 for other lines.
export function barrelLengths(drawing: Drawing, poses: Point[][]): number[] {
  return drawing.lines.map(({ kind, points }) => {
    if (kind !== "cylinder") return 0;
    const lengths = poses.map((pose) => distance(pose[points[0]], pose[points[points.length - 1]]));
    return kBarrelShare * Math.min(...lengths.filter(Number.isFinite));
  });
}

export class Figure {
  readonly element = svg("g");
  scale = 1; // pixels per metre
  private readonly shapes: { shape: Shape; points: number[] }[] = [];
  private readonly dots: SVGCircleElement[];

  constructor(drawing: Drawing, barrels: number[], ghost: boolean) {
    const order: LineKind[] = ["terrain", "ground", "body", "spring", "cylinder", "rope"];
    for (const kind of order)
      drawing.lines.forEach((line, k) => {
        if (line.kind !== kind || line.points.length === 0 || (ghost && kind === "ground")) return;
        const shape = makeShape(kind, line.name, () => barrels[k] * this.scale);
        this.shapes.push({ shape, points: line.points });
        this.element.append(shape.element);
      });
    const used = new Set(drawing.lines.filter((line) => line.kind !== "terrain").flatMap((line) => line.points));
    this.dots = drawing.points.map((name) => svg("circle", { class: "joint" }, svg("title", {}, name)));
    if (!ghost) this.element.append(...this.dots.filter((_, p) => used.has(p)));
    this.element.setAttribute("class", ghost ? "ghost" : "figure");
  }

  move(pose: Point[]): void {
    const clean = (point: Point): boolean => Number.isFinite(point[0]) && Number.isFinite(point[1]);
    for (const { shape, points } of this.shapes) {
      const at = points.map((p) => pose[p]).filter(clean);
      if (at.length > 0) shape.move(at);
    }
    this.dots.forEach((dot, p) => {
      if (!clean(pose[p])) return;
      dot.setAttribute("cx", pose[p][0].toFixed(2));
      dot.setAttribute("cy", pose[p][1].toFixed(2));
    });
  }
}
