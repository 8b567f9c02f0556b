// The curves of a run: grouped by quantity or by part, filtered by name, with another run beside them.
import { html } from "../shared/dom";
import type { Theme } from "../shared/palette";
import { convert, displayUnit, quantityText, shortText, type UnitSystem } from "../shared/units";
import { differenceOf, largestDifferences, resampled, type OtherRun } from "./beside";
import type { Clock, TimeView } from "./clock";
import type { Column, ReportData, Values } from "./data";
import { groupColumns, isNumerics, magnitude, partsOf, weights, type Group } from "./grouping";
import { Plot } from "./plot";
import { pairChoice } from "./pair_choice";
import { usualPairs, XyPlot, type Pair } from "./xy";

const kDifferences = 8;

// A machine without loops has no gaps to plot.
const hasNews = ({ id, columns }: Group): boolean => !["gap", "rate_gap"].includes(id) || magnitude(columns) > 0;

const matches = (filter: string) => ({ name, description }: Column): boolean =>
  filter.toLowerCase().split(/\s+/).every((word) => `${name} ${description}`.toLowerCase().includes(word));

export class Results implements TimeView {
  readonly plots = html("div", { class: "plots" });
  readonly numerics = html("div", { class: "plots" });
  readonly xy = html("div", { class: "plots" });
  readonly pairChoice: HTMLElement;
  readonly comparison = html("section", { class: "comparison", "aria-label": "Comparison" });
  by: "quantity" | "part" = "quantity";
  filter = "";
  private other: OtherRun | null = null;
  private mode: "overlay" | "difference" = "overlay";
  private readonly there = new Map<string, Values | null>(); // the other run's channels, at this one's times
  private readonly weight: (name: string) => number;
  private list: Plot[] = [];
  private pairs: XyPlot[] = [];
  private look: [UnitSystem, Theme] = ["engineering", "light"];

  constructor(
    private readonly data: ReportData,
    private readonly clock: Clock,
    private readonly forget: () => void,
  ) {
    this.comparison.hidden = true;
    this.weight = weights(data.machine?.scheme ?? null);
    const usual = usualPairs(data.machine, (name) => this.column(name) !== undefined);
    const choice = pairChoice(() => data.columns.map(({ name }) => name), () => usual, (pair) => this.addPair(pair));
    choice.refresh();
    this.pairChoice = choice.element;
    const strongest = usual.map((pair) => ({ pair, size: magnitude([this.column(pair.y) as Column]) }))
      .filter(({ pair }) => pair.y.endsWith(".force")).sort((a, b) => b.size - a.size)[0];
    if (strongest !== undefined) this.addPair(strongest.pair);
    this.rebuild();
  }

  get all(): Plot[] {
    return this.list;
  }

  draw(system: UnitSystem, theme: Theme, now = false): void {
    this.look = [system, theme];
    for (const plot of this.list) plot.draw(system, theme, now);
    for (const plot of this.pairs) plot.draw(system, theme);
    if (this.other !== null) this.showComparison();
  }

  showTime(t: number): void {
    for (const view of [...this.list, ...this.pairs]) view.showTime(t);
  }

  showSpan(from: number, to: number): void {
    for (const plot of this.list) plot.showSpan(from, to);
    for (const plot of this.pairs) plot.showSpan();
  }

  // Another run beside this one; null: none any more.
  compare(other: OtherRun | null): void {
    this.other = other;
    this.there.clear();
    this.comparison.hidden = other === null;
    this.rebuild();
    const pairs = this.pairs.map(({ pair }) => pair);
    this.pairs = [];
    this.xy.replaceChildren();
    for (const pair of pairs) this.addPair(pair);
    this.draw(...this.look);
  }

  // Filter, grouping or comparison changed.
  rebuild(): void {
    const { clock, data } = this;
    const isDifference = this.other !== null && this.mode === "difference";
    const columns = data.columns.filter(matches(this.filter)).flatMap((column) => {
      const there = isDifference ? this.beside(column.name) : null;
      return !isDifference ? [column] : there === null ? [] : [differenceOf(column, there)];
    });
    const plotOf = (group: Group): Plot =>
      new Plot(isDifference ? { ...group, title: `${group.title}: other run \u2212 this one` } : group, data.times, clock,
        isDifference ? undefined : this.beside, this.weight);
    const groups = groupColumns(columns).filter(hasNews);
    const numeric = groups.filter(isNumerics).map(plotOf);
    this.numerics.replaceChildren(...numeric.map(({ element }) => element));
    const own = this.by === "part" ? this.byPart(columns, plotOf) : groups.filter((group) => !isNumerics(group)).map(plotOf);
    if (this.by === "quantity") this.plots.replaceChildren(...own.map(({ element }) => element));
    if (own.length === 0) this.plots.replaceChildren(html("p", { class: "hint" }, `No channel has \u201c${this.filter}\u201d in its name.`));
    this.list = [...own, ...numeric];
    this.draw(...this.look);
  }

  plotPart(name: string): void {
    this.by = "part";
    this.filter = name;
    this.rebuild();
  }

  private beside = (name: string): Values | null => {
    const { other, there } = this;
    if (other === null) return null;
    if (!there.has(name)) {
      const column = other.columns.find((one) => one.name === name);
      there.set(name, column === undefined ? null : resampled(column, other.times, this.data.times));
    }
    return there.get(name) ?? null;
  };

  private column(name: string): Column | undefined {
    return this.data.columns.find((column) => column.name === name);
  }

  // A folded block for each part; what drives comes first and is open.
  private byPart(columns: Column[], plotOf: (group: Group) => Plot): Plot[] {
    const all: Plot[] = [];
    const parts = partsOf(columns.filter((column) => !column.name.startsWith("solver.")), this.data.machine?.scheme ?? null);
    this.plots.replaceChildren(...parts.map(({ name, title, columns: own }, k) => {
      const plots = groupColumns(own).map(plotOf);
      all.push(...plots);
      return html("details", { class: "part-block", open: k < 2 || this.filter !== "" },
        html("summary", {}, name, html("span", { class: "quiet" }, `${title === "" ? "" : `${title}, `}${own.length} channel${own.length > 1 ? "s" : ""}`)),
        html("div", { class: "plots" }, ...plots.map(({ element }) => element)));
    }));
    return all;
  }

  private addPair(pair: Pair): void {
    const [x, y] = [this.column(pair.x), this.column(pair.y)];
    if (x === undefined || y === undefined) return;
    const plot: XyPlot = new XyPlot(pair, x, y, this.data.times, this.clock, this.beside, () => {
      this.pairs = this.pairs.filter((one) => one !== plot);
      plot.element.remove();
    });
    this.pairs.push(plot);
    this.xy.append(plot.element);
    plot.draw(...this.look);
  }

  private showComparison(): void {
    const { other, data } = this;
    if (other === null) return;
    const mode = (value: "overlay" | "difference", label: string): HTMLElement => {
      const input = html("input", { type: "radio", name: "beside", value, checked: this.mode === value });
      input.addEventListener("change", () => {
        this.mode = value;
        this.rebuild();
      });
      return html("label", {}, input, label);
    };
    const away = html("button", { type: "button" }, "Remove");
    away.addEventListener("click", this.forget);
    const found = largestDifferences(data.times, data.columns.filter(({ name }) => !name.startsWith("solver.")), this.beside, kDifferences);
    const rows = found.map(({ name, unit, most, at, share }) => {
      const shown = displayUnit(unit, this.look[0], Math.abs(most));
      return html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, quantityText(convert(most, { ...shown, offset: 0 }), shown.label, 3)),
        html("td", {}, `at ${shortText(at, "s")}`), html("td", {}, `${(100 * share).toFixed(share < 0.1 ? 1 : 0)} % of its range`));
    });
    this.comparison.replaceChildren(
      html("div", { class: "results-head" }, html("h2", {}, `Beside ${other.name}`),
        html("div", { class: "toolbar" }, html("fieldset", { class: "units" }, html("legend", {}, "Show"), mode("overlay", "both (other run dotted)"), mode("difference", "difference")), away)),
      html("p", { class: "hint" }, found.length === 0 ? "No channel differs." : "Largest differences, other run less this one, in relation to each channel\u2019s range:"),
      html("table", {}, html("tbody", {}, ...rows)));
  }
}
