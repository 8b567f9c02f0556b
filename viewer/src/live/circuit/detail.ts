// What is known of the part that was clicked: pressures and flows at its ports, its channels, parameters.
import { html } from "../../shared/dom";
import type { Parameter, SchemePart } from "../protocol";
import { tunables, type Parameters, type Tunable } from "../parameters";
import { ParameterField } from "../panels/parameter_field";
import { parameterText, valueText } from "../quantity";
import type { Source } from "../source";
import { sumOf } from "./flows";
import type { Graph, GraphPart } from "./graph";

type Update = () => void;

export class Detail {
  readonly element = html("section", { class: "detail", "aria-label": "Part", "data-testid": "detail" });
  onPlot: ((part: string) => void) | null = null;
  private updates: Update[] = [];
  private fields: [string, ParameterField][] = [];

  constructor(
    private readonly source: Source,
    private readonly close: () => void,
  ) {
    this.element.hidden = true;
  }

  show(part: GraphPart | null, graph: Graph | null): void {
    this.updates = [];
    this.fields = [];
    this.element.hidden = part === null;
    if (part === null || graph === null) return;
    const { source: own } = part;
    const shut = html("button", { type: "button", class: "close", "aria-label": "Close the part's values" }, "×");
    shut.addEventListener("click", this.close);
    this.element.replaceChildren(
      shut,
      html("h2", {}, own.name),
      html("p", { class: "quiet" }, own.title || own.type),
    );
    this.addButtons(own.name);
    this.addPorts(part, graph);
    const channels = own.channels.filter((channel) => this.source.channel(channel) >= 0);
    if (channels.length > 0)
      this.addTable(
        "Now",
        channels.map((channel) => {
          const short = channel.startsWith(`${own.name}.`) ? channel.slice(own.name.length + 1) : channel;
          return [short, () => valueText(this.source.value(channel), this.source.unit(channel))];
        }),
      );
    this.addDatasheet(own);
    for (const inside of part.folded) {
      this.element.append(html("h3", {}, inside.name, html("span", { class: "quiet" }, ` ${inside.title}`)));
      this.addDatasheet(inside);
    }
    this.update();
  }

  update(): void {
    for (const update of this.updates) update();
  }

  private addButtons(name: string): void {
    const { onPlot } = this;
    if (onPlot === null) return;
    const plot = html("button", { type: "button", "data-testid": "plot-part" }, "Plot it");
    plot.addEventListener("click", () => onPlot(name));
    this.element.append(html("div", { class: "row" }, plot));
  }

  // Parameters were changed here or elsewhere.
  refresh(): void {
    const { model } = this.source;
    if (model === null) return;
    const present = new Map(tunables(model).map((one) => [one.name, one]));
    for (const [name, field] of this.fields) {
      const now = present.get(name);
      if (now !== undefined) field.show(now);
    }
  }

  private tuning(part: string): Tunable[] {
    const { model, parameters } = this.source;
    return model === null || parameters === undefined ? [] : tunables(model).filter((one) => one.part === part);
  }

  // Bore and rod of a cylinder, then what the part's own parameters are.
  private addDatasheet({ name, parameters }: SchemePart): void {
    const cylinder = this.source.model?.scene.cylinders.find((one) => one.name === name);
    const size = (["bore", "rod", "stroke"] as const).flatMap((key): Parameter[] =>
      cylinder === undefined || parameters.some((parameter) => parameter.name === key)
        ? []
        : [{ name: key, value: cylinder[key], unit: "m" }],
    );
    const own = this.tuning(name);
    const isTuned = (key: string): boolean => own.some((one) => one.key === key);
    if (own.length > 0) {
      this.fields.push(...own.map((one): [string, ParameterField] => [one.name, new ParameterField(one, this.source.parameters as Parameters, one.key)]));
      this.element.append(html("p", { class: "caption" }, "Datasheet"), ...this.fields.slice(-own.length).map(([, { element }]) => element));
    }
    const fixed = [...size, ...parameters].filter((parameter) => writtenText(parameter) !== "" && !isTuned(parameter.name));
    if (fixed.length > 0)
      this.addTable(
        own.length > 0 ? "Fixed" : "Datasheet",
        fixed.map((p) => [p.name, () => writtenText(p)]),
      );
  }

  private addPorts(part: GraphPart, graph: Graph): void {
    const value = (channel: string): number => this.source.value(channel);
    const rows = part.source.ports.flatMap(({ name, flow }, k): [string, () => string][] => {
      const node = graph.nodes[part.nodes[k]];
      if (node === undefined) return [];
      const unit = node.kind === "shaft" ? "rad/s" : "Pa";
      const level = (): string => valueText(node.pressure ? value(node.pressure) : node.value, unit);
      const text = (): string =>
        flow.length === 0 ? level() : `${level()}, ${valueText(sumOf(flow, value), "m3/s")}`;
      return [[`${name} · ${node.name}`, text]];
    });
    if (rows.length > 0) this.addTable("Ports (flow into the part)", rows);
  }

  private addTable(title: string, rows: [string, () => string][]): void {
    const table = html("table", {}, html("caption", {}, title));
    for (const [name, text] of rows) {
      const cell = html("td");
      table.append(html("tr", {}, html("th", { scope: "row" }, name), cell));
      this.updates.push(() => {
        const now = text();
        if (cell.textContent !== now) cell.textContent = now;
      });
    }
    this.element.append(table);
  }
}

const writtenText = ({ text, value, unit }: Parameter): string => text ?? parameterText(value ?? NaN, unit);
