// A page of sections, as include/bramah/page.h describes it. Numbers are in the units shown; null stands
// for a number that is not finite.
import type { Drawing, Values } from "../report/data";

export type Cell = number | string | null;

export interface Column {
  title: string;
  unit: string;
  help: string;
  digits: number;
}

export interface Row {
  cells: Cell[];
  note: string; // fills the columns that have no cell
  quiet: boolean;
}

export interface Table {
  title: string;
  text: string;
  columns: Column[];
  rows: Row[];
  grouped: number;
}

export interface Axis {
  label: string;
  unit: string;
  log: boolean;
  linearBelow?: number; // above 0: logarithmic to both sides of zero, linear for values smaller than this
}

export interface Series {
  name: string;
  x: Values;
  y: Values;
  line: boolean;
  points: boolean;
  colour: number; // -1: by its place
  dash: number;
  labels?: string[]; // of its points; "": none
  rows?: number[]; // of the section's first table, one for each point; or none
}

export interface Plot {
  title: string;
  text: string;
  x: Axis;
  y: Axis;
  series: Series[];
  poles?: boolean; // real and imaginary parts: with lines of constant damping
}

export interface Section {
  title: string;
  text: string[];
  figures: { label: string; value: string; detail: string }[];
  drawings: { title: string; drawing: Drawing }[];
  tables: Table[];
  plots: Plot[];
}

export interface PageData {
  kind: string;
  title: string;
  lead: string;
  alarm: string;
  facts: { name: string; value: string }[];
  sections: Section[];
}
