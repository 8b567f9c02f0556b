// A plot's legend: one button per channel that shows or hides its line and reads its value.
import type { Column } from "./data";
import { html } from "../shared/dom";
import { nameLabel } from "../shared/name";
import { paintSwatch, type Theme } from "../shared/palette";
import { convert, numberText, type Unit } from "../shared/units";

export const kShownAtFirst = 8; // lines beyond this start hidden

export class Legend {
  readonly element: HTMLElement;
  private readonly columns: Column[];
  private readonly shown: boolean[];
  private readonly toggle: (index: number) => void;
  private readonly values: HTMLElement[];
  private readonly swatches: HTMLElement[];
  private readonly buttons: HTMLElement[];

  // `shown` is shared with the plot; `toggle` is called after it changed.
  constructor(columns: Column[], shown: boolean[], toggle: (index: number) => void) {
    this.columns = columns;
    this.shown = shown;
    this.toggle = toggle;
    this.values = columns.map(() => html("span", { class: "value" }));
    this.swatches = columns.map(() => html("span", { class: "swatch" }));
    this.buttons = columns.map((_, k) => this.makeButton(k));
    this.element = html("div", { class: "legend" }, ...this.buttons);
    // Columns as wide as the longest name, its swatch and its value.
    const longest = Math.max(0, ...columns.map(({ name }) => name.length));
    this.element.style.setProperty("--entry", `${Math.max(150, 7 * longest + 90)}px`);
    if (columns.length > kShownAtFirst) this.element.append(this.makeAll());
  }

  private makeButton(k: number): HTMLElement {
    const { name, description } = this.columns[k];
    const button = html("button",
      { type: "button", "aria-pressed": String(this.shown[k]), title: description || name },
      this.swatches[k], nameLabel(name), this.values[k]);
    button.addEventListener("click", () => this.show(k, !this.shown[k]));
    return button;
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

  paint(theme: Theme): void {
    this.swatches.forEach((swatch, k) => paintSwatch(swatch, k, theme));
  }
}
