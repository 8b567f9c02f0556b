// A lever as a slider element: what assistive technology, the Tab key and tests see of every lever.
import { html } from "../../shared/dom";
import type { Lever, Levers } from "./levers";

export function leverText({ control, value }: Lever): string {
  const percent = Math.round(100 * Math.abs(value));
  if (percent === 0) return "0 %";
  const way = value > 0 ? control.positive : control.negative;
  return `${way ? way + " " : value < 0 ? "\u2212" : ""}${percent} %`;
}

export function leverInput(levers: Levers, lever: Lever): HTMLInputElement {
  const { control, low } = lever;
  const input = html("input", {
    type: "range",
    min: low,
    max: 1,
    step: 0.01,
    value: 0,
    "aria-label": control.label,
    "data-testid": `lever-${control.signal}`,
  });
  const letGo = (): void => {
    levers.hold(control.signal, null);
    if (control.returns) input.value = "0";
  };
  input.addEventListener("input", () => levers.hold(control.signal, Number(input.value)));
  for (const end of ["pointerup", "pointercancel", "blur", "keyup"]) input.addEventListener(end, letGo);
  return input;
}

// Shows where the lever is while nobody holds this element.
export function showLever(input: HTMLInputElement, lever: Lever): void {
  const text = leverText(lever);
  if (input.getAttribute("aria-valuetext") === text) return;
  input.setAttribute("aria-valuetext", text);
  if (lever.hand === null) input.value = lever.value.toFixed(2);
}
