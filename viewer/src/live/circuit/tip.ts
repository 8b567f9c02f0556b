// What is under the pointer, in a few words beside it.
import { html } from "../../shared/dom";

export class Tip {
  readonly element = html("div", { class: "circuit-tip", role: "status", "data-testid": "circuit-tip" });
  private text: (() => string[]) | null = null;
  private shown = "";

  constructor() {
    this.element.hidden = true;
  }

  // `text` is asked again with every frame; its first line is the name.
  watch(target: Element, text: () => string[]): void {
    target.addEventListener("pointerenter", (event) => this.show(text, event as PointerEvent));
    target.addEventListener("pointermove", (event) => this.move(event as PointerEvent));
    target.addEventListener("pointerleave", () => this.hide());
  }

  hide(): void {
    this.text = null;
    this.element.hidden = true;
  }

  update(): void {
    if (this.text === null) return;
    const lines = this.text();
    const key = lines.join("\n");
    if (key === this.shown) return;
    this.shown = key;
    this.element.replaceChildren(html("strong", {}, lines[0]), ...lines.slice(1).map((line) => html("span", {}, line)));
  }

  private show(text: () => string[], event: PointerEvent): void {
    if (event.pointerType === "touch") return;
    this.text = text;
    this.element.hidden = false;
    this.update();
    this.move(event);
  }

  // Beside the pointer, on the side that has room.
  private move(event: PointerEvent): void {
    const frame = this.element.parentElement?.getBoundingClientRect();
    if (frame === undefined || this.element.hidden) return;
    const [x, y] = [event.clientX - frame.left, event.clientY - frame.top];
    const { offsetWidth: width, offsetHeight: height } = this.element;
    this.element.style.left = `${Math.max(4, x + 14 + width > frame.width ? x - width - 10 : x + 14)}px`;
    this.element.style.top = `${Math.max(4, y + 14 + height > frame.height ? y - height - 10 : y + 14)}px`;
  }
}
