// The circuit's automatic layout: tanks and pumps at the bottom, compensators, valves, then what sits in
// the lines, actuators on top; one block of columns per function. A pure function of the scheme.
import type { Scheme } from "../protocol";
import { anchorsOf, turnAnchor, type Anchor, type Turn } from "./anchors";
import { findFunctions, type Functions } from "./functions";
import { foldGraph } from "./folding";
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
  letters: number; // size of the name, times the usual
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
const kLetter = 6.6; // width of a letter of a label, at the usual size
const kBold = 1.1; // width of a letter of a note, times that of a name
export const kLineHeight = 14;
export const kLetterHeight = 12.5; // of names, at the usual size
const kWidest = [6, 5, 4, 3, 2]; // parts side by side in a function

export interface LayoutOptions {
  room: { width: number; height: number }; // what the picture is to fill; its shape alone matters
  letters: number; // of names, times the usual size
  isFolded: boolean;
}
const kUsual: LayoutOptions = { room: { width: 1.15, height: 1 }, letters: 1, isFolded: false };

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
  labelWidth: number; // beside the symbol; 0: the name is above it
  extra: number; // room beside the symbol
  labelHeight: number;
  letters: number;
  key: number; // order in its row
}

function draft(graph: Graph, index: number, far: number[], group: number[], letters: number): Draft {
  const part = graph.parts[index];
  const anchors = anchorsOf(part.source);
  const turn = turnOf(part, anchors, far);
  const [width, height] = part.source.box;
  const lines = labelLines(part.source.name);
  const notes = part.folded.flatMap(({ name }) => openText(part.source.name, name));
  if (part.folded.length > 0) lines.push(foldedText(part.folded.length), ""); // as many lines as a note has
  const letter = kLetter * letters;
  const widest = Math.max(...lines.map((line) => line.length), ...notes.map((line) => kBold * line.length));
  const isTop = part.source.role === "actuator" && turn === "none";
  return {
    index,
    turn,
    lines,
    size: turn === "none" ? [width, height] : [height, width],
    letters,
    labelWidth: isTop ? 0 : 8 + letter * widest,
    extra: isTop
      ? Math.max(0, 6 + letter * part.source.name.length - (turn === "none" ? width : height))
      : 8 + letter * widest,
    labelHeight: isTop ? 0 : kLineHeight * letters * lines.length + 2,
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

function place(graph: Graph, drafted: Draft, x: number, y: number): PlacedPart {
  const { index, size, turn, lines, labelWidth, letters } = drafted;
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
  const lineHeight = kLineHeight * letters;
  const height = lineHeight * lines.length + 2;
  const label =
    labelWidth === 0
      ? { x: x + 6, y: y + kLineHeight - 3 - lineHeight, width: size[0] + drafted.extra - 6, height: lineHeight + 2 }
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
    letters,
    ports,
  };
}

const widthOf = (row: Draft[]): number =>
  row.reduce((sum, { size, extra }) => sum + size[0] + extra + kGap, -kGap);

const heightOf = ({ size, labelHeight }: Draft): number => Math.max(size[1], labelHeight);

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
  letters: number,
): Block {
  const rows: Draft[][][] = Array.from({ length: kRows }, () => []);
  for (let row = 0; row < kRows; ++row) {
    const inRow = members
      .filter((k) => rowOf(graph, graph.parts[k], functionOf) === row)
      .map((k) => draft(graph, k, far, group, letters))
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

function makePlan(graph: Graph, { groups, of }: Functions, far: number[], widest: number, letters: number): Plan {
  const members = (f: number): number[] => graph.parts.flatMap((_, k) => (of[k] === f ? [k] : []));
  const blocks = groups.map((group, f) => makeBlock(graph, members(f), f, far, group, widest, letters));
  const supply = makeBlock(graph, members(-1), -1, far, [], widest, letters);
  const total = blocks.reduce((sum, { width }) => sum + width + kBlockGap, -kBlockGap);
  const inner = Math.max(total, supply.width, 200);
  const starts: [Block, number][] = [];
  let x = kMargin + 0.5 * (inner - Math.max(0, total));
  for (const block of blocks) {
    starts.push([block, x]);
    x += block.width + kBlockGap;
  }
  starts.push([supply, kMargin + 0.5 * (inner - supply.width)]);
  const tall = rowsOf(starts).map(({ height }) => height);
  return { starts, width: inner + 2 * kMargin, height: tall.reduce((a, b) => a + b, 0) + 2 * kMargin - kChannel + 20 };
}

// Rows of all blocks from the top, each as high as its tallest part and the channel under it.
function rowsOf(starts: [Block, number][]): { row: number; line: number; tallest: number; height: number }[] {
  return Array.from({ length: kRows }, (_, row) => row).flatMap((row) =>
    Array.from({ length: Math.max(...starts.map(([block]) => block.rows[row].length)) }, (_, line) => {
      const tallest = Math.max(...starts.flatMap(([block]) => (block.rows[row][line] ?? []).map(heightOf)));
      return { row, line, tallest, height: 10 * Math.ceil((tallest + kChannel) / 10) };
    }),
  );
}

// "+4": how many valves are in a block besides its own.
export const foldedText = (count: number): string => `+${count} valve${count > 1 ? "s" : ""}`;

// Which of a block's valves lets oil through, in two lines; without the words that its name shares with the block's.
export function openText(block: string, valve: string): [string, string] {
  const words = (name: string): string[] => name.split(/(?<=[_.])/);
  const own = words(valve);
  const shared = own.findIndex((word, k) => word !== words(block)[k]);
  return [shared > 0 ? own.slice(shared).join("") : valve, "open"];
}

export function layoutScheme(scheme: Scheme, options: LayoutOptions = kUsual): Layout {
  const whole = makeGraph(scheme);
  const graph = options.isFolded ? foldGraph(whole) : whole;
  const functions = findFunctions(graph);
  const far = heights(graph);
  const { room, letters } = options;
  const small = ({ width, height }: Plan): number => Math.max(width / room.width, height / room.height); // how much it must shrink
  const plans = kWidest.map((widest) => makePlan(graph, functions, far, widest, letters));
  const { starts, width } = plans.reduce((best, plan) => (small(plan) < small(best) ? plan : best));
  return arrange(graph, starts, width);
}

const kLetters = [1, 1.2, 1.45, 1.75, 2.1, 2.5, 3];

// Names as small as they may be to have `wanted` pixels in a room of this size; the largest there are, if none have.
export function fittedLayout(scheme: Scheme, room: { width: number; height: number }, isFolded: boolean, wanted: number): Layout {
  let best: Layout | null = null;
  let most = 0;
  for (const letters of kLetters) {
    const layout = layoutScheme(scheme, { room, letters, isFolded });
    const pixels = (kLetterHeight * letters) / Math.max(layout.width / room.width, layout.height / room.height);
    if (pixels > most) [best, most] = [layout, pixels];
    if (pixels >= wanted) break;
  }
  return best ?? layoutScheme(scheme);
}

// Row by row downwards; what a part is placed at is a multiple of 10.
function arrange(graph: Graph, starts: [Block, number][], width: number): Layout {
  const parts: PlacedPart[] = [];
  let y = kMargin;
  for (const { row, line, tallest, height } of rowsOf(starts)) {
    for (const [block, start] of starts) {
      const list = block.rows[row][line] ?? [];
      let x = start + 0.5 * (block.width - widthOf(list));
      for (const item of list) {
        const top = y + 0.5 * (tallest - item.size[1]);
        parts[item.index] = place(graph, item, 10 * Math.round(x / 10), 10 * Math.round(top / 10));
        x += item.size[0] + item.extra + kGap;
      }
    }
    y += height;
  }
  const height = y + kMargin - kChannel + 20;
  return { graph, parts, wires: route(parts, graph.nodes.length, width, height), width, height };
}
