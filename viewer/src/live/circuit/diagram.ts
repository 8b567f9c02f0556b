// The circuit diagram: laid out once per machine, painted with every frame while it can be seen.
import { html, svg } from "../../shared/dom";
import { pressureColour, type Theme } from "../colour_map";
import { pace } from "../pace";
import type { Description, SchemeNode } from "../protocol";
import type { Listener, Session } from "../session";
import { Detail } from "./detail";
import { sumOf, wireFlow } from "./flows";
import { layoutScheme, type Layout } from "./layout";
import { Legend } from "./legend";
import { PanZoom } from "./pan_zoom";
import { PartView, type Live } from "./part_view";
import { longestStretch, WireView } from "./wire_view";

interface PressureText {
  element: SVGTextElement;
  node: SchemeNode;
}

export class Diagram implements Listener {
  readonly element = html("div", { class: "circuit" });
  private readonly picture = svg("svg", { class: "scheme", "aria-label": "Circuit diagram", role: "group" });
  private readonly panZoom = new PanZoom(this.picture);
  private readonly legend = new Legend();
  private readonly detail: Detail;
  private wires: WireView[] = [];
  private parts: PartView[] = [];
  private texts: PressureText[] = [];
  private layout: Layout | null = null;
  private before = 0;
  private painted = 0;

  constructor(
    private readonly session: Session,
    private theme: Theme,
  ) {
    this.detail = new Detail(session, () => this.select(-1));
    const tools = html("div", { class: "view-tools" });
    const tool = (text: string, label: string, act: () => void): void => {
      const button = html("button", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", act);
      tools.append(button);
    };
    tool("+", "Zoom into the circuit", () => this.panZoom.zoomBy(0.75));
    tool("−", "Zoom out of the circuit", () => this.panZoom.zoomBy(1.33));
    tool("⤢", "Show the whole circuit", this.panZoom.fit);
    this.element.append(this.picture, this.legend.element, tools, this.detail.element);
    requestAnimationFrame((now) => this.animate(now));
  }

  onModel(model: Description): void {
    this.picture.replaceChildren();
    this.detail.show(null, null);
    const layout = layoutScheme(model.scheme);
    this.layout = layout;
    this.wires = layout.wires.map(
      (wire) => new WireView(wire, wireFlow(wire, layout.parts), layout.graph.nodes[wire.node].kind),
    );
    this.parts = layout.parts.map(
      (placed) =>
        new PartView(
          placed,
          model.scene.cylinders.find(({ name }) => name === placed.graph.source.name),
        ),
    );
    this.parts.forEach((part, k) => this.makeClickable(part, k));
    this.texts = this.pressureTexts(layout);
    this.picture.append(
      ...this.wires.map(({ element }) => element),
      ...this.parts.map(({ element }) => element),
      ...this.texts.map(({ element }) => element),
    );
    this.panZoom.setSize(layout.width, layout.height);
    this.element.classList.toggle("none", layout.parts.length === 0);
  }

  onFrame(): void {
    const now = performance.now();
    if (this.layout === null || now - this.painted < pace.interval(30) || !this.isVisible) return;
    this.painted = now;
    const pressures = this.layout.graph.nodes.map((node) => this.pressure(node));
    const { pressureEnd } = this.session;
    this.legend.show(pressureEnd, this.theme);
    const live: Live = {
      value: (channel) => this.session.value(channel),
      colour: (pressure) => pressureColour(pressure, pressureEnd, this.theme),
    };
    for (const wire of this.wires)
      wire.show(live.colour(pressures[wire.wire.node]), wire.terms === null ? 0 : sumOf(wire.terms, live.value));
    for (const part of this.parts) part.update(live);
    for (const { element, node } of this.texts) {
      const text = (this.pressure(node) / 1e5).toFixed(0);
      if (element.textContent !== text) element.textContent = text;
    }
    this.detail.update();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.painted = 0;
    this.onFrame();
  }

  private get isVisible(): boolean {
    return this.element.clientWidth > 0;
  }

  private pressure(node: SchemeNode): number {
    return node.pressure ? this.session.value(node.pressure) : node.value;
  }

  private makeClickable(part: PartView, index: number): void {
    part.element.addEventListener("click", () => this.panZoom.isClick && this.select(index));
    part.element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.select(index);
    });
  }

  private select(index: number): void {
    this.parts.forEach(({ element }, k) => element.classList.toggle("selected", k === index));
    this.detail.show(this.layout?.graph.parts[index] ?? null, this.layout?.graph ?? null);
  }

  // One number per line, on its longest stretch.
  private pressureTexts(layout: Layout): PressureText[] {
    return layout.graph.nodes.flatMap((node, k) => {
      const own = layout.wires.filter((wire) => wire.node === k && !wire.pilot && wire.port === null);
      if (own.length === 0 || node.kind === "shaft") return [];
      const best = own.map(({ points }) => longestStretch(points)).reduce((a, b) => (b.length > a.length ? b : a));
      if (best.length < 24) return [];
      const isFlat = Math.abs(Math.sin((best.angle * Math.PI) / 180)) < 0.5;
      const shift = isFlat ? { x: best.x + 14, y: best.y - 5 } : { x: best.x + 5, y: best.y + 18 };
      const element = svg("text", { class: "pressure", ...shift });
      return [{ element, node }];
    });
  }

  private animate(now: number): void {
    requestAnimationFrame((next) => this.animate(next));
    if (now - this.before < pace.interval(30)) return; // 30 pictures a second are enough for dashes
    const seconds = Math.min(0.1, (now - this.before) / 1e3);
    this.before = now;
    if (!this.isVisible || document.hidden || this.session.status?.paused === true) return;
    for (const wire of this.wires) wire.animate(seconds);
  }
}
