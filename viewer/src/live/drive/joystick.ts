// A two-axis lever on the screen: drag the knob; let go and it returns to the middle.
import { html } from "../../shared/dom";
import { leverInput, leverText, showLever } from "./lever_input";
import type { Lever, Levers } from "./levers";
import { axisOf } from "./mapping";

const keyHint = (key: string | undefined): (Node | string)[] =>
  key === undefined ? [] : [" ", html("kbd", {}, key)];

const kArrows = { top: "↑", bottom: "↓", left: "←", right: "→" };

function endLabel(lever: Lever, side: keyof typeof kArrows, positive: boolean): HTMLElement {
  const { control } = lever;
  const text = (positive ? control.positive : control.negative) || (positive ? "+" : "−");
  return html(
    "span",
    { class: `end ${side}` },
    `${kArrows[side]} ${text}`,
    ...keyHint(control.keys[positive ? 0 : 1]),
  );
}

// Which way a positive command moves the knob: 1 right or up, -1 left or down.
const signOf = (lever: Lever | undefined): number => axisOf(lever?.control.stick ?? "").sign;

export class Joystick {
  readonly element: HTMLElement;
  private readonly pad: HTMLElement;
  private readonly knob = html("span", { class: "knob" });
  private readonly inputs: [HTMLInputElement, Lever][] = [];
  private readonly readout = html("div", { class: "stick-readout" });
  private pointer = -1;

  constructor(
    private readonly levers: Levers,
    side: "left" | "right",
    private readonly x: Lever | undefined,
    private readonly y: Lever | undefined,
  ) {
    this.pad = html(
      "div",
      {
        class: `pad ${x === undefined ? "only-y" : ""} ${y === undefined ? "only-x" : ""}`,
        "data-testid": `stick-${side}`,
      },
      html("span", { class: "cross" }),
      this.knob,
    );
    if (x !== undefined) this.pad.append(endLabel(x, "right", signOf(x) > 0), endLabel(x, "left", signOf(x) < 0));
    if (y !== undefined) this.pad.append(endLabel(y, "top", signOf(y) > 0), endLabel(y, "bottom", signOf(y) < 0));
    this.element = html(
      "div",
      { class: `stick ${side}`, role: "group", "aria-label": `${side} lever` },
      this.pad,
      this.readout,
    );
    for (const lever of [y, x]) if (lever !== undefined) this.addReadout(lever);
    this.pad.addEventListener("pointerdown", (event) => this.grab(event));
    this.pad.addEventListener("pointermove", (event) => event.pointerId === this.pointer && this.drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      this.pad.addEventListener(end, (event) => event.pointerId === this.pointer && this.letGo());
  }

  show(): void {
    const held = this.pointer >= 0;
    this.knob.style.left = `${50 + 31 * signOf(this.x) * (this.x?.value ?? 0)}%`;
    this.knob.style.top = `${50 - 31 * signOf(this.y) * (this.y?.value ?? 0)}%`;
    this.knob.classList.toggle("held", held);
    for (const [input, lever] of this.inputs) {
      showLever(input, lever);
      const output = input.nextElementSibling as HTMLElement;
      const text = leverText(lever);
      if (output.textContent !== text) output.textContent = text;
    }
  }

  private addReadout(lever: Lever): void {
    const input = leverInput(this.levers, lever);
    input.classList.add("unseen");
    this.inputs.push([input, lever]);
    this.readout.append(
      html(
        "div",
        { class: "axis" },
        html("span", { class: "axis-name" }, lever.control.label),
        input,
        html("span", { class: "axis-value" }, "0 %"),
      ),
    );
  }

  private grab(event: PointerEvent): void {
    if (this.pointer >= 0 || !this.levers.mayDrive()) return;
    event.preventDefault();
    this.pointer = event.pointerId;
    this.pad.setPointerCapture(event.pointerId);
    this.drag(event);
  }

  private drag(event: PointerEvent): void {
    const { left, top, width, height } = this.pad.getBoundingClientRect();
    const reach = 0.31 * Math.min(width, height);
    const clip = (value: number): number => Math.max(-1, Math.min(1, value));
    const move = (lever: Lever | undefined, way: number): void => {
      if (lever !== undefined) this.levers.hold(lever.control.signal, clip((signOf(lever) * way) / reach));
    };
    move(this.x, event.clientX - left - width / 2);
    move(this.y, top + height / 2 - event.clientY);
  }

  private letGo(): void {
    this.pointer = -1;
    for (const lever of [this.x, this.y]) if (lever !== undefined) this.levers.hold(lever.control.signal, null);
  }
}
