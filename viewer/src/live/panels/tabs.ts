// Tabs: beside the machine on wide screens, instead of it on narrow ones.
import { html } from "../../shared/dom";

export interface Tab {
  id: string;
  title: string;
  content: HTMLElement | null; // null: the machine itself, which has its own place
}

const kKey = "bramah.tab";
const narrow = matchMedia("(max-width: 860px)");

export class Tabs {
  readonly strip = html("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
  readonly panels = html("div", { class: "panels" });
  private readonly buttons = new Map<string, HTMLButtonElement>();

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
            { class: `panel ${id}`, id: `panel-${id}`, role: "tabpanel", "aria-labelledby": `tab-${id}` },
            content,
          ),
        );
    }
    narrow.addEventListener("change", () => this.restore());
    this.restore();
  }

  open(id: string): void {
    localStorage.setItem(kKey, id);
    this.show(id);
  }

  private restore(): void {
    const kept = localStorage.getItem(kKey);
    const known = this.tabs.some((tab) => tab.id === kept && tab.content !== null);
    this.show(narrow.matches ? this.tabs[0].id : known ? (kept as string) : this.tabs[1].id);
  }

  private show(id: string): void {
    this.root.dataset.tab = id;
    for (const [other, button] of this.buttons) {
      button.setAttribute("aria-selected", String(other === id));
      const panel = this.panels.querySelector<HTMLElement>(`#panel-${other}`);
      if (panel !== null) panel.hidden = other !== id;
    }
  }
}
