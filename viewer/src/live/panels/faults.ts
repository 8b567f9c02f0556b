// Faults: how bad each one is, 0 to 100 %.
import { html } from "../../shared/dom";
import type { Description, Fault, Frame } from "../protocol";
import type { Listener, Session } from "../session";
import { toast } from "./toasts";

const kKinds: Record<string, string> = {
  leak: "Leak",
  stuck: "Stuck spool",
  air: "Air in the oil",
  wear: "Pump wear",
};
const kInterval = 40; // ms between messages

class FaultRow {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly number = html("span", { class: "axis-value" }, "0 %");
  private lastSent = 0;
  private touched = -Infinity;
  private timer = 0;

  constructor(
    private readonly session: Session,
    private readonly fault: Fault,
  ) {
    this.input = html("input", {
      type: "range",
      min: 0,
      max: 100,
      step: 1,
      value: 0,
      "aria-label": `${fault.name}: ${fault.text}`,
      "data-testid": `fault-${fault.name}`,
    });
    this.input.addEventListener("input", () => this.wish());
    this.element = html(
      "div",
      { class: "fault" },
      html(
        "div",
        { class: "slider-head" },
        html("span", { class: "axis-name" }, fault.text || fault.name),
        this.number,
      ),
      this.input,
    );
  }

  show(value: number): void {
    if (performance.now() - this.touched < 600) return;
    this.input.value = String(Math.round(100 * value));
    this.label(value);
  }

  clear(): void {
    if (Number(this.input.value) === 0) return;
    this.input.value = "0";
    this.wish();
  }

  private wish(): void {
    if (this.session.role !== "driver") {
      toast("You are watching. Take the levers to cause faults.");
      return;
    }
    this.touched = performance.now();
    this.label(Number(this.input.value) / 100);
    clearTimeout(this.timer);
    const wait = Math.max(0, this.lastSent + kInterval - this.touched);
    this.timer = window.setTimeout(() => {
      this.lastSent = performance.now();
      this.session.send({
        type: "inputs",
        values: { [`faults.${this.fault.name}`]: Number(this.input.value) / 100 },
      });
    }, wait);
  }

  private label(value: number): void {
    const text = `${Math.round(100 * value)} %`;
    if (this.number.textContent !== text) this.number.textContent = text;
    this.element.classList.toggle("acting", value > 0);
  }
}

export class Faults implements Listener {
  readonly element = html("div", { class: "faults" });
  private rows: [FaultRow, Fault][] = [];

  constructor(private readonly session: Session) {}

  onModel(model: Description): void {
    this.rows = model.faults.map((fault) => [new FaultRow(this.session, fault), fault]);
    const clear = html("button", { type: "button", "data-testid": "repair" }, "Repair everything");
    clear.addEventListener("click", () => this.rows.forEach(([row]) => row.clear()));
    this.element.replaceChildren(
      html(
        "div",
        { class: "row between" },
        html("p", { class: "quiet" }, "Faults act at once and go with snapshots."),
        clear,
      ),
    );
    for (const kind of new Set(model.faults.map((fault) => fault.kind)))
      this.element.append(
        html(
          "section",
          {},
          html("h2", {}, kKinds[kind] ?? kind),
          ...this.rows.filter(([, fault]) => fault.kind === kind).map(([row]) => row.element),
        ),
      );
    if (this.rows.length === 0)
      this.element.replaceChildren(html("p", { class: "quiet" }, "This machine has no faults."));
  }

  onFrame(frame: Frame): void {
    for (const [row, { input, name }] of this.rows) row.show(name === this.session.hiddenFault ? 0 : (frame.inputs[input] ?? 0));
  }
}
