// What a careful colleague would doubt: how many things, and each in a sentence when asked.
import { html } from "../../shared/dom";
import type { Status, Warning } from "../protocol";
import type { Listener } from "../session";
import { toast } from "./toasts";

export class Warnings implements Listener {
  readonly element = html("details", { class: "warnings", "data-testid": "warnings" });
  private readonly title = html("summary", {});
  private readonly list = html("ul", {});
  private shown = "";

  constructor() {
    this.element.hidden = true;
    this.element.append(this.title, this.list);
  }

  onWarning(warning: Warning): void {
    toast(warning.message, "alarm");
  }

  // Those who come late read them here; values get worse with time.
  onStatus({ warnings }: Status): void {
    const text = JSON.stringify(warnings);
    if (text === this.shown) return;
    this.shown = text;
    this.element.hidden = warnings.length === 0;
    this.title.textContent = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
    this.list.replaceChildren(...warnings.map(({ message }) => html("li", {}, message)));
  }
}
