// The report of a run: the live page's machine and circuit beside the curves, around one clock.
import "uplot/dist/uPlot.min.css";
import "./shared/name.css";
import "./report/report.css";
import "./page/page.css";
import "./page/chart.css";
import "./live/style/machine.css";
import "./report/bench.css";
import { Bench } from "./report/bench";
import { readRun, type OtherRun } from "./report/beside";
import { Clock } from "./report/clock";
import { readReport, type ReportData } from "./report/data";
import { csvText, fileName, saveText } from "./report/download";
import { decimationNote, doubts, energyUses, failure, headline, keyFigures, numericFigures, provenance } from "./report/header";
import { instantIn, keepInstant } from "./report/link";
import { Player } from "./report/player";
import { Results } from "./report/results";
import { html } from "./shared/dom";
import { fillPage } from "./shared/fill";
import type { Theme } from "./shared/palette";
import type { UnitSystem } from "./shared/units";

const dark = matchMedia("(prefers-color-scheme: dark)");
const kTips = "Point at a plot to choose the instant, drag to zoom, double-click to see all again; " +
  "on the slider, arrow keys, +, \u2212 and 0 do the same. Drop another report or CSV file here to compare.";

class Report {
  private system: UnitSystem = "engineering";
  private isPrinting = false;
  private readonly clock: Clock;
  private readonly bench: Bench;
  private readonly results: Results;
  private readonly filter = html("input", { type: "search", "aria-label": "Filter channels", placeholder: "Filter channels\u2026" });
  private readonly grouping = html("select", { "aria-label": "Group plots" },
    html("option", { value: "quantity" }, "by quantity"), html("option", { value: "part" }, "by part"));
  private readonly problem = html("p", { class: "failure", role: "alert" });

  constructor(
    private readonly data: ReportData,
    private readonly root: HTMLElement,
  ) {
    this.clock = new Clock(data.times);
    this.bench = new Bench(data, this.clock, this.theme);
    this.results = new Results(data, this.clock, () => this.compare(null));
    this.bench.onPart = (name) => {
      this.filter.value = name;
      this.grouping.value = "part";
      this.results.plotPart(name);
      document.getElementById("results")?.scrollIntoView({ block: "start" });
    };
    this.build();
  }

  private get theme(): Theme {
    return dark.matches && !this.isPrinting ? "dark" : "light";
  }

  private redraw(): void {
    this.bench.setTheme(this.theme);
    this.results.draw(this.system, this.theme, this.isPrinting);
  }

  private build(): void {
    const { clock, data, root, results, bench } = this;
    const { summary } = data;
    const player = new Player(clock);
    player.onPlaying = (playing) => (bench.isStill = !playing);
    const numerics = html("details", { class: "numerics" }, html("summary", {}, "Numerics"), numericFigures(summary), results.numerics);
    const details = provenance(data) as HTMLDetailsElement;
    this.problem.hidden = true;
    root.replaceChildren(html("a", { class: "skip", href: "#results" }, "Skip to the results"), headline(data));
    if (!summary.complete) root.append(failure(summary));
    if (summary.warnings.length > 0) root.append(doubts(summary.warnings));
    root.append(keyFigures(data), this.problem);
    const curves = html("div", { class: "curves" },
      html("div", { class: "results-head", id: "results", tabindex: -1 }, html("h2", {}, "Results"), this.toolbar()),
      html("p", { class: "hint" }, `${kTips} ${decimationNote(data)}`), results.comparison, results.plots,
      html("section", { class: "xy-plots" }, html("div", { class: "results-head" }, html("h2", {}, "One over another"), results.pairChoice), results.xy),
      numerics);
    if (summary.energy.uses.length > 0) numerics.before(energyUses(data));
    const side = html("div", { class: "bench-side" }, html("div", { class: "controls" }, player.element), bench.element);
    root.append(html("div", { class: bench.isEmpty ? "desk alone" : "desk" }, side, curves), details);
    for (const view of [player, bench, results]) clock.add(view);
    this.redraw();
    this.listen([numerics, details]);
    keepInstant(clock);
    clock.setTime(instantIn(location.hash) ?? clock.begin);
  }

  private toolbar(): HTMLElement {
    const { clock, data } = this;
    const button = (label: string, title: string, act: () => void): HTMLButtonElement => {
      const one = html("button", { type: "button", title }, label);
      one.addEventListener("click", act);
      return one;
    };
    const reset = button("Reset zoom", "Show the whole run", () => clock.resetSpan());
    reset.disabled = true;
    clock.add({ showTime: () => {}, showSpan: () => (reset.disabled = !clock.zoomed) });
    const save = button("Download CSV", "CSV of the rows and the span shown, SI units", () =>
      saveText(`${fileName(data.summary.model || "machine")}.csv`, csvText(data, clock.from, clock.to)));
    const file = html("input", { type: "file", accept: ".html,.htm,.csv", class: "unseen", "aria-label": "Another run to compare with", tabindex: -1 });
    file.addEventListener("change", () => file.files?.[0] && void this.open(file.files[0]));
    const beside = button("Compare with\u2026", "Another report or a CSV file beside this run", () => file.click());
    this.filter.addEventListener("input", () => {
      this.results.filter = this.filter.value.trim();
      this.results.rebuild();
    });
    this.grouping.addEventListener("change", () => {
      this.results.by = this.grouping.value as "quantity" | "part";
      this.results.rebuild();
    });
    return html("div", { class: "toolbar" }, this.filter, this.grouping, this.unitChoice(), reset, save, beside, file);
  }

  private unitChoice(): HTMLElement {
    const choice = html("fieldset", { class: "units" }, html("legend", {}, "Units"));
    const options: [UnitSystem, string][] = [["engineering", "bar, mm, l/min"], ["si", "SI"]];
    for (const [system, label] of options) {
      const input = html("input", { type: "radio", name: "units", value: system, checked: system === this.system });
      input.addEventListener("change", () => {
        this.system = system;
        this.redraw();
      });
      choice.append(html("label", {}, input, label));
    }
    return choice;
  }

  private compare(other: OtherRun | null): void {
    this.problem.hidden = true;
    this.results.compare(other);
    this.bench.compare(other, this.clock.time);
    this.clock.setTime(this.clock.time);
  }

  private async open(file: File): Promise<void> {
    try {
      this.compare(await readRun(file.name, await file.text()));
    } catch (error) {
      this.problem.hidden = false;
      this.problem.textContent = `${file.name} cannot be compared: ${error instanceof Error ? error.message : error}.`;
    }
  }

  private listen(folds: HTMLDetailsElement[]): void {
    dark.addEventListener("change", () => this.redraw());
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void this.open(file);
    });
    // Printing: light colours, everything unfolded.
    let wasOpen = folds.map(({ open }) => open);
    const print = (printing: boolean): void => {
      this.isPrinting = printing;
      document.documentElement.classList.toggle("printing", printing);
      if (printing) wasOpen = folds.map(({ open }) => open);
      folds.forEach((fold, k) => (fold.open = printing || wasOpen[k]));
      this.redraw();
      this.bench.settle();
    };
    addEventListener("beforeprint", () => print(true));
    addEventListener("afterprint", () => print(false));
  }
}

fillPage(async (text, root) => void new Report(await readReport(text), root));
