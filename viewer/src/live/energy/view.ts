// Energy flow over the last second, as a Sankey diagram.
import { html, svg } from "../../shared/dom";
import { elideMiddle } from "../../shared/name";
import { pace } from "../pace";
import { valueText } from "../quantity";
import type { Listener, Session } from "../session";
import { makeSankey, type Powers } from "./sankey";
import { kBarWidth, shapeSankey } from "./shape";

const kSpan = 1; // s
const kEvery = 200; // ms
const kStill = 1; // W: less is nothing
const kMechanism = /^(joints|efforts|drivers|actuators)$/; // not the oil's

const kGap = 4; // px between a bar and its label
const kLabelFont = "11px system-ui, sans-serif"; // .bar-label's

const pen = document.createElement("canvas").getContext("2d");

function textWidth(text: string): number {
  if (pen === null) return 6.5 * text.length;
  pen.font = kLabelFont;
  return pen.measureText(text).width;
}

const shortened = (label: string, room: number): string => elideMiddle(label, (text) => textWidth(text) <= room);

const plain = (channel: string): string => channel.replace(/^energy\.(source|loss|work)\./, "");

export class EnergyView implements Listener {
  readonly element = html("div", { class: "energy" });
  private readonly picture = svg("svg", { class: "sankey", role: "img", "aria-label": "Energy flow" });
  private readonly text = html("p", { class: "quiet" });
  private drawn = 0;

  constructor(private readonly session: Session) {
    this.element.append(
      html("p", { class: "quiet" }, "Power through the oil, mean of the last second"),
      this.picture,
      this.text,
    );
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  onModel(): void {
    this.picture.replaceChildren();
    this.text.textContent = "";
  }

  onFrame(): void {
    const now = performance.now();
    if (now - this.drawn < pace.interval(kEvery)) return;
    this.drawn = now;
    this.draw();
  }

  private power(channel: string): number {
    const at = this.session.channel(channel);
    return at < 0 ? 0 : this.session.history.slope(at, kSpan);
  }

  private powers(): Powers {
    const books = this.session.model?.energy ?? { sources: [], losses: [], work: [], stored: [] };
    const list = (channels: string[]): [string, number][] =>
      channels
        .filter((channel) => !kMechanism.test(plain(channel)))
        .map((channel) => [plain(channel), this.power(channel)]);
    const all = list(books.sources);
    const shafts = all
      .filter(([name]) => this.isShaft(name))
      .map(([name, power]): [string, number] => [name, -power]);
    return {
      sources: all.filter(([name]) => !this.isShaft(name)),
      losses: list(books.losses),
      work: [...list(books.work), ...shafts],
      oil: this.power("energy.oil"),
    };
  }

  // A shaft of given speed that a motor turns: what it takes is work.
  private isShaft(name: string): boolean {
    const { nodes, parts } = this.session.model?.scheme ?? { nodes: [], parts: [] };
    const at = nodes.findIndex((node) => node.name === name && node.kind === "shaft");
    return at >= 0 && parts.some(({ role, ports }) => role === "actuator" && ports.some(({ node }) => node === at));
  }

  private draw(): void {
    const width = this.element.clientWidth - 24;
    if (width < 50 || this.session.model === null) return;
    const sankey = makeSankey(this.powers());
    const height = Math.max(220, Math.min(420, this.element.clientHeight - 110));
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height + 16}`);
    this.picture.setAttribute("height", String(height + 16));
    this.picture.replaceChildren();
    if (sankey.total < kStill) {
      this.picture.append(svg("text", { class: "nothing", x: width / 2, y: height / 2 }, "No power flows."));
    } else {
      const last = sankey.nodes.filter(({ column }) => column === 3).map(({ label }) => textWidth(label));
      const side = Math.min(0.3 * width, Math.max(60, ...last) + kGap);
      const { bars, ribbons } = shapeSankey(sankey, width - side - 4, height - 12);
      const pitch = (width - side - 4 - kBarWidth) / 3 - kBarWidth - 2 * kGap;
      const group = svg("g", { transform: "translate(2 14)" });
      for (const { path, kind, power } of ribbons)
        group.append(svg("path", { class: `ribbon ${kind}`, d: path }, svg("title", {}, valueText(power, "W"))));
      for (const bar of bars) {
        group.append(
          svg("rect", {
            class: `bar-node ${bar.kind}`,
            x: bar.x,
            y: bar.y,
            width: kBarWidth,
            height: Math.max(1, bar.height),
          }),
        );
        group.append(
          svg(
            "text",
            { class: "bar-label", x: bar.x + kBarWidth + kGap, y: bar.y + Math.max(1, bar.height) / 2 - 1 },
            svg("title", {}, bar.label),
            svg("tspan", { x: bar.x + kBarWidth + kGap }, shortened(bar.label, bar.column === 3 ? side - kGap : pitch)),
            svg("tspan", { class: "bar-power", x: bar.x + kBarWidth + kGap, dy: 12 }, valueText(bar.power, "W")),
          ),
        );
      }
      this.picture.append(group);
    }
    this.text.textContent =
      `Of the machine: raising ${valueText(this.power("energy.potential"), "W")}, ` +
      `speeding up ${valueText(this.power("energy.kinetic"), "W")}, joints' friction ${valueText(this.power("energy.loss.joints"), "W")}.`;
  }
}
