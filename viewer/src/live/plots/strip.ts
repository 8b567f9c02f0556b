// One strip chart: channels of one unit over a stretch of time, with what happened on the way.
import uPlot from "uplot";
import { stillPicture } from "../../page/chart";
import type { Plot } from "../../page/data";
import { exportButtons } from "../../page/picture";
import { curvesCsv } from "../../report/download";
import { html, styleValue } from "../../shared/dom";
import { nameLabel } from "../../shared/name";
import { lineColour, lineDash, paintSwatch, type Theme } from "../../shared/palette";
import { convert, tickTexts, type Unit } from "../../shared/units";
import type { History } from "../history";
import { unitFor, valueText } from "../quantity";
import type { Session } from "../session";
import type { Mark } from "./marks";
import { statistics, valueAt } from "./statistics";

const kFont = "11px system-ui, sans-serif";
const kHeight = 150;
const kNear = 6; // px from a mark
const kLetter = 6.5; // px of a name
// px of swatch and value: one, with what it was before, with statistics
const [kTold, kToldTwo, kToldLong] = [90, 180, 300];
const kMarkColours: Record<Mark["kind"], string> = { lever: "--quiet", stop: "--alarm", relief: "--doubt" };

// What all strips show.
export interface Shown {
  range: [number, number]; // s
  history: History;
  before: History | null; // the same stretch as it was
  marks: Mark[];
  instant: number; // s, of machine and circuit; NaN: the end
  withStatistics: boolean;
}

export interface StripActions {
  remove(name: string): void;
  drop(name: string): void;
  zoom(from: number, to: number): void;
  follow(): void;
}

export class Strip {
  readonly element = html("section", { class: "strip" });
  private readonly place = html("div", { class: "strip-canvas", role: "img" });
  private readonly heading = html("h2");
  private readonly read = html("span", { class: "read", "data-testid": "cursor-read" });
  private readonly title = html("span", {});
  private readonly legend = html("div", { class: "strip-legend" });
  private readonly values: HTMLElement[] = [];
  private readonly swatches: HTMLElement[] = [];
  private readonly indices: number[];
  private chart: uPlot | null = null;
  private shown: Shown | null = null;
  private unit: Unit = { label: "", factor: 1, offset: 0 };
  private cursor = NaN; // s

  constructor(
    private readonly session: Session,
    private readonly si: string,
    private readonly names: string[],
    private theme: Theme,
    private readonly actions: StripActions,
  ) {
    this.indices = names.map((name) => session.channel(name));
    this.place.setAttribute("aria-label", `Plot of ${names.join(", ")} over time`);
    names.forEach((name, k) => this.legend.append(this.entry(name, k)));
    const exports = exportButtons(titleOf(si), () => stillPicture(this.asPage(), this.theme), () => curvesCsv(this.asPage()));
    this.heading.append(this.title, this.read);
    this.element.append(html("div", { class: "strip-head" }, this.heading, exports), this.place, this.legend);
    this.acceptDrops();
    this.place.addEventListener("dblclick", () => actions.follow());
    new ResizeObserver(() => this.chart?.setSize({ width: this.width, height: kHeight })).observe(this.place);
  }

  draw(shown: Shown): void {
    if (this.place.clientWidth === 0) return;
    const hadBefore = this.shown?.before != null;
    this.shown = shown;
    if (hadBefore !== (shown.before !== null)) this.forgetChart();
    const data = this.data(shown);
    if (this.chart === null) this.chart = new uPlot(this.options(shown.before !== null), data, this.place);
    else this.chart.setData(data);
    this.makeRoom(shown);
    this.tellValues();
  }

  // Columns of the legend as wide as what they tell.
  private makeRoom({ withStatistics, before }: Shown): void {
    const told = withStatistics ? kToldLong : before !== null ? kToldTwo : kTold;
    const room = `${kLetter * Math.max(...this.names.map(({ length }) => length)) + told}px`;
    if (this.legend.style.getPropertyValue("--entry") !== room) this.legend.style.setProperty("--entry", room);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.forgetChart();
    this.swatches.forEach((swatch, k) => paintSwatch(swatch, k, theme));
  }

  destroy(): void {
    this.chart?.destroy();
  }

  private forgetChart(): void {
    this.chart?.destroy();
    this.chart = null;
  }

  private get width(): number {
    return Math.max(120, this.place.clientWidth);
  }

  private entry(name: string, k: number): HTMLElement {
    const swatch = html("span", { class: "swatch" });
    paintSwatch(swatch, k, this.theme);
    this.swatches.push(swatch);
    const value = html("span", { class: "value" });
    this.values.push(value);
    const button = html(
      "button",
      { type: "button", draggable: "true", title: `Take ${name} off the plot, or drag it into another`, "aria-label": `Remove ${name}`, "data-channel": name },
      swatch,
      nameLabel(name),
      value,
    );
    button.addEventListener("click", () => this.actions.remove(name));
    button.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/plain", name));
    return button;
  }

  private acceptDrops(): void {
    const { element } = this;
    element.addEventListener("dragover", (event) => {
      event.preventDefault();
      element.classList.add("target");
    });
    element.addEventListener("dragleave", () => element.classList.remove("target"));
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      element.classList.remove("target");
      this.actions.drop(event.dataTransfer?.getData("text/plain") ?? "");
    });
  }

  // At the cursor, at the instant that is looked at, or at the end.
  private tellValues(): void {
    const { shown } = this;
    if (shown === null) return;
    const { history, before, range, withStatistics } = shown;
    const t = Number.isFinite(this.cursor) ? this.cursor : shown.instant;
    const mark = this.markNear(this.cursor);
    this.read.textContent = Number.isFinite(this.cursor) ? `${this.cursor.toFixed(2)} s${mark === undefined ? "" : ` · ${mark.text}`}` : "";
    this.names.forEach((name, k) => {
      const channel = this.indices[k];
      const value = Number.isFinite(t) ? valueAt(history, channel, t) : this.session.value(name);
      const found = withStatistics ? statistics(history, channel, ...range) : null;
      const then = before !== null && Number.isFinite(t) ? ` (was ${valueText(valueAt(before, channel, t), this.si)})` : "";
      const text = found === null ? `${valueText(value, this.si)}${then}` : `${valueText(found.least, this.si)} … ${valueText(found.most, this.si)} at ${found.mostAt.toFixed(1)} s, mean ${valueText(found.mean, this.si)}`;
      if (this.values[k].textContent !== text) this.values[k].textContent = text;
    });
  }

  private markNear(t: number): Mark | undefined {
    const { chart, shown } = this;
    if (chart === null || shown === null || !Number.isFinite(t)) return undefined;
    const away = (mark: Mark): number => Math.abs(chart.valToPos(mark.t, "x") - chart.valToPos(t, "x"));
    return shown.marks.filter((mark) => away(mark) <= kNear).sort((a, b) => away(a) - away(b))[0];
  }

  private data({ history, before, range }: Shown): uPlot.AlignedData {
    const first = Math.max(0, history.rowAt(range[0]) - 1);
    const end = Math.min(history.length, history.rowAt(range[1]) + 1);
    let magnitude = 1e-3;
    for (const c of this.indices) magnitude = Math.max(magnitude, Math.abs(this.session.frame?.values[c] ?? 0));
    const unit = unitFor(this.si, magnitude);
    if (unit.label !== this.unit.label || this.title.textContent === "") {
      this.unit = unit;
      this.title.replaceChildren(titleOf(this.si), html("span", { class: "unit" }, unit.label));
    }
    const times: number[] = [];
    const lists: (number | null)[][] = this.indices.map(() => []);
    const others: (number | null)[][] = before === null ? [] : this.indices.map(() => []);
    const shown = (value: number): number | null => (Number.isFinite(value) ? convert(value, unit) : null);
    for (let row = first; row < end; ++row) {
      const t = history.time(row);
      times.push(t);
      this.indices.forEach((channel, k) => {
        lists[k].push(shown(history.value(row, channel)));
        if (before !== null) others[k].push(shown(valueAt(before, channel, t)));
      });
    }
    return [times, ...lists, ...others];
  }

  // What is shown, for pictures and files.
  private asPage(): Plot {
    const { shown, unit } = this;
    const [times, ...lists] = shown === null ? [[]] : this.data(shown);
    const inside = (times as number[]).flatMap((t, row) => (shown !== null && t >= shown.range[0] && t <= shown.range[1] ? [row] : []));
    const series = lists.map((list, k) => {
      const name = this.names[k % this.names.length];
      const isBefore = k >= this.names.length;
      return {
        name: isBefore ? `${name}, before` : name, x: inside.map((row) => (times as number[])[row]), y: inside.map((row) => list?.[row] ?? null),
        line: true, points: false, colour: k % this.names.length, dash: isBefore ? 2 : Math.floor(k / 7) % 2,
      };
    });
    return { title: titleOf(this.si), text: "", x: { label: "time", unit: "s", log: false }, y: { label: titleOf(this.si), unit: unit.label, log: false }, series };
  }

  private options(withBefore: boolean): uPlot.Options {
    const axis = {
      stroke: styleValue("--quiet"),
      font: kFont,
      ticks: { show: false },
      grid: { stroke: styleValue("--grid"), width: 1 },
    };
    const line = (label: string, k: number) => ({ label, stroke: lineColour(k, this.theme), dash: lineDash(k), width: 1.6, points: { show: false } });
    return {
      width: this.width,
      height: kHeight,
      pxAlign: 0,
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: true, y: false, setScale: false }, sync: { key: "strips" } },
      scales: { x: { time: false, range: () => this.shown?.range ?? [0, 1] }, y: { range: padded } },
      axes: [
        {
          ...axis,
          size: 24,
          gap: 2,
          values: (_, ticks, __, ___, step) => tickTexts(ticks, step).map((text) => `${text} s`),
        },
        { ...axis, size: 48, gap: 4, space: 28, values: (_, ticks, __, ___, step) => tickTexts(ticks, step) },
      ],
      series: [
        {},
        ...this.names.map(line),
        ...(withBefore ? this.names.map((name, k) => ({ ...line(`${name} before`, k), dash: [3, 4], width: 1.1 })) : []),
      ],
      hooks: {
        drawClear: [(chart) => this.drawMarks(chart)],
        setCursor: [(chart) => this.point(chart)],
        setSelect: [(chart) => this.select(chart)],
      },
    };
  }

  private point(chart: uPlot): void {
    const { left } = chart.cursor;
    this.cursor = left === undefined || left === null || left < 0 ? NaN : chart.posToVal(left, "x");
    this.tellValues();
  }

  private select(chart: uPlot): void {
    const { left, width } = chart.select;
    if (width > 4) this.actions.zoom(chart.posToVal(left, "x"), chart.posToVal(left + width, "x"));
    if (width > 0) chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  }

  // Marks, and the instant that machine and circuit show.
  private drawMarks(chart: uPlot): void {
    const { shown } = this;
    if (shown === null) return;
    const { ctx, bbox } = chart;
    const rule = (t: number, colour: string, dash: number[], head: boolean): void => {
      if (!(t >= shown.range[0] && t <= shown.range[1])) return;
      const x = chart.valToPos(t, "x", true);
      ctx.strokeStyle = ctx.fillStyle = colour;
      ctx.lineWidth = devicePixelRatio;
      ctx.setLineDash(dash.map((length) => length * devicePixelRatio));
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      const size = 4 * devicePixelRatio;
      if (head) ctx.fill(new Path2D(`M${x - size} ${bbox.top}h${2 * size}l${-size} ${1.6 * size}z`));
    };
    ctx.save();
    for (const { t, kind } of shown.marks) rule(t, styleValue(kMarkColours[kind]), [2, 4], true);
    rule(shown.instant, styleValue("--accent"), [], false);
    ctx.restore();
  }
}

function padded(_: uPlot, low: number, high: number): [number, number] {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [0, 1];
  const pad = Math.max(0.08 * (high - low), 0.01 * Math.abs(high), 1e-9);
  return [low - pad, high + pad];
}

const kTitles: Record<string, string> = {
  Pa: "Pressure",
  m: "Position",
  "m3/s": "Flow",
  N: "Force",
  V: "Signal",
  rad: "Angle",
  "m/s": "Speed",
  J: "Energy",
  W: "Power",
  "N m": "Torque",
  "rad/s": "Rate",
  K: "Temperature",
  m3: "Volume",
};

function titleOf(si: string): string {
  return kTitles[si] ?? "Value";
}
