// What is wrong in the circuit now, and where: faults that act, oil below the pressure at which it cavitates.
import type { Description, SchemeNode } from "../protocol";
import type { Source } from "../source";

export interface Trouble {
  kind: "cavitates" | "leaks";
  place: string; // of a part or of a line
  text: string;
}

const kVapour = 0.4e5; // [Pa] absolute: gas comes out of oil that should stand at an atmosphere

export function findTroubles(model: Description, nodes: SchemeNode[], pressures: number[], source: Source): Trouble[] {
  const faults = model.faults.flatMap(({ name, target, text }): Trouble[] => {
    const severity = source.input(`faults.${name}`);
    return severity > 0 ? [{ kind: "leaks", place: target, text: `fault at ${Math.round(100 * severity)} %: ${text || name}` }] : [];
  });
  const dry = nodes.flatMap(({ name, kind }, k): Trouble[] =>
    kind !== "shaft" && pressures[k] < kVapour ? [{ kind: "cavitates", place: name, text: "the oil cavitates" }] : [],
  );
  return [...faults, ...dry];
}
