// A plot's legend: one button per channel that shows or hides its line and reads its value.
import type { Column } from "./data";
import { html } from "./dom";
import { lineColour, lineDash, type Theme } from "./palette";
import { convert, numberText, type Unit } from "./units";

export const kShownAtFirst = 8; // lines beyond this start hidden

export class Legend {
  readonly element: HTMLElement;
  private readonly columns: Column[];
  private readonly values: HTMLElement[];
  private readonly swatches: HTMLElement[];

  constructor(columns: Column[], shown: boolean[], toggle: (index: number) => void) {
    this.columns = columns;
    this.values = columns.map(() => html("span", { class: "value" }));
    this.swatches = columns.map(() => html("span", { class: "swatch" }));
    const buttons = columns.map((column, k) => {
      const button = html("button",
        { type: "button", "aria-pressed": String(shown[k]), title: column.description || column.name },
        this.swatches[k], html("span", { class: "name" }, column.name), this.values[k]);
      button.addEventListener("click", () => {
        shown[k] = !shown[k];
        button.setAttribute("aria-pressed", String(shown[k]));
        toggle(k);
      });
      return button;
    });
    this.element = html("div", { class: "legend" }, ...buttons);
  }

  showRow(row: number, unit: Unit): void {
    this.columns.forEach((column, k) => {
      this.values[k].textContent = numberText(convert(column.values[row] ?? null, unit));
    });
  }

  paint(theme: Theme): void {
    this.swatches.forEach((swatch, k) => {
      swatch.style.borderTopColor = lineColour(k, theme);
      swatch.style.borderTopStyle = lineDash(k).length > 0 ? "dashed" : "solid";
    });
  }
}
