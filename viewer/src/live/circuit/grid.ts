// The grid that lines run on: even tracks, and one through every port. A* with direction as part of the
// state, so that bends cost.
import type { Box } from "./layout";
import type { Point } from "./router";

const kPitch = 10;
const kBend = 14; // cost of a bend, in pixels of line
const kCrossing = 30;
const kForbidden = 1500; // along or through something: only if there is no other way

function tracks(length: number, ports: number[]): number[] {
  const own = [...new Set(ports)];
  const even = Array.from({ length: Math.floor(length / kPitch) }, (_, k) => kPitch * k + 2).filter((x) =>
    own.every((port) => Math.abs(port - x) >= 0.55 * kPitch),
  );
  return [...own, ...even].sort((a, b) => a - b);
}

// A binary heap of numbers with keys.
class Heap {
  private readonly keys: number[] = [];
  private readonly items: number[] = [];

  push(key: number, item: number): void {
    let k = this.keys.length;
    this.keys.push(key);
    this.items.push(item);
    for (let up = (k - 1) >> 1; k > 0 && this.keys[up] > key; up = (k - 1) >> 1) {
      this.swap(k, up);
      k = up;
    }
  }

  pop(): number | undefined {
    const top = this.items[0];
    if (this.items.length === 0) return undefined;
    this.swap(0, this.items.length - 1);
    this.keys.pop();
    this.items.pop();
    for (let k = 0; ;) {
      let least = k;
      for (const child of [2 * k + 1, 2 * k + 2])
        if (child < this.keys.length && this.keys[child] < this.keys[least]) least = child;
      if (least === k) return top;
      this.swap(k, least);
      k = least;
    }
  }

  private swap(a: number, b: number): void {
    [this.keys[a], this.keys[b]] = [this.keys[b], this.keys[a]];
    [this.items[a], this.items[b]] = [this.items[b], this.items[a]];
  }
}

export class Grid {
  private readonly xs: number[];
  private readonly ys: number[];
  private readonly blocked: Uint8Array;
  private readonly horizontal: Int32Array; // which net runs through a point this way; -1 none, -2 several
  private readonly vertical: Int32Array;
  private readonly bends: Int32Array; // which net bends or ends here
  private readonly columnOf = new Map<number, number>();
  private readonly rowOf = new Map<number, number>();

  constructor(terminals: Point[], obstacles: Box[], width: number, height: number) {
    this.xs = tracks(
      width,
      terminals.map(({ x }) => x),
    );
    this.ys = tracks(
      height,
      terminals.map(({ y }) => y),
    );
    this.xs.forEach((x, k) => this.columnOf.set(x, k));
    this.ys.forEach((y, k) => this.rowOf.set(y, k));
    const count = this.xs.length * this.ys.length;
    this.blocked = new Uint8Array(count);
    this.horizontal = new Int32Array(count).fill(-1);
    this.vertical = new Int32Array(count).fill(-1);
    this.bends = new Int32Array(count).fill(-1);
    for (const box of obstacles) this.block(box);
  }

  at({ x, y }: Point): number {
    return (this.rowOf.get(y) as number) * this.xs.length + (this.columnOf.get(x) as number);
  }

  point(index: number): Point {
    return { x: this.xs[index % this.xs.length], y: this.ys[Math.floor(index / this.xs.length)] };
  }

  // A port's own place: others keep off.
  reserve(terminal: Point, net: number): void {
    const index = this.at(terminal);
    this.bends[index] = net;
    this.blocked[index] = 0;
  }

  distance(from: Point, tree: Set<number>): number {
    let least = Infinity;
    for (const index of tree) {
      const { x, y } = this.point(index);
      least = Math.min(least, Math.abs(from.x - x) + Math.abs(from.y - y));
    }
    return least;
  }

  occupy(path: number[], net: number): void {
    path.forEach((point, k) => {
      const sides = [path[k - 1], path[k + 1]].filter((other) => other !== undefined);
      const flat = sides.filter((other) => Math.abs(other - point) === 1).length;
      if (flat > 0) this.horizontal[point] = net;
      if (flat < sides.length) this.vertical[point] = net;
      if (sides.length < 2 || flat === 1) this.bends[point] = net;
    });
  }

  // From a port to the nearest point of the tree, in terms of cost.
  path(from: Point, tree: Set<number>, net: number): number[] {
    const columns = this.xs.length;
    const start = this.at(from);
    if (tree.has(start)) return [start];
    const cost = new Float64Array(4 * this.blocked.length).fill(Infinity);
    const back = new Int32Array(4 * this.blocked.length).fill(-1);
    const heap = new Heap();
    const rest = this.estimate(tree);
    for (let way = 0; way < 4; ++way) {
      cost[4 * start + way] = 0;
      heap.push(rest(start), 4 * start + way);
    }
    const moves = [1, -1, columns, -columns];
    for (let state = heap.pop(); state !== undefined; state = heap.pop()) {
      const [point, way] = [state >> 2, state & 3];
      if (tree.has(point)) return this.trace(back, state);
      for (let turn = 0; turn < 4; ++turn) {
        if ((turn ^ 1) === way && point !== start) continue; // no turning back
        const column = point % columns;
        const next = point + moves[turn];
        const isOut = (turn === 0 && column === columns - 1) || (turn === 1 && column === 0);
        if (isOut || next < 0 || next >= this.blocked.length) continue;
        const bend = turn === way || point === start ? 0 : kBend + this.bendCost(point, net);
        const join = tree.has(next) ? this.bendCost(next, net) : 0; // not where another line crosses the tree
        const total = cost[state] + this.stepCost(point, next, turn, net) + bend + join;
        if (total >= cost[4 * next + turn]) continue;
        cost[4 * next + turn] = total;
        back[4 * next + turn] = state;
        heap.push(total + rest(next), 4 * next + turn);
      }
    }
    return [start];
  }

  private block({ x, y, width, height }: Box): void {
    this.ys.forEach((py, row) =>
      this.xs.forEach((px, column) => {
        if (px > x && px < x + width && py > y && py < y + height) this.blocked[row * this.xs.length + column] = 1;
      }),
    );
  }

  private stepCost(point: number, next: number, turn: number, net: number): number {
    const [a, b] = [this.point(point), this.point(next)];
    const along = turn < 2 ? this.horizontal : this.vertical;
    const across = turn < 2 ? this.vertical : this.horizontal;
    const other = (list: Int32Array, at: number): boolean => list[at] !== -1 && list[at] !== net;
    let cost = Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
    if (this.blocked[next] === 1) cost += kForbidden;
    if (other(along, next) || other(this.bends, next)) cost += kForbidden;
    if (other(across, next)) cost += kCrossing;
    return cost;
  }

  private bendCost(point: number, net: number): number {
    const other = (list: Int32Array): boolean => list[point] !== -1 && list[point] !== net;
    return other(this.horizontal) || other(this.vertical) ? kForbidden : 0;
  }

  // Never more than the true distance: to the tree's bounding box.
  private estimate(tree: Set<number>): (point: number) => number {
    const points = [...tree].map((index) => this.point(index));
    const [left, right] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...points.map(({ y }) => y)), Math.max(...points.map(({ y }) => y))];
    return (index) => {
      const { x, y } = this.point(index);
      return Math.max(0, left - x, x - right) + Math.max(0, top - y, y - bottom);
    };
  }

  private trace(back: Int32Array, state: number): number[] {
    const path: number[] = [];
    for (let s = state; s >= 0; s = back[s]) path.push(s >> 2);
    return path;
  }
}
