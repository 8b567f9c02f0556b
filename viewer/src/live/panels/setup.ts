// Snapshots by name, parameters that may change while the machine runs, downloads, keys and gamepad.
import { html } from "../../shared/dom";
import { openLeverDialog } from "../drive/lever_dialog";
import { openPadDialog } from "../drive/pad_dialog";
import type { GamepadInput } from "../drive/gamepad";
import type { Levers } from "../drive/levers";
import { axisOf } from "../drive/mapping";
import type { Description, Status } from "../protocol";
import type { Listener, Session } from "../session";
import { ParameterList } from "./parameter_list";

const field = (label: string, placeholder: string, testid: string): HTMLInputElement =>
  html("input", {
    type: "text",
    "aria-label": label,
    placeholder,
    "data-testid": testid,
    autocomplete: "off",
    spellcheck: "false",
  });

function section(title: string, ...children: (Node | string)[]): HTMLElement {
  return html("section", {}, html("h2", {}, title), ...children);
}

export class Setup implements Listener {
  readonly element = html("div", { class: "setup" });
  private readonly snapshots = html("div", { class: "snapshot-list" });
  private readonly sets = html("ul", { class: "sets" });
  private readonly parameters: ParameterList;
  private readonly keys = html("table", { class: "keys" });
  private shown = "";
  onAgain: () => void = () => {}; // the last seconds are about to be run again

  constructor(
    private readonly session: Session,
    private readonly levers: Levers,
    pad: GamepadInput,
    lookAhead: HTMLElement,
  ) {
    this.parameters = new ParameterList(session);
    this.parameters.onAsked = () => this.onAgain();
    session.add(this.parameters);
    const gamepad = html("button", { type: "button", "data-testid": "gamepad" }, "Gamepad…");
    gamepad.addEventListener("click", () => openPadDialog(levers, pad));
    const pattern = html("button", { type: "button", "data-testid": "pattern-and-keys" }, "Pattern and keys…");
    pattern.addEventListener("click", () => openLeverDialog(levers));
    const link = (path: string, name: string, text: string): HTMLElement => {
      const anchor = html("a", { class: "button" }, text);
      session.link.offer(anchor, path, name);
      return anchor;
    };
    this.element.append(
      section("Look ahead", lookAhead),
      section("Load and parameters", this.parameterForm(), this.sets, this.parameters.element),
      section("Snapshots", this.snapshotForm(), this.snapshots),
      section(
        "Downloads",
        html(
          "div",
          { class: "row" },
          link("/recording.csv", "recording.csv", "Recording (CSV)"),
          link("/drive", "drive.txt", "Drive (for replay)"),
        ),
      ),
      section("Levers", this.keys, html("div", { class: "row" }, pattern, gamepad)),
    );
  }

  onModel(_: Description): void {
    this.showKeys();
  }

  showKeys(): void {
    this.keys.replaceChildren(
      ...this.levers.list.map(({ control }) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, control.label),
          html(
            "td",
            {},
            control.keys.length === 2
              ? `${control.keys[0]}: ${control.positive || "+"}, ${control.keys[1]}: ${control.negative || "−"}`
              : "–",
          ),
          html("td", { class: "quiet" }, axisOf(control.stick).axis.replace("_", " ")),
        ),
      ),
    );
  }

  onStatus(status: Status): void {
    const key = JSON.stringify([status.snapshots, status.sets]);
    if (key === this.shown) return;
    this.shown = key;
    this.sets.replaceChildren(
      ...Object.entries(status.sets ?? {}).map(([name, value]) => html("li", {}, `${name} = ${value}`)),
    );
    this.snapshots.replaceChildren(
      ...status.snapshots.map((name) => {
        const back = html("button", { type: "button", "aria-label": `Go back to ${name}` }, "Go back");
        back.addEventListener("click", () => this.session.send({ type: "restore", name }));
        return html("div", { class: "row between" }, html("span", { class: "name" }, name), back);
      }),
    );
    if (status.snapshots.length === 0) this.snapshots.append(html("p", { class: "quiet" }, "None yet."));
  }

  private snapshotForm(): HTMLElement {
    const name = field("Name of the snapshot", "name", "snapshot-name");
    const form = html("form", { class: "row" }, name, html("button", { type: "submit" }, "Take"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (name.value.trim() !== "") this.session.send({ type: "snapshot", name: name.value.trim() });
      name.value = "";
    });
    return form;
  }

  private parameterForm(): HTMLElement {
    const name = field("Parameter", "load.mass", "set-name");
    const value = field("Value with unit", "700 kg", "set-value");
    const form = html(
      "form",
      { class: "row" },
      name,
      html("span", {}, "="),
      value,
      html("button", { type: "submit", "data-testid": "set" }, "Set"),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (name.value.trim() !== "" && value.value.trim() !== "")
        this.session.send({ type: "set", values: { [name.value.trim()]: value.value.trim() } });
    });
    return form;
  }
}
