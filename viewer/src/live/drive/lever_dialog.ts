// The dialog of the levers' pattern: a standard one, or one's own sticks and keys.
import { html } from "../../shared/dom";
import { axisOf, kSticks } from "./mapping";
import type { Levers } from "./levers";
import { hasStandardPattern, kPatterns, type Assignment, type PatternName } from "./patterns";
import { stickName } from "./pad_dialog";

const keyField = (label: string, value: string): HTMLInputElement =>
  html("input", { type: "text", class: "key", maxlength: 5, value, "aria-label": label });

export function openLeverDialog(levers: Levers): void {
  const dialog = html("dialog", { class: "dialog", "aria-label": "Levers", "data-testid": "pattern-dialog" });
  const place = html("div", {});
  const names = (Object.keys(kPatterns) as PatternName[]).filter((name) => hasStandardPattern(levers.controls) || (name !== "iso" && name !== "sae"));
  const choices = names.map((name) => {
    const input = html("input", { type: "radio", name: "pattern", value: name, checked: name === levers.pattern.name, "data-testid": `pattern-${name}` });
    input.addEventListener("change", () => {
      levers.setPattern({ ...levers.pattern, name, own: name === "own" ? ownFrom(levers) : levers.pattern.own });
      fill();
    });
    return html("label", { class: "choice" }, input, ` ${kPatterns[name]}`);
  });
  const fill = (): void => place.replaceChildren(assignments(levers));
  fill();
  const close = html("button", { type: "button", class: "primary" }, "Done");
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.append(html("h2", {}, "Levers and keys"), ...choices, place, html("p", { class: "quiet" }, "With Shift, keys move a lever a third of its way."), html("div", { class: "row end" }, close));
  document.body.append(dialog);
  dialog.showModal();
}

// One's own begins with what is there.
const ownFrom = (levers: Levers): Record<string, Assignment> =>
  Object.fromEntries(levers.list.map(({ control: { signal, stick, keys } }) => [signal, levers.pattern.own[signal] ?? { stick, keys }]));

function assignments(levers: Levers): HTMLElement {
  const isOwn = levers.pattern.name === "own";
  const rows = levers.list.map(({ control: { signal, label, positive, negative, stick, keys } }) => {
    const { axis, sign } = axisOf(stick);
    const choice = html("select", { "aria-label": `Stick for ${label}`, disabled: !isOwn }, ...["", ...kSticks].map((one) => html("option", { value: one, selected: one === axis }, stickName(one))));
    const invert = html("input", { type: "checkbox", checked: sign < 0, disabled: !isOwn, "aria-label": `Invert ${label}` });
    const [plus, minus] = [keyField(`Key for ${label} ${positive || "+"}`, keys[0] ?? ""), keyField(`Key for ${label} ${negative || "−"}`, keys[1] ?? "")];
    for (const field of [plus, minus]) field.disabled = !isOwn;
    const keep = (): void => {
      const both = [plus.value, minus.value].map((key) => key.trim().toUpperCase()).filter((key) => key !== "");
      const own = { ...levers.pattern.own, [signal]: { stick: choice.value === "" ? "" : `${invert.checked ? "-" : ""}${choice.value}`, keys: both.length === 2 ? both : [] } };
      levers.setPattern({ name: "own", own });
    };
    for (const input of [choice, invert, plus, minus]) input.addEventListener("change", keep);
    return html("tr", {}, html("th", { scope: "row" }, label), html("td", {}, choice), html("td", {}, html("label", {}, invert, " invert")), html("td", {}, plus, ` ${positive || "+"}`), html("td", {}, minus, ` ${negative || "−"}`));
  });
  return html("table", {}, ...rows);
}
