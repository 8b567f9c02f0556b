// The colours of pressures, in bar; more than the end has the last colour.
import { html } from "../../shared/dom";
import { pressureColour, type Theme } from "../colour_map";

export class Legend {
  readonly element = html("div", { class: "pressure-legend", "aria-hidden": "true" });
  private shown = "";

  show(highest: number, theme: Theme): void {
    const key = `${highest} ${theme}`;
    if (key === this.shown) return;
    this.shown = key;
    const stops = Array.from({ length: 9 }, (_, k) => pressureColour((highest * k) / 8, highest, theme));
    const ramp = html("span", { class: "ramp" });
    ramp.style.background = `linear-gradient(to right, ${stops.join(", ")})`;
    this.element.replaceChildren(html("span", {}, "0"), ramp, html("span", {}, `${Math.round(highest / 1e5)}+ bar`));
  }
}
