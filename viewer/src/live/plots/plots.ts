// Live plots: strips of channels of one unit, a picker of channels, the time they show. What is chosen is kept for the
// machine, and in the page's address for those it is sent to.
import { html } from "../../shared/dom";
import type { Theme } from "../colour_map";
import { pace } from "../pace";
import type { Comparison } from "../playback/comparison";
import type { Description } from "../protocol";
import type { Listener, Session } from "../session";
import { comparisonTable } from "./comparison_table";
import { defaultChannels, findChannels, groupByUnit } from "./defaults";
import { addressText, layoutText, readAddress, readLayout, withChannel, withoutChannel, type Layout } from "./layout";
import { Marks } from "./marks";
import { Strip, type Shown } from "./strip";
import { TimeWindow } from "./time_window";
import { pairChoice } from "../../report/pair_choice";
import type { Pair } from "../../report/xy";
import { pairsOf, pairText, readPairs, XyStrip } from "./xy_strip";

const kEvery = 80; // ms between pictures
const kMostFound = 40;
const kMostOfPart = 12;
const kSpans = [10, 30, 60];

export class Plots implements Listener {
  readonly element = html("div", { class: "plots-panel" });
  private readonly strips = html("div", { class: "strips" });
  private readonly differences = html("div", {});
  private readonly search = html("input", {
    type: "search",
    placeholder: "Add a channel…",
    "aria-label": "Add a channel to the plots",
  });
  private readonly found = html("div", { class: "found", role: "listbox", "aria-label": "Channels" });
  private readonly spans = html(
    "select",
    { "aria-label": "Time span of the plots" },
    ...kSpans.map((s) => html("option", { value: s }, `${s} s`)),
  );
  private readonly hold = html("button", { type: "button", "aria-pressed": "false", "data-testid": "hold-plots", title: "The plots stand; the machine goes on" }, "Hold");
  private readonly figures = html("button", { type: "button", "aria-pressed": "false", "data-testid": "statistics", title: "Smallest, largest (and when) and mean of what is shown" }, "Statistics");
  private readonly window = new TimeWindow(30);
  private readonly marks: Marks;
  private readonly xy = html("div", { class: "strips" });
  private readonly pairs = pairChoice(
    () => this.session.model?.channels.map(({ name }) => name) ?? [],
    () => (this.session.model === null ? [] : pairsOf(this.session.model)),
    (pair) => this.addPair(pair),
  );
  private crossed: XyStrip[] = [];
  private list: Strip[] = [];
  private layout: Layout = [];
  private drawn = 0;

  constructor(
    private readonly session: Session,
    private theme: Theme,
  ) {
    this.marks = new Marks(session);
    this.window.onChange = () => this.showWindow();
    this.spans.addEventListener("change", () => {
      this.window.span = Number(this.spans.value);
      this.window.follow();
      this.keep();
    });
    this.hold.addEventListener("click", () => (this.window.isHeld ? this.window.follow() : this.window.hold(...this.window.range(session.history.latest || 0))));
    this.figures.addEventListener("click", () => {
      this.figures.setAttribute("aria-pressed", String(this.figures.getAttribute("aria-pressed") !== "true"));
      this.draw();
    });
    this.search.addEventListener("input", () => this.offer());
    this.search.addEventListener("focus", () => this.offer());
    const picker = html("div", { class: "row picker" }, this.search, this.spans, this.hold, this.figures, this.found);
    picker.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.shut());
    document.addEventListener("pointerdown", (event) => {
      if (!this.element.contains(event.target as Node) || !(event.target as Element).closest(".picker")) this.shut();
    });
    this.found.hidden = true;
    this.element.append(picker, this.differences, this.strips, html("p", { class: "quiet hint" }, "Drag across a plot to zoom, double-click to follow again. ", ...markLegend()),
      html("h2", {}, "One over another"), this.pairs.element, this.xy);
    new ResizeObserver(() => this.draw()).observe(this.element);
    window.addEventListener("hashchange", () => this.readAddress());
  }

  onModel(model: Description): void {
    this.marks.onModel(model);
    const kept = readLayout(localStorage.getItem(this.key(model)) ?? "", model.channels);
    this.layout = kept.length > 0 ? kept : groupByUnit(defaultChannels(model), model.channels).map(({ names }) => names);
    this.pairs.refresh();
    this.crossed = [];
    this.xy.replaceChildren();
    this.readAddress();
    this.rebuild();
  }

  onFrame(frame: Parameters<Marks["onFrame"]>[0]): void {
    this.marks.onFrame(frame);
    const now = performance.now();
    if (now - this.drawn < pace.interval(kEvery) || this.element.clientWidth === 0) return;
    this.drawn = now;
    this.draw();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    for (const strip of [...this.list, ...this.crossed]) strip.setTheme(theme);
    this.draw();
  }

  // A stretch run again beside what happened; null: no longer.
  compare(comparison: Comparison | null): void {
    this.differences.replaceChildren(...(comparison === null ? [] : [comparisonTable(comparison, this.layout.flat())]));
    if (comparison === null) this.window.follow();
    else this.window.hold(comparison.after.from, comparison.after.until);
  }

  // The channels of a part, in place of those before.
  showPart(channels: string[]): void {
    const known = channels.filter((name) => this.session.channel(name) >= 0).slice(0, kMostOfPart);
    if (known.length === 0) return;
    this.layout = groupByUnit(known, this.session.model?.channels ?? []).map(({ names }) => names);
    this.rebuild();
  }

  private key(model: Description): string {
    return `bramah.plots.${model.name}`;
  }

  private showWindow(): void {
    this.hold.setAttribute("aria-pressed", String(this.window.isHeld));
    this.hold.textContent = this.window.isHeld ? "Follow" : "Hold";
    this.draw();
  }

  private draw(): void {
    const { comparison, isLookingBack, frame } = this.session;
    const history = comparison?.afterHistory ?? this.session.history;
    const shown: Shown = {
      range: this.window.range(history.latest || 0),
      history,
      before: comparison?.beforeHistory ?? null,
      marks: this.marks.list,
      instant: isLookingBack ? (frame?.t ?? NaN) : NaN,
      withStatistics: this.figures.getAttribute("aria-pressed") === "true",
    };
    for (const strip of [...this.list, ...this.crossed]) strip.draw(shown);
  }

  private rebuild(): void {
    const { model } = this.session;
    if (model === null) return;
    this.list.forEach((strip) => strip.destroy());
    this.spans.value = String(this.window.span);
    this.list = this.layout.map(
      (names, k) =>
        new Strip(this.session, this.session.unit(names[0]), names, this.theme, {
          remove: (name) => this.set(withoutChannel(this.layout, name)),
          drop: (name) => this.set(withChannel(this.layout, name, k, model.channels)),
          zoom: (from, to) => this.window.hold(from, to),
          follow: () => this.window.follow(),
        }),
    );
    this.strips.replaceChildren(...this.list.map(({ element }) => element));
    this.draw();
  }

  private set(layout: Layout): void {
    this.layout = layout;
    if (this.session.model !== null) localStorage.setItem(this.key(this.session.model), layoutText(layout));
    this.keep();
    this.rebuild();
    if (this.session.comparison !== null) this.compare(this.session.comparison);
  }

  private addPair(pair: Pair): void {
    if (this.crossed.some((one) => pairText(one.pair) === pairText(pair))) return;
    const strip: XyStrip = new XyStrip(this.session, pair, this.theme, () => {
      this.crossed = this.crossed.filter((one) => one !== strip);
      strip.element.remove();
      this.keep();
    });
    this.crossed.push(strip);
    this.xy.append(strip.element);
    this.keep();
    this.draw();
  }

  private keep(): void {
    const fields = readAddress(location.hash);
    fields.set("plots", layoutText(this.layout));
    fields.set("span", String(this.window.span));
    if (this.crossed.length > 0) fields.set("xy", this.crossed.map(({ pair }) => pairText(pair)).join(";"));
    else fields.delete("xy");
    history.replaceState(null, "", location.pathname + location.search + addressText(fields));
  }

  // What the address says is what somebody wanted to show.
  private readAddress(): void {
    const { model } = this.session;
    const fields = readAddress(location.hash);
    const span = Number(fields.get("span"));
    if (kSpans.includes(span)) this.window.span = span;
    for (const pair of model === null ? [] : readPairs(fields.get("xy") ?? "", model.channels.map(({ name }) => name))) this.addPair(pair);
    const wanted = model === null ? [] : readLayout(fields.get("plots") ?? "", model.channels);
    if (wanted.length === 0 || layoutText(wanted) === layoutText(this.layout)) return;
    this.layout = wanted;
    this.rebuild();
  }

  private choose(name: string, on: boolean): void {
    const { model } = this.session;
    if (model !== null) this.set(on ? withChannel(this.layout, name, NaN, model.channels) : withoutChannel(this.layout, name));
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
    const chosen = this.layout.flat();
    const channels = findChannels(this.session.model?.channels ?? [], this.search.value, kMostFound);
    this.found.hidden = false;
    this.found.replaceChildren(
      ...channels.map(({ name, unit, description }) => {
        const button = html(
          "button",
          { type: "button", role: "option", draggable: "true", "aria-selected": String(chosen.includes(name)), "data-channel": name },
          html("span", { class: "name" }, name),
          html("span", { class: "quiet" }, [unit === "1" ? "" : unit, description].filter((t) => t).join(" · ")),
        );
        button.addEventListener("click", () => {
          this.choose(name, !this.layout.flat().includes(name));
          button.setAttribute("aria-selected", String(this.layout.flat().includes(name)));
        });
        button.addEventListener("dragstart", (event) => {
          event.dataTransfer?.setData("text/plain", name);
          setTimeout(() => this.shut()); // the plots are under the list
        });
        return button;
      }),
    );
    if (channels.length === 0) this.found.append(html("p", { class: "quiet" }, "No channel has that name."));
  }
}

const markLegend = (): HTMLElement[] =>
  (
    [
      ["lever", "lever moved"],
      ["stop", "stop hit"],
      ["relief", "relief opened"],
    ] as const
  ).map(([kind, text]) => html("span", { class: `mark ${kind}` }, `▾ ${text} `));
