// All parameters of the machine with their present values: found by name, changed, taken back.
import { html } from "../../shared/dom";
import { parameterText } from "../quantity";
import type { Again, Description, Refusal } from "../protocol";
import type { Listener, Session } from "../session";
import { tunables, type Tunable } from "../parameters";
import { ParameterField } from "./parameter_field";

const kMost = 12; // shown at once
const kAgain = 10; // s

export class ParameterList implements Listener {
  readonly element = html("div", { class: "parameters" });
  private readonly filter = html("input", { type: "search", placeholder: "Find a parameter\u2026", "aria-label": "Find a parameter", "data-testid": "parameter-filter" });
  private readonly undo = html("button", { type: "button", disabled: true, "data-testid": "undo" }, "Undo");
  onAsked: () => void = () => {}; // the last seconds are about to be run again
  private readonly again = html("button", { type: "button", "data-testid": "again", title: "The levers as you moved them, the parameters as they are now" }, "Run the last 10 s again with this");
  private readonly list = html("div", { class: "parameter-list" });
  private readonly more = html("p", { class: "quiet" });
  private fields: [string, ParameterField][] = [];

  constructor(private readonly session: Session) {
    this.filter.addEventListener("input", () => this.build());
    this.undo.addEventListener("click", () => session.parameters.undo());
    this.again.addEventListener("click", () => {
      this.onAsked();
      if (session.send({ type: "again", seconds: kAgain })) this.again.disabled = true;
    });
    session.parameters.onChange = () => this.showUndo();
    this.element.append(html("div", { class: "row nowrap" }, this.filter, this.undo), html("div", { class: "row" }, this.again), this.list, this.more);
  }

  onModel(_: Description): void {
    this.build();
    this.showUndo();
  }

  onAgain(_: Again): void {
    this.again.disabled = false;
  }

  onError({ of }: Refusal): boolean {
    if (of === "again") this.again.disabled = false;
    return false;
  }

  onLost(): void {
    this.again.disabled = false;
  }

  onParameters(): void {
    const present = new Map(this.all().map((one) => [one.name, one]));
    for (const [name, field] of this.fields) field.show(present.get(name) as Tunable);
  }

  private all(): Tunable[] {
    return this.session.model === null ? [] : tunables(this.session.model);
  }

  // Those that were changed first, then what matches.
  private build(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/);
    const found = this.all().filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
    const isChanged = ({ name, value }: Tunable): boolean => value !== this.session.parameters.original(name);
    const ordered = [...found.filter(isChanged), ...found.filter((one) => !isChanged(one))].slice(0, kMost);
    this.fields = ordered.map((one) => [one.name, new ParameterField(one, this.session.parameters, one.name)]);
    this.list.replaceChildren(...this.fields.map(([, { element }]) => element));
    const rest = found.length - ordered.length;
    this.more.textContent = found.length === 0 ? "No parameter has that name: try it above." : rest > 0 ? `${rest} more: narrow the search.` : "";
  }

  private showUndo(): void {
    const { last } = this.session.parameters;
    this.undo.disabled = last === undefined;
    this.undo.title = last === undefined ? "" : `${last.name} back to ${parameterText(last.before, last.unit)}`;
    this.undo.textContent = last === undefined ? "Undo" : `Undo ${last.name}`;
  }
}
