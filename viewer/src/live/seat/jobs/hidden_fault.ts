// One of the machine's faults is caused and not told: gauges, circuit and plots show what it does, and the driver says which
// it is. Five hints, each worth points.
import { html } from "../../../shared/dom";
import type { Description, Fault, Frame } from "../../protocol";
import type { Session } from "../../session";

const kWrong = 20; // points that a wrong name costs
const kHint = 10;

const kSigns: Record<string, string> = {
  leak: "oil gets lost where it should not: something sinks, or is slow",
  stuck: "a lever moves and a spool does not, or only half",
  air: "the oil is soft: everything answers late and swings",
  wear: "less oil comes than before, least of all against pressure",
};

const nameOf = ({ text, name }: Fault): string => text || name;

// What the five hints say, one after the other, each telling more. Pure.
export function hintsFor(hidden: Fault, faults: Fault[]): string[] {
  const alike = faults.filter(({ kind }) => kind === hidden.kind);
  const innocent = faults.filter((one) => one !== hidden);
  const out = innocent.slice(0, Math.ceil(innocent.length / 2)).map(nameOf);
  return [
    "Let all levers go and watch: does anything sink, does a pressure at rest differ from before?",
    "Move one function after the other at half its lever, both ways: which is slower than it was?",
    `It is of this kind: ${kSigns[hidden.kind] ?? hidden.kind}.`,
    alike.length > 1 ? `Look at ${hidden.target || "the oil"} in the circuit.` : `Only one of the list is of that kind.`,
    `It is not: ${out.join("; ")}.`,
  ];
}

// One alone would be no riddle.
export const canHide = ({ faults }: Description): boolean => faults.length > 1;

export const pointsFor = (wrong: number, hints: number): number => Math.max(0, 100 - kWrong * wrong - kHint * hints);

export class HiddenFault {
  readonly element = html("section", { "data-testid": "hidden-fault" });
  private readonly start = html("button", { type: "button", "data-testid": "hide-fault" }, "Hide a fault");
  private readonly more = html("button", { type: "button", "data-testid": "fault-hint" }, "A hint");
  private readonly told = html("p", { role: "status", "data-testid": "fault-told" });
  private readonly hints = html("ol", { class: "hints", "data-testid": "fault-hints" });
  private readonly list = html("div", { class: "suspects" });
  private faults: Fault[] = [];
  private hidden: Fault | null = null;
  private begun = NaN; // s
  private wrong = 0;
  private now = 0;

  constructor(
    private readonly session: Session,
    private readonly chance: () => number = Math.random,
  ) {
    this.start.addEventListener("click", () => (this.hidden === null ? this.hide() : this.tell(`It was: ${nameOf(this.hidden)}.`)));
    this.more.addEventListener("click", () => this.hint());
    this.element.append(
      html("h2", {}, "Find the fault"),
      html("p", { class: "quiet" }, `Something breaks, and nobody says what. Drive, watch pressures and flows, and name it. A wrong name costs ${kWrong} of 100 points, each of five hints ${kHint}.`),
      html("div", { class: "row" }, this.start, this.more),
      this.told,
      this.list,
      this.hints,
    );
    this.more.hidden = true;
  }

  onModel(model: Description): void {
    this.faults = model.faults;
    this.element.hidden = !canHide(model);
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
    this.wrong = 0;
    this.start.textContent = "I give up";
    this.more.hidden = false;
    this.more.disabled = false;
    this.told.textContent = "One of these has happened:";
    this.list.replaceChildren(...this.faults.map((one) => this.suspect(one)));
    this.hints.replaceChildren();
  }

  private hint(): void {
    if (this.hidden === null) return;
    const all = hintsFor(this.hidden, this.faults);
    const shown = this.hints.children.length;
    if (shown < all.length) this.hints.append(html("li", {}, all[shown]));
    [...this.hints.children].forEach((one, k) => one.classList.toggle("now", k === shown));
    this.more.disabled = shown + 1 >= all.length;
  }

  private suspect(fault: Fault): HTMLElement {
    const button = html("button", { type: "button", "data-fault": fault.name }, nameOf(fault));
    button.addEventListener("click", () => {
      if (fault !== this.hidden) {
        ++this.wrong;
        button.disabled = true;
        this.told.textContent = `No: not "${nameOf(fault)}". Look again.`;
        return;
      }
      const points = pointsFor(this.wrong, this.hints.children.length);
      const guesses = this.wrong === 0 ? "one guess" : `${this.wrong + 1} guesses`;
      this.tell(`Found after ${(this.now - this.begun).toFixed(0)} s and ${guesses}: ${nameOf(fault)}. ${points} of 100 points. It is repaired.`);
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
    this.more.hidden = true;
    this.told.textContent = "";
    this.list.replaceChildren();
    this.hints.replaceChildren();
  }

  private cause({ name }: Fault, severity: number): boolean {
    return this.session.send({ type: "inputs", values: { [`faults.${name}`]: severity } });
  }
}
