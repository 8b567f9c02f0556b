// One of the machine's faults is caused and not told: gauges, circuit and plots show what it does, and the driver says which
// it is.
import { html } from "../../shared/dom";
import type { Description, Fault, Frame } from "../protocol";
import type { Session } from "../session";

export class HiddenFault {
  readonly element = html("section", { "data-testid": "hidden-fault" });
  private readonly start = html("button", { type: "button", "data-testid": "hide-fault" }, "Hide a fault");
  private readonly told = html("p", { role: "status", "data-testid": "fault-told" });
  private readonly list = html("div", { class: "suspects" });
  private faults: Fault[] = [];
  private hidden: Fault | null = null;
  private begun = NaN; // s
  private tries = 0;
  private now = 0;

  constructor(
    private readonly session: Session,
    private readonly chance: () => number = Math.random,
  ) {
    this.start.addEventListener("click", () => (this.hidden === null ? this.hide() : this.tell(`It was: ${this.hidden.text || this.hidden.name}.`)));
    this.element.append(
      html("h2", {}, "Find the fault"),
      html("p", { class: "quiet" }, "Something breaks, and nobody says what. Drive, watch pressures and flows, and name it."),
      this.start,
      this.told,
      this.list,
    );
  }

  onModel({ faults }: Description): void {
    this.faults = faults;
    this.element.hidden = faults.length < 2;
    this.forget();
  }

  onFrame({ t }: Frame): void {
    this.now = t;
  }

  private hide(): void {
    if (this.session.role !== "driver") {
      this.told.textContent = "Take the levers first.";
      return;
    }
    const fault = this.faults[Math.min(this.faults.length - 1, Math.floor(this.chance() * this.faults.length))];
    if (!this.cause(fault, Number((0.5 + 0.5 * this.chance()).toFixed(2)))) return;
    this.hidden = fault;
    this.session.hiddenFault = fault.name;
    this.begun = this.now;
    this.tries = 0;
    this.start.textContent = "I give up";
    this.told.textContent = "One of these has happened:";
    this.list.replaceChildren(...this.faults.map((one) => this.suspect(one)));
  }

  private suspect(fault: Fault): HTMLElement {
    const button = html("button", { type: "button", "data-fault": fault.name }, fault.text || fault.name);
    button.addEventListener("click", () => {
      ++this.tries;
      if (fault !== this.hidden) {
        button.disabled = true;
        this.told.textContent = `No: not "${fault.text || fault.name}". Look again.`;
        return;
      }
      this.tell(`Found after ${(this.now - this.begun).toFixed(0)} s and ${this.tries === 1 ? "one guess" : `${this.tries} guesses`}: ${fault.text || fault.name}. It is repaired.`);
    });
    return button;
  }

  private tell(text: string): void {
    if (this.hidden !== null) this.cause(this.hidden, 0);
    this.forget();
    this.told.textContent = text;
  }

  private forget(): void {
    this.hidden = null;
    this.session.hiddenFault = "";
    this.start.textContent = "Hide a fault";
    this.told.textContent = "";
    this.list.replaceChildren();
  }

  private cause({ name }: Fault, severity: number): boolean {
    return this.session.send({ type: "inputs", values: { [`faults.${name}`]: severity } });
  }
}
