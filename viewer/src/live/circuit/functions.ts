// Which function of the machine each part serves: lift, slew, ... Actuators that share a directional
// valve are one function; other parts belong to the function they are nearest to, and to the supply (-1)
// when several are equally near.
import type { Graph } from "./graph";

// Parts that a line runs through on its way from a valve to an actuator.
function isInline(graph: Graph, part: number): boolean {
  const { role } = graph.parts[part].source;
  return role === "line" || role === "check";
}

function partsAt(graph: Graph): number[][] {
  const at: number[][] = graph.nodes.map(() => []);
  graph.parts.forEach(({ nodes }, part) =>
    nodes.forEach((node) => {
      if (node >= 0 && !at[node].includes(part)) at[node].push(part);
    }),
  );
  return at;
}

// Actuators reached from a valve's outlets through lines and in-line parts.
function driven(graph: Graph, at: number[][], valve: number): number[] {
  const { ports } = graph.parts[valve].source;
  const queue = graph.parts[valve].nodes.filter(
    (node, k) => node >= 0 && !graph.tank[node] && /^[AB]/.test(ports[k].name),
  );
  const seen = new Set(queue);
  const actuators = new Set<number>();
  for (let node = queue.pop(); node !== undefined; node = queue.pop())
    for (const part of at[node]) {
      const { source, nodes } = graph.parts[part];
      if (source.role === "actuator") actuators.add(part);
      if (!isInline(graph, part)) continue;
      nodes.forEach((next, k) => {
        if (next < 0 || graph.tank[next] || seen.has(next) || source.ports[k].pilot) return;
        seen.add(next);
        queue.push(next);
      });
    }
  return [...actuators];
}

function actuatorGroups(graph: Graph, at: number[][]): number[][] {
  const group = new Map<number, number[]>();
  graph.parts.forEach(({ source }, k) => source.role === "actuator" && group.set(k, [k]));
  graph.parts.forEach(({ source }, valve) => {
    if (source.role !== "valve") return;
    const reached = driven(graph, at, valve);
    const joined = [...new Set(reached.flatMap((k) => group.get(k) ?? []))].sort((a, b) => a - b);
    for (const k of joined) group.set(k, joined);
  });
  return [...new Set(group.values())];
}

// Steps from a function's seeds to every part; tanks, sources and the other functions' seeds lead nowhere.
function distances(graph: Graph, at: number[][], seeds: number[], taken: number[]): number[] {
  const far = graph.parts.map(() => Infinity);
  seeds.forEach((part) => (far[part] = 0));
  const queue = [...seeds];
  for (let head = 0; head < queue.length; ++head) {
    const part = queue[head];
    if (far[part] > 0 && taken[part] >= 0) continue;
    for (const node of graph.parts[part].nodes) {
      if (node < 0 || graph.tank[node] || graph.nodes[node].kind === "source") continue;
      for (const next of at[node])
        if (far[next] === Infinity) {
          far[next] = far[part] + 1;
          queue.push(next);
        }
    }
  }
  return far;
}

export interface Functions {
  groups: number[][]; // actuators of each function
  of: number[]; // per part: its function, -1 the supply
}

// Actuators and their valves.
function seedParts(graph: Graph, at: number[][], groups: number[][]): number[] {
  const of = graph.parts.map((_, part) => groups.findIndex((group) => group.includes(part)));
  graph.parts.forEach(({ source }, valve) => {
    if (source.role === "valve") of[valve] = of[driven(graph, at, valve)[0]] ?? -1;
  });
  return of;
}

export function findFunctions(graph: Graph): Functions {
  const at = partsAt(graph);
  const groups = actuatorGroups(graph, at);
  const taken = seedParts(graph, at, groups);
  const far = groups.map((_, f) =>
    distances(
      graph,
      at,
      taken.flatMap((g, part) => (g === f ? [part] : [])),
      taken,
    ),
  );
  const of = graph.parts.map(({ source, nodes }, part) => {
    if (taken[part] >= 0) return taken[part];
    if (nodes.length === 0 && groups.length === 1) return 0; // on no line: with the only function there is
    if (["pump", "drive", "shuttle"].includes(source.role) && groups.length > 1) return -1;
    const nearest = Math.min(...far.map((list) => list[part]));
    const winners = groups.flatMap((_, k) => (far[k][part] === nearest && nearest < Infinity ? [k] : []));
    return winners.length === 1 ? winners[0] : -1;
  });
  return { groups, of };
}
