// The drawing of the mechanism: equal axes in metres, faint ghosts at a few instants, and the pose of
// the instant that the whole page shows.
import type { Clock, TimeView } from "./clock";
import type { Drawing } from "./data";
import { html, svg } from "../shared/dom";
import { axes, bounds, flatPose, niceStep, poseAt, type Box, type Point } from "./projection";
import { barrelLengths, Figure } from "./shapes";

const kGhosts = 6;
const kGridSpace = 55; // pixels between grid lines, about
const kMargin = { left: 44, right: 16, top: 16, bottom: 34 };

function ghostRows(count: number): number[] {
  const ghosts = Math.min(kGhosts, count);
  return Array.from({ length: ghosts }, (_, k) =>
    ghosts < 2 ? 0 : Math.round((k * (count - 1)) / (ghosts - 1)));
}

function padded(box: Box): Box {
  const size = Math.max(box.right - box.left, box.top - box.bottom) || 1;
  const pad = 0.08 * size;
  return {
    left: box.left - pad, right: box.right + pad, bottom: box.bottom - pad, top: box.top + pad,
  };
}

export class MechanismView implements TimeView {
  readonly element: HTMLElement;
  private readonly drawing: Drawing;
  private readonly picture = svg("svg", { role: "img" });
  private readonly grid = svg("g", { class: "grid" });
  private figure: Figure;
  private ghosts: Figure[];
  private box: Box;
  private readonly clock: Clock;
  private toPixel: (point: Point) => Point = (point) => point;

  constructor(drawing: Drawing, clock: Clock, name: string) {
    this.drawing = drawing;
    this.clock = clock;
    [this.box, this.figure, this.ghosts] = this.draw();
    this.picture.setAttribute("aria-label", `Drawing of ${name} at the chosen instant`);
    this.element = html("div", { class: "picture" }, this.picture);
    if (!drawing.planar) this.element.append(this.upChoice());
    new ResizeObserver(() => this.layout()).observe(this.element);
  }

  private draw(): [Box, Figure, Figure[]] {
    const { drawing } = this;
    const poses = drawing.times.map((_, k) => flatPose(drawing, k));
    const barrels = barrelLengths(drawing, poses);
    const figure = new Figure(drawing, barrels, false);
    const ghosts = ghostRows(poses.length).map(() => new Figure(drawing, barrels, true));
    this.picture.replaceChildren(this.grid, ...ghosts.map((g) => g.element), figure.element);
    return [padded(bounds(drawing)), figure, ghosts];
  }

  private upChoice(): HTMLElement {
    const select = html("select", { class: "up", "aria-label": "Axis that points up" });
    ["x up", "y up", "z up"].forEach((label, axis) =>
      select.append(html("option", { value: axis, selected: axis === (this.drawing.up ?? 2) }, label)));
    select.addEventListener("change", () => {
      this.drawing.up = Number(select.value);
      [this.box, this.figure, this.ghosts] = this.draw();
      this.layout();
    });
    return select;
  }

  // Sizes the picture to its place, equal scales on both axes.
  layout(): void {
    const width = this.element.clientWidth;
    if (width === 0) return;
    const { box } = this;
    const spans: Point = [box.right - box.left, box.top - box.bottom];
    const inner = width - kMargin.left - kMargin.right;
    const most = Math.min(520, Math.max(260, 0.9 * width));
    const height = Math.min(most, Math.max(200, (inner * spans[1]) / spans[0] + 50));
    const room = height - kMargin.top - kMargin.bottom;
    const scale = Math.min(inner / spans[0], room / spans[1]);
    const left = kMargin.left + (inner - scale * spans[0]) / 2;
    const base = kMargin.top + (room + scale * spans[1]) / 2;
    this.toPixel = ([x, y]) => [left + scale * (x - box.left), base - scale * (y - box.bottom)];
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(height));
    this.drawGrid(width, height, scale);
    this.place(scale);
  }

  showTime(t: number): void {
    this.figure.move(poseAt(this.drawing, t).map(this.toPixel));
  }

  showSpan(): void {}

  private place(scale: number): void {
    ghostRows(this.drawing.times.length).forEach((row, k) => {
      this.ghosts[k].scale = scale;
      this.ghosts[k].move(flatPose(this.drawing, row).map(this.toPixel));
    });
    this.figure.scale = scale;
    this.showTime(this.clock.time);
  }

  private drawGrid(width: number, height: number, scale: number): void {
    this.grid.replaceChildren();
    const [left, right] = [kMargin.left, width - kMargin.right];
    const [top, bottom] = [kMargin.top, height - kMargin.bottom];
    if (!this.drawing.planar) return this.drawTriad(bottom, scale);
    const [x0, y0] = this.toPixel([0, 0]);
    const step = niceStep(kGridSpace / scale, 1);
    const text = (k: number): string => String(Number((k * step).toPrecision(6))).replace("-", "\u2212");
    for (let k = Math.ceil((left - x0) / (scale * step)); x0 + k * scale * step <= right; ++k) {
      const x = x0 + k * scale * step;
      this.grid.append(svg("path", { d: `M${x} ${top}V${bottom}` }),
        svg("text", { x, y: bottom + 16, "text-anchor": "middle" }, text(k)));
    }
    for (let k = Math.ceil((y0 - bottom) / (scale * step)); y0 - k * scale * step >= top; ++k) {
      const y = y0 - k * scale * step;
      this.grid.append(svg("path", { d: `M${left} ${y}H${right}` }),
        svg("text", { x: left - 6, y: y + 4, "text-anchor": "end" }, text(k)));
    }
    this.grid.append(svg("text", { x: right, y: height - 3, "text-anchor": "end" }, "x, y in m"));
  }

  // Spatial machines: three axes and a scale bar instead of a grid.
  private drawTriad(bottom: number, scale: number): void {
    const step = niceStep(160 / scale, 2);
    const origin: Point = [kMargin.left + 10, bottom - 20];
    axes(this.drawing).forEach(([dx, up], axis) => {
      const dy = -up; // pixels count downwards
      const [x, y] = [origin[0] + 26 * dx, origin[1] + 26 * dy];
      this.grid.append(svg("path", { class: "axis", d: `M${origin[0]} ${origin[1]}L${x} ${y}` }),
        svg("text", { x: x + 6 * dx, y: y + 8 * dy + 4, "text-anchor": "middle" }, "xyz"[axis]));
    });
    const [x, y] = [origin[0] + 60, bottom + 8];
    this.grid.append(svg("path", { class: "axis", d: `M${x} ${y - 4}V${y}H${x + step * scale}V${y - 4}` }),
      svg("text", { x: x + step * scale + 8, y: y + 3 }, `${Number(step.toPrecision(3))} m`));
  }
}
