// One piece of a line: colour by pressure, width and moving dashes by flow, an arrow for its direction.
import { svg } from "../../shared/dom";
import type { Terms } from "./flows";
import type { Point, Wire } from "./router";

const kFlowShown = 0.05 / 6e4; // m³/s below which a line counts as still
const kFullFlow = 100 / 6e4;
const kDash = 18; // length of one period

const pathOf = (points: Point[]): string => "M" + points.map(({ x, y }) => `${x} ${y}`).join("L");

// Middle and direction of the longest stretch.
export function longestStretch(points: Point[]): { x: number; y: number; length: number; angle: number } {
  let best = { x: points[0].x, y: points[0].y, length: 0, angle: 0 };
  for (let k = 1; k < points.length; ++k) {
    const [a, b] = [points[k - 1], points[k]];
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    if (length > best.length)
      best = {
        x: 0.5 * (a.x + b.x),
        y: 0.5 * (a.y + b.y),
        length,
        angle: (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI,
      };
  }
  return best;
}

export class WireView {
  readonly element: SVGGElement;
  private readonly line: SVGPathElement;
  private readonly dashes: SVGPathElement;
  private readonly arrow: SVGPathElement;
  private readonly hasArrow: boolean;
  private flow = 0;
  private phase = 0;
  private shown = "";

  constructor(
    readonly wire: Wire,
    readonly terms: Terms | null,
    kind: string,
  ) {
    const path = pathOf(wire.points);
    const { x, y, length, angle } = longestStretch(wire.points);
    this.hasArrow = length > 26 && !wire.pilot;
    this.line = svg("path", { class: "line", d: path });
    this.dashes = svg("path", { class: "dashes", d: path, visibility: "hidden" });
    this.arrow = svg("path", {
      class: "arrow",
      d: "M-5 -5L5 0L-5 5Z",
      transform: `translate(${x} ${y}) rotate(${angle})`,
      visibility: "hidden",
    });
    this.touch = svg("path", { class: "wire-touch", d: path });
    const classes = ["wire", wire.pilot ? "pilot" : "", kind === "shaft" ? "shaft" : ""].join(" ").trim();
    this.element = svg("g", { class: classes }, this.touch, this.line, this.dashes, this.arrow);
    if (wire.junction)
      this.element.append(svg("circle", { class: "junction", cx: wire.points[0].x, cy: wire.points[0].y, r: 3.2 }));
    this.place = `translate(${x} ${y}) rotate(${angle})`;
  }

  private readonly place: string;
  readonly touch: SVGPathElement; // wide enough to be pointed at

  // Oil that cavitates, a leak, air: where they are.
  mark(trouble: "" | "cavitates" | "leaks"): void {
    if (this.element.dataset.trouble !== trouble) this.element.dataset.trouble = trouble;
  }

  show(colour: string, flow: number): void {
    const isStill = Math.abs(flow) < kFlowShown;
    const width = isStill ? 1.8 : 1.8 + 2.6 * Math.min(1, Math.sqrt(Math.abs(flow) / kFullFlow));
    this.flow = isStill ? 0 : flow;
    const key = `${colour} ${width.toFixed(1)} ${Math.sign(this.flow)}`;
    if (key === this.shown) return;
    this.shown = key;
    this.element.style.color = colour;
    if (!this.wire.pilot) this.line.style.strokeWidth = width.toFixed(1);
    this.dashes.setAttribute("visibility", isStill || this.wire.pilot ? "hidden" : "visible");
    this.arrow.setAttribute("visibility", isStill || !this.hasArrow ? "hidden" : "visible");
    this.arrow.setAttribute("transform", this.place + (flow < 0 ? " rotate(180)" : ""));
  }

  // Faster with more flow, though not in proportion: a trickle must be seen.
  animate(seconds: number): void {
    if (this.flow === 0 || this.wire.pilot) return;
    const speed = 10 + 60 * Math.min(1, Math.sqrt(Math.abs(this.flow) / kFullFlow));
    this.phase = (this.phase - Math.sign(this.flow) * speed * seconds) % kDash;
    this.dashes.style.strokeDashoffset = this.phase.toFixed(1);
  }
}
