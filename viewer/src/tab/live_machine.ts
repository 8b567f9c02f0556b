// A machine in a page of the docs: runs there, with sliders, one channel plotted beside that of the run before.
import uPlot from "uplot";
import { html, styleValue } from "../shared/dom";
import { Refused, type Desk } from "./desk";
import { shareText } from "./share";
import { Sliders, type Setting } from "./sliders";

const kSeconds = 30; // that a run in a page may take
const kCsv = "/out/figure.csv";

interface Rows {
  names: string[]; // "lift.A.p [Pa]"
  columns: number[][]; // the first is the time
}

function readRows(bytes: Uint8Array): Rows {
  const lines = new TextDecoder().decode(bytes).trimEnd().split("\r\n");
  const names = lines[0].split(",").slice(0, -1);
  const rows = lines.slice(1).map((line) => line.split(",").map(Number));
  return { names, columns: names.map((_, k) => rows.map((row) => row[k])) };
}

// What is worth looking at first: what the page asks for, else a pressure or flow that moves, else anything that does.
function favourite({ names, columns }: Rows, wanted: string[]): number {
  const asked = names.findIndex((name) => wanted.includes(name.replace(/ \[.*$/, "")));
  if (asked > 0) return asked;
  const moves = columns.map((column, k) => {
    const size = Math.max(...column) - Math.min(...column);
    return k > 0 && size > 1e-6 * Math.max(1e-9, ...column.map(Math.abs)) ? size : 0;
  });
  const isMoving = (ending: RegExp): number => names.findIndex((name, k) => moves[k] > 0 && ending.test(name) && !name.startsWith("energy."));
  for (const ending of [/\.p \[/, /\.length \[/, /\.flow \[/, /\.angle \[/, /./]) if (isMoving(ending) > 0) return isMoving(ending);
  return Math.min(1, names.length - 1);
}

export class LiveMachine {
  private readonly path: string;
  private readonly text: string | null; // null: a file of models/
  private readonly sliders = new Sliders();
  private readonly go = html("button", { type: "button", class: "primary", "data-testid": "run-here" }, "Run here");
  private readonly channel = html("select", { "aria-label": "Channel", "data-testid": "channel" });
  private readonly state = html("span", { class: "quiet", role: "status", "data-testid": "figure-state" });
  private readonly plot = html("div", { class: "figure-plot", "data-testid": "figure" });
  private readonly side = html("div", { class: "figure-side" });
  private rows: Rows | null = null;
  private before: Rows | null = null;

  constructor(
    private readonly element: HTMLElement,
    number: number,
    private readonly desk: Desk,
    up: string,
  ) {
    const code = element.querySelector("code");
    this.text = code?.textContent ?? null;
    this.path = element.dataset.model ?? `models/docs_${number}.yaml`;
    const open = html("a", { class: "button" }, "Open in the playground");
    void shareText({ path: this.path, ...(this.text === null ? {} : { text: this.text }) }).then((fragment) => (open.href = `${up}index.html${fragment}`));
    this.channel.hidden = true;
    this.go.addEventListener("click", () => void this.run());
    this.channel.addEventListener("change", () => this.draw());
    this.sliders.onMove = () => void this.run();
    element.append(html("div", { class: "row" }, this.go, open, this.channel, this.state), this.plot, this.side);
    if (this.text === null) element.prepend(html("p", {}, html("code", {}, this.path)));
  }

  private get files(): Record<string, string> {
    return this.text === null ? {} : { [this.path]: this.text };
  }

  private async run(): Promise<void> {
    this.state.textContent = "Running…";
    this.go.disabled = true;
    const terms = { what: "The run", seconds: kSeconds, files: this.files };
    try {
      if (this.rows === null) {
        const { answer } = await this.desk.ask({ do: "settings", model: this.path }, terms);
        this.sliders.show(answer as Setting[]);
        this.side.replaceChildren(this.sliders.element);
      }
      const wish = { do: "run", model: this.path, set: this.sliders.asOptions, csv: kCsv, every: "10 ms" };
      const { answer, files } = await this.desk.ask(wish, { ...terms, give: [kCsv] });
      const ran = answer as { steps: number; wall_s: number; complete: boolean; message: string };
      this.before = this.rows;
      this.rows = readRows(files[kCsv]);
      this.state.textContent = ran.complete ? `${ran.steps} steps in ${(1000 * ran.wall_s).toFixed(0)} ms` : ran.message;
      this.list();
      this.draw();
    } catch (error) {
      this.state.textContent = error instanceof Refused ? error.message : String(error);
    }
    this.go.disabled = false;
  }

  private list(): void {
    if (this.rows === null || this.channel.childElementCount > 0) return;
    const wanted = (this.element.dataset.channels ?? "").split(/\s+/);
    const first = favourite(this.rows, wanted);
    this.channel.append(...this.rows.names.slice(1).map((name, k) => html("option", { value: k + 1, selected: k + 1 === first }, name)));
    this.channel.hidden = false;
  }

  private draw(): void {
    const { rows, before } = this;
    if (rows === null) return;
    const k = Number(this.channel.value);
    const ink = styleValue("--ink");
    const axis = { stroke: ink, grid: { stroke: styleValue("--grid") } };
    const isBeside = before !== null && before.columns[0].length === rows.columns[0].length;
    const options: uPlot.Options = {
      width: Math.max(280, this.plot.clientWidth),
      height: 240,
      scales: { x: { time: false } },
      axes: [
        { ...axis, label: "time [s]", labelSize: 20 },
        { ...axis, label: rows.names[k], labelSize: 20, size: 96 },
      ],
      series: [
        { label: "time [s]" },
        { label: rows.names[k], stroke: styleValue("--accent"), width: 2, points: { show: false } },
        ...(isBeside ? [{ label: "before", stroke: styleValue("--quiet"), width: 1, dash: [4, 4], points: { show: false } }] : []),
      ],
      legend: { show: false },
    };
    this.plot.replaceChildren();
    new uPlot(options, [rows.columns[0], rows.columns[k], ...(isBeside && before !== null ? [before.columns[k]] : [])] as uPlot.AlignedData, this.plot);
  }
}
