// A plot's legend: one button per channel that shows or hides its line and reads its value now, its smallest, its largest
// and its last. Channels that are not shown at first are folded away.
import { extremesOf, type Column, type Extremes } from "./data";
import { html } from "../shared/dom";
import { nameLabel } from "../shared/name";
import { paintSwatch, type Theme } from "../shared/palette";
import { convert, numberText, shortText, type Unit } from "../shared/units";

export const kShownAtFirst = 8; // lines beyond this start hidden
const kTrifle = 1e-4; // of a channel's largest value: reads as 0 among its ends
const kFigures = ["value", "low", "high", "end"] as const;
type Figure = (typeof kFigures)[number];

export class Legend {
  readonly element: HTMLElement;
  private readonly extremes: (Extremes | null)[];
  private readonly cells: Record<Figure, HTMLElement>[];
  private readonly swatches: HTMLElement[];
  private readonly buttons: HTMLElement[];

  // `shown` is shared with the plot; `toggle` is called after it changed.
  constructor(
    private readonly columns: Column[],
    private readonly times: number[],
    private readonly shown: boolean[],
    private readonly twins: string[], // the channel that has the same values; empty: none
    private readonly toggle: (index: number) => void,
  ) {
    this.extremes = columns.map(extremesOf);
    const cell = (): Record<Figure, HTMLElement> =>
      Object.fromEntries(kFigures.map((name) => [name, html("span", { class: name })])) as Record<Figure, HTMLElement>;
    this.cells = columns.map(cell);
    this.swatches = columns.map(() => html("span", { class: "swatch" }));
    this.buttons = columns.map((_, k) => this.makeButton(k));
    const head = html("div", { class: "legend-head", "aria-hidden": "true" }, html("span", { class: "name" }),
      ...["now", "min", "max", "end"].map((text) => html("span", {}, text)));
    this.element = html("div", { class: "legend figures-legend" }, head, ...this.buttons);
    if (columns.length > kShownAtFirst) this.fold();
  }

  private makeButton(k: number): HTMLElement {
    const { name, description } = this.columns[k];
    const button: HTMLElement = html("button",
      { type: "button", "aria-pressed": String(this.shown[k]), title: description || name },
      this.swatches[k], nameLabel(name), ...(this.twins[k] === "" ? [] : [html("span", { class: "same" }, `= ${this.twins[k]}`)]), ...kFigures.map((figure) => this.cells[k][figure]));
    button.addEventListener("click", () => this.show(k, !this.shown[k]));
    return button;
  }

  // Those beyond the first wait behind one button.
  private fold(): void {
    const rest = html("div", { class: "rest" }, ...this.buttons.slice(kShownAtFirst), this.makeAll());
    const more = html("button", { type: "button", class: "all", "aria-expanded": "false" });
    const show = (open: boolean): void => {
      rest.hidden = !open;
      more.setAttribute("aria-expanded", String(open));
      more.textContent = open ? "Fewer" : `${this.columns.length - kShownAtFirst} more\u2026`;
    };
    more.addEventListener("click", () => show(rest.hidden));
    show(false);
    this.element.append(rest, more);
  }

  // Shows every line, or none if all are shown.
  private makeAll(): HTMLElement {
    const button = html("button", { type: "button", class: "all" }, "Show all / none");
    button.addEventListener("click", () => {
      const show = this.shown.includes(false);
      this.columns.forEach((_, k) => this.show(k, show));
    });
    return button;
  }

  private show(k: number, show: boolean): void {
    if (this.shown[k] === show) return;
    this.shown[k] = show;
    this.buttons[k].setAttribute("aria-pressed", String(show));
    this.toggle(k);
  }

  // Values smaller than `noise`, SI, read as 0.
  showRow(row: number, unit: Unit, noise: number): void {
    this.columns.forEach((column, k) => {
      const value = column.values[row] ?? null;
      const shown = value !== null && Math.abs(value) < noise ? 0 : value;
      const text = numberText(convert(shown, unit));
      const cell = this.cells[k].value;
      if (cell.textContent !== text) cell.textContent = text;
    });
  }

  // Smallest, largest and last value of the run; when, in the tip.
  showRanges(unit: Unit, noise: number): void {
    this.columns.forEach(({ name, description }, k) => {
      const ends = this.extremes[k];
      if (ends === null) return;
      const least = Math.max(noise, kTrifle * Math.max(Math.abs(ends.low), Math.abs(ends.high)));
      const text = (value: number | null): string =>
        shortText(convert(value !== null && Math.abs(value) < least ? 0 : value, unit), "", 3);
      const { low, high, end } = this.cells[k];
      [low.textContent, high.textContent, end.textContent] = [text(ends.low), text(ends.high), text(ends.last)];
      const at = (row: number): string => shortText(this.times[row], "s");
      this.buttons[k].title = `${description || name}: ${text(ends.low)} at ${at(ends.lowRow)}, ` +
        `${text(ends.high)} at ${at(ends.highRow)}, ${text(ends.last)}${unit.label && `\u00a0${unit.label}`} at the end`;
    });
  }

  paint(theme: Theme): void {
    this.swatches.forEach((swatch, k) => paintSwatch(swatch, k, theme));
  }
}
