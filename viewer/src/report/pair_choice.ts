// Which channel over which: the usual pairs of a machine, or any two by name.
import { html } from "../shared/dom";
import type { Pair } from "./xy";

export interface PairChoice {
  element: HTMLElement;
  refresh: () => void; // there is a machine, or another one
}

export function pairChoice(channels: () => string[], usual: () => Pair[], add: (pair: Pair) => void): PairChoice {
  const names = html("datalist", { id: "channel-names" });
  const input = (label: string): HTMLInputElement =>
    html("input", { type: "search", list: "channel-names", "aria-label": label, placeholder: label, required: true });
  const [x, y] = [input("channel across"), input("channel upwards")];
  const form = html("form", { class: "pair" }, y, html("span", {}, "over"), x, html("button", { type: "submit" }, "Plot"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const known = channels();
    for (const field of [x, y]) field.setCustomValidity(known.includes(field.value) ? "" : "There is no such channel.");
    if (form.reportValidity()) add({ title: `${y.value} over ${x.value}`, x: x.value, y: y.value });
  });
  form.addEventListener("input", () => [x, y].forEach((field) => field.setCustomValidity("")));
  const presets = html("select", { "aria-label": "Usual plots of one channel over another" });
  presets.addEventListener("change", () => {
    if (presets.value !== "") add(usual()[Number(presets.value)]);
    presets.value = "";
  });
  const refresh = (): void => {
    names.replaceChildren(...channels().map((name) => html("option", { value: name })));
    presets.replaceChildren(html("option", { value: "" }, "Usual ones\u2026"), ...usual().map(({ title }, k) => html("option", { value: k }, title)));
    presets.hidden = usual().length === 0;
  };
  return { element: html("div", { class: "toolbar" }, presets, form, names), refresh };
}
