// The page's data, as the program writes it. SI units; null stands for a number that is not finite.
import type { Description } from "../live/protocol";
import { Unpacker } from "./unpack";

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
  machine: Description | null; // as the live page has it; its channels are the columns
  bodies: number[]; // x, y, z, w, x, y, z of each body of the scene at each of the drawing's times
  meshes: Record<string, string>; // files of shapes, base64
}

// As it is written: all numbers but the times are packed.
interface PackedReport extends Omit<ReportData, "columns" | "bodies" | "drawing" | "machine"> {
  columns: (Omit<Column, "values"> & { count: number })[];
  drawing: Omit<Drawing, "poses">;
  machine: Omit<Description, "channels"> | null;
  bodies: number; // how many
  numbers: string;
}

export async function readReport(text: string): Promise<ReportData> {
  const { numbers, ...packed } = JSON.parse(text) as PackedReport;
  const unpacker = await Unpacker.open(numbers);
  const columns = packed.columns.map(({ count, ...head }) => ({ ...head, values: unpacker.column(count) }));
  const { drawing, machine } = packed;
  const poses = unpacker.rows(drawing.times.length, 3 * drawing.points.length);
  const bodies = unpacker.rows(drawing.times.length, 7 * packed.bodies);
  const channels = columns.map(({ name, unit, description }) => ({ name, unit, description }));
  return { ...packed, columns, drawing: { ...drawing, poses }, bodies, machine: machine && { ...machine, channels } };
}

// A channel that never changes during the run.
export function isConstant(column: Column, rows: number): boolean {
  return column.values.length === 1 && rows > 1;
}

// The last row at or before t, and how far t is on the way to the next; times increase.
export function rowBefore(times: number[], t: number): [row: number, share: number] {
  let low = 0;
  let high = times.length - 1;
  if (high < 1 || t <= times[0]) return [0, 0];
  if (t >= times[high]) return [high, 0];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle;
  }
  return [low, (t - times[low]) / (times[high] - times[low] || 1)];
}

// The row whose time is nearest to t.
export function nearestRow(times: number[], t: number): number {
  const [row, share] = rowBefore(times, t);
  return share > 0.5 ? row + 1 : row;
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
