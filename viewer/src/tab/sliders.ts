// Numbers of the machine as sliders: what `--set` can replace. The file stays as it is; what was moved goes with Check,
// Run, Drive and the shared address.
import { html } from "../shared/dom";

export interface Setting {
  path: string; // "lift.bore"
  text: string; // "80 mm"
  section: string;
}

interface Number_ {
  value: number;
  unit: string;
}
const readNumber = (text: string): Number_ | null => {
  const found = /^\s*(-?\d+(?:\.\d*)?(?:e[-+]?\d+)?)\s*([^\d\s].*|)$/i.exec(text);
  return found === null ? null : { value: Number(found[1]), unit: found[2].trim() };
};
const shown = (value: number): string => {
  const short = Number(value.toPrecision(4));
  return Math.abs(short) < 1e-3 || Math.abs(short) >= 1e7 ? short.toExponential() : String(short);
};

// From a third to three times the file's value: what an engineer tries. Zero has no such range.
const kSpan = 3;
const kSteps = 200;

export class Sliders {
  readonly element: HTMLElement;
  onMove: (set: Record<string, string>) => void = () => {};
  private readonly list = html("div", { class: "slider-list" });
  private readonly search = html("input", { type: "search", placeholder: "bore, mass, …", "aria-label": "Find a number", "data-testid": "find-number" });
  private readonly none = html("p", { class: "quiet" }, "Check the machine to see its numbers.");
  private settings: Setting[] = [];
  set: Record<string, string> = {};

  constructor() {
    const reset = html("button", { type: "button", "data-testid": "reset-sliders" }, "As in the file");
    reset.addEventListener("click", () => this.change({}));
    this.search.addEventListener("input", () => this.draw());
    this.element = html("div", { class: "sliders", "data-testid": "sliders" }, html("div", { class: "row" }, this.search, reset), this.none, this.list);
  }

  show(settings: Setting[]): void {
    this.settings = settings.filter(({ path, text }) => {
      const number = readNumber(text);
      return path !== "bramah" && number !== null && number.value !== 0;
    });
    const known = new Set(this.settings.map(({ path }) => path));
    this.set = Object.fromEntries(Object.entries(this.set).filter(([path]) => known.has(path)));
    this.none.hidden = true;
    this.draw();
  }

  change(set: Record<string, string>): void {
    this.set = set;
    this.draw();
    this.onMove(this.set);
  }

  get asOptions(): string[] {
    return Object.entries(this.set).map(([path, text]) => `${path}=${text}`);
  }

  private draw(): void {
    const words = this.search.value.trim().toLowerCase().split(/\s+/);
    const found = this.settings.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
    const rank = ({ path, section }: Setting): number => (path in this.set ? 0 : section === "parameters" ? 1 : section === "cylinders" ? 2 : section === "solver" ? 4 : 3);
    found.sort((a, b) => rank(a) - rank(b));
    this.list.replaceChildren(...found.slice(0, 40).map((one) => this.row(one)));
  }

  private row(setting: Setting): HTMLElement {
    const file = readNumber(setting.text) as Number_;
    const now = readNumber(this.set[setting.path] ?? setting.text) ?? file;
    const output = html("output", {}, `${shown(now.value)} ${now.unit}`);
    // Equal steps of the slider are equal factors; the middle is the file's.
    const place = Math.round((kSteps / 2) * (1 + Math.log(now.value / file.value) / Math.log(kSpan)));
    const slider = html("input", { type: "range", min: 0, max: kSteps, value: place, "aria-label": setting.path, "data-testid": `slider-${setting.path}` });
    const text = (): string => {
      const factor = kSpan ** ((2 * Number(slider.value)) / kSteps - 1);
      return `${shown(file.value * factor)} ${file.unit}`.trim();
    };
    slider.addEventListener("input", () => {
      output.textContent = text();
    });
    slider.addEventListener("change", () => {
      if (Number(slider.value) === kSteps / 2) delete this.set[setting.path];
      else this.set[setting.path] = text();
      this.onMove(this.set);
    });
    return html("label", { class: "slider" }, html("span", {}, setting.path), output, slider);
  }
}
