// One plot of one group of channels: uPlot draws, the clock tells all plots the same instant and span. Drawn when it
// comes near the screen, and kept up to date only there.
import uPlot from "uplot";
import type { Clock, TimeView } from "./clock";
import { isConstant, nearestRow, type Column, type Values } from "./data";
import { stillPicture } from "../page/chart";
import type { Plot as StillPlot } from "../page/data";
import { exportButtons } from "../page/picture";
import { html, styleValue } from "../shared/dom";
import { curvesCsv } from "./download";
import { magnitude, rankColumns, twinsOf, type Group } from "./grouping";
import { kShownAtFirst, Legend } from "./legend";
import { lineColour, lineDash, type Theme } from "../shared/palette";
import { convert, displayUnit, numberText, quantityText, tickTexts, type Unit, type UnitSystem } from "../shared/units";

const kFewConstants = 3;
const kFont = "11px system-ui, sans-serif";
const kNoise = 1e-12; // of the largest value: rounding errors, read as 0
const kLogFloor = 1e-18; // zeros cannot be drawn on a logarithmic axis

// The last label of the time axis carries the unit.
const seconds = (texts: string[]): string[] =>
  texts.map((text, k) => (k === texts.length - 1 ? `${text} s` : text));

export class Plot implements TimeView {
  readonly element: HTMLElement;
  private readonly times: number[];
  private readonly group: Group;
  private readonly clock: Clock;
  private readonly varying: Column[];
  private readonly shown: boolean[];
  private readonly legend: Legend;
  private readonly heading = html("h3");
  private readonly constants = html("div", { class: "constants" });
  private readonly place: HTMLElement;
  private readonly largest: number; // absolute value, SI; walked through once
  private readonly noise: number;
  private readonly marker = html("div", { class: "marker" });
  private readonly beside: (Values | null)[]; // the same channels of another run, at the same times
  private theme: Theme = "light";
  private isNear = false;
  private isDrawn = false;
  private unit: Unit = { label: "", factor: 1, offset: 0 };
  private chart: uPlot | null = null;

  constructor(group: Group, times: number[], clock: Clock, beside: (name: string) => Values | null = () => null, weight: (name: string) => number = () => 1) {
    this.group = group;
    this.times = times;
    this.clock = clock;
    const varying = rankColumns(group.columns.filter((column) => !isConstant(column, times.length)), kShownAtFirst, weight);
    const twins = twinsOf(varying);
    const at = [...varying.keys()].sort((a, b) => Number(twins[a] !== "") - Number(twins[b] !== "")); // what tells nothing new comes last
    this.varying = at.map((k) => varying[k]);
    this.largest = magnitude(group.columns);
    this.noise = kNoise * magnitude(this.varying);
    this.beside = this.varying.map(({ name }) => beside(name));
    this.shown = this.varying.map((_, k) => k < kShownAtFirst && twins[at[k]] === "");
    this.legend = new Legend(this.varying, times, this.shown, at.map((k) => twins[k]), (k) =>
      this.showLine(k));
    const names = this.varying.map((column) => column.name).join(", ");
    this.place = html("div", { class: "canvas", role: "img", "aria-label": `Plot of ${names} over time` });
    this.element = html("section", { class: "plot" }, this.heading);
    this.exports = exportButtons(group.title, () => stillPicture(this.asPage(), this.theme), () => curvesCsv(this.asPage()));
    if (this.varying.length > 0) this.element.append(this.place, this.legend.element);
    this.element.append(this.constants);
    new ResizeObserver(() => this.resize()).observe(this.place);
    new IntersectionObserver((entries) => this.approach(entries[entries.length - 1].isIntersecting), { rootMargin: "400px" })
      .observe(this.element);
  }

  private readonly exports: HTMLElement;

  private approach(isNear: boolean): void {
    this.isNear = isNear;
    if (isNear && !this.isDrawn) this.build();
    else if (isNear) this.showTime(this.clock.time);
  }

  // (Re)draws everything: at first, and when units or colours change. `now`: wherever it is.
  draw(system: UnitSystem, theme: Theme, now = false): void {
    const { group } = this;
    this.theme = theme;
    this.isDrawn = false;
    this.unit = displayUnit(group.unit, group.log ? "si" : system, this.largest);
    this.heading.replaceChildren(group.title);
    if (this.unit.label !== "") this.heading.append(html("span", { class: "unit" }, this.unit.label));
    if (this.varying.length > 0) this.heading.append(this.exports);
    this.writeConstants();
    if (this.isNear || now) this.build();
  }

  private build(): void {
    this.isDrawn = true;
    if (this.varying.length === 0) return;
    this.legend.paint(this.theme);
    this.legend.showRanges(this.unit, this.noise);
    this.chart?.destroy();
    this.chart = new uPlot(this.options(this.theme), this.data(), this.place);
    this.chart.over.append(this.marker);
    this.chart.over.addEventListener("dblclick", () => this.clock.resetSpan());
    this.showTime(this.clock.time);
  }

  showTime(t: number): void {
    if (this.chart === null || !this.isNear) return;
    const inside = t >= this.clock.from && t <= this.clock.to;
    this.marker.hidden = !inside;
    if (inside) this.marker.style.transform = `translateX(${this.chart.valToPos(t, "x")}px)`;
    this.legend.showRow(nearestRow(this.times, t), this.unit, this.noise);
  }

  showSpan(from: number, to: number): void {
    this.chart?.setScale("x", { min: from, max: to });
  }

  // Few are told; many wait behind a line.
  private writeConstants(): void {
    const still = this.group.columns.filter((column) => isConstant(column, this.times.length));
    const text = still.map((column) =>
      `${column.name} = ${quantityText(convert(column.values[0], this.unit), this.unit.label)}`).join(", ");
    this.constants.replaceChildren(still.length <= kFewConstants ? `Constant: ${text}`
      : html("details", {}, html("summary", {}, `${still.length} channels never change`), text));
    this.constants.hidden = still.length === 0;
  }

  private data(): uPlot.AlignedData {
    const shown = (values: Values): Values =>
      values.map((value) => {
        const converted = convert(value, this.unit);
        return this.group.log && converted !== null && converted < kLogFloor ? null : converted;
      });
    return [this.times, ...this.varying.map((column) => shown(column.values)),
      ...this.beside.flatMap((values) => (values === null ? [] : [shown(values)]))];
  }

  private options(theme: Theme): uPlot.Options {
    const { clock, group } = this;
    const axis = {
      stroke: styleValue("--quiet"), font: kFont, ticks: { show: false },
      grid: { stroke: styleValue("--grid"), width: 1 },
    };
    const wide = (_: uPlot, values: string[] | null): number =>
      14 + 6.5 * Math.max(3, ...(values ?? []).map((text) => (text ?? "").length));
    return {
      ...this.size(),
      pxAlign: 0, // slopes without stairs
      legend: { show: false },
      cursor: {
        x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => null },
      },
      scales: {
        x: { time: false, min: clock.from, max: clock.to },
        y: { distr: group.log ? 3 : 1, range: group.log ? undefined : this.range },
      },
      axes: [
        { ...axis, size: 26, gap: 2, values: (_, ticks, __, ___, step) => seconds(tickTexts(ticks, step)) },
        {
          ...axis, size: wide, gap: 4, space: 34,
          values: (u, ticks, _, __, step) => (group.log ? this.decades(u, ticks) : tickTexts(ticks, step)),
        },
      ],
      series: [{}, ...this.varying.map((column, k) => ({
        label: column.name, show: this.shown[k], stroke: lineColour(k, theme), width: 1.5,
        dash: lineDash(k), points: { show: false },
        paths: group.id === "newton" ? uPlot.paths.stepped?.({ align: -1 }) : undefined,
      })), ...this.pairs().map((k) => ({
        label: `${this.varying[k].name}, other run`, show: this.shown[k], stroke: lineColour(k, theme), width: 1, alpha: 0.75,
        dash: [3, 4], points: { show: false },
      }))],
      hooks: { setCursor: [(u) => this.follow(u)], setSelect: [(u) => this.zoom(u)] },
    };
  }

  // Channels that the other run has, too: their lines follow all others.
  private pairs(): number[] {
    return this.beside.flatMap((values, k) => (values === null ? [] : [k]));
  }

  private showLine(k: number): void {
    const show = this.shown[k];
    this.chart?.setSeries(k + 1, { show });
    const other = this.pairs().indexOf(k);
    if (other >= 0) this.chart?.setSeries(1 + this.varying.length + other, { show });
  }

  // What is shown, in the units shown: for pictures and files.
  private asPage(): StillPlot {
    const { clock, group, unit } = this;
    const rows = this.times.flatMap((t, row) => (t >= clock.from && t <= clock.to ? [row] : []));
    const x = rows.map((row) => this.times[row]);
    const line = (name: string, values: Values, k: number, isOther: boolean) => ({
      name, x, y: rows.map((row) => convert(values[row], unit)), line: true, points: false,
      colour: k, dash: isOther ? 2 : Math.floor(k / 7) % 2,
    });
    const own = this.varying.flatMap(({ name, values }, k) => (this.shown[k] ? [line(name, values, k, false)] : []));
    const other = this.pairs().flatMap((k) =>
      this.shown[k] ? [line(`${this.varying[k].name}, other run`, this.beside[k] as Values, k, true)] : []);
    return { title: group.title, text: "", x: { label: "time", unit: "s", log: false }, y: { label: group.title, unit: unit.label, log: group.log },
      series: [...own, ...other] };
  }

  // A flat line gets room around it; counts start at zero.
  private range = (_: uPlot, low: number, high: number): [number, number] => {
    if (low === null || high === null) return [0, 1];
    if (this.group.id === "newton") return [0, high + 1];
    const pad = 0.06 * (high - low) || 0.05 * Math.abs(high) || 1;
    return [low - pad, high + pad];
  };

  // Labels of a logarithmic axis: whole decades only.
  private decades = (_: uPlot, ticks: (number | null)[]): string[] => ticks.map((tick) => {
    if (tick === null) return "";
    const power = Math.log10(tick);
    return Math.abs(power - Math.round(power)) < 1e-6 ? numberText(tick, 2).replace(/^1(\.0)?×/, "") : "";
  });

  private follow(u: uPlot): void {
    const { left, event } = u.cursor;
    if (event !== undefined && event !== null && left !== undefined && left !== null && left >= 0)
      this.clock.setTime(u.posToVal(left, "x"));
  }

  private zoom(u: uPlot): void {
    const { left, width } = u.select;
    if (width < 3) return;
    const [from, to] = [u.posToVal(left, "x"), u.posToVal(left + width, "x")];
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.clock.setSpan(from, to);
  }

  private size(): { width: number; height: number } {
    return { width: Math.max(200, this.place.clientWidth), height: 220 };
  }

  private resize(): void {
    if (this.chart === null || this.place.clientWidth === this.chart.width) return;
    this.chart.setSize(this.size());
    this.showTime(this.clock.time);
  }
}
