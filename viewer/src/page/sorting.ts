// The order of a table's rows: as given, or by one column.
import type { Cell, Row } from "./data";

export interface Order {
  column: number; // -1: as given
  falling: boolean;
}

// Numbers before texts before nothing.
function compareCells(a: Cell, b: Cell): number {
  const rank = (cell: Cell): number => (typeof cell === "number" ? 0 : typeof cell === "string" ? 1 : 2);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a ?? "").localeCompare(String(b ?? ""));
}

// Rows without a value in the column stay at the end, quiet ones behind them.
export function sortedRows(rows: Row[], { column, falling }: Order): Row[] {
  if (column < 0) return rows;
  const last = (row: Row): number => (row.quiet ? 2 : (row.cells[column] ?? null) === null ? 1 : 0);
  const sign = falling ? -1 : 1;
  return [...rows].sort((a, b) =>
    last(a) - last(b) || sign * compareCells(a.cells[column] ?? null, b.cells[column] ?? null));
}
