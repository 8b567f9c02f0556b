// The circuit's automatic layout: tanks and pumps at the bottom, compensators, valves, then what sits in
// the lines, actuators on top; one block of columns per function. A pure function of the scheme.
import type { Scheme } from "../protocol";
import { anchorsOf, turnAnchor, type Anchor, type Turn } from "./anchors";
import { findFunctions, type Functions } from "./functions";
import { makeGraph, type Graph, type GraphPart } from "./graph";
import { heights, kRows, rowOf, sideOf, turnOf } from "./ranks";
import { route, type Wire } from "./router";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedPort extends Anchor {
  part: number;
  port: number; // into the part's ports
  node: number;
  pilot: boolean; // it only feels a pressure
  tank: boolean;
  net: boolean; // leads to a line (neither to a tank nor to nothing)
}

export interface PlacedPart {
  graph: GraphPart;
  box: Box;
  turn: Turn;
  label: Box;
  lines: string[];
  ports: PlacedPort[];
}

export interface Layout {
  graph: Graph;
  parts: PlacedPart[];
  wires: Wire[];
  width: number;
  height: number;
}

const kGap = 22; // between neighbours
const kBlockGap = 40; // between functions
const kChannel = 70; // between rows, for the lines
const kMargin = 50;
const kLetter = 6.6; // width of a letter of a label
export const kLineHeight = 14;
const kWidest = [4, 3, 2]; // parts side by side in a function
const kShape = 1.15; // width over height that is aimed at

// A name in lines that fit beside a symbol.
export function labelLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(/(?<=[_. ])/)) {
    const last = lines.length - 1;
    if (last >= 0 && lines[last].length + word.length <= 11) lines[last] += word;
    else lines.push(word);
  }
  return lines.map((line) => line.replace(/[_ ]$/, "")).slice(0, 3);
}

interface Draft {
  index: number;
  size: [number, number];
  turn: Turn;
  lines: string[];
  labelWidth: number;
  key: number; // order in its row
}

function draft(graph: Graph, index: number, far: number[], group: number[]): Draft {
  const part = graph.parts[index];
  const anchors = anchorsOf(part.source);
  const turn = turnOf(part, anchors, far);
  const [width, height] = part.source.box;
  const lines = labelLines(part.source.name);
  const isTop = part.source.role === "actuator" && turn === "none";
  return {
    index,
    turn,
    lines,
    size: turn === "none" ? [width, height] : [height, width],
    labelWidth: isTop ? 0 : 8 + kLetter * Math.max(...lines.map((line) => line.length)),
    key:
      part.source.role === "drive"
        ? -2
        : part.source.role === "pump"
          ? -1
          : group.includes(index)
            ? group.indexOf(index)
            : sideOf(graph, group, part),
  };
}

function place(graph: Graph, { index, size, turn, lines, labelWidth }: Draft, x: number, y: number): PlacedPart {
  const part = graph.parts[index];
  const anchors = anchorsOf(part.source);
  const ports = anchors.map((anchor, k) => {
    const turned = turnAnchor(anchor, turn, part.source.box);
    const node = part.nodes[k];
    const tank = node >= 0 && graph.tank[node];
    return {
      ...turned,
      x: x + turned.x,
      y: y + turned.y,
      part: index,
      port: k,
      node,
      tank,
      pilot: part.source.ports[k].pilot,
      net: node >= 0 && !tank,
    };
  });
  const height = kLineHeight * lines.length + 2;
  const label =
    labelWidth === 0
      ? { x: x + 6, y: y - 3, width: size[0] - 6, height: kLineHeight + 2 }
      : { x: x + size[0] + 2, y: y + (size[1] > 80 ? 52 : 0.5 * (size[1] - height)), width: labelWidth, height };
  const { role } = part.source;
  if (role === "shuttle") ((label.x = x + 22), (label.y = y + 46));
  if (role === "actuator" && turn !== "none") label.y = y + 14;
  if (role === "pump" || role === "drive") ((label.x = x + 66), (label.y = y + size[1] - height + 10));
  return {
    graph: part,
    box: { x, y, width: size[0], height: size[1] },
    turn,
    label,
    lines: labelWidth === 0 ? [part.source.name] : lines,
    ports,
  };
}

const widthOf = (row: Draft[]): number =>
  row.reduce((sum, { size, labelWidth }) => sum + size[0] + labelWidth + kGap, -kGap);

interface Block {
  rows: Draft[][][]; // each of one or more lines of parts
  width: number;
}

function makeBlock(
  graph: Graph,
  members: number[],
  functionOf: number,
  far: number[],
  group: number[],
  widest: number,
): Block {
  const rows: Draft[][][] = Array.from({ length: kRows }, () => []);
  for (let row = 0; row < kRows; ++row) {
    const inRow = members
      .filter((k) => rowOf(graph, graph.parts[k], functionOf) === row)
      .map((k) => draft(graph, k, far, group))
      .sort((a, b) => a.key - b.key || a.index - b.index);
    const lines = Math.ceil(inRow.length / (functionOf < 0 || row === 0 ? 6 : widest));
    const each = Math.ceil(inRow.length / Math.max(1, lines));
    for (let k = 0; k < inRow.length; k += each) rows[row].push(inRow.slice(k, k + each));
  }
  return { rows, width: Math.max(0, ...rows.flat().map(widthOf)) };
}

interface Plan {
  starts: [Block, number][]; // blocks and where they begin
  width: number;
  height: number;
}

function makePlan(graph: Graph, { groups, of }: Functions, far: number[], widest: number): Plan {
  const members = (f: number): number[] => graph.parts.flatMap((_, k) => (of[k] === f ? [k] : []));
  const blocks = groups.map((group, f) => makeBlock(graph, members(f), f, far, group, widest));
  const supply = makeBlock(graph, members(-1), -1, far, [], widest);
  const total = blocks.reduce((sum, { width }) => sum + width + kBlockGap, -kBlockGap);
  const inner = Math.max(total, supply.width, 200);
  const starts: [Block, number][] = [];
  let x = kMargin + 0.5 * (inner - Math.max(0, total));
  for (const block of blocks) {
    starts.push([block, x]);
    x += block.width + kBlockGap;
  }
  starts.push([supply, kMargin + 0.5 * (inner - supply.width)]);
  const lines = Array.from({ length: kRows }, (_, row) =>
    Math.max(...starts.map(([block]) => block.rows[row].length)),
  );
  return { starts, width: inner + 2 * kMargin, height: 160 * lines.reduce((a, b) => a + b) };
}

export function layoutScheme(scheme: Scheme): Layout {
  const graph = makeGraph(scheme);
  const functions = findFunctions(graph);
  const far = heights(graph);
  const misfit = ({ width, height }: Plan): number => Math.abs(Math.log(width / Math.max(1, height) / kShape));
  const plans = kWidest.map((widest) => makePlan(graph, functions, far, widest));
  const { starts, width } = plans.reduce((best, plan) => (misfit(plan) < misfit(best) ? plan : best));
  return arrange(graph, starts, width);
}

// Row by row downwards; what a part is placed at is a multiple of 10.
function arrange(graph: Graph, starts: [Block, number][], width: number): Layout {
  const parts: PlacedPart[] = [];
  let y = kMargin;
  for (let row = 0; row < kRows; ++row) {
    const lines = Math.max(...starts.map(([block]) => block.rows[row].length));
    for (let line = 0; line < lines; ++line) {
      const tallest = Math.max(
        ...starts.flatMap(([block]) => (block.rows[row][line] ?? []).map(({ size }) => size[1])),
      );
      for (const [block, start] of starts) {
        const list = block.rows[row][line] ?? [];
        let x = start + 0.5 * (block.width - widthOf(list));
        for (const item of list) {
          const top = y + 0.5 * (tallest - item.size[1]);
          parts[item.index] = place(graph, item, 10 * Math.round(x / 10), 10 * Math.round(top / 10));
          x += item.size[0] + item.labelWidth + kGap;
        }
      }
      y += 10 * Math.ceil((tallest + kChannel) / 10);
    }
  }
  const height = y + kMargin - kChannel + 20;
  return { graph, parts, wires: route(parts, graph.nodes.length, width, height), width, height };
}
