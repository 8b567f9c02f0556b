// A two-axis lever on the screen: drag the knob; let go and it returns to the middle.
import { html } from "../../shared/dom";
import { leverInput, leverText, showLever } from "./lever_input";
import type { Lever, Levers } from "./levers";

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
    if (x !== undefined) this.pad.append(endLabel(x, "right", true), endLabel(x, "left", false));
    if (y !== undefined) this.pad.append(endLabel(y, "top", true), endLabel(y, "bottom", false));
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
    this.knob.style.left = `${50 + 31 * (this.x?.value ?? 0)}%`;
    this.knob.style.top = `${50 - 31 * (this.y?.value ?? 0)}%`;
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
    if (this.x !== undefined)
      this.levers.hold(this.x.control.signal, clip((event.clientX - left - width / 2) / reach));
    if (this.y !== undefined)
      this.levers.hold(this.y.control.signal, clip((top + height / 2 - event.clientY) / reach));
  }

  private letGo(): void {
    this.pointer = -1;
    for (const lever of [this.x, this.y]) if (lever !== undefined) this.levers.hold(lever.control.signal, null);
  }
}
