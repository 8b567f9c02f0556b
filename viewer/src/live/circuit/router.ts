// Orthogonal lines between ports: each line (net) grows as a tree, port by port, along the cheapest way
// over a grid: short, few bends, few crossings, never along another line if there is any other way.
import type { Direction } from "../protocol";
import { Grid } from "./grid";
import type { Box, PlacedPart, PlacedPort } from "./layout";

export interface Point {
  x: number;
  y: number;
}

// A piece of a line between ports and junctions. `beyond`: the ports on the far side of its end, so that
// the flow along it is what they take.
export interface Wire {
  node: number;
  points: Point[];
  beyond: PlacedPort[];
  port: PlacedPort | null; // the port it ends at
  pilot: boolean; // leads to ports that only feel a pressure
  junction: boolean; // starts where three or more pieces meet
}

const kStep: Record<Direction, [number, number]> = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };
const kRoom = 6; // lines keep this far from a box
export const kTankDrop = 16; // height of a tank symbol below its port

// Where a port's line leaves the neighbourhood of its box.
export function escape(port: PlacedPort, box: Box): Point {
  const [dx, dy] = kStep[port.towards];
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  const x = dx > 0 ? Math.max(port.x, right) + kRoom : dx < 0 ? Math.min(port.x, box.x) - kRoom : port.x;
  const y = dy > 0 ? Math.max(port.y, bottom) + kRoom : dy < 0 ? Math.min(port.y, box.y) - kRoom : port.y;
  return { x, y };
}

export function tankBox(port: PlacedPort, box: Box): Box {
  const { x, y } = escape(port, box);
  return { x: x - 9, y: y - 2, width: 18, height: kTankDrop };
}

interface Terminal extends Point {
  port: PlacedPort;
}

function terminalsOf(parts: PlacedPart[], node: number): Terminal[] {
  return parts.flatMap(({ ports, box }) =>
    ports.filter((port) => port.net && port.node === node).map((port) => ({ ...escape(port, box), port })),
  );
}

function obstaclesOf(parts: PlacedPart[]): Box[] {
  return parts.flatMap(({ box, label, ports }) => [
    {
      x: box.x - kRoom + 1,
      y: box.y - kRoom + 1,
      width: box.width + 2 * kRoom - 2,
      height: box.height + 2 * kRoom - 2,
    },
    label,
    ...ports.filter(({ tank }) => tank).map((port) => tankBox(port, box)),
  ]);
}

const spread = (list: Terminal[]): number =>
  Math.max(...list.map(({ x }) => x)) -
  Math.min(...list.map(({ x }) => x)) +
  Math.max(...list.map(({ y }) => y)) -
  Math.min(...list.map(({ y }) => y));

export function route(parts: PlacedPart[], nodes: number, width: number, height: number): Wire[] {
  const nets = Array.from({ length: nodes }, (_, node) => terminalsOf(parts, node));
  const grid = new Grid(nets.flat(), obstaclesOf(parts), width, height);
  nets.forEach((list, node) => list.forEach((terminal) => grid.reserve(terminal, node)));
  const order = nets
    .map((_, node) => node)
    .filter((node) => nets[node].length > 1)
    .sort((a, b) => nets[a].length - nets[b].length || spread(nets[a]) - spread(nets[b]) || a - b);
  const wires: Wire[] = [];
  for (const node of order) {
    const edges = growTree(grid, nets[node], node);
    wires.push(...cutTree(grid, edges, nets[node], node));
  }
  return wires;
}

// Edges between neighbouring grid points; the tree takes the nearest port first.
function growTree(grid: Grid, terminals: Terminal[], node: number): [number, number][] {
  const left = [...terminals].sort((a, b) => Number(a.port.pilot) - Number(b.port.pilot));
  const tree = new Set<number>([grid.at(left[0])]);
  left.shift();
  const edges: [number, number][] = [];
  while (left.length > 0) {
    const far = left.map((terminal) => grid.distance(terminal, tree) + (terminal.port.pilot ? 1e6 : 0));
    const [terminal] = left.splice(far.indexOf(Math.min(...far)), 1);
    const path = grid.path(terminal, tree, node);
    for (let k = 1; k < path.length; ++k) edges.push([path[k - 1], path[k]]);
    path.forEach((point) => tree.add(point));
    grid.occupy(path, node);
  }
  return edges;
}

// The tree in pieces, each with the ports beyond its end.
function cutTree(grid: Grid, edges: [number, number][], terminals: Terminal[], node: number): Wire[] {
  const next = new Map<number, number[]>();
  for (const [a, b] of edges) {
    next.set(a, [...(next.get(a) ?? []), b]);
    next.set(b, [...(next.get(b) ?? []), a]);
  }
  const ports = new Map<number, Terminal[]>();
  for (const terminal of terminals) ports.set(grid.at(terminal), [...(ports.get(grid.at(terminal)) ?? []), terminal]);
  const wires: Wire[] = [];
  const isStop = (point: number): boolean => (next.get(point) ?? []).length !== 2 || ports.has(point);
  const degree = (point: number): number => (next.get(point) ?? []).length + (ports.get(point)?.length ?? 0);

  const walk = (point: number, from: number): PlacedPort[] => {
    const found = (ports.get(point) ?? []).map(({ port }) => port);
    for (const terminal of ports.get(point) ?? []) {
      const leaf = { x: terminal.port.x, y: terminal.port.y };
      wires.push({
        node,
        points: [grid.point(point), leaf],
        beyond: [terminal.port],
        port: terminal.port,
        pilot: terminal.port.pilot,
        junction: degree(point) > 2,
      });
    }
    for (const start of next.get(point) ?? []) {
      if (start === from) continue;
      const line = [point, start];
      while (!isStop(line[line.length - 1])) {
        const [a, b] = [line[line.length - 2], line[line.length - 1]];
        line.push((next.get(b) ?? []).find((other) => other !== a) as number);
      }
      const end = line[line.length - 1];
      const beyond = walk(end, line[line.length - 2]);
      wires.push({
        node,
        points: straighten(line.map((p) => grid.point(p))),
        beyond,
        port: null,
        pilot: isPilotOnly(beyond, terminals),
        junction: degree(point) > 2,
      });
      found.push(...beyond);
    }
    return found;
  };
  walk(grid.at(terminals[0]), -1);
  return wires;
}

// A pilot line: one of its two ends has nothing but pilot ports.
function isPilotOnly(beyond: PlacedPort[], all: Terminal[]): boolean {
  const before = all.map(({ port }) => port).filter((port) => !beyond.includes(port));
  return beyond.every(({ pilot }) => pilot) || before.every(({ pilot }) => pilot);
}

function straighten(points: Point[]): Point[] {
  return points.filter((p, k) => {
    if (k === 0 || k === points.length - 1) return true;
    const [a, b] = [points[k - 1], points[k + 1]];
    return !((a.x === p.x && p.x === b.x) || (a.y === p.y && p.y === b.y));
  });
}
