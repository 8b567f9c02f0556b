import type { Parameter, SchemePart } from "../src/live/protocol";
export function makePart(
  name: string,
  type: string,
  title: string,
  ports: [string, number, [string, number][]?][],
  channels?: string[],
  parameters?: Parameter[],
): SchemePart;
