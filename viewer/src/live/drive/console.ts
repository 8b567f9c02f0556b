// The levers on the screen: two joysticks, sliders for what is on no stick.
import { html } from "../../shared/dom";
import type { Description } from "../protocol";
import type { Listener } from "../session";
import { Joystick } from "./joystick";
import { leverInput, leverText, showLever } from "./lever_input";
import type { Lever, Levers } from "./levers";
import { axisOf } from "./mapping";

export class Console implements Listener {
  readonly left = html("div", { class: "console-left" });
  readonly right = html("div", { class: "console-right" });
  readonly others = html("div", { class: "console-others" });
  private sticks: Joystick[] = [];
  private sliders: { input: HTMLInputElement; text: HTMLElement; lever: Lever }[] = [];

  constructor(private readonly levers: Levers) {
    levers.onChange = () => this.show();
  }

  // After the levers have theirs.
  onModel(_: Description): void {
    this.build();
  }

  build(): void {
    const on = (axis: string): Lever | undefined =>
      this.levers.list.find(({ control }) => axisOf(control.stick).axis === axis);
    this.sticks = [];
    for (const [side, place] of [
      ["left", this.left],
      ["right", this.right],
    ] as const) {
      const [x, y] = [on(`${side}_x`), on(`${side}_y`)];
      place.replaceChildren();
      if (x === undefined && y === undefined) continue;
      const stick = new Joystick(this.levers, side, x, y);
      this.sticks.push(stick);
      place.append(stick.element);
    }
    const onSticks = new Set(["left_x", "left_y", "right_x", "right_y"].map(on));
    this.sliders = this.levers.list
      .filter((lever) => !onSticks.has(lever))
      .map((lever) => ({
        lever,
        input: leverInput(this.levers, lever),
        text: html("span", { class: "axis-value" }),
      }));
    this.others.replaceChildren(...this.sliders.map(({ lever, input, text }) => slider(lever, input, text)));
    this.others.hidden = this.sliders.length === 0;
  }

  private show(): void {
    this.sticks.forEach((stick) => stick.show());
    for (const { input, text, lever } of this.sliders) {
      showLever(input, lever);
      const now = leverText(lever);
      if (text.textContent !== now) text.textContent = now;
    }
  }
}

function slider({ control }: Lever, input: HTMLInputElement, text: HTMLElement): HTMLElement {
  const [plus, minus] = control.keys;
  const hint = (key: string | undefined): Node[] => (key === undefined ? [] : [html("kbd", {}, key)]);
  return html(
    "div",
    { class: "slider" },
    html("div", { class: "slider-head" }, html("span", { class: "axis-name" }, control.label), text),
    html("div", { class: "slider-row" }, ...hint(minus), input, ...hint(plus)),
  );
}
