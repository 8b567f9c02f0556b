// Short messages that go away by themselves.
import { html } from "../../shared/dom";

const kShown = 6000; // ms
const kOffered = 15000; // ms, with something to do
let place: HTMLElement | null = null;

export interface Offer {
  text: string;
  act: () => void;
}

export function toast(text: string, kind: "note" | "alarm" = "note", offer?: Offer): void {
  if (place === null) {
    place = html("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(place);
  }
  const message = html("div", { class: `toast ${kind}` }, text);
  for (const shown of place.children) if (shown.firstChild?.textContent === text) shown.remove();
  if (offer !== undefined) {
    const button = html("button", { type: "button" }, offer.text);
    button.addEventListener("click", offer.act);
    message.append(" ", button);
  }
  message.addEventListener("click", () => message.remove());
  place.append(message);
  setTimeout(() => message.remove(), offer === undefined ? kShown : kOffered);
}
