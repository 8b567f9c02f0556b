// Short messages that go away by themselves.
import { html } from "../../shared/dom";

const kShown = 6000; // ms
let place: HTMLElement | null = null;

export function toast(text: string, kind: "note" | "alarm" = "note"): void {
  if (place === null) {
    place = html("div", { class: "toasts", role: "status", "aria-live": "polite" });
    document.body.append(place);
  }
  for (const shown of place.children) if (shown.textContent === text) shown.remove();
  const message = html("div", { class: `toast ${kind}` }, text);
  message.addEventListener("click", () => message.remove());
  place.append(message);
  setTimeout(() => message.remove(), kShown);
}
