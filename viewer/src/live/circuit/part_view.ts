// A part's symbol, name and tanks. Cylinders show piston and chamber pressures, directional valves the
// position they are in.
import { svg } from "../../shared/dom";
import type { SceneCylinder } from "../protocol";
import { turnTransform } from "./anchors";
import { foldedText, openText, kLetterHeight, kLineHeight, type PlacedPart } from "./layout";
import { sumOf } from "./flows";
import { escape } from "./router";

const kOpen = 1 / 6e4; // [m3/s] a litre a minute: more than leaks

export interface Live {
  value(channel: string): number;
  colour(pressure: number): string;
}

// The symbol is the program's own drawing; parsed as a picture, scripts in it would not run.
function parseSymbol(text: string): SVGElement[] {
  const page = new DOMParser().parseFromString(
    `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`,
    "image/svg+xml",
  );
  if (page.querySelector("parsererror") !== null) return [];
  page.querySelectorAll("script, foreignObject").forEach((element) => element.remove());
  return [...page.documentElement.children].map((child) => document.importNode(child, true) as SVGElement);
}

// The catalogue's symbol shows no line to a port that is seldom used.
const makeLead = (path: string): SVGElement =>
  svg("path", { d: path, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": "4 3" });

// Double-acting, or open to the air at the rod's side.
class Piston {
  readonly element = svg("g");
  private readonly roomA = svg("rect", { x: 10, y: 16, height: 24, class: "room" });
  private readonly roomB = svg("rect", { y: 16, height: 24, class: "room" });
  private readonly piston = svg("path");

  constructor(
    private readonly cylinder: SceneCylinder,
    isDouble: boolean,
  ) {
    const barrel = isDouble ? "M10 16H70V40H10ZM18 40V54M62 40V54" : "M70 22V16H10V40H70V34M18 40V54";
    const frame = svg(
      "g",
      { fill: "none", stroke: "currentColor", "stroke-width": 2 },
      svg("path", { d: barrel }),
      this.piston,
    );
    this.element.append(this.roomA, ...(isDouble ? [this.roomB] : []), frame);
  }

  update(live: Live): void {
    const { name, closed, stroke } = this.cylinder;
    const share = Math.min(1, Math.max(0, (live.value(`${name}.length`) - closed) / stroke)) || 0;
    const x = 20 + 32 * share;
    this.piston.setAttribute("d", `M${x} 16V40M${x + 6} 16V40M${x + 6} 25H${x + 42}V31H${x + 6}`);
    this.roomA.setAttribute("width", String(x - 10));
    this.roomB.setAttribute("x", String(x + 6));
    this.roomB.setAttribute("width", String(64 - x));
    this.roomA.setAttribute("fill", live.colour(live.value(`${name}.A.p`)));
    this.roomB.setAttribute("fill", live.colour(live.value(`${name}.B.p`)));
  }
}

export class PartView {
  readonly element: SVGGElement;
  private readonly piston: Piston | null;
  private readonly active: SVGRectElement | null;
  private readonly full: number;
  private readonly block: SVGTSpanElement[]; // tells of what is folded into the part

  constructor(
    readonly placed: PlacedPart,
    cylinder: SceneCylinder | undefined,
  ) {
    const { box, turn, graph, label, lines, letters } = placed;
    const { motion, ports } = graph.source;
    const isDouble = ports.some(({ name }) => name === "B");
    this.piston = cylinder !== undefined && motion === "piston" ? new Piston(cylinder, isDouble) : null;
    this.active =
      motion === "spool" ? svg("rect", { class: "active", y: 18, width: 24, height: 24, opacity: 0 }) : null;
    const full = graph.source.parameters.find(({ name }) => name === "full")?.value;
    this.full = typeof full === "number" && full > 0 && full < 1e290 ? full : 1;
    const symbol = svg("g", {
      class: "symbol",
      transform: `translate(${box.x} ${box.y}) ${turnTransform(turn, graph.source.box)}`,
    });
    if (this.active !== null) symbol.append(this.active);
    symbol.append(...(this.piston === null ? parseSymbol(graph.source.symbol) : [this.piston.element]));
    symbol.append(...ports.filter(({ lead, node }) => lead !== "" && node >= 0).map(({ lead }) => makeLead(lead)));
    const name = svg(
      "text",
      { class: "name", "font-size": kLetterHeight * letters },
      ...lines.map((line, k) =>
        svg("tspan", { x: label.x, y: label.y + letters * (10 + kLineHeight * k) }, line),
      ),
    );
    this.block = graph.folded.length > 0 ? ([...name.children].slice(-2) as SVGTSpanElement[]) : [];
    this.block.forEach((line) => line.classList.add("folded"));
    this.element = svg(
      "g",
      { class: "part", tabindex: 0, role: "button", "aria-label": `${graph.source.title} ${graph.source.name}` },
      svg("rect", {
        class: "touch",
        x: box.x - 2,
        y: box.y - 2,
        width: box.width + 4,
        height: box.height + 4,
        rx: 6,
      }),
      ...this.tanks(),
      symbol,
      name,
    );
  }

  update(live: Live): void {
    this.piston?.update(live);
    this.updateBlock(live);
    if (this.active === null) return;
    const share = Math.min(1, Math.max(-1, live.value(`${this.placed.graph.source.name}.U`) / this.full)) || 0;
    this.active.setAttribute("x", share > 0 ? "14" : "62");
    this.active.setAttribute("opacity", (Math.abs(share) < 0.02 ? 0 : 0.15 + 0.6 * Math.abs(share)).toFixed(2));
  }

  // Which of the folded valves lets most oil through, if any does.
  private updateBlock(live: Live): void {
    if (this.block.length === 0) return;
    const { folded, source } = this.placed.graph;
    let [open, most] = ["", kOpen];
    for (const { name, ports } of folded) {
      const flow = Math.max(0, ...ports.map(({ flow }) => Math.abs(sumOf(flow, live.value))));
      if (flow > most) [open, most] = [name, flow];
    }
    const text = open === "" ? [foldedText(folded.length), ""] : openText(source.name, open);
    if (this.block[0].textContent === text[0]) return;
    this.block.forEach((line, k) => {
      line.textContent = text[k];
      line.classList.toggle("open", open !== "");
    });
  }

  private tanks(): SVGElement[] {
    const { ports, box } = this.placed;
    return ports
      .filter(({ tank }) => tank)
      .map((port) => {
        const { x, y } = escape(port, box);
        return svg("path", {
          class: "tank",
          d: `M${port.x} ${port.y}L${x} ${y}V${y + 8}M${x - 8} ${y + 3}V${y + 12}H${x + 8}V${y + 3}`,
        });
      });
  }
}
