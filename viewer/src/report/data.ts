// The page's data, as the program writes it. SI units; null stands for a number that is not finite.

export interface Summary {
  model: string;
  hash: string;
  method: string;
  integrator: string;
  coupling: string;
  step_s: number | null;
  version: string;
  converged: boolean;
  complete: boolean;
  interrupted: boolean;
  warnings: string[];
  message: string;
  steps: number;
  simulated_s: number | null;
  wall_s: number | null;
  cpu_s: number | null;
  real_time_factor: number | null;
  newton_mean: number | null;
  newton_max: number | null;
  constraint_max: number | null;
  constraint_rate_max: number | null;
  energy_residual_max_J: number | null;
  energy_books_max_J: number | null;
  energy: EnergyUses;
}

// Where the energy of pumps, engines and supplies went.
export interface EnergyUses {
  given_J: number | null;
  uses: { name: string; energy_J: number | null; share: number | null }[];
}

export type Values = (number | null)[];

export interface Column {
  name: string;
  unit: string;
  description: string;
  values: Values; // one per time; a single one if the channel never changes
}

export type LineKind = "body" | "cylinder" | "spring" | "ground" | "rope" | "terrain";

export interface Drawing {
  planar: boolean;
  up?: number; // axis that points up in a spatial machine: 0 x, 1 y, 2 z
  points: string[];
  lines: { name: string; kind: LineKind; points: number[] }[];
  times: number[];
  poses: Values; // x, y, z per point and time
}

export interface ReportData {
  summary: Summary;
  notes: string[];
  recorded_rows: number;
  times: number[];
  columns: Column[];
  drawing: Drawing;
}

// A channel that never changes during the run.
export function isConstant(column: Column, rows: number): boolean {
  return column.values.length === 1 && rows > 1;
}

// The row whose time is nearest to t; times increase.
export function nearestRow(times: number[], t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return high > low && times[high] - t < t - times[low] ? high : low;
}

export interface Extremes {
  low: number;
  high: number;
  lowRow: number;
  highRow: number;
  last: number | null;
}

// Where a channel is smallest and largest; null: it has no finite value.
export function extremesOf({ values }: Column): Extremes | null {
  let [lowRow, highRow] = [-1, -1];
  values.forEach((value, row) => {
    if (value === null) return;
    if (lowRow < 0 || value < (values[lowRow] as number)) lowRow = row;
    if (highRow < 0 || value > (values[highRow] as number)) highRow = row;
  });
  if (lowRow < 0) return null;
  const last = values[values.length - 1];
  return { low: values[lowRow] as number, high: values[highRow] as number, lowRow, highRow, last };
}
