// Does the machine keep up? Real-time factor, load, step times, overruns.
import { html, svg } from "../../shared/dom";
import { shortText } from "../../shared/units";
import type { Description, Status } from "../protocol";
import type { Listener } from "../session";

const micro = (seconds: number): string =>
  seconds < 1e-3 ? shortText(1e6 * seconds, "µs", 3) : shortText(1e3 * seconds, "ms", 3);

// Of an edge in µs, where there is room for two digits.
const edgeText = (edge: number): string =>
  edge < 1000 ? String(Number(edge.toPrecision(2))) : `${Number((edge / 1e3).toPrecision(2))} ms`;

const priorityText = (privileges: string): string =>
  privileges.includes("given back") ? "given back" : privileges.includes(", real-time") ? "real-time" : "ordinary";

export class Timing implements Listener {
  readonly element = html("div", { class: "timing" });
  private readonly figures = html("dl", { class: "figures" });
  private readonly picture = svg("svg", {
    class: "histogram",
    role: "img",
    "aria-label": "Histogram of step times",
    viewBox: "-4 0 420 166",
  });

  private step = 0; // s

  constructor() {
    this.element.append(
      this.figures,
      html("h2", {}, "Time per step"),
      this.picture,
      html("p", { class: "quiet" }, "How many steps took how long to compute; logarithmic heights, edges in µs. The line is the time that a step stands for."),
    );
  }

  onModel({ step }: Description): void {
    this.step = step;
  }

  onStatus(status: Status): void {
    if (this.element.clientWidth === 0 && this.figures.childElementCount > 0) return;
    const rows: [string, string, string][] = [
      [
        "Real-time factor",
        `${status.factor.toFixed(2)}×`,
        status.speed === 0 ? "as fast as possible" : `wanted ${status.speed}×`,
      ],
      ["Load", `${(100 * status.load).toFixed(1)} %`, "of one core"],
      ["Computing a step", micro(status.cpu.mean), `99.9 %: ${micro(status.cpu.p999)}`],
      ["Worst step", micro(status.cpu.worst), `99 %: ${micro(status.cpu.p99)}`],
      ["Late wake-ups", micro(status.late.worst), `99 %: ${micro(status.late.p99)}`],
      ["Overruns", String(status.overruns), `of ${status.steps.toLocaleString("en")} steps`],
      ["Coarse", String(status.coarse), "ended early, to be in time"],
      ["Priority", priorityText(status.privileges), status.privileges || "not asked for"],
      ["Clients", String(status.clients), status.driver > 0 ? `client ${status.driver} drives` : "nobody drives"],
    ];
    this.figures.replaceChildren(
      ...rows.map(([name, value, more]) =>
        html(
          "div",
          { class: "figure-tile" },
          html("dt", {}, name),
          html("dd", {}, html("strong", {}, value), html("span", {}, more)),
        ),
      ),
    );
    this.drawHistogram(status.histogram);
  }

  // Between the edges around it, which grow by a factor; beyond the last one when all steps are much shorter.
  private drawDeadline(edges: number[], wide: number): void {
    const deadline = 1e6 * this.step;
    const text = shortText(1e3 * this.step, "ms");
    const group = svg("g", { "data-testid": "deadline" });
    this.picture.append(group);
    const k = edges.findIndex((edge) => edge >= deadline);
    if (k < 0) {
      group.append(svg("text", { class: "deadline-text", x: 410, y: 10, "text-anchor": "end" }, `${text} →`));
      return;
    }
    const share = k === 0 ? 1 : Math.log(deadline / edges[k - 1]) / Math.log(edges[k] / edges[k - 1]);
    const x = (k + share) * wide;
    group.append(
      svg("path", { class: "deadline", d: `M${x} 0V142` }),
      svg("text", { class: "deadline-text", x: x + 4, y: 10 }, text),
    );
  }

  // counts[k] is below edges[k]; one more count is above the last edge.
  private drawHistogram({ edges, counts }: Status["histogram"]): void {
    const height = (count: number): number => Math.log10(1 + count);
    const tallest = Math.max(1, ...counts.map(height));
    const wide = 400 / Math.max(1, counts.length);
    this.picture.replaceChildren();
    counts.forEach((count, k) => {
      const tall = (130 * height(count)) / tallest;
      this.picture.append(
        svg(
          "rect",
          { class: "column", x: k * wide + 2, y: 140 - tall, width: Math.max(1, wide - 4), height: tall },
          svg("title", {}, `${count} steps`),
        ),
      );
      if (edges[k] !== undefined && (counts.length <= 12 || k % Math.ceil(counts.length / 10) === 0))
        this.picture.append(
          svg("text", { class: "edge", x: (k + 1) * wide, y: 156 }, edgeText(edges[k])),
        );
    });
    this.drawDeadline(edges, wide);
  }
}
