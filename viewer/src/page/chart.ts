// A plot of curves that need not share their x: SVG, linear or logarithmic axes, a reading of the
// point under the pointer, zoom by dragging.
import { html, styleValue, svg } from "../shared/dom";
import { nameLabel } from "../shared/name";
import { dampingLines, placeLabels, type Label } from "./annotations";
import { lineColour, lineDash, type Theme } from "../shared/palette";
import { numberText, quantityText } from "../shared/units";
import { csvLines, type CsvCell } from "../report/download";
import type { Axis, Plot, Series } from "./data";
import { markerPath } from "./marker";
import { leaders, togetherText } from "./same";
import { exportButtons, standAlone } from "./picture";
import { Scale, spanOf, type Span } from "./scale";

const kHeight = 300;
const kMargin = { right: 14, top: 10, bottom: 44 };
const kTitle = 26; // pixels for the title of the y axis
const kDigit = 6.6; // a character of a tick's label
const kTickSpace = 34;
const kReach = 28; // pixels around the pointer
const kFarther = 10; // points

interface Spot {
  series: number;
  x: number;
  y: number;
  point: number; // of the series
}

// A plot as a picture by itself, whatever the page shows.
export function stillPicture(plot: Plot, theme: Theme): SVGSVGElement {
  const chart = new Chart(plot);
  const place = html("div", { class: "aside" }, chart.element);
  document.body.append(place);
  chart.draw(theme);
  const picture = chart.standAlone();
  place.remove();
  return picture;
}

const axisText = ({ label, unit }: Axis): string => (unit === "" ? label : `${label} [${unit}]`);

export class Chart {
  readonly element: HTMLElement;
  // Of the table that tells of the points: which row is pointed at (-1: none), which was clicked, what a row says.
  onRow: ((row: number, isChosen: boolean) => void) | null = null;
  rowText: ((row: number) => string) | null = null;
  private plot: Plot;
  private readonly shown: boolean[];
  private first: number[]; // of the series that lie on each other
  private readonly keys = html("div", { class: "legend" });
  private readonly picture = svg("svg", { role: "img", tabindex: 0 });
  private readonly reading = html("p", { class: "reading", "aria-live": "polite" });
  private readonly place: HTMLElement;
  private readonly swatches: SVGElement[];
  private left = 62; // where the x axis begins: title and labels of the y axis have room before it
  private theme: Theme = "light";
  private zoom: { x: Span; y: Span } | null = null;
  private scales: { x: Scale; y: Scale } | null = null;
  private pointed = -1; // row of the table
  private walker = { series: -1, at: 0 }; // the point that keys have led to
  private drag: { x: number; y: number } | null = null;

  constructor(plot: Plot) {
    this.plot = plot;
    this.shown = plot.series.map(() => true);
    this.first = plot.series.map((_, k) => k);
    this.swatches = plot.series.map(() => svg("svg", { class: "sample", width: 30, height: 12 }));
    this.picture.setAttribute("aria-label", `${plot.title}: ${plot.y.label} over ${plot.x.label}`);
    this.place = html("div", { class: "chart" }, this.picture);
    this.element = html("section", { class: "plot" }, html("h3", {}, html("span", { class: "title" }, plot.title),
      exportButtons(plot.title, () => this.standAlone(), () => this.csv())));
    if (plot.text !== "") this.element.append(html("p", { class: "constants" }, plot.text));
    this.element.append(this.place, this.reading);
    if (this.spots().length > 0) this.element.append(this.keys);
    this.fillLegend();
    this.listen();
    new ResizeObserver(() => this.draw(this.theme)).observe(this.place);
  }

  draw(theme: Theme): void {
    this.theme = theme;
    const width = Math.max(240, this.place.clientWidth);
    this.picture.setAttribute("viewBox", `0 0 ${width} ${kHeight}`);
    this.picture.setAttribute("width", String(width));
    this.picture.setAttribute("height", String(kHeight));
    this.swatches.forEach((swatch, k) => swatch.replaceChildren(...this.sample(k)));
    this.scales = this.makeScales(width);
    if (this.scales === null) {
      this.picture.replaceChildren(svg("text", { class: "nothing", x: width / 2, y: kHeight / 2 }, "nothing to show"));
      return;
    }
    this.group(this.scales);
    const inside = svg("svg", {
      x: this.left, y: kMargin.top, overflow: "hidden",
      width: width - this.left - kMargin.right, height: kHeight - kMargin.top - kMargin.bottom,
      viewBox: `${this.left} ${kMargin.top} ${width - this.left - kMargin.right} ${kHeight - kMargin.top - kMargin.bottom}`,
    });
    this.plot.series.forEach((_, k) => this.shown[k] && this.first[k] === k && inside.append(...this.curve(k)));
    const { lines, numbers } = this.damping();
    inside.prepend(lines);
    this.picture.replaceChildren(this.grid(width), inside, this.names(width, numbers));
    this.reading.textContent = "";
  }

  // The same plot with as many other curves.
  show(series: Series[]): void {
    this.plot = { ...this.plot, series };
    this.draw(this.theme);
  }

  // Circles around the points of a row of the table; -1: none.
  ring(row: number): void {
    this.picture.querySelectorAll(".spot").forEach((mark) => mark.remove());
    if (row >= 0)
      for (const spot of this.spots()) if (this.plot.series[spot.series].rows?.[spot.point] === row) this.circle(spot);
  }

  // The plot for elsewhere, with the series that are shown.
  standAlone(): SVGSVGElement {
    this.read(null);
    const keys = this.plot.series.flatMap(({ name }, k) =>
      this.shown[k] ? [{ name, sample: [...this.swatches[k].children] as SVGElement[] }] : []);
    return standAlone(this.picture, this.plot.title, keys);
  }

  csv(): string {
    const { x, y, series } = this.plot;
    const shown = series.filter((_, k) => this.shown[k]);
    const isShared = shown.every((one) => one.x.length === shown[0].x.length && one.x.every((value, k) => value === shown[0].x[k]));
    const heads = shown.flatMap(({ name }, k) => [...(isShared && k > 0 ? [] : [axisText(x)]), `${name}: ${axisText(y)}`]);
    const rows = Array.from({ length: Math.max(0, ...shown.map((one) => one.x.length)) }, (_, row) =>
      shown.flatMap((one, k): CsvCell[] => [...(isShared && k > 0 ? [] : [one.x[row]]), one.y[row]]));
    return csvLines([heads, ...rows]);
  }

  // Where each series is now; NaN: nowhere.
  mark(spots: { x: number; y: number }[]): void {
    const { scales } = this;
    this.picture.querySelectorAll(".now").forEach((mark) => mark.remove());
    if (scales === null) return;
    spots.forEach(({ x, y }, k) => {
      if (!Number.isFinite(x + y) || !this.shown[k]) return;
      const place = { cx: scales.x.pixel(x), cy: scales.y.pixel(y) };
      this.picture.append(svg("circle", { class: "now", r: 5, ...place, fill: this.lookOf(k).colour }));
    });
  }

  private makeScales(width: number): { x: Scale; y: Scale } | null {
    const { x, y } = this.plot;
    const spots = this.spots();
    const spanX = this.zoom?.x ?? spanOf(spots.map((spot) => spot.x), x);
    const spanY = this.zoom?.y ?? spanOf(spots.map((spot) => spot.y), y);
    if (spanX === null || spanY === null) return null;
    const upward = new Scale(spanY, y, kHeight - kMargin.bottom, kMargin.top);
    const longest = Math.max(...upward.ticks(kTickSpace).map(({ text }) => text.length));
    this.left = Math.max(48, kTitle + kDigit * longest);
    return { x: new Scale(spanX, x, this.left, width - kMargin.right), y: upward };
  }

  // Points that can be drawn, of one series or of all that are shown.
  private spots(only?: number): Spot[] {
    const { plot } = this;
    const fits = (value: number | null, axis: Axis): value is number => value !== null && (!axis.log || value > 0);
    return plot.series.flatMap(({ x, y }, series) => {
      if (only === undefined ? !this.shown[series] : only !== series) return [];
      const found: Spot[] = [];
      x.forEach((value, k) => {
        const other = y[k] ?? null;
        if (fits(value, plot.x) && fits(other, plot.y)) found.push({ series, x: value, y: other, point: k });
      });
      return found;
    });
  }

  private lookOf(k: number): { colour: string; dash: number[]; shape: number } {
    const { colour, dash }: Series = this.plot.series[k];
    const pattern = dash < 0 ? lineDash(k) : lineDash(7 * dash);
    return { colour: lineColour(colour < 0 ? k : colour, this.theme), dash: pattern, shape: dash < 0 ? k : dash };
  }

  private curve(k: number): SVGElement[] {
    const { scales } = this;
    if (scales === null) return [];
    const { line, points } = this.plot.series[k];
    const { colour, dash, shape } = this.lookOf(k);
    const at = this.spots(k).map(({ x, y }) => [scales.x.pixel(x), scales.y.pixel(y)] as const);
    const parts: SVGElement[] = [];
    if (line) {
      const d = at.map(([x, y], j) => `${j === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
      parts.push(svg("path", { d, class: "curve", stroke: colour, "stroke-dasharray": dash.join(" ") }));
    }
    if (points)
      parts.push(svg("path", { d: at.map(([x, y]) => markerPath(shape, x, y)).join(""), class: "marks", stroke: colour }));
    return parts;
  }

  private sample(k: number): SVGElement[] {
    const { line, points } = this.plot.series[k];
    const { colour, dash, shape } = this.lookOf(k);
    const parts: SVGElement[] = [];
    if (line) parts.push(svg("path", { d: "M1 6H29", class: "curve", stroke: colour, "stroke-dasharray": dash.join(" ") }));
    if (points) parts.push(svg("path", { d: markerPath(shape, 15, 6), class: "marks", stroke: colour }));
    return parts;
  }

  private grid(width: number): SVGElement {
    const group = svg("g", { class: "grid" });
    if (this.scales === null) return group;
    const [right, bottom] = [width - kMargin.right, kHeight - kMargin.bottom];
    for (const { value, text } of this.scales.x.ticks(56)) {
      const x = this.scales.x.pixel(value);
      group.append(svg("path", { d: `M${x} ${kMargin.top}V${bottom}`, opacity: text === "" ? 0.5 : 1 }),
        svg("text", { x, y: bottom + 15, "text-anchor": "middle" }, text));
    }
    for (const { value, text } of this.scales.y.ticks(kTickSpace)) {
      const y = this.scales.y.pixel(value);
      group.append(svg("path", { d: `M${this.left} ${y}H${right}`, opacity: text === "" ? 0.5 : 1 }),
        svg("text", { x: this.left - 6, y: y + 4, "text-anchor": "end" }, text));
    }
    const middle = (kMargin.top + bottom) / 2;
    group.append(svg("path", { class: "axis", d: `M${this.left} ${kMargin.top}V${bottom}H${right}` }),
      svg("text", { x: (this.left + right) / 2, y: kHeight - 8, "text-anchor": "middle" }, axisText(this.plot.x)),
      svg("text", { x: 12, y: middle, "text-anchor": "middle", transform: `rotate(-90 12 ${middle})` }, axisText(this.plot.y)));
    return group;
  }

  // Lines of constant damping, and their numbers where they leave the plot.
  private damping(): { lines: SVGElement; numbers: Label[] } {
    const lines = svg("g", { class: "damping" });
    const numbers: Label[] = [];
    const { scales } = this;
    if (scales === null || this.plot.poles !== true) return { lines, numbers };
    for (const { text, points } of dampingLines(scales.x.span)) {
      const places = points.map(([x, y]) => [scales.x.pixel(x), scales.y.pixel(y)]);
      lines.append(svg("path", { d: places.map(([x, y], k) => `${k === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("") }));
      const end = places.find(([x, y]) => x >= this.left + 2 && y >= kMargin.top + 10);
      if (text !== "" && end !== undefined) numbers.push({ x: end[0] + 6, y: end[1] + 2, text });
    }
    return { lines, numbers };
  }

  // Of the points, where there is room.
  private names(width: number, written: Label[]): SVGElement {
    const group = svg("g", { class: "names" }, ...written.map(({ x, y, text }) => svg("text", { x, y, class: "number" }, text)));
    const { scales } = this;
    if (scales === null) return group;
    const points = this.spots().map(({ series, x, y, point }) =>
      ({ x: scales.x.pixel(x), y: scales.y.pixel(y), text: this.plot.series[series].labels?.[point] ?? "" }));
    const room = { left: this.left, right: width - kMargin.right, top: kMargin.top, bottom: kHeight - kMargin.bottom };
    group.append(...placeLabels(points, room, written).map(({ x, y, text }) => svg("text", { x, y }, text)));
    return group;
  }

  // Curves that lie on each other, as far as the axes show it.
  private group({ x, y }: { x: Scale; y: Scale }): void {
    const first = leaders(this.plot.series, this.shown, { x: (value) => x.pixel(value), y: (value) => y.pixel(value) });
    if (first.join() === this.first.join()) return;
    this.first = first;
    this.fillLegend();
  }

  private fillLegend(): void {
    const namesOf = (k: number): string[] => this.plot.series.filter((_, other) => this.first[other] === k).map(({ name }) => name);
    const longest = Math.max(0, ...this.plot.series.map((_, k) => togetherText(namesOf(k)).length));
    const list = this.keys;
    list.replaceChildren();
    list.style.setProperty("--entry", `${Math.min(460, Math.max(140, 7 * longest + 50))}px`);
    this.plot.series.forEach((_, k) => {
      if (this.first[k] !== k) return;
      const names = namesOf(k);
      const button = html("button", { type: "button", "aria-pressed": String(this.shown[k]), title: togetherText(names) },
        this.swatches[k], names.length > 1 ? html("span", { class: "same" }, togetherText(names)) : nameLabel(names[0]));
      button.addEventListener("click", () => {
        const on = !this.shown[k];
        this.first.forEach((leader, other) => leader === k && (this.shown[other] = on));
        button.setAttribute("aria-pressed", String(this.shown[k]));
        this.draw(this.theme);
      });
      list.append(button);
    });
  }

  private listen(): void {
    const { picture } = this;
    const spot = (event: PointerEvent): { x: number; y: number } => {
      const box = picture.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    picture.addEventListener("pointermove", (event) => this.point(spot(event)));
    picture.addEventListener("pointerleave", () => this.read(null));
    picture.addEventListener("click", () => this.pointed >= 0 && this.onRow?.(this.pointed, true));
    picture.addEventListener("pointerdown", (event) => (this.drag = event.pointerType === "mouse" ? spot(event) : null));
    picture.addEventListener("pointerup", (event) => this.release(spot(event)));
    picture.addEventListener("dblclick", () => this.look(null));
    picture.addEventListener("keydown", (event) => this.walk(event));
    picture.addEventListener("blur", () => this.read(null));
  }

  // By keys from point to point of a curve, and from curve to curve.
  private walk(event: KeyboardEvent): void {
    const along = { ArrowRight: 1, ArrowLeft: -1, PageDown: kFarther, PageUp: -kFarther }[event.key] ?? 0;
    const across = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
    const curves = this.plot.series.flatMap((_, k) => (this.shown[k] && this.first[k] === k && this.spots(k).length > 0 ? [k] : []));
    if ((along === 0 && across === 0) || curves.length === 0) return;
    event.preventDefault();
    const at = Math.max(0, curves.indexOf(this.walker.series));
    const series = curves[(at + across + curves.length) % curves.length];
    const spots = this.spots(series);
    const from = this.walker.series < 0 ? -Math.sign(along) : this.walker.at;
    this.walker = { series, at: Math.min(spots.length - 1, Math.max(0, from + along)) };
    this.read(spots[this.walker.at]);
  }

  private point(at: { x: number; y: number }): void {
    const { scales, drag } = this;
    if (scales === null) return;
    if (drag !== null) return this.showFrame(drag, at);
    let best: Spot | null = null;
    let nearest = kReach;
    for (const spot of this.spots()) {
      const away = Math.hypot(scales.x.pixel(spot.x) - at.x, scales.y.pixel(spot.y) - at.y);
      if (away < nearest) [best, nearest] = [spot, away];
    }
    this.read(best);
  }

  private read(spot: Spot | null): void {
    const { x, y, series } = this.plot;
    this.pointed = spot === null ? -1 : series[spot.series].rows?.[spot.point] ?? -1;
    this.ring(-1);
    this.onRow?.(this.pointed, false);
    this.reading.textContent = "";
    if (spot === null || this.scales === null) return;
    this.circle(spot);
    if (this.pointed >= 0 && this.rowText !== null) {
      this.reading.textContent = this.rowText(this.pointed);
      return;
    }
    this.reading.textContent = `${series[spot.series].name}: ${x.label} ${quantityText(spot.x, x.unit)}, ` +
      `${y.label} ${y.unit === "" ? numberText(spot.y) : quantityText(spot.y, y.unit)}`;
  }

  private circle({ x, y }: Spot): void {
    const { scales } = this;
    if (scales === null) return;
    this.picture.append(svg("circle", { class: "spot", r: 8, cx: scales.x.pixel(x), cy: scales.y.pixel(y), stroke: styleValue("--ink") }));
  }

  private showFrame(from: { x: number; y: number }, to: { x: number; y: number }): void {
    this.picture.querySelector(".frame")?.remove();
    this.picture.append(svg("rect", {
      class: "frame", x: Math.min(from.x, to.x), y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y),
    }));
  }

  private release(at: { x: number; y: number }): void {
    const { drag, scales } = this;
    this.drag = null;
    this.picture.querySelector(".frame")?.remove();
    if (drag === null || scales === null || Math.abs(at.x - drag.x) < 6 || Math.abs(at.y - drag.y) < 6) return;
    const span = (scale: Scale, a: number, b: number): Span => {
      const [low, high] = [scale.value(a), scale.value(b)].sort((p, q) => p - q);
      return { low, high };
    };
    this.look({ x: span(scales.x, drag.x, at.x), y: span(scales.y, drag.y, at.y) });
  }

  private look(zoom: { x: Span; y: Span } | null): void {
    this.zoom = zoom;
    this.draw(this.theme);
  }
}
