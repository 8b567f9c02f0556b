// The head of the page: what was run, how it went, where it comes from.
import type { EnergyUses, ReportData, Summary } from "./data";
import { largestLosses, motionOf, peakOf, thinnestOf } from "./figures";
import { html } from "../shared/dom";
import { convert, displayUnit, numberText, quantityText, shortText } from "../shared/units";

function figure(value: string, label: string, detail: string): HTMLElement {
  return html("div", { class: "figure-tile" },
    html("dt", {}, label), html("dd", {}, html("strong", {}, value), html("span", {}, detail)));
}

const kMostLosses = 8;
const kTrickle = 1e-8; // m3/s: a pump that stands still has rounding errors

function peak(data: ReportData, si: string, label: string, least: number): HTMLElement | null {
  const best = peakOf(data, si, least);
  if (best === null) return null;
  const unit = displayUnit(si, "engineering", best.size);
  return figure(quantityText(convert(best.size, unit), unit.label, 3), label, `${best.name} at ${shortText(best.t, "s", 3)}`);
}

// What cylinders and motors got of what pumps, engines and supplies gave.
function efficiency({ given_J, uses }: EnergyUses): HTMLElement | null {
  if (given_J === null || !(given_J > 0)) return null;
  const work = uses.filter(({ name }) => name.startsWith("work of")).reduce((sum, { energy_J }) => sum + (energy_J ?? 0), 0);
  const became = work >= 0 ? `${(100 * work / given_J).toFixed(1)} % became work` : `loads gave ${shortText(-work / 1e3, "kJ", 3)} back`;
  return figure(quantityText(given_J / 1e3, "kJ", 3), "Energy given", `${shortText(given_J / 3.6e6, "kWh", 3)}, ${became}`);
}

// From the first motion of an actuator to the last.
function cycle(data: ReportData): HTMLElement | null {
  const actuators = data.machine?.scheme.parts.filter(({ role }) => role === "actuator").map(({ name }) => name) ?? [];
  const cylinders = data.machine?.scene.cylinders.map(({ name }) => name) ?? [];
  const motion = motionOf(data, [...new Set([...cylinders, ...actuators])].map((name) => `${name}.rate`));
  if (motion === null) return null;
  return figure(shortText(motion.to - motion.from, "s", 3), "Cycle time",
    `first to last motion: ${shortText(motion.from, "", 3)} to ${shortText(motion.to, "s", 3)}`);
}

function cavitation(data: ReportData): HTMLElement | null {
  const thinnest = thinnestOf(data);
  if (thinnest === null) return null;
  const { seconds, low, name, t } = thinnest;
  return figure(seconds > 0 ? shortText(seconds, "s", 2) : "none", "Cavitation",
    `lowest: ${name}, ${shortText(low / 1e5, "bar", 3)} at ${shortText(t, "s", 3)}`);
}

function speed(s: Summary): HTMLElement {
  const pace = (s.real_time_factor ?? 0) >= 1 ? "faster than real time" : "of real time";
  return figure(`${numberText(s.real_time_factor, 3)}×`, "Speed",
    `${pace}: ${shortText(s.simulated_s, "s")} in ${quantityText(s.wall_s, "s", 3)}`);
}

export function keyFigures(data: ReportData): HTMLElement {
  const found = [peak(data, "Pa", "Highest pressure", 0), peak(data, "m3/s", "Largest flow", kTrickle), peak(data, "N", "Largest force", 0),
    efficiency(data.summary.energy), cycle(data), cavitation(data)].filter((tile) => tile !== null);
  return html("dl", { class: "figures" }, ...(found.length > 0 ? found : [speed(data.summary)]));
}

export function numericFigures(s: Summary): HTMLElement {
  return html("dl", { class: "figures" },
    speed(s),
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

// By kind, and by part: which valve it is.
export function energyUses(data: ReportData): HTMLElement {
  const { energy } = data.summary;
  const table = (title: string, rows: [name: string, J: number, share: number | null][]): HTMLElement =>
    html("table", {}, html("caption", {}, title), html("tbody", {}, ...rows.map(([name, J, share]) => html("tr", {},
      html("th", { scope: "row" }, name), html("td", {}, `${numberText(J / 1e3, 4)} kJ`), html("td", {}, percent(share))))));
  const given = energy.given_J ?? NaN;
  const losses = largestLosses(data, kMostLosses);
  const kinds = table("by kind", energy.uses.map(({ name, energy_J, share }) => [name, energy_J ?? NaN, share]));
  const parts = table("largest losses", losses.map(({ part, energy: J }) => [part, J, given > 0 ? J / given : null]));
  return html("section", { class: "energy-uses" }, html("h2", {}, "Where the energy went"),
    html("p", { class: "hint" }, `Pumps, engines and supplies gave ${numberText(given / 1e3, 4)} kJ.`),
    html("div", { class: "energy-tables" }, kinds, ...(losses.length > 0 ? [parts] : [])));
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
