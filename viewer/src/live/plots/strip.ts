// One strip chart: channels of one unit over the last seconds.
import uPlot from "uplot";
import { html, styleValue } from "../../shared/dom";
import { nameLabel } from "../../shared/name";
import { lineColour, lineDash, paintSwatch, type Theme } from "../../shared/palette";
import { convert, tickTexts, type Unit } from "../../shared/units";
import type { History } from "../history";
import { unitFor, valueText } from "../quantity";
import type { Session } from "../session";

const kFont = "11px system-ui, sans-serif";
const kHeight = 150;

export class Strip {
  readonly element = html("section", { class: "strip" });
  private readonly place = html("div", { class: "strip-canvas", role: "img" });
  private readonly heading = html("h2");
  private readonly values: HTMLElement[] = [];
  private readonly swatches: HTMLElement[] = [];
  private readonly indices: number[];
  private chart: uPlot | null = null;
  private shown: [number, number] = [0, 1]; // s
  private unit: Unit = { label: "", factor: 1, offset: 0 };

  constructor(
    private readonly session: Session,
    private readonly si: string,
    private readonly names: string[],
    private theme: Theme,
    remove: (name: string) => void,
  ) {
    this.indices = names.map((name) => session.channel(name));
    this.place.setAttribute("aria-label", `Plot of ${names.join(", ")} over time`);
    const legend = html("div", { class: "strip-legend" });
    const longest = Math.max(...names.map(({ length }) => length));
    legend.style.setProperty("--entry", `${6.5 * longest + 90}px`); // swatch, name, value
    names.forEach((name, k) => legend.append(this.entry(name, k, remove)));
    this.element.append(this.heading, this.place, legend);
    new ResizeObserver(() => this.chart?.setSize({ width: this.width, height: kHeight })).observe(this.place);
  }

  draw(span: number): void {
    if (this.place.clientWidth === 0) return;
    const data = this.data(this.session.history, span);
    const end = this.session.history.latest || 0;
    this.shown = [Math.max(0, end - span), Math.max(1, end)]; // no time before the start
    if (this.chart === null) this.chart = new uPlot(this.options(), data, this.place);
    else this.chart.setData(data);
    this.names.forEach((name, k) => (this.values[k].textContent = valueText(this.session.value(name), this.si)));
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.chart?.destroy();
    this.chart = null;
    this.swatches.forEach((swatch, k) => paintSwatch(swatch, k, theme));
  }

  destroy(): void {
    this.chart?.destroy();
  }

  private get width(): number {
    return Math.max(120, this.place.clientWidth);
  }

  private entry(name: string, k: number, remove: (name: string) => void): HTMLElement {
    const swatch = html("span", { class: "swatch" });
    paintSwatch(swatch, k, this.theme);
    this.swatches.push(swatch);
    const value = html("span", { class: "value" });
    this.values.push(value);
    const button = html(
      "button",
      { type: "button", title: `Take ${name} off the plot`, "aria-label": `Remove ${name}` },
      swatch,
      nameLabel(name),
      value,
    );
    button.addEventListener("click", () => remove(name));
    return button;
  }

  private data(history: History, span: number): uPlot.AlignedData {
    const first = Math.max(0, history.rowAt(history.latest - span) - 1);
    let magnitude = 1e-3;
    for (const c of this.indices) magnitude = Math.max(magnitude, Math.abs(this.session.frame?.values[c] ?? 0));
    const unit = unitFor(this.si, magnitude);
    if (unit.label !== this.unit.label || this.heading.textContent === "") {
      this.unit = unit;
      this.heading.replaceChildren(titleOf(this.si), html("span", { class: "unit" }, unit.label));
    }
    const times: number[] = [];
    const lists: (number | null)[][] = this.indices.map(() => []);
    for (let row = first; row < history.length; ++row) {
      times.push(history.time(row));
      this.indices.forEach((channel, k) => {
        const value = history.value(row, channel);
        lists[k].push(Number.isFinite(value) ? convert(value, unit) : null);
      });
    }
    return [times, ...lists];
  }

  private options(): uPlot.Options {
    const axis = {
      stroke: styleValue("--quiet"),
      font: kFont,
      ticks: { show: false },
      grid: { stroke: styleValue("--grid"), width: 1 },
    };
    return {
      width: this.width,
      height: kHeight,
      pxAlign: 0,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: () => this.shown }, y: { range: padded } },
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
        ...this.names.map((label, k) => ({
          label,
          stroke: lineColour(k, this.theme),
          dash: lineDash(k),
          width: 1.6,
          points: { show: false },
        })),
      ],
    };
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
