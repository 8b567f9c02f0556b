// Live plots: strips by unit, a picker of channels, the time span. What is chosen is kept for the machine.
import { html } from "../../shared/dom";
import type { Theme } from "../colour_map";
import { pace } from "../pace";
import type { Description } from "../protocol";
import type { Listener, Session } from "../session";
import { defaultChannels, findChannels, groupByUnit } from "./defaults";
import { Strip } from "./strip";

const kEvery = 80; // ms between pictures
const kMostFound = 40;
const kMostOfPart = 12;
const kSpans = [10, 30, 60];

export class Plots implements Listener {
  readonly element = html("div", { class: "plots-panel" });
  private readonly strips = html("div", { class: "strips" });
  private readonly search = html("input", {
    type: "search",
    placeholder: "Add a channel…",
    "aria-label": "Add a channel to the plots",
  });
  private readonly found = html("div", { class: "found", role: "listbox", "aria-label": "Channels" });
  private list: Strip[] = [];
  private chosen: string[] = [];
  private span = 30;
  private drawn = 0;

  constructor(
    private readonly session: Session,
    private theme: Theme,
  ) {
    const spans = html(
      "select",
      { "aria-label": "Time span of the plots" },
      ...kSpans.map((s) => html("option", { value: s, selected: s === this.span }, `${s} s`)),
    );
    spans.addEventListener("change", () => {
      this.span = Number(spans.value);
      this.draw();
    });
    this.search.addEventListener("input", () => this.offer());
    this.search.addEventListener("focus", () => this.offer());
    const picker = html("div", { class: "row picker" }, this.search, spans, this.found);
    picker.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.shut());
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.contains(event.target as Node) || !(event.target as Element).closest(".picker")) this.shut();
    });
    this.found.hidden = true;
    this.element.append(picker, this.strips);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  onModel(model: Description): void {
    const known = new Set(model.channels.map(({ name }) => name));
    const kept = (JSON.parse(localStorage.getItem(this.key(model)) ?? "null") as string[] | null)?.filter((name) =>
      known.has(name),
    );
    this.chosen = kept !== undefined && kept.length > 0 ? kept : defaultChannels(model);
    this.rebuild();
  }

  onFrame(): void {
    const now = performance.now();
    if (now - this.drawn < pace.interval(kEvery) || this.element.clientWidth === 0) return;
    this.drawn = now;
    this.draw();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.list.forEach((strip) => strip.setTheme(theme));
    this.draw();
  }

  private key(model: Description): string {
    return `bramah.plots.${model.name}`;
  }

  private draw(): void {
    for (const strip of this.list) strip.draw(this.span);
  }

  private rebuild(): void {
    const { model } = this.session;
    if (model === null) return;
    this.list.forEach((strip) => strip.destroy());
    this.list = groupByUnit(this.chosen, model.channels).map(
      ({ unit, names }) => new Strip(this.session, unit, names, this.theme, (name) => this.choose(name, false)),
    );
    this.strips.replaceChildren(...this.list.map(({ element }) => element));
    this.draw();
  }

  private choose(name: string, on: boolean): void {
    this.chosen = this.chosen.filter((other) => other !== name);
    if (on) this.chosen.push(name);
    if (this.session.model !== null) localStorage.setItem(this.key(this.session.model), JSON.stringify(this.chosen));
    this.rebuild();
  }

  // The channels of a part, in place of those before.
  showPart(channels: string[]): void {
    const known = channels.filter((name) => this.session.channel(name) >= 0);
    if (known.length === 0) return;
    this.chosen = known.slice(0, kMostOfPart);
    this.rebuild();
  }

  private shut(): void {
    this.found.hidden = true;
  }

  // Down from the search field into the list and along it; up again.
  private walk(event: KeyboardEvent): void {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way === undefined || this.found.hidden || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    const places = [this.search, ...this.found.querySelectorAll("button")];
    const at = places.indexOf(document.activeElement as HTMLInputElement);
    places[Math.min(places.length - 1, Math.max(0, at + way))].focus();
  }

  private offer(): void {
    const channels = findChannels(this.session.model?.channels ?? [], this.search.value, kMostFound);
    this.found.hidden = false;
    this.found.replaceChildren(
      ...channels.map(({ name, unit, description }) => {
        const isOn = this.chosen.includes(name);
        const button = html(
          "button",
          { type: "button", role: "option", "aria-selected": String(isOn) },
          html("span", { class: "name" }, name),
          html("span", { class: "quiet" }, [unit === "1" ? "" : unit, description].filter((t) => t).join(" · ")),
        );
        button.addEventListener("click", () => {
          this.choose(name, !this.chosen.includes(name));
          button.setAttribute("aria-selected", String(this.chosen.includes(name)));
        });
        return button;
      }),
    );
    if (channels.length === 0) this.found.append(html("p", { class: "quiet" }, "No channel has that name."));
  }
}
