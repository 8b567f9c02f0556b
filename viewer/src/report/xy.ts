// One channel over another: force over stroke, flow over pressure, or what is asked for.
import { Chart } from "../page/chart";
import type { Plot as StillPlot } from "../page/data";
import type { Description } from "../live/protocol";
import type { Theme } from "../shared/palette";
import { html } from "../shared/dom";
import { convert, displayUnit, type Unit, type UnitSystem } from "../shared/units";
import type { Clock, TimeView } from "./clock";
import { nearestRow, rowBefore, type Column, type Values } from "./data";
import { magnitude } from "./grouping";
import { valueAt } from "./recorded";

export interface Pair {
  title: string;
  x: string;
  y: string;
}

// What engineers ask for first: of every cylinder, then of every pump.
export function usualPairs(machine: Description | null, has: (name: string) => boolean): Pair[] {
  if (machine === null) return [];
  const { scene, scheme } = machine;
  const cylinders = scene.cylinders.map(({ name }) => name)
    .concat(scheme.parts.filter(({ role }) => role === "actuator").map(({ name }) => name));
  const strokes = [...new Set(cylinders)].map((name) => ({ title: `${name}: force over stroke`, x: `${name}.length`, y: `${name}.force` }));
  const pumps = scheme.parts.filter(({ role }) => role === "pump").flatMap(({ name, ports }) => {
    const outlet = ports.find((port) => port.name === "P" && port.flow.length > 0) ?? ports.find((port) => port.flow.length > 0);
    const pressure = outlet === undefined ? "" : (scheme.nodes[outlet.node]?.pressure ?? "");
    return [{ title: `${name}: flow over pressure`, x: pressure, y: outlet?.flow[0]?.[0] ?? "" }];
  });
  return [...strokes, ...pumps].filter(({ x, y }) => has(x) && has(y));
}

export class XyPlot implements TimeView {
  readonly element: HTMLElement;
  private chart: Chart;
  private system: UnitSystem = "engineering";
  private theme: Theme = "light";
  private readonly sizes: [x: number, y: number]; // largest absolute values, SI; walked through once

  constructor(
    readonly pair: Pair,
    private readonly x: Column,
    private readonly y: Column,
    private readonly times: number[],
    private readonly clock: Clock,
    private readonly beside: (name: string) => Values | null,
    remove: () => void,
  ) {
    this.sizes = [magnitude([x]), magnitude([y])];
    this.chart = new Chart(this.asPage());
    const away = html("button", { type: "button", class: "away", "aria-label": `Remove ${pair.title}` }, "\u00d7");
    away.addEventListener("click", remove);
    this.element = html("div", { class: "xy" }, this.chart.element, away);
  }

  draw(system: UnitSystem, theme: Theme): void {
    if (system !== this.system) {
      this.system = system;
      const fresh = new Chart(this.asPage());
      this.chart.element.replaceWith(fresh.element);
      this.chart = fresh;
    }
    this.theme = theme;
    this.chart.draw(theme);
    this.showTime(this.clock.time);
  }

  showTime(t: number): void {
    const at = rowBefore(this.times, t);
    const spot = (values: Values | null, unit: Unit): number => (values === null ? NaN : (convert(valueAt(values, ...at), unit) ?? NaN));
    const [x, y] = this.units();
    this.chart.mark([{ x: spot(this.x.values, x), y: spot(this.y.values, y) },
      { x: spot(this.beside(this.x.name), x), y: spot(this.beside(this.y.name), y) }]);
  }

  // The part of the curve that the time plots show.
  showSpan(): void {
    const fresh = new Chart(this.asPage());
    this.chart.element.replaceWith(fresh.element);
    this.chart = fresh;
    this.draw(this.system, this.theme);
  }

  private units(): [Unit, Unit] {
    const [x, y] = this.sizes;
    return [displayUnit(this.x.unit, this.system, x), displayUnit(this.y.unit, this.system, y)];
  }

  private asPage(): StillPlot {
    const [x, y] = this.units();
    const [first, last] = [nearestRow(this.times, this.clock.from), nearestRow(this.times, this.clock.to)];
    const part = (values: Values, unit: Unit): Values =>
      Array.from({ length: last - first + 1 }, (_, k) => convert(values[values.length === 1 ? 0 : first + k] ?? null, unit));
    const curve = (name: string, across: Values, up: Values, dash: number) =>
      ({ name, x: part(across, x), y: part(up, y), line: true, points: false, colour: 0, dash });
    const series = [curve("this run", this.x.values, this.y.values, 0)];
    const [otherX, otherY] = [this.beside(this.x.name), this.beside(this.y.name)];
    if (otherX !== null && otherY !== null) series.push({ ...curve("other run", otherX, otherY, 2), colour: 1 });
    return {
      title: this.pair.title, text: "", series,
      x: { label: this.x.name, unit: x.label, log: false }, y: { label: this.y.name, unit: y.label, log: false },
    };
  }
}
