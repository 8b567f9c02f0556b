// The head of the page: what was run, how it went, where it comes from.
import { extremesOf, isConstant, type EnergyUses, type ReportData, type Summary } from "./data";
import { html } from "../shared/dom";
import { convert, displayUnit, numberText, quantityText, shortText } from "../shared/units";

function figure(value: string, label: string, detail: string): HTMLElement {
  return html("div", { class: "figure-tile" },
    html("dt", {}, label), html("dd", {}, html("strong", {}, value), html("span", {}, detail)));
}

const kTrickle = 1e-8; // m3/s: a pump that stands still has rounding errors

// The largest value of all channels of a unit, where and when; null: the machine has none.
function peak({ columns, times }: ReportData, si: string, label: string, least: number): HTMLElement | null {
  let best = { size: least, name: "", row: 0 };
  for (const column of columns) {
    const ends = column.unit === si && !isConstant(column, times.length) ? extremesOf(column) : null;
    if (ends === null) continue;
    const row = -ends.low > ends.high ? ends.lowRow : ends.highRow;
    const size = Math.max(ends.high, -ends.low);
    if (size > best.size) best = { size, name: column.name, row };
  }
  if (best.name === "") return null;
  const unit = displayUnit(si, "engineering", best.size);
  return figure(quantityText(convert(best.size, unit), unit.label, 3), label,
    `${best.name} at ${shortText(times[best.row], "s", 3)}`);
}

// What cylinders and motors got of what pumps, engines and supplies gave.
function efficiency({ given_J, uses }: EnergyUses): HTMLElement | null {
  if (given_J === null || !(given_J > 0)) return null;
  const work = uses.filter(({ name }) => name.startsWith("work of")).reduce((sum, { energy_J }) => sum + (energy_J ?? 0), 0);
  return figure(`${numberText(given_J / 1e3, 3)}\u00a0kJ`, "Energy given",
    `${(100 * work / given_J).toFixed(1)} % of it to work of actuators`);
}

function speed(s: Summary): HTMLElement {
  const pace = (s.real_time_factor ?? 0) >= 1 ? "faster than real time" : "of real time";
  return figure(`${numberText(s.real_time_factor, 3)}×`, "Speed",
    `${pace}: ${shortText(s.simulated_s, "s")} in ${quantityText(s.wall_s, "s", 3)}`);
}

export function keyFigures(data: ReportData): HTMLElement {
  const found = [peak(data, "Pa", "Highest pressure", 0), peak(data, "m3/s", "Largest flow", kTrickle),
    efficiency(data.summary.energy), peak(data, "N", "Largest force", 0), speed(data.summary)];
  return html("dl", { class: "figures" }, ...found.filter((tile) => tile !== null).slice(-5));
}

export function numericFigures(s: Summary): HTMLElement {
  return html("dl", { class: "figures" },
    figure(numberText(s.newton_mean, 3), "Newton iterations", `a solve on average, ${s.newton_max ?? "–"} at most`),
    s.constraint_max === 0
      ? figure("none", "Largest loop gap", "there are no loops to close")
      : figure(quantityText(s.constraint_max, "m", 3), "Largest loop gap", "after any step"),
    figure(quantityText(s.energy_residual_max_J, "J", 3), "Energy residual",
      `largest; full audit ${quantityText(s.energy_books_max_J, "J", 3)}`));
}

export function headline(data: ReportData): HTMLElement {
  const s = data.summary;
  const step = shortText((s.step_s ?? NaN) * 1e3, "ms");
  return html("header", {},
    html("p", { class: "kicker" }, "Bramah report"),
    html("h1", {}, s.model || "Unnamed machine"),
    html("p", { class: "lead" },
      `${shortText(s.simulated_s, "s")} in ${s.steps} steps of ${step}, ` +
      `${s.method}, ${s.integrator}, ${s.coupling} coupling.`));
}

// Shown when the run stopped early.
export function failure(s: Summary): HTMLElement {
  return html("p", { class: "failure", role: "alert" },
    html("strong", {}, `The run stopped at ${shortText(s.simulated_s, "s")}, before its end. `),
    s.interrupted ? "It was interrupted." : s.message);
}

export function doubts(texts: string[]): HTMLElement {
  return html("ul", { class: "warnings", role: "note" }, ...texts.map((text) => html("li", {}, text)));
}

const percent = (share: number | null): string =>
  share === null ? "–" : `${(100 * share).toFixed(1).replace(/^-(0\.0)$/, "$1").replace("-", "\u2212")} %`;

export function energyUses(energy: EnergyUses): HTMLElement {
  const rows = energy.uses.map((use) => html("tr", {},
    html("th", { scope: "row" }, use.name),
    html("td", {}, `${numberText((use.energy_J ?? NaN) / 1e3, 4)} kJ`),
    html("td", {}, percent(use.share))));
  return html("section", { class: "energy-uses" }, html("h2", {}, "Where the energy went"),
    html("p", { class: "hint" },
      `Pumps, engines and supplies gave ${numberText((energy.given_J ?? NaN) / 1e3, 4)} kJ.`),
    html("table", {}, html("tbody", {}, ...rows)));
}

export function decimationNote(data: ReportData): string {
  const { times, recorded_rows } = data;
  if (recorded_rows <= times.length) return `All ${recorded_rows} recorded rows are shown.`;
  const span = times[times.length - 1] - times[0];
  const bucket = shortText((2000 * span) / times.length, "ms", 2);
  return `Plots show ${times.length} of ${recorded_rows} recorded rows: the smallest and the largest value ` +
    `of every ${bucket}, so no peak is lost. Write CSV or HDF5 (-o) for every row.`;
}

export function provenance(data: ReportData): HTMLElement {
  const s = data.summary;
  const rows: [string, string][] = [
    ["Model", s.model], ["Model hash", s.hash], ["Method", s.method], ["Integrator", s.integrator],
    ["Coupling", s.coupling], ["Step", shortText(s.step_s, "s")], ["Steps", String(s.steps)],
    ["Simulated", shortText(s.simulated_s, "s")], ["Wall time", quantityText(s.wall_s, "s")],
    ["Processor time", quantityText(s.cpu_s, "s")],
    ["Largest loop gap", quantityText(s.constraint_max, "m")],
    ["Largest violation of velocity constraints", quantityText(s.constraint_rate_max, "m/s")],
    ["Largest energy residual", quantityText(s.energy_residual_max_J, "J")],
    ["Largest residual of the full energy audit", quantityText(s.energy_books_max_J, "J")],
    ["Program", `bramah ${s.version}`], ["Rows", decimationNote(data)],
  ];
  const body = rows.map(([name, value]) =>
    html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, value)));
  const notes = html("ul", {}, ...data.notes.map((note) => html("li", {}, note)));
  const details = html("details", { class: "provenance" },
    html("summary", {}, "Where this comes from"), html("table", {}, html("tbody", {}, ...body)));
  if (data.notes.length > 0) details.append(html("h3", {}, "Notes from loading"), notes);
  return details;
}
