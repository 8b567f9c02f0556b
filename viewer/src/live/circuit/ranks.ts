// Where a part belongs: its row, its side of the function, which way up.
import type { Anchor, Turn } from "./anchors";
import type { Graph, GraphPart } from "./graph";

function isOnPumpSide(graph: Graph, part: GraphPart): boolean {
  const inlets = graph.parts.flatMap(({ source, nodes }) =>
    source.role === "valve" ? nodes.filter((_, k) => source.ports[k].name === "P") : [],
  );
  return part.nodes.some((node) => inlets.includes(node));
}

export const kRows = 7;

// Row from the top.
export function rowOf(graph: Graph, part: GraphPart, functionOf: number): number {
  const { role } = part.source;
  if (role === "actuator") return 0;
  if (role === "pump" || role === "drive") return 6;
  if (role === "shuttle") return 5;
  if (functionOf < 0) return role === "valve" ? 3 : 6; // what else the supply has, beside the pumps
  if (role === "valve") return 3;
  if (role === "compensator" || isOnPumpSide(graph, part)) return 4;
  return part.nodes.some((node) => node >= 0 && graph.tank[node]) ? 2 : 1;
}

// How far a node is from the actuators: what is nearer goes up.
export function heights(graph: Graph): number[] {
  const far = graph.nodes.map((_, k) => (graph.tank[k] ? Infinity : 1e6));
  let edge = graph.parts.filter(({ source }) => source.role === "actuator").flatMap(({ nodes }) => nodes);
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
  const { role, ports } = part.source;
  if (role === "actuator") return anchors.some(({ towards }) => towards === "up") ? "left" : "none"; // a motor lies down
  const left = anchors.findIndex(({ towards }, k) => towards === "left" && !ports[k].pilot);
  const right = anchors.findIndex(({ towards }) => towards === "right");
  if (left < 0 || right < 0 || ["shuttle", "pump", "drive"].includes(role)) return "none";
  const [a, b] = [part.nodes[left], part.nodes[right]].map((node) => (node < 0 ? Infinity : far[node]));
  return a < b ? "right" : "left";
}

// Left and right of a function: where the actuators' ports are.
export function sideOf(graph: Graph, group: number[], part: GraphPart): number {
  const sides: number[] = [];
  part.nodes.forEach((node, k) => {
    if (part.source.ports[k].pilot) return;
    group.forEach((actuator, g) =>
      graph.parts[actuator].nodes.forEach((other, p) => {
        if (other === node && node >= 0) sides.push(g + 0.4 * p);
      }),
    );
  });
  if (sides.length > 0) return sides.reduce((a, b) => a + b) / sides.length;
  return ["relief", "check"].includes(part.source.role) ? group.length : 0.2 * group.length;
}
