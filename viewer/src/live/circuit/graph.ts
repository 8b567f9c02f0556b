// The scheme as the layout sees it: tanks told apart, sources as parts, what each part is for.
import type { Scheme, SchemeNode, SchemePart } from "../protocol";

export interface GraphPart {
  source: SchemePart; // with what is folded into it: its ports take their flows, too
  folded: SchemePart[];
  nodes: number[]; // of its ports; -1: connected to nothing
}

export interface Graph {
  nodes: SchemeNode[];
  parts: GraphPart[];
  tank: boolean[]; // per node
}

const kTankLimit = 5e5; // a fixed source below this is a tank [Pa]
const kSourceSymbol =
  '<g fill="none" stroke="currentColor" stroke-width="2"><circle cx="50" cy="34" r="20"/>' +
  '<path d="M50 14V6"/><path fill="currentColor" d="M50 14L44 24H56Z"/></g>';

const isTank = (node: SchemeNode): boolean =>
  node.kind === "source" &&
  (/tank|reservoir|atmosphere/i.test(node.name) || (!node.pressure && node.value < kTankLimit));

function sourcePart(node: SchemeNode, index: number): SchemePart {
  return {
    name: node.name,
    type: "pressure_source",
    title: "Pressure source",
    symbol: kSourceSymbol,
    box: [100, 60],
    role: "pump",
    motion: "none",
    ports: [{ name: "P", node: index, flow: [], at: [50, 6], towards: "up", pilot: false, lead: "" }],
    channels: node.pressure ? [node.pressure] : [],
    parameters: node.pressure ? [] : [{ name: "pressure", value: node.value, unit: "Pa" }],
  };
}

// A cushioned cylinder is fed at its port's room, not at its chamber.
function feedNode(scheme: Scheme, part: SchemePart, port: string, node: number): number {
  if (part.role !== "actuator") return node;
  const room = scheme.nodes.findIndex(({ name }) => name === `${part.name}.${port}_port`);
  return room >= 0 ? room : node;
}

// Leaks and wear that wait to happen are no parts of the drawing.
const isDrawn = (part: SchemePart): boolean => !part.name.startsWith("faults.");

export function makeGraph(whole: Scheme): Graph {
  const scheme = { nodes: whole.nodes, parts: whole.parts.filter(isDrawn) };
  const tank = scheme.nodes.map(isTank);
  const used = new Set(scheme.parts.flatMap((part) => part.ports.map(({ node }) => node)));
  const sources = scheme.nodes.flatMap((node, k) =>
    node.kind === "source" && !tank[k] && used.has(k) ? [sourcePart(node, k)] : [],
  );
  const parts = [...scheme.parts, ...sources].map((source) => ({
    source,
    folded: [],
    nodes: source.ports.map(({ name, node }) => feedNode(scheme, source, name, node)),
  }));
  return { nodes: scheme.nodes, parts, tank };
}
