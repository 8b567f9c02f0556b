// The dialog in which gamepad axes are given to functions.
import { html } from "../../shared/dom";
import type { GamepadInput } from "./gamepad";
import type { Levers } from "./levers";
import { kSticks, readLever } from "./mapping";

const kNames: Record<string, string> = {
  "": "nothing",
  left_x: "left stick, sideways",
  left_y: "left stick, forward",
  right_x: "right stick, sideways",
  right_y: "right stick, forward",
  trigger: "triggers",
  dpad_x: "cross, sideways",
  dpad_y: "cross, up and down",
};

export const stickName = (stick: string): string => kNames[stick] ?? stick;

export function openPadDialog(levers: Levers, input: GamepadInput): void {
  const dialog = html("dialog", { class: "dialog", "aria-label": "Gamepad" });
  const state = html("p", { class: "quiet" });
  const table = html("table");
  const meters: [string, HTMLElement][] = [];
  for (const { control } of levers.list) {
    const entry = input.mapping.sticks[control.signal] ?? { stick: "", invert: false };
    const choice = html(
      "select",
      { "aria-label": `Gamepad axis for ${control.label}` },
      ...["", ...kSticks].map((stick) =>
        html("option", { value: stick, selected: stick === entry.stick }, kNames[stick]),
      ),
    );
    const invert = html("input", {
      type: "checkbox",
      checked: entry.invert,
      "aria-label": `Invert ${control.label}`,
    });
    const meter = html("span", { class: "meter-fill" });
    meters.push([control.signal, meter]);
    const keep = (): void => {
      input.mapping.sticks[control.signal] = { stick: choice.value, invert: invert.checked };
      input.save();
    };
    choice.addEventListener("change", keep);
    invert.addEventListener("change", keep);
    table.append(
      html(
        "tr",
        {},
        html("th", { scope: "row" }, control.label),
        html("td", {}, choice),
        html("td", {}, html("label", {}, invert, " invert")),
        html("td", {}, html("span", { class: "meter" }, meter)),
      ),
    );
  }
  const zone = html("input", {
    type: "range",
    min: 0,
    max: 0.4,
    step: 0.01,
    value: input.mapping.zone,
    "aria-label": "Dead zone",
  });
  zone.addEventListener("input", () => {
    input.mapping.zone = Number(zone.value);
    input.save();
  });
  const reset = html("button", { type: "button" }, "As the machine file says");
  reset.addEventListener("click", () => {
    input.reset();
    dialog.close();
    openPadDialog(levers, input);
  });
  const close = html("button", { type: "button", class: "primary" }, "Done");
  close.addEventListener("click", () => dialog.close());
  dialog.append(
    html("h2", {}, "Gamepad"),
    state,
    table,
    html("label", { class: "row" }, "Dead zone", zone),
    html("div", { class: "row end" }, reset, close),
  );
  const watch = (): void => {
    if (!dialog.open) return dialog.remove();
    const { pad } = input;
    state.textContent = pad === null ? "No gamepad yet: press one of its buttons." : pad.id;
    for (const [signal, meter] of meters) {
      const value = pad === null ? 0 : readLever(pad, input.mapping, signal);
      meter.style.left = `${50 + 50 * Math.min(0, value)}%`;
      meter.style.width = `${50 * Math.abs(value)}%`;
    }
    requestAnimationFrame(watch);
  };
  document.body.append(dialog);
  dialog.showModal();
  watch();
}
