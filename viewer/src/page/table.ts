// A table that can be sorted by any column; repeated leading cells are blank until it is.
import { html } from "../shared/dom";
import { numberText, shortText } from "../shared/units";
import type { Cell, Column, Row, Table } from "./data";
import { sortedRows, type Order } from "./sorting";

function cellText(cell: Cell, digits: number): string {
  if (typeof cell === "string") return cell;
  return cell !== null && Number.isInteger(cell) && Math.abs(cell) < 1e6 ? String(cell).replace("-", "\u2212")
    : digits < 3 ? numberText(cell, digits) : shortText(cell, "", digits);
}

const isText = (rows: Row[], column: number): boolean => typeof rows[0]?.cells[column] === "string";

const kLong = 28; // characters of a text that may be broken

// A shade where there is more of the table than is seen.
function markEnds(scroll: HTMLElement): void {
  const rest = scroll.scrollWidth - scroll.clientWidth - scroll.scrollLeft;
  scroll.classList.toggle("more", rest > 1);
  scroll.classList.toggle("before", scroll.scrollLeft > 1);
}

export class TableView {
  readonly element: HTMLElement;
  onRow: ((row: number) => void) | null = null; // pointed at; -1: none
  private readonly lines = new Map<Row, HTMLElement>();
  private readonly table: Table;
  private readonly heads: HTMLElement[];
  private readonly body = html("tbody");
  private order: Order = { column: -1, falling: false };

  constructor(table: Table) {
    this.table = table;
    this.heads = table.columns.map((column, k) => this.head(column, k));
    const grid = html("table", { class: "grid-table" }, html("thead", {}, html("tr", {}, ...this.heads)), this.body);
    this.element = html("div", { class: "card" });
    if (table.title !== "") this.element.append(html("h3", {}, table.title));
    if (table.text !== "") this.element.append(html("p", { class: "constants" }, table.text));
    const scroll = html("div", { class: "scroll", tabindex: 0 }, grid);
    this.element.append(scroll);
    this.fill();
    this.body.addEventListener("pointerover", ({ target }) => this.onRow?.(this.rowAt(target as Element)));
    this.body.addEventListener("pointerleave", () => this.onRow?.(-1));
    const mark = (): void => markEnds(scroll);
    scroll.addEventListener("scroll", mark, { passive: true });
    new ResizeObserver(mark).observe(scroll);
  }

  // Points at a row from elsewhere; -1: at none.
  mark(row: number, isShown: boolean): void {
    this.lines.forEach((line, own) => line.classList.toggle("pointed", own === this.table.rows[row]));
    if (isShown) this.lines.get(this.table.rows[row])?.scrollIntoView({ block: "nearest" });
  }

  // A row as a sentence.
  text(row: number): string {
    const { columns, rows } = this.table;
    return rows[row].cells.flatMap((cell, k) =>
      cell === null ? [] : [`${columns[k].title} ${cellText(cell, columns[k].digits)}${columns[k].unit === "" ? "" : `\u00a0${columns[k].unit}`}`]).join(", ");
  }

  private rowAt(target: Element): number {
    const line = target.closest("tr");
    return this.table.rows.findIndex((row) => this.lines.get(row) === line);
  }

  private head({ title, unit, help }: Column, k: number): HTMLElement {
    const button = html("button", { type: "button", title: help || `Sort by ${title}` },
      title, html("span", { class: "column-unit" }, unit));
    button.addEventListener("click", () => this.sort(k));
    return html("th", { scope: "col", class: isText(this.table.rows, k) ? "text" : "" }, button);
  }

  // Rising, falling, as given.
  private sort(column: number): void {
    const { order } = this;
    if (order.column !== column) this.order = { column, falling: false };
    else this.order = order.falling ? { column: -1, falling: false } : { column, falling: true };
    this.fill();
  }

  private fill(): void {
    const rows = sortedRows(this.table.rows, this.order);
    this.heads.forEach((head, k) => {
      const chosen = k === this.order.column;
      head.setAttribute("aria-sort", !chosen ? "none" : this.order.falling ? "descending" : "ascending");
    });
    this.body.replaceChildren(...rows.map((row, k) => this.row(row, this.order.column < 0 ? rows[k - 1] : undefined)));
  }

  private row(row: Row, before: Row | undefined): HTMLElement {
    const { columns, grouped } = this.table;
    let same = before !== undefined;
    const cells = row.cells.map((cell, k) => {
      same = same && k < grouped && before?.cells[k] === cell;
      const text = cellText(cell, columns[k]?.digits ?? 3);
      const kind = typeof cell !== "string" ? "" : cell.length > kLong ? "text long" : "text";
      return html("td", { class: `${kind}${same ? " again" : ""}` }, text);
    });
    if (row.note !== "")
      cells.push(html("td", { class: "note", colspan: Math.max(1, columns.length - row.cells.length) }, row.note));
    const starts = grouped > 0 && before !== undefined && before.cells[0] !== row.cells[0];
    const line = html("tr", { class: `${row.quiet ? "quiet" : ""}${starts ? " starts" : ""}` }, ...cells);
    this.lines.set(row, line);
    return line;
  }
}
