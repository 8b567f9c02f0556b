// The flow along a piece of a line: what the ports beyond it take.
import type { SchemePart } from "../protocol";
import type { PlacedPart, PlacedPort } from "./layout";
import type { Wire } from "./router";

export type Terms = [channel: string, factor: number][];

const flowInto = (part: SchemePart, port: PlacedPort): Terms => part.ports[port.port].flow;

// Cylinders have no flow channels of their own: theirs is what is left over of the line's sum.
const isKnown = (part: SchemePart, port: PlacedPort): boolean => port.pilot || flowInto(part, port).length > 0;

// null: not to be told from the channels.
export function wireFlow(wire: Wire, parts: PlacedPart[]): Terms | null {
  const source = (port: PlacedPort): SchemePart => parts[port.part].graph.source;
  const all = parts.flatMap(({ ports }) => ports.filter((port) => port.net && port.node === wire.node));
  const before = all.filter((port) => !wire.beyond.includes(port));
  if (wire.beyond.every((port) => isKnown(source(port), port)))
    return wire.beyond.flatMap((port) => flowInto(source(port), port));
  if (!before.every((port) => isKnown(source(port), port))) return null;
  return before.flatMap((port) =>
    flowInto(source(port), port).map(([channel, factor]): [string, number] => [channel, -factor]),
  );
}

export function sumOf(terms: Terms, value: (channel: string) => number): number {
  let sum = 0;
  for (const [channel, factor] of terms) sum += factor * (value(channel) || 0);
  return sum;
}
