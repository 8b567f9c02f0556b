// Builds a page of sections; knows nothing of what they are about.
import { Clock } from "../report/clock";
import { html } from "../shared/dom";
import { MechanismView } from "../report/mechanism";
import type { Theme } from "../shared/palette";
import { Player } from "../report/player";
import { hasPicture } from "../report/projection";
import { Chart } from "./chart";
import type { PageData, Section } from "./data";
import { TableView } from "./table";

const dark = matchMedia("(prefers-color-scheme: dark)");

function drawingView({ title, drawing }: Section["drawings"][number]): HTMLElement {
  const clock = new Clock(drawing.times);
  const view = new MechanismView(drawing, clock, title);
  const place = html("section", { class: "mechanism" }, html("h3", {}, title), view.element);
  clock.add(view);
  if (drawing.times.length < 2) return place; // a still picture
  const player = new Player(clock);
  clock.add(player);
  place.append(player.element);
  return place;
}

function sectionView(section: Section, charts: Chart[]): HTMLElement {
  const place = html("section", { class: "section" });
  if (section.title !== "") place.append(html("h2", {}, section.title));
  for (const text of section.text) place.append(html("p", { class: "text" }, text));
  if (section.figures.length > 0)
    place.append(html("dl", { class: "figures" }, ...section.figures.map(({ label, value, detail }) =>
      html("div", { class: "figure-tile" }, html("dt", {}, label),
        html("dd", {}, html("strong", {}, value), html("span", {}, detail))))));
  for (const drawing of section.drawings) if (hasPicture(drawing.drawing)) place.append(drawingView(drawing));
  const tables = section.tables.map((table) => new TableView(table));
  const own = section.plots.map((plot) => new Chart(plot));
  charts.push(...own);
  const isLinked = section.plots.some(({ series }) => series.some(({ rows = [] }) => rows.length > 0));
  if (isLinked) {
    place.append(html("div", { class: "linked" }, html("div", { class: "plots" }, ...own.map(({ element }) => element)),
      html("div", {}, ...tables.map(({ element }) => element))));
    link(own, tables[0]);
    return place;
  }
  place.append(...tables.map(({ element }) => element));
  if (own.length > 0) place.append(html("div", { class: "plots" }, ...own.map((chart) => chart.element)));
  return place;
}

// Pointing at a point shows its row, and the other way round.
function link(charts: Chart[], table: TableView): void {
  table.onRow = (row) => charts.forEach((chart) => chart.ring(row));
  for (const chart of charts) {
    chart.rowText = (row) => table.text(row);
    chart.onRow = (row, isChosen) => table.mark(row, isChosen);
  }
}

function factsView(facts: PageData["facts"]): HTMLDetailsElement {
  const rows = facts.map(({ name, value }) =>
    html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, value)));
  return html("details", { class: "provenance" }, html("summary", {}, "Where this comes from"),
    html("table", {}, html("tbody", {}, ...rows)));
}

export function buildPage(data: PageData, root: HTMLElement): void {
  const charts: Chart[] = [];
  root.replaceChildren(html("header", {}, html("p", { class: "kicker" }, data.kind), html("h1", {}, data.title),
    html("p", { class: "lead" }, data.lead)));
  if (data.alarm !== "") root.append(html("p", { class: "failure", role: "alert" }, data.alarm));
  root.append(...data.sections.map((section) => sectionView(section, charts)));
  const facts = factsView(data.facts);
  if (data.facts.length > 0) root.append(facts);
  const redraw = (printing: boolean): void => {
    const theme: Theme = dark.matches && !printing ? "dark" : "light";
    document.documentElement.classList.toggle("printing", printing);
    if (printing) facts.open = true;
    for (const chart of charts) chart.draw(theme);
  };
  redraw(false);
  dark.addEventListener("change", () => redraw(false));
  addEventListener("beforeprint", () => redraw(true));
  addEventListener("afterprint", () => redraw(false));
}
