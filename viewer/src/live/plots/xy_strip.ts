// One channel over another during the stretch that the plots show: force over stroke, flow over pressure.
import { Chart } from "../../page/chart";
import type { Plot, Series } from "../../page/data";
import { usualPairs, type Pair } from "../../report/xy";
import { html } from "../../shared/dom";
import type { Theme } from "../../shared/palette";
import { convert, type Unit } from "../../shared/units";
import type { History } from "../history";
import type { Description } from "../protocol";
import { unitFor } from "../quantity";
import type { Session } from "../session";
import { valueAt } from "./statistics";
import type { Shown } from "./strip";

const kEvery = 250; // ms between pictures

export const pairsOf = (model: Description): Pair[] => {
  const names = new Set(model.channels.map(({ name }) => name));
  return usualPairs(model, (name) => names.has(name));
};

// "lift.force~lift.length": of the page's address.
export const pairText = ({ x, y }: Pair): string => `${y}~${x}`;

export function readPairs(text: string, channels: string[]): Pair[] {
  return text.split(";").flatMap((one): Pair[] => {
    const [y, x] = one.split("~");
    return channels.includes(x) && channels.includes(y) ? [{ title: `${y} over ${x}`, x, y }] : [];
  });
}

// The rows of a stretch, both channels in the units shown.
export function curveOf(history: History, [x, y]: [number, number], [unitX, unitY]: [Unit, Unit], [from, to]: [number, number]): Pick<Series, "x" | "y"> {
  const curve: Pick<Series, "x" | "y"> = { x: [], y: [] };
  for (let row = history.rowAt(from); row < history.length && history.time(row) <= to; ++row) {
    const [a, b] = [history.value(row, x), history.value(row, y)];
    if (!Number.isFinite(a + b)) continue;
    curve.x.push(convert(a, unitX));
    curve.y.push(convert(b, unitY));
  }
  return curve;
}

export class XyStrip {
  readonly element = html("section", { class: "xy", "data-testid": "xy" });
  private chart: Chart | null = null;
  private units: [Unit, Unit];
  private drawn = 0;
  private curves = 0; // of the chart

  constructor(
    private readonly session: Session,
    readonly pair: Pair,
    private theme: Theme,
    remove: () => void,
  ) {
    this.units = this.unitsNow();
    const away = html("button", { type: "button", class: "away", "aria-label": `Remove ${pair.title}` }, "×");
    away.addEventListener("click", remove);
    this.element.append(away);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.drawn = 0;
  }

  draw({ history, before, range, instant }: Shown): void {
    const now = performance.now();
    if (now - this.drawn < kEvery || this.element.clientWidth === 0) return;
    this.drawn = now;
    const units = this.unitsNow();
    const isOther = units.some(({ label }, k) => label !== this.units[k].label);
    this.units = units;
    const series = [this.curve("now", history, range, 0), ...(before === null ? [] : [this.curve("before", before, range, 2)])];
    if (this.chart === null || isOther || series.length !== this.curves) this.build(series);
    else this.chart.show(series);
    const t = Number.isFinite(instant) ? instant : Math.min(range[1], history.latest);
    this.chart?.mark([{ x: convert(valueAt(history, this.places[0], t), units[0]) ?? NaN, y: convert(valueAt(history, this.places[1], t), units[1]) ?? NaN }]);
  }

  private get places(): [number, number] {
    return [this.session.channel(this.pair.x), this.session.channel(this.pair.y)];
  }

  private unitsNow(): [Unit, Unit] {
    const of = (name: string): Unit => unitFor(this.session.unit(name), Math.max(1e-3, Math.abs(this.session.value(name)) || 0));
    return [of(this.pair.x), of(this.pair.y)];
  }

  private curve(name: string, history: History, range: [number, number], dash: number): Series {
    return { name, ...curveOf(history, this.places, this.units, range), line: true, points: false, colour: dash === 0 ? 0 : 1, dash };
  }

  private build(series: Series[]): void {
    const [x, y] = this.units;
    this.curves = series.length;
    const plot: Plot = {
      title: this.pair.title, text: "", x: { label: this.pair.x, unit: x.label, log: false }, y: { label: this.pair.y, unit: y.label, log: false },
      series,
    };
    const fresh = new Chart(plot);
    if (this.chart === null) this.element.prepend(fresh.element);
    else this.chart.element.replaceWith(fresh.element);
    this.chart = fresh;
    fresh.draw(this.theme);
  }
}
