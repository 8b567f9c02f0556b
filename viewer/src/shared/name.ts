// Names where there is little room: they lose their middle, because the end tells the channels of a part apart.
import { html } from "./dom";

const kLongestTail = 12;

// "boom_cylinder.A.p": the last dots' part always stays.
export function splitName(name: string): [head: string, tail: string] {
  const dot = name.indexOf(".");
  const at = Math.max(dot < 0 ? name.length - 4 : dot, name.length - kLongestTail, 1);
  return [name.slice(0, at), name.slice(at)];
}

// The style sheet shortens the head as far as it must.
export function nameLabel(name: string): HTMLElement {
  const [head, tail] = splitName(name);
  return html("span", { class: "name", title: name }, html("span", { class: "name-head" }, head), html("span", { class: "name-tail" }, tail));
}

// As many characters as fit, the middle left out.
export function elideMiddle(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  for (let left = text.length - 1; left > 2; --left) {
    const tail = Math.floor(left / 2);
    const shorter = `${text.slice(0, left - tail)}\u2026${text.slice(text.length - tail)}`;
    if (fits(shorter)) return shorter;
  }
  return "\u2026";
}
