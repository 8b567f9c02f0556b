// One parameter: a slider around its value, the value itself with its unit, the way back to what it was.
import { html } from "../../shared/dom";
import { shortText } from "../../shared/units";
import type { Parameters, Tunable } from "../parameters";
import { parameterUnit } from "../quantity";

const kSpan = 4; // the slider goes from a quarter to four times the original
const kSteps = 200;

export class ParameterField {
  readonly element: HTMLElement;
  private readonly slider = html("input", { type: "range", min: -kSteps, max: kSteps, step: 1 });
  private readonly number = html("input", { type: "text", inputmode: "decimal", class: "number" });
  private readonly back = html("button", { type: "button", class: "back", title: "As it was" }, "\u21ba");
  private readonly unit;
  private now: Tunable;

  constructor(
    tunable: Tunable,
    private readonly parameters: Parameters,
    label: string,
  ) {
    this.now = tunable;
    this.unit = parameterUnit(tunable.unit, Math.abs(tunable.value));
    const of = `${tunable.name}${this.unit.label === "" ? "" : `, ${this.unit.label}`}`;
    this.slider.setAttribute("aria-label", `Slider of ${of}`);
    this.number.setAttribute("aria-label", of);
    this.back.setAttribute("aria-label", `${tunable.name} as it was`);
    this.slider.addEventListener("input", () => this.write(this.fromSlider()));
    this.slider.addEventListener("change", () => parameters.set(this.now, this.fromSlider()));
    this.number.addEventListener("change", () => {
      const typed = Number(this.number.value.replace(",", ".").replace("\u2212", "-"));
      if (Number.isFinite(typed)) parameters.set(this.now, (typed - this.unit.offset) / this.unit.factor);
      else this.show(this.now);
    });
    this.back.addEventListener("click", () => parameters.set(this.now, this.original));
    this.element = html("div", { class: "parameter", "data-testid": `parameter-${tunable.name}` },
      html("span", { class: "parameter-name", title: tunable.name }, label), this.slider, this.number,
      html("span", { class: "parameter-unit" }, this.unit.label), this.back);
    this.show(tunable);
  }

  show(tunable: Tunable): void {
    this.now = tunable;
    if (document.activeElement !== this.number) this.write(tunable.value); // not under somebody's fingers
    this.slider.hidden = this.original === 0;
    this.slider.value = String((kSteps * Math.log(tunable.value / this.original || 1)) / Math.log(kSpan));
    this.back.hidden = Math.abs(tunable.value - this.original) <= 1e-9 * Math.abs(this.original);
    this.element.classList.toggle("changed", !this.back.hidden);
  }

  private get original(): number {
    return this.parameters.original(this.now.name) ?? this.now.value;
  }

  private fromSlider(): number {
    return Number((this.original * kSpan ** (Number(this.slider.value) / kSteps)).toPrecision(3));
  }

  private write(value: number): void {
    this.number.value = shortText(value * this.unit.factor + this.unit.offset, "", 5);
  }
}
