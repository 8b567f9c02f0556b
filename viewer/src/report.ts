// The page: reads the data embedded in it. The report of a run is built around one clock; a page of
// sections (comparisons) has its own builder.
import "uplot/dist/uPlot.min.css";
import "./shared/name.css";
import "./report/report.css";
import "./page/page.css";
import { isPage, type PageData } from "./page/data";
import { buildPage } from "./page/page";
import { Clock } from "./report/clock";
import type { ReportData } from "./report/data";
import { html } from "./shared/dom";
import { csvText, saveText } from "./report/download";
import { groupColumns, isNumerics, magnitude, type Group } from "./report/grouping";
import { decimationNote, doubts, energyUses, failure, headline, keyFigures, numericFigures, provenance } from "./report/header";
import { MechanismView } from "./report/mechanism";
import { hasPicture } from "./report/projection";
import type { Theme } from "./shared/palette";
import { Player } from "./report/player";
import { Plot } from "./report/plot";
import type { UnitSystem } from "./shared/units";

const dark = matchMedia("(prefers-color-scheme: dark)");
const page = { system: "engineering" as UnitSystem, printing: false };

function redraw(plots: Plot[]): void {
  const theme: Theme = dark.matches && !page.printing ? "dark" : "light";
  for (const plot of plots) plot.draw(page.system, theme);
}

function unitChoice(plots: Plot[]): HTMLElement {
  const choice = html("fieldset", { class: "units" }, html("legend", {}, "Units"));
  const options: [UnitSystem, string][] = [["engineering", "bar, mm, l/min"], ["si", "SI"]];
  for (const [system, label] of options) {
    const input = html("input", { type: "radio", name: "units", value: system, checked: system === page.system });
    input.addEventListener("change", () => {
      page.system = system;
      redraw(plots);
    });
    choice.append(html("label", {}, input, label));
  }
  return choice;
}

function toolbar(data: ReportData, clock: Clock, plots: Plot[]): HTMLElement {
  const reset = html("button", { type: "button", disabled: true }, "Reset zoom");
  reset.addEventListener("click", () => clock.resetSpan());
  const save = html("button", { type: "button", title: "CSV of the rows and the span shown, SI units" }, "Download CSV");
  const name = (data.summary.model || "machine").replace(/[^\p{L}\p{N}_-]+/gu, "_");
  save.addEventListener("click", () => saveText(`${name}.csv`, csvText(data, clock.from, clock.to)));
  clock.add({ showTime: () => {}, showSpan: () => (reset.disabled = !clock.zoomed) });
  return html("div", { class: "toolbar" }, unitChoice(plots), reset, save);
}

// Printing: light colours, everything unfolded.
function watchPrinting(plots: Plot[], mechanism: MechanismView | null, details: HTMLDetailsElement[]): void {
  let wasOpen = details.map(({ open }) => open);
  const print = (printing: boolean): void => {
    page.printing = printing;
    document.documentElement.classList.toggle("printing", printing);
    details.forEach((fold, k) => (fold.open = printing || wasOpen[k]));
    mechanism?.layout();
    redraw(plots);
  };
  addEventListener("beforeprint", () => {
    wasOpen = details.map(({ open }) => open);
    print(true);
  });
  addEventListener("afterprint", () => print(false));
  dark.addEventListener("change", () => redraw(plots));
}

// A machine without loops has no gaps to plot.
const hasNews = ({ id, columns }: Group): boolean =>
  !["gap", "rate_gap"].includes(id) || magnitude(columns) > 0;

// How well the computation went: folded, what the machine did comes first.
function numericsView({ summary }: ReportData, plots: Plot[]): HTMLDetailsElement {
  return html("details", { class: "numerics" }, html("summary", {}, "Numerics"), numericFigures(summary),
    html("div", { class: "plots" }, ...plots.map((plot) => plot.element)));
}

function build(data: ReportData, root: HTMLElement): void {
  const clock = new Clock(data.times);
  const groups = groupColumns(data.columns).filter(hasNews);
  const plotsOf = (list: Group[]): Plot[] => list.map((group) => new Plot(group, data.times, clock));
  const [own, numeric] = [plotsOf(groups.filter((g) => !isNumerics(g))), plotsOf(groups.filter(isNumerics))];
  const plots = [...own, ...numeric];
  const numerics = numericsView(data, numeric);
  const player = new Player(clock);
  const details = provenance(data) as HTMLDetailsElement;
  root.replaceChildren(html("a", { class: "skip", href: "#results" }, "Skip to the results"), headline(data));
  if (!data.summary.complete) root.append(failure(data.summary));
  if (data.summary.warnings.length > 0) root.append(doubts(data.summary.warnings));
  root.append(keyFigures(data));
  if (data.summary.energy.uses.length > 0) root.append(energyUses(data.summary.energy));
  const mechanism = hasPicture(data.drawing) ? new MechanismView(data.drawing, clock, data.summary.model) : null;
  if (mechanism !== null) {
    root.append(html("section", { class: "mechanism" }, html("h2", {}, "Mechanism"), mechanism.element));
    clock.add(mechanism);
  }
  const tips = "Point at a plot to choose the instant, drag to zoom, double-click to see all again; " +
    "on the slider, arrow keys, +, \u2212 and 0 do the same.";
  root.append(html("div", { class: "controls" }, player.element),
    html("div", { class: "results-head", id: "results", tabindex: -1 }, html("h2", {}, "Results"), toolbar(data, clock, plots)),
    html("p", { class: "hint" }, `${tips} ${decimationNote(data)}`),
    html("div", { class: "plots" }, ...own.map((plot) => plot.element)), numerics, details);
  for (const view of [player, ...plots]) clock.add(view);
  redraw(plots);
  watchPrinting(plots, mechanism, [numerics, details]);
}

const source = document.getElementById("report-data");
const root = document.getElementById("report");
if (source !== null && root !== null) {
  try {
    const data = JSON.parse(source.textContent ?? "{}") as ReportData | PageData;
    if (isPage(data)) buildPage(data, root);
    else build(data, root);
  } catch (error) {
    root.append(html("p", { class: "failure", role: "alert" }, `The page could not be drawn: ${error}`));
    throw error;
  }
}
