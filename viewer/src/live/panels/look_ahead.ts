// Look-ahead: asks for futures from where the machine is now, and says what they hold.
import { html } from "../../shared/dom";
import { shortText } from "../../shared/units";
import { highestSetting } from "../colour_map";
import { breaksOf, kBreaks, type Breaks } from "../machine/tube";
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

const kAgain = 500; // ms between two looks
const kQuick = 40; // futures of one of them

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
  private readonly legend = html("ul", { class: "tube-legend", "data-testid": "tube-legend" });
  private readonly keep = html("input", { type: "checkbox", "data-testid": "keep-looking" });
  private asked = 0; // ms
  private timer = 0;
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
      this.keep.checked = false;
      this.result.textContent = "";
      this.legend.replaceChildren();
      this.onClear();
    });
    this.keep.addEventListener("change", () => this.keep.checked && !this.go.disabled && this.ask());
    const form = html(
      "form",
      {},
      html(
        "div",
        { class: "fields" },
        ...this.inputs.map(([option, input]) => html("label", {}, html("span", {}, option.label), input)),
      ),
      html("div", { class: "row" }, this.go, clear, html("label", {}, this.keep, " keep looking while driving")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    this.element.append(form, this.result, this.legend);
  }

  onError({ of, message }: Refusal): boolean {
    if (of === "look_ahead") {
      this.keep.checked = false;
      this.end(`No futures: ${message}`, true);
    }
    return of === "look_ahead";
  }

  onLost(): void {
    if (this.go.disabled) this.end("No futures: the connection was lost.", true);
  }

  onLookAhead(result: LookAhead): void {
    this.tell(result);
    clearTimeout(this.timer);
    if (this.keep.checked) this.timer = window.setTimeout(() => this.keep.checked && this.ask(), Math.max(0, this.asked + kAgain - performance.now()));
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

  // How many of the futures break what, in the colours of the tube.
  private tell({ futures }: LookAhead): void {
    const setting = highestSetting(this.session.model?.scheme ?? null);
    const counts = new Map<Breaks, number>();
    for (const future of futures) counts.set(breaksOf(future, setting), (counts.get(breaksOf(future, setting)) ?? 0) + 1);
    this.legend.replaceChildren(
      ...(Object.keys(kBreaks) as Breaks[]).flatMap((one) => {
        const count = counts.get(one) ?? 0;
        if (count === 0) return [];
        const patch = html("i", {});
        patch.style.background = kBreaks[one].colour;
        return [html("li", { "data-breaks": one }, patch, `${count}: ${kBreaks[one].text}`)];
      }),
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
    if (this.keep.checked) wishes.futures = Math.min(wishes.futures ?? kQuick, kQuick);
    this.asked = performance.now();
    if (!this.session.send(wishes)) return;
    this.end("Looking ahead…", false);
    this.go.disabled = true;
  }
}
