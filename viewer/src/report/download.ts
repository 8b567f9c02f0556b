// What a page gives away: rows as CSV, pictures, saved under a name.
import type { Plot } from "../page/data";
import type { ReportData } from "./data";

export type CsvCell = string | number | null | undefined;

function cellText(cell: CsvCell): string {
  const text = String(cell ?? "");
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

// RFC 4180.
export const csvLines = (rows: CsvCell[][]): string => rows.map((row) => row.map(cellText).join(",") + "\r\n").join("");

// The rows that the page has, in SI units.
export function csvText({ times, columns }: Pick<ReportData, "times" | "columns">, from = -Infinity, to = Infinity): string {
  const rows: CsvCell[][] = [["time [s]", ...columns.map((column) => `${column.name} [${column.unit}]`)]];
  times.forEach((time, row) => {
    if (time < from || time > to) return;
    rows.push([time, ...columns.map(({ values }) => (values.length === 1 ? values[0] : values[row]))]);
  });
  return csvLines(rows);
}

// Curves over one time, in the units shown.
export function curvesCsv({ series, y }: Plot): string {
  const columns = series.map(({ name, y: values }) => ({ name, unit: y.unit, description: "", values }));
  return csvText({ times: (series[0]?.x as number[]) ?? [], columns });
}

export const fileName = (text: string): string => text.replace(/[^\p{L}\p{N}_-]+/gu, "_").replace(/^_+|_+$/g, "") || "plot";

export function saveBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export const saveText = (name: string, text: string, type = "text/csv"): void => saveBlob(name, new Blob([text], { type }));
