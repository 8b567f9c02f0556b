// Relief, make-up and bleed valves between a directional valve's line and the tank, drawn as one block with the valve: a
// circuit of many functions is read by its functions first.
import { findFunctions } from "./functions";
import type { Graph, GraphPart } from "./graph";

export const kWorthFolding = 12; // parts; smaller circuits are shown whole
const kFolded = ["relief", "check", "line"];

// The node of a part that does nothing but lead from there to the tank; -1: it does more.
function lineToTank(graph: Graph, { source, nodes }: GraphPart): number {
  if (!kFolded.includes(source.role)) return -1;
  const ends = nodes.filter((node, k) => node >= 0 && !source.ports[k].pilot);
  const lines = ends.filter((node) => !graph.tank[node]);
  return ends.length === 2 && lines.length === 1 ? lines[0] : -1;
}

const portAt = ({ source, nodes }: GraphPart, node: number): number =>
  nodes.findIndex((other, k) => other === node && !source.ports[k].pilot);

// What a block's port takes is what the valve and all that is folded into it take.
function withFlows(host: GraphPart, folded: GraphPart[]): GraphPart {
  const ports = host.source.ports.map((port, k) => ({
    ...port,
    flow: [
      ...port.flow,
      ...folded.flatMap((part) => {
        const at = portAt(part, host.nodes[k]);
        return at < 0 || portAt(host, host.nodes[k]) !== k ? [] : part.source.ports[at].flow;
      }),
    ],
  }));
  return { ...host, source: { ...host.source, ports }, folded: folded.map(({ source }) => source) };
}

export function foldGraph(graph: Graph): Graph {
  if (graph.parts.length <= kWorthFolding) return graph;
  const { of } = findFunctions(graph);
  const hostOf = graph.parts.map((part, k) => {
    const node = of[k] < 0 ? -1 : lineToTank(graph, part);
    if (node < 0) return -1;
    return graph.parts.findIndex(({ source }, v) => source.role === "valve" && of[v] === of[k] && portAt(graph.parts[v], node) >= 0);
  });
  const parts = graph.parts.flatMap((part, k) => {
    const folded = graph.parts.filter((_, other) => hostOf[other] === k);
    return hostOf[k] >= 0 ? [] : folded.length === 0 ? [part] : [withFlows(part, folded)];
  });
  return { ...graph, parts };
}
