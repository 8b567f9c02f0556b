// A second run beside the one of the page: read from another report or from a CSV file, brought to the same instants.
import { extremesOf, readReport, rowBefore, type Column, type ReportData, type Values } from "./data";
import { valueAt } from "./recorded";

export interface OtherRun {
  name: string;
  times: number[];
  columns: Column[];
  report: ReportData | null; // null: rows alone
}

// "lift.length [m]", as bramah run -o writes it.
function columnOf(head: string, values: Values): Column {
  const [, name, unit] = /^(.*?)(?: \[(.*)\])?$/.exec(head) ?? [];
  return { name, unit: unit ?? "", description: "", values };
}

export function readCsv(text: string): { times: number[]; columns: Column[] } {
  const rows = text.split(/\r?\n/).filter((line) => line !== "" && !line.startsWith("#"));
  const cells = (line: string): string[] => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)]
    .map(([, quoted, plain]) => quoted?.replace(/""/g, '"') ?? plain);
  const heads = cells(rows[0] ?? "");
  if (!/^(time|t)\b/.test(heads[0] ?? "")) throw new Error("its first column is not the time");
  const numbers = rows.slice(1).map((line) => cells(line).map((cell) => (cell === "" ? null : Number(cell))));
  const times = numbers.map((row) => row[0] ?? NaN);
  if (times.length < 2 || times.some((t, k) => !Number.isFinite(t) || (k > 0 && t < times[k - 1])))
    throw new Error("its times do not increase");
  const finite = (value: number | null | undefined): number | null => (Number.isFinite(value) ? (value as number) : null);
  return { times, columns: heads.slice(1).map((head, k) => columnOf(head, numbers.map((row) => finite(row[k + 1])))) };
}

export async function readRun(name: string, text: string): Promise<OtherRun> {
  if (!text.trimStart().startsWith("<")) return { name, ...readCsv(text), report: null };
  const page = new DOMParser().parseFromString(text, "text/html");
  const data = page.getElementById("report-data")?.textContent ?? "";
  if (!data.includes('"numbers"')) throw new Error("it is no report of a run");
  const report = await readReport(data);
  return { name, times: report.times, columns: report.columns, report };
}

// Values at other instants; null where that run has none.
export function resampled({ values }: Column, from: number[], to: number[]): Values {
  return to.map((t) => {
    if (t < from[0] || t > from[from.length - 1]) return null;
    const value = valueAt(values, ...rowBefore(from, t));
    return Number.isFinite(value) ? value : null;
  });
}

export interface Difference {
  name: string;
  unit: string;
  most: number; // SI, with its sign
  at: number; // [s]
  share: number; // of the channel's own range
}

const full = (values: Values, rows: number): Values => (values.length === 1 ? new Array<number | null>(rows).fill(values[0]) : values);

// Other run less this one.
export function differenceOf(own: Column, other: Values): Column {
  const values = full(own.values, other.length).map((value, k) => {
    const there = other[k];
    return value === null || there === null ? null : there - value;
  });
  return { ...own, values };
}

// What differs most, in relation to how much it varies at all.
export function largestDifferences(times: number[], own: Column[], other: (name: string) => Values | null, most: number): Difference[] {
  return own.flatMap((column): Difference[] => {
    const there = other(column.name);
    const change = there === null ? null : extremesOf(differenceOf(column, there));
    const [range, range2] = [extremesOf(column), there === null ? null : extremesOf({ ...column, values: there })];
    if (change === null || range === null || range2 === null) return [];
    const row = -change.low > change.high ? change.lowRow : change.highRow;
    const size = -change.low > change.high ? change.low : change.high;
    const span = Math.max(range.high, range2.high) - Math.min(range.low, range2.low);
    return size === 0 || span === 0 ? [] : [{ name: column.name, unit: column.unit, most: size, at: times[row], share: Math.abs(size) / span }];
  }).sort((a, b) => b.share - a.share).slice(0, most);
}
