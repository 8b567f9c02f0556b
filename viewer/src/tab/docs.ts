// The pages of docs/: search, and machines that run where they are described.
import "uplot/dist/uPlot.min.css";
import "../live/style/base.css";
import "./playground.css";
import "./docs.css";
import { ThemeChoice } from "../live/panels/theme";
import { html } from "../shared/dom";
import { Desk } from "./desk";
import { LiveMachine } from "./live_machine";
import { find, type Section } from "./search";

const up = document.documentElement.dataset.up ?? "./";
new ThemeChoice();

function startSearch(): void {
  const input = document.getElementById("search") as HTMLInputElement;
  const found = document.getElementById("found") as HTMLElement;
  const article = document.querySelector("article") as HTMLElement;
  let sections: Promise<Section[]> | null = null;
  const show = async (): Promise<void> => {
    const words = input.value.trim();
    sections ??= fetch(`${up}docs/search.json`).then((answer) => answer.json() as Promise<Section[]>);
    const hits = words.length < 2 ? [] : find(await sections, words).slice(0, 30);
    found.hidden = words.length < 2;
    article.hidden = !found.hidden;
    found.replaceChildren(
      html("h1", {}, hits.length === 0 ? `Nothing has "${words}"` : `Sections with "${words}"`),
      ...hits.map((hit) =>
        html(
          "a",
          { class: "hit", href: `${up}${hit.page}#${hit.id}`, "data-testid": "hit" },
          html("b", {}, hit.heading === hit.title ? hit.title : `${hit.title}: ${hit.heading}`),
          html("span", {}, hit.excerpt),
        ),
      ),
    );
  };
  input.addEventListener("input", () => void show());
  found.addEventListener("click", (event) => {
    if (!(event.target as Element).closest("a")) return;
    input.value = ""; // a link into the same page does not load it anew
    void show();
  });
}

const desk = new Desk(1000, up);
startSearch();
document.querySelectorAll<HTMLElement>("bramah-machine").forEach((element, k) => new LiveMachine(element, k, desk, up));
