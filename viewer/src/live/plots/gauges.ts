// Gauges: pump pressure and flow as dials, both sides of every cylinder as bars.
import { html, svg } from "../../shared/dom";
import { pressureColour, type Theme } from "../colour_map";
import { sumOf } from "../circuit/flows";
import { pace } from "../pace";
import type { Description, SchemePart } from "../protocol";
import type { Listener, Session } from "../session";

const kStart = -210; // degrees of the dial's arc
const kSweep = 240;

function arc(share: number): string {
  const at = (degrees: number): string => {
    const angle = (degrees * Math.PI) / 180;
    return `${(40 + 30 * Math.cos(angle)).toFixed(2)} ${(40 + 30 * Math.sin(angle)).toFixed(2)}`;
  };
  const end = kStart + kSweep * Math.min(1, Math.max(0.001, share));
  return `M${at(kStart)}A30 30 0 ${end - kStart > 180 ? 1 : 0} 1 ${at(end)}`;
}

class Dial {
  readonly element: HTMLElement;
  private readonly needle = svg("path", { class: "dial-value", d: arc(0) });
  private readonly number = svg("text", { class: "dial-number", x: 40, y: 44 }, "–");

  constructor(
    label: string,
    unit: string,
    private end: number,
    private readonly grows: boolean,
    private readonly read: () => number,
  ) {
    const picture = svg(
      "svg",
      { viewBox: "0 0 80 72", class: "dial", role: "img", "aria-label": `${label} in ${unit}` },
      svg("path", { class: "dial-track", d: arc(1) }),
      this.needle,
      this.number,
      svg("text", { class: "dial-unit", x: 40, y: 57 }, unit),
    );
    this.element = html("div", { class: "gauge" }, picture, html("span", { class: "gauge-name", title: label }, label));
  }

  update(colour: (value: number) => string): void {
    const value = this.read();
    if (!Number.isFinite(value)) return;
    while (this.grows && value > this.end) this.end *= 1.5;
    this.needle.setAttribute("d", arc(value / this.end));
    this.needle.style.stroke = colour(value);
    this.number.textContent = Math.abs(value) < 9.95 ? value.toFixed(1).replace(/^-0\.0$/, "0.0") : value.toFixed(0);
  }
}

class Bars {
  readonly element: HTMLElement;
  private readonly fills: HTMLElement[] = [];
  private readonly numbers: HTMLElement[] = [];

  constructor(
    private readonly session: Session,
    name: string,
    readonly channels: [string, string][],
  ) {
    this.element = html("div", { class: "bars" }, html("span", { class: "gauge-name", title: name }, name));
    for (const [side] of channels) {
      const fill = html("span", { class: "bar-fill" });
      const number = html("span", { class: "bar-number" }, "–");
      this.fills.push(fill);
      this.numbers.push(number);
      this.element.append(
        html(
          "div",
          { class: "bar" },
          html("span", { class: "bar-side" }, side),
          html("span", { class: "bar-track" }, fill),
          number,
        ),
      );
    }
  }

  update(highest: number, theme: Theme): void {
    this.channels.forEach(([, channel], k) => {
      const value = this.session.value(channel);
      if (!Number.isFinite(value)) return;
      this.fills[k].style.width = `${Math.min(100, (100 * value) / highest).toFixed(1)}%`;
      this.fills[k].style.background = pressureColour(value, highest, theme);
      this.numbers[k].textContent = (value / 1e5).toFixed(0);
    });
  }
}

export class Gauges implements Listener {
  readonly element = html("div", { class: "gauges", "aria-label": "Gauges, bar and l/min" });
  private pressures: Dial[] = [];
  private flows: Dial[] = [];
  private bars: Bars[] = [];
  private drawn = 0;

  constructor(
    private readonly session: Session,
    public theme: Theme,
  ) {}

  onModel(model: Description): void {
    const pumps = model.scheme.parts.filter(({ role }) => role === "pump").slice(0, 2);
    this.pressures = pumps.map((pump) => this.pressureDial(model, pump));
    this.flows = pumps
      .filter((pump) => outletFlow(pump).length > 0)
      .map(
        (pump) =>
          new Dial(pump.name, "l/min", 100, true, () => -6e4 * sumOf(outletFlow(pump), (c) => this.session.value(c))),
      );
    this.bars = model.scheme.parts
      .filter(({ role }) => role === "actuator")
      .map(
        (part) =>
          new Bars(
            this.session,
            part.name,
            part.ports
              .filter(({ name, node }) => node >= 0 && /^[AB]$/.test(name) && model.scheme.nodes[node]?.pressure)
              .map(({ name, node }) => [name, model.scheme.nodes[node].pressure]),
          ),
      );
    this.element.replaceChildren(
      html("div", { class: "dials" }, ...[...this.pressures, ...this.flows].map(({ element }) => element)),
      html("div", { class: "bar-list" }, ...this.bars.map(({ element }) => element)),
    );
  }

  onFrame(): void {
    const now = performance.now();
    if (now - this.drawn < pace.interval(60)) return;
    this.drawn = now;
    const { theme } = this;
    const { pressureEnd } = this.session;
    this.pressures.forEach((dial) => dial.update((bar) => pressureColour(1e5 * bar, pressureEnd, theme)));
    this.flows.forEach((dial) => dial.update(() => "var(--accent)"));
    this.bars.forEach((bars) => bars.update(pressureEnd, theme));
  }

  private pressureDial(model: Description, pump: SchemePart): Dial {
    return new Dial(pump.name, "bar", 1e-5 * this.session.pressureEnd, false, () => 1e-5 * this.outlet(model, pump));
  }

  private outlet(model: Description, pump: SchemePart): number {
    const node = model.scheme.nodes[outletPort(pump)?.node ?? -1];
    return node === undefined ? NaN : node.pressure ? this.session.value(node.pressure) : node.value;
  }
}

const outletPort = (pump: SchemePart): SchemePart["ports"][0] | undefined =>
  pump.ports.find(({ name }) => name === "P") ?? pump.ports.find(({ pilot }) => !pilot);
const outletFlow = (pump: SchemePart): [string, number][] => outletPort(pump)?.flow ?? [];
