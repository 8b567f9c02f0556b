// The circuit diagram: laid out once per machine, painted with every frame while it can be seen.
import { html, svg } from "../../shared/dom";
import { pressureColour, type Theme } from "../colour_map";
import { pace } from "../pace";
import type { Description, SchemeNode } from "../protocol";
import type { Listener } from "../session";
import type { Source } from "../source";
import { Detail } from "./detail";
import { sumOf, wireFlow } from "./flows";
import { findFunctions } from "./functions";
import { fittedLayout, type Layout } from "./layout";
import { kWorthFolding } from "./folding";
import { Legend } from "./legend";
import { numberPlaces } from "./number_places";
import { numberSize, PanZoom } from "./pan_zoom";
import { PartView, type Live } from "./part_view";
import { Tip } from "./tip";
import { findTroubles, type Trouble } from "./troubles";
import { WireView } from "./wire_view";
import { icon } from "../panels/icons";
import { valueText } from "../quantity";

const kReadable = 9.5; // pixels that names should have when the whole circuit is shown
const kSameShape = 0.15; // of the panel's size: less is no reason to lay out anew

interface PressureText {
  element: SVGTextElement;
  node: SchemeNode;
}

export class Diagram implements Listener {
  readonly element = html("div", { class: "circuit" });
  onPlot: ((part: string) => void) | null = null; // where the page has plots of a part
  onSelect: (parts: string[]) => void = () => {}; // the part and the actuators it serves
  private readonly picture = svg("svg", { class: "scheme", "aria-label": "Circuit diagram", role: "group" });
  private readonly panZoom = new PanZoom(this.picture);
  private readonly legend = new Legend();
  private readonly detail: Detail;
  private readonly tip = new Tip();
  private readonly unfold = html("button", { type: "button", "aria-pressed": "false" }, "\u229e");
  private model: Description | null = null;
  private isFolded = true;
  private room = { width: 0, height: 0 };
  private selected = "";
  private troubles: Trouble[] = [];
  private wires: WireView[] = [];
  private parts: PartView[] = [];
  private texts: PressureText[] = [];
  private layout: Layout | null = null;
  private before = 0;
  private painted = 0;
  private late = false; // a frame is still to be painted

  constructor(
    private readonly source: Source,
    private theme: Theme,
  ) {
    this.detail = new Detail(source, () => this.select(-1));
    const tools = html("div", { class: "view-tools" });
    const tool = (text: string, label: string, act: () => void): void => {
      const button = html("button", { type: "button", "aria-label": label, title: label }, text);
      button.addEventListener("click", act);
      tools.append(button);
    };
    tool("+", "Zoom into the circuit", () => this.panZoom.zoomBy(0.75));
    tool("−", "Zoom out of the circuit", () => this.panZoom.zoomBy(1.33));
    tool("⤢", "Show the whole circuit", this.panZoom.fit);
    const full = html("button", { type: "button", "aria-label": "The circuit on the full screen", title: "Full screen" }, icon("full"));
    full.addEventListener("click", () =>
      void (document.fullscreenElement === null ? this.element.requestFullscreen() : document.exitFullscreen()),
    );
    this.unfold.addEventListener("click", () => this.fold(!this.isFolded));
    tools.prepend(this.unfold);
    tools.append(full);
    this.element.append(this.picture, this.legend.element, tools, this.tip.element, this.detail.element);
    new ResizeObserver(() => this.refit()).observe(this.element);
    requestAnimationFrame((now) => this.animate(now));
  }

  onModel(model: Description): void {
    this.model = model;
    this.selected = "";
    this.fold(true);
  }

  // Blocks with everything in them, or the valves alone.
  private fold(isFolded: boolean): void {
    this.isFolded = isFolded;
    const label = isFolded ? "Show relief, make-up and bleed valves" : "Fold relief, make-up and bleed valves into blocks";
    for (const name of ["aria-label", "title"]) this.unfold.setAttribute(name, label);
    this.unfold.setAttribute("aria-pressed", String(!isFolded));
    this.unfold.hidden = (this.model?.scheme.parts.length ?? 0) <= kWorthFolding;
    this.layOut();
  }

  // Another shape of the panel: the whole of it is used again.
  private refit(): void {
    const { width, height } = this.picture.getBoundingClientRect();
    const differs = (a: number, b: number): boolean => Math.abs(a - b) > kSameShape * Math.max(1, b);
    if (width > 0 && height > 0 && (differs(width, this.room.width) || differs(height, this.room.height))) this.layOut();
  }

  private layOut(): void {
    const { model } = this;
    if (model === null) return;
    const { width, height } = this.picture.getBoundingClientRect();
    this.room = { width: width || 560, height: height || 480 }; // not in sight yet: about what it will have
    this.picture.replaceChildren();
    this.tip.hide();
    this.detail.show(null, null);
    const layout = fittedLayout(model.scheme, this.room, this.isFolded, kReadable);
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
    this.parts.forEach((part, k) => {
      this.makeClickable(part, k);
      this.tip.watch(part.element, () => this.partText(k));
    });
    for (const wire of this.wires) this.tip.watch(wire.touch, () => this.wireText(wire));
    this.texts = this.pressureTexts(layout);
    this.picture.append(
      ...this.wires.map(({ element }) => element),
      ...this.parts.map(({ element }) => element),
      ...this.texts.map(({ element }) => element),
    );
    this.panZoom.setSize(layout.width, layout.height);
    this.element.classList.toggle("none", layout.parts.length === 0);
    this.select(layout.parts.findIndex(({ graph }) => graph.source.name === this.selected));
    this.painted = 0;
    this.onFrame();
  }

  // By name, from elsewhere on the page; empty: none.
  choose(name: string): void {
    const holds = ({ graph }: { graph: { source: { name: string }; folded: { name: string }[] } }): boolean =>
      graph.source.name === name || graph.folded.some((one) => one.name === name);
    this.select(this.layout?.parts.findIndex(holds) ?? -1);
  }

  private namesOf(index: number): string[] {
    const graph = this.layout?.graph;
    if (graph === undefined || index < 0) return [];
    const { of, groups } = findFunctions(graph);
    const { source } = graph.parts[index];
    const served = source.role === "actuator" ? [] : (groups[of[index]] ?? []);
    return [source.name, ...served.map((k) => graph.parts[k].source.name)];
  }

  private partText(index: number): string[] {
    const part = this.layout?.graph.parts[index];
    if (part === undefined) return [""];
    const { source } = part;
    const own = source.channels.filter((channel) => this.source.channel(channel) >= 0).slice(0, 5).map((channel) => {
      const short = channel.startsWith(`${source.name}.`) ? channel.slice(source.name.length + 1) : channel;
      return `${short} ${valueText(this.source.value(channel), this.source.unit(channel))}`;
    });
    const trouble = this.troubles.filter(({ place }) => place === source.name).map(({ text }) => text);
    return [`${source.name} \u2013 ${source.title || source.type}`, ...own, ...trouble];
  }

  private wireText({ wire, terms }: WireView): string[] {
    const node = this.layout?.graph.nodes[wire.node];
    if (node === undefined) return [""];
    const level = valueText(this.pressure(node), node.kind === "shaft" ? "rad/s" : "Pa");
    const flow = terms === null ? [] : [valueText(Math.abs(sumOf(terms, (name) => this.source.value(name))), "m3/s")];
    const trouble = this.troubles.filter(({ place }) => place === node.name).map(({ text }) => text);
    return [node.name, level, ...flow, ...trouble];
  }

  onFrame(): void {
    const now = performance.now();
    this.late = this.layout !== null && now - this.painted < pace.interval(30);
    if (this.layout === null || this.late || !this.isVisible) return;
    this.painted = now;
    const pressures = this.layout.graph.nodes.map((node) => this.pressure(node));
    const { pressureEnd } = this.source;
    this.legend.show(pressureEnd, this.theme);
    const live: Live = {
      value: (channel) => this.source.value(channel),
      colour: (pressure) => pressureColour(pressure, pressureEnd, this.theme),
    };
    for (const wire of this.wires)
      wire.show(live.colour(pressures[wire.wire.node]), wire.terms === null ? 0 : sumOf(wire.terms, live.value));
    for (const part of this.parts) part.update(live);
    this.markTroubles(pressures);
    this.tip.update();
    for (const { element, node } of this.texts) {
      const text = (this.pressure(node) / 1e5).toFixed(0);
      if (element.textContent !== text) element.textContent = text;
    }
    this.detail.update();
  }

  onParameters(): void {
    this.detail.refresh();
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
    return node.pressure ? this.source.value(node.pressure) : node.value;
  }

  private markTroubles(pressures: number[]): void {
    const { layout, model } = this;
    if (layout === null || model === null) return;
    this.troubles = findTroubles(model, layout.graph.nodes, pressures, this.source);
    const of = (place: string): Trouble | undefined => this.troubles.find((trouble) => trouble.place === place);
    for (const wire of this.wires) wire.mark(of(layout.graph.nodes[wire.wire.node].name)?.kind ?? "");
    this.parts.forEach((part, k) =>
      part.element.classList.toggle("broken", of(layout.graph.parts[k].source.name) !== undefined),
    );
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
    const part = this.layout?.graph.parts[index] ?? null;
    this.selected = part?.source.name ?? "";
    this.detail.onPlot = this.onPlot;
    this.detail.show(part, this.layout?.graph ?? null);
    this.onSelect(this.namesOf(index));
  }

  // One number per line, as large as it is when the whole circuit is shown.
  private pressureTexts(layout: Layout): PressureText[] {
    const scale = Math.max(layout.width / this.room.width, layout.height / this.room.height);
    return numberPlaces(layout, numberSize(scale)).map(({ node, x, y }) =>
      ({ element: svg("text", { class: "pressure", x, y }), node: layout.graph.nodes[node] }));
  }

  private animate(now: number): void {
    requestAnimationFrame((next) => this.animate(next));
    if (now - this.before < pace.interval(30)) return; // 30 pictures a second are enough for dashes
    const seconds = Math.min(0.1, (now - this.before) / 1e3);
    this.before = now;
    if (this.late) this.onFrame();
    if (!this.isVisible || document.hidden || this.source.isStill) return;
    for (const wire of this.wires) wire.animate(seconds);
  }
}
