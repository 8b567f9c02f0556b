// A plot's legend: one button per channel that shows or hides its line and reads its value and its range. Channels that
// are not shown at first are folded away.
import { extremesOf, type Column, type Extremes } from "./data";
import { html } from "../shared/dom";
import { nameLabel } from "../shared/name";
import { paintSwatch, type Theme } from "../shared/palette";
import { convert, numberText, quantityText, shortText, type Unit } from "../shared/units";

export const kShownAtFirst = 8; // lines beyond this start hidden

export class Legend {
  readonly element: HTMLElement;
  private readonly columns: Column[];
  private readonly shown: boolean[];
  private readonly toggle: (index: number) => void;
  private readonly times: number[];
  private readonly extremes: (Extremes | null)[];
  private readonly values: HTMLElement[];
  private readonly ranges: HTMLElement[];
  private readonly swatches: HTMLElement[];
  private readonly buttons: HTMLElement[];

  // `shown` is shared with the plot; `toggle` is called after it changed.
  constructor(columns: Column[], times: number[], shown: boolean[], toggle: (index: number) => void) {
    this.columns = columns;
    this.times = times;
    this.extremes = columns.map(extremesOf);
    this.shown = shown;
    this.toggle = toggle;
    this.values = columns.map(() => html("span", { class: "value" }));
    this.ranges = columns.map(() => html("span", { class: "range" }));
    this.swatches = columns.map(() => html("span", { class: "swatch" }));
    this.buttons = columns.map((_, k) => this.makeButton(k));
    this.element = html("div", { class: "legend" }, ...this.buttons);
    // Columns as wide as the longest name, its swatch, its value and its range.
    const longest = Math.max(0, ...columns.map(({ name }) => name.length));
    this.element.style.setProperty("--entry", `${Math.max(150, 7 * longest + 200)}px`);
    if (columns.length > kShownAtFirst) this.fold();
  }

  private makeButton(k: number): HTMLElement {
    const { name, description } = this.columns[k];
    const button = html("button",
      { type: "button", "aria-pressed": String(this.shown[k]), title: description || name },
      this.swatches[k], nameLabel(name), this.values[k], this.ranges[k]);
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
      this.values[k].textContent = numberText(convert(shown, unit));
    });
  }

  // Smallest and largest value of the run; when, and the last one, in the tip.
  showRanges(unit: Unit, noise: number): void {
    this.columns.forEach(({ name, description }, k) => {
      const ends = this.extremes[k];
      if (ends === null) return;
      const clean = (value: number): number => (Math.abs(value) < noise ? 0 : value);
      const text = (value: number): string => shortText(convert(clean(value), unit), "", 3);
      this.ranges[k].textContent = `${text(ends.low)} … ${text(ends.high)}`;
      const at = (row: number): string => shortText(this.times[row], "s");
      const last = ends.last === null ? "–" : quantityText(convert(clean(ends.last), unit), unit.label, 3);
      this.buttons[k].title = `${description || name}: ${text(ends.low)} at ${at(ends.lowRow)}, ` +
        `${text(ends.high)} at ${at(ends.highRow)}, ${last} at the end`;
    });
  }

  paint(theme: Theme): void {
    this.swatches.forEach((swatch, k) => paintSwatch(swatch, k, theme));
  }
}
