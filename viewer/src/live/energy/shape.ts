// The Sankey diagram's geometry: bars in four columns, ribbons between them.
import type { Link, Node, Sankey } from "./sankey";

export interface Bar extends Node {
  x: number;
  y: number;
  height: number;
}

export interface Ribbon extends Link {
  path: string;
  kind: Node["kind"];
}

export const kBarWidth = 12;
const kPad = 26; // between bars of a column: two lines of text

export function shapeSankey(
  { nodes, links }: Sankey,
  width: number,
  height: number,
): { bars: Bar[]; ribbons: Ribbon[] } {
  const columns = [0, 1, 2, 3].map((c) => nodes.filter(({ column }) => column === c));
  const room = (list: Node[]): number => height - kPad * Math.max(0, list.length - 1);
  const scale = Math.max(
    0,
    Math.min(
      ...columns
        .filter((list) => list.length > 0)
        .map(
          (list) =>
            Math.max(20, room(list)) /
            Math.max(
              1e-9,
              list.reduce((s, { power }) => s + power, 0),
            ),
        ),
    ),
  );
  const bars: Bar[] = [];
  columns.forEach((list, c) => {
    const used = list.reduce((s, { power }) => s + scale * power, 0) + kPad * Math.max(0, list.length - 1);
    let y = 0.5 * (height - used);
    for (const node of list) {
      bars.push({ ...node, x: (c / 3) * (width - kBarWidth), y, height: scale * node.power });
      y += scale * node.power + kPad;
    }
  });
  return { bars, ribbons: ribbonsOf(bars, links, scale) };
}

function ribbonsOf(bars: Bar[], links: Link[], scale: number): Ribbon[] {
  const order = new Map(bars.map((bar, k) => [bar.id, k]));
  const sorted = [...links].sort(
    (a, b) => (order.get(a.from) ?? 0) - (order.get(b.from) ?? 0) || (order.get(a.to) ?? 0) - (order.get(b.to) ?? 0),
  );
  const out = new Map<string, number>();
  const into = new Map<string, number>();
  return sorted.map((link) => {
    const from = bars[order.get(link.from) as number];
    const to = bars[order.get(link.to) as number];
    const thick = scale * link.power;
    const y0 = from.y + (out.get(from.id) ?? 0);
    const y1 = to.y + (into.get(to.id) ?? 0);
    out.set(from.id, (out.get(from.id) ?? 0) + thick);
    into.set(to.id, (into.get(to.id) ?? 0) + thick);
    const [x0, x1] = [from.x + kBarWidth, to.x];
    const middle = 0.5 * (x0 + x1);
    const path = `M${x0} ${y0}C${middle} ${y0} ${middle} ${y1} ${x1} ${y1}V${y1 + thick}C${middle} ${y1 + thick} ${middle} ${y0 + thick} ${x0} ${y0 + thick}Z`;
    return { ...link, path, kind: to.kind };
  });
}
