// Look-ahead: asks for futures from where the machine is now, and says what they hold.
import { html } from "../../shared/dom";
import { shortText } from "../../shared/units";
import type { LookAhead, LookAheadCommand, Refusal } from "../protocol";
import type { Listener, Session } from "../session";

interface Option {
  key: "futures" | "horizon" | "levers" | "load";
  label: string;
  value: number;
  max: number;
  step: number;
  scale: number; // of the number shown
}

const kOptions: Option[] = [
  { key: "futures", label: "Futures", value: 200, max: 1000, step: 10, scale: 1 },
  { key: "horizon", label: "Seconds", value: 1, max: 5, step: 0.1, scale: 1 },
  { key: "levers", label: "Levers ± %", value: 30, max: 100, step: 5, scale: 0.01 },
  { key: "load", label: "Load ± %", value: 20, max: 90, step: 5, scale: 0.01 },
];

export class LookAheadPanel implements Listener {
  readonly element = html("div", { class: "look-ahead" });
  onClear: () => void = () => {};
  private readonly result = html("p", { class: "result", "data-testid": "look-ahead-result" });
  private readonly go = html(
    "button",
    { type: "submit", class: "primary", "data-testid": "look-ahead" },
    "Look ahead",
  );
  private readonly inputs: [Option, HTMLInputElement][];
  private seed = 1;

  constructor(private readonly session: Session) {
    this.inputs = kOptions.map((option) => [
      option,
      html("input", {
        type: "number",
        value: option.value,
        min: option.key === "futures" ? 1 : 0,
        max: option.max,
        step: "any",
        "aria-label": option.label,
      }),
    ]);
    const clear = html("button", { type: "button" }, "Clear");
    clear.addEventListener("click", () => {
      this.result.textContent = "";
      this.onClear();
    });
    const form = html(
      "form",
      {},
      html(
        "div",
        { class: "fields" },
        ...this.inputs.map(([option, input]) => html("label", {}, html("span", {}, option.label), input)),
      ),
      html("div", { class: "row" }, this.go, clear),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    this.element.append(form, this.result);
  }

  onError({ of, message }: Refusal): boolean {
    if (of === "look_ahead") this.end(`No futures: ${message}`, true);
    return of === "look_ahead";
  }

  onLost(): void {
    if (this.go.disabled) this.end("No futures: the connection was lost.", true);
  }

  onLookAhead(result: LookAhead): void {
    const peaks = result.futures.flatMap(({ peak }) => (peak === null ? [] : [peak / 1e5]));
    this.end(
      peaks.length === 0
        ? "No future came out."
        : `${peaks.length} futures of ${shortText(result.horizon, "s")} took ${shortText(result.wall, "s", 3)} ` +
          `(steps of ${shortText(1e3 * result.step, "ms")}; ${result.marker} within ${shortText(1e3 * result.error, "mm", 2)} of 1 ms steps). ` +
          `Peak pressure ${Math.min(...peaks).toFixed(0)} to ${Math.max(...peaks).toFixed(0)} bar.`,
      peaks.length === 0,
    );
  }

  private end(text: string, isAlarm: boolean): void {
    this.go.disabled = false;
    this.result.textContent = text;
    this.result.classList.toggle("alarm", isAlarm);
  }

  private ask(): void {
    const wishes: LookAheadCommand = { type: "look_ahead", seed: this.seed++ };
    for (const [{ key, scale }, input] of this.inputs) wishes[key] = scale * Number(input.value);
    if (!this.session.send(wishes)) return;
    this.end("Looking ahead…", false);
    this.go.disabled = true;
  }
}
