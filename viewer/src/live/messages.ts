// Text from the server to messages: what is none of the protocol's messages is reported on the console,
// once for each type, and goes no further.
import { kMessageShapes, type FieldShape, type Message } from "./protocol";

const shapeOf = (value: unknown): FieldShape =>
  Array.isArray(value) ? "array" : ((value === null ? "null" : typeof value) as FieldShape);

// Empty: a message. Only the fields themselves are looked at, not what they hold: it is done for every frame.
export function problemIn(value: unknown): string {
  if (shapeOf(value) !== "object") return "not an object";
  const fields = value as Record<string, unknown>;
  if (!Object.keys(kMessageShapes).includes(String(fields.type))) return `unknown type ${JSON.stringify(fields.type)}`;
  const shapes = kMessageShapes[fields.type as Message["type"]];
  for (const name in shapes)
    if (shapeOf(fields[name]) !== shapes[name]) return `${fields.type}.${name} is not of type ${shapes[name]}`;
  return "";
}

export class MessageReader {
  private readonly reported = new Set<string>();

  constructor(private readonly report: (problem: string) => void = (problem) => console.warn(problem)) {}

  read(text: string): Message | null {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = null;
    }
    const problem = problemIn(value);
    if (problem === "") return value as Message;
    if (!this.reported.has(problem)) this.report(`A message from the server was left out: ${problem}`);
    this.reported.add(problem);
    return null;
  }
}
