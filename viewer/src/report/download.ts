// The data the page shows, as CSV in SI units.
import type { ReportData } from "./data";

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

export function csvText(data: ReportData, from = -Infinity, to = Infinity): string {
  const header = ["time [s]", ...data.columns.map((column) => `${column.name} [${column.unit}]`)];
  const lines = [header.map(cell).join(",")];
  data.times.forEach((time, row) => {
    if (time < from || time > to) return;
    const values = data.columns.map(({ values }) => (values.length === 1 ? values[0] : values[row]));
    lines.push([time, ...values].map((value) => value ?? "").join(","));
  });
  return lines.join("\r\n") + "\r\n";
}

export function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
