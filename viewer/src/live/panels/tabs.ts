// Tabs: beside the machine on wide screens, instead of it on narrow ones. A machine without bodies or without oil has no
// tab for them.
import { html } from "../../shared/dom";
import type { Description } from "../protocol";
import type { Listener } from "../session";

export interface Tab {
  id: string;
  title: string;
  content: HTMLElement | null; // null: the machine itself, which has its own place
  isEmpty?: (model: Description) => boolean; // nothing of it to show
}

const kKey = "bramah.tab";
const narrow = matchMedia("(max-width: 860px)");

export const hasNoBodies = ({ drawing, scene }: Description): boolean =>
  drawing.points.length + scene.bodies.length + scene.shapes.length === 0;

export const hasNoFaults = ({ faults }: Description): boolean => faults.length === 0;

export const hasNoOil = ({ scheme }: Description): boolean => scheme.parts.length === 0;

export class Tabs implements Listener {
  readonly strip = html("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
  readonly panels = html("div", { class: "panels" });
  private readonly buttons = new Map<string, HTMLButtonElement>();
  private model: Description | null = null;

  constructor(
    private readonly root: HTMLElement,
    private readonly tabs: Tab[],
  ) {
    for (const { id, title, content } of tabs) {
      const button = html(
        "button",
        { type: "button", role: "tab", id: `tab-${id}`, "data-testid": `tab-${id}`, "aria-controls": `panel-${id}` },
        title,
      );
      button.addEventListener("click", () => this.open(id));
      this.buttons.set(id, button);
      this.strip.append(button);
      if (content !== null)
        this.panels.append(
          html(
            "div",
            { class: `panel ${id}`, id: `panel-${id}`, role: "tabpanel", tabindex: 0, "aria-labelledby": `tab-${id}` },
            content,
          ),
        );
    }
    this.strip.addEventListener("keydown", (event) => this.walk(event));
    narrow.addEventListener("change", () => this.restore());
    this.restore();
  }

  onModel(model: Description): void {
    this.model = model;
    for (const { id, isEmpty } of this.tabs) (this.buttons.get(id) as HTMLElement).hidden = isEmpty?.(model) ?? false;
    this.root.classList.toggle("no-machine", hasNoBodies(model));
    this.restore();
  }

  open(id: string): void {
    localStorage.setItem(kKey, id);
    this.show(id);
  }

  // Tabs that have something to show and a place of their own to show it in.
  private get usable(): Tab[] {
    const { model } = this;
    return this.tabs.filter(
      ({ content, isEmpty }) =>
        (content !== null || narrow.matches) && !(model !== null && (isEmpty?.(model) ?? false)),
    );
  }

  private restore(): void {
    const kept = localStorage.getItem(kKey);
    const { usable } = this;
    this.show((narrow.matches ? usable[0] : (usable.find(({ id }) => id === kept) ?? usable[0])).id);
  }

  private show(id: string): void {
    this.root.dataset.tab = id;
    for (const [other, button] of this.buttons) {
      button.setAttribute("aria-selected", String(other === id));
      button.tabIndex = other === id ? 0 : -1; // arrows lead to the others
      const panel = this.panels.querySelector<HTMLElement>(`#panel-${other}`);
      if (panel !== null) panel.hidden = other !== id;
    }
  }

  private walk(event: KeyboardEvent): void {
    const ids = this.usable.map(({ id }) => id);
    const at = ids.indexOf(this.root.dataset.tab ?? "");
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = ids[(to + ids.length) % ids.length];
    this.open(next);
    this.buttons.get(next)?.focus();
  }
}
