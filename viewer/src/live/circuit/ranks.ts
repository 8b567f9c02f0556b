// Where a part belongs: its row, its side of the function, which way up.
import type { Anchor, Turn } from "./anchors";
import { isSense, type Graph, type GraphPart } from "./graph";

function isOnPumpSide(graph: Graph, part: GraphPart): boolean {
  const inlets = graph.parts.flatMap(({ kind, source, nodes }) =>
    kind === "valve" ? nodes.filter((_, k) => source.ports[k].name === "P") : [],
  );
  return part.nodes.some((node) => inlets.includes(node));
}

export const kRows = 7;

// Row from the top.
export function rowOf(graph: Graph, part: GraphPart, functionOf: number): number {
  if (part.kind === "actuator") return 0;
  if (part.kind === "pump" || part.kind === "drive") return 6;
  if (/shuttle/.test(part.source.type)) return 5;
  if (functionOf < 0) return part.kind === "valve" ? 3 : 6; // what else the supply has, beside the pumps
  if (part.kind === "valve") return 3;
  if (part.kind === "compensator" || isOnPumpSide(graph, part)) return 4;
  return part.nodes.some((node) => node >= 0 && graph.tank[node]) ? 2 : 1;
}

// How far a node is from the actuators: what is nearer goes up.
export function heights(graph: Graph): number[] {
  const far = graph.nodes.map((_, k) => (graph.tank[k] ? Infinity : 1e6));
  let edge = graph.parts.filter(({ kind }) => kind === "actuator").flatMap(({ nodes }) => nodes);
  for (let d = 0; edge.length > 0; ++d) {
    const fresh = [...new Set(edge)].filter((node) => node >= 0 && far[node] === 1e6);
    fresh.forEach((node) => (far[node] = d));
    edge = graph.parts
      .filter(({ nodes }) => nodes.some((node) => fresh.includes(node)))
      .flatMap(({ nodes }) => nodes);
  }
  return far;
}

export function turnOf(part: GraphPart, anchors: Anchor[], far: number[]): Turn {
  if (/shuttle/.test(part.source.type)) return "none";
  if (/motor/.test(part.source.type)) return "left"; // both lines come from below
  const left = anchors.findIndex(({ towards }, k) => towards === "left" && !isSense(part.source.ports[k].name, ""));
  const right = anchors.findIndex(({ towards }) => towards === "right");
  if (left < 0 || right < 0 || part.kind === "pump" || part.kind === "drive" || part.kind === "actuator")
    return "none";
  const [a, b] = [part.nodes[left], part.nodes[right]].map((node) => (node < 0 ? Infinity : far[node]));
  return a < b ? "right" : "left";
}

// Left and right of a function: where the actuators' ports are.
export function sideOf(graph: Graph, group: number[], part: GraphPart): number {
  const sides: number[] = [];
  part.nodes.forEach((node, k) => {
    if (isSense(part.source.ports[k].name, part.source.type)) return;
    group.forEach((actuator, g) =>
      graph.parts[actuator].nodes.forEach((other, p) => {
        if (other === node && node >= 0) sides.push(g + 0.4 * p);
      }),
    );
  });
  if (sides.length > 0) return sides.reduce((a, b) => a + b) / sides.length;
  return /relief|check|suction/.test(part.source.type) ? group.length : 0.2 * group.length;
}
