export function makeModel(): Record<string, any>;
export class Machine {
  inputs: Record<string, number>;
  step(): void;
  values(): Record<string, number>;
}
