import type { Description, Frame } from "../src/live/protocol";
export function makeModel(): Description;
export class Machine {
  inputs: Record<string, number>;
  step(): void;
  values(): Record<string, number>;
  frame(model: Description): Frame;
}
