// What is known of the part that was clicked: pressures and flows at its ports, its channels, parameters.
import { html } from "../../shared/dom";
import type { Parameter } from "../protocol";
import { parameterText, valueText } from "../quantity";
import type { Session } from "../session";
import { sumOf } from "./flows";
import type { Graph, GraphPart } from "./graph";

type Update = () => void;

export class Detail {
  readonly element = html("aside", { class: "detail", "aria-label": "Part", "data-testid": "detail" });
  private updates: Update[] = [];

  constructor(
    private readonly session: Session,
    private readonly close: () => void,
  ) {
    this.element.hidden = true;
  }

  show(part: GraphPart | null, graph: Graph | null): void {
    this.updates = [];
    this.element.hidden = part === null;
    if (part === null || graph === null) return;
    const { source } = part;
    const shut = html("button", { type: "button", class: "close", "aria-label": "Close the part's values" }, "×");
    shut.addEventListener("click", this.close);
    this.element.replaceChildren(
      shut,
      html("h3", {}, source.name),
      html("p", { class: "quiet" }, source.title || source.type),
    );
    this.addPorts(part, graph);
    const own = source.channels.filter((channel) => this.session.channel(channel) >= 0);
    if (own.length > 0)
      this.addTable(
        "Now",
        own.map((channel) => {
          const short = channel.startsWith(`${source.name}.`) ? channel.slice(source.name.length + 1) : channel;
          return [short, () => valueText(this.session.value(channel), this.session.unit(channel))];
        }),
      );
    const fixed = source.parameters.filter((parameter) => writtenText(parameter) !== "");
    if (fixed.length > 0)
      this.addTable(
        "Parameters",
        fixed.map((p) => [p.name, () => writtenText(p)]),
      );
    this.update();
  }

  update(): void {
    for (const update of this.updates) update();
  }

  private addPorts(part: GraphPart, graph: Graph): void {
    const value = (channel: string): number => this.session.value(channel);
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
