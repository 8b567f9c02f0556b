// What a view of the machine asks for: of one that runs (live/session.ts) or of a recorded run (report/recorded.ts).
import type { Parameters } from "./parameters";
import type { Description } from "./protocol";

export interface Source {
  readonly model: Description | null;
  readonly pressureEnd: number; // [Pa], the one scale of all pressures on the page
  readonly isStill: boolean; // its clock stands
  channel(name: string): number; // -1: there is none
  value(name: string): number; // at the instant shown; NaN: there is none
  unit(name: string): string;
  readonly parameters?: Parameters; // of a machine that can be changed
  input(name: string): number; // levers and faults; 0: not told
}
