// What a careful reader would doubt in a run that reached its end.
import type { Column, ReportData } from "./data";
import { numberText, quantityText } from "../shared/units";

const kUnbalanced = 0.01; // of the largest energy

interface Lowest {
  name: string;
  value: number;
  time: number;
}

function lowest(column: Column, times: number[]): Lowest {
  let row = 0;
  const at = (k: number): number => column.values[k] ?? Infinity;
  column.values.forEach((_, k) => {
    if (at(k) < at(row)) row = k;
  });
  return { name: column.name, value: at(row), time: times[row] ?? 0 };
}

// Pressures are absolute: below zero, oil would be pulled apart.
function cavitation(data: ReportData): string[] {
  const below = data.columns.filter(({ unit, name }) => unit === "Pa" && name.endsWith(".p"))
    .map((column) => lowest(column, data.times)).filter(({ value }) => value < 0);
  if (below.length === 0) return [];
  const places = below.map(({ name, value, time }) =>
    `${name} to ${quantityText(value * 1e-5, "bar", 3)} at ${numberText(time, 4)}\u00a0s`);
  return [`Pressures fall below zero, absolute: ${places.join(", ")}. Oil would cavitate there; ` +
    "this machine has no model of that."];
}

function imbalance(data: ReportData): string[] {
  const left = data.summary.energy_books_max_J ?? 0;
  let largest = 0;
  for (const { unit, name, values } of data.columns) {
    if (unit !== "J" || /^energy\.(residual|books)$/.test(name)) continue;
    for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value));
  }
  if (!(largest > 0 && left > kUnbalanced * largest)) return [];
  return [`The energy audit does not close: ${quantityText(left, "J", 3)} are unaccounted for, ` +
    `${numberText((100 * left) / largest, 2)}\u00a0% of the largest energy.`];
}

export function warnings(data: ReportData): string[] {
  return [...cavitation(data), ...imbalance(data)];
}
