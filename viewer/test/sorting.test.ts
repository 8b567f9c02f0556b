import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, Row } from "../src/page/data";
import { sortedRows } from "../src/page/sorting";

const row = (cells: Cell[], quiet = false): Row => ({ cells, note: "", quiet });
const rows = [row(["q"], true), row(["a", 10]), row(["b", null]), row(["c", 9])];
const names = (column: number, falling: boolean): string =>
  sortedRows(rows, { column, falling }).map(({ cells }) => cells[0]).join("");

test("rows as given, rising and falling", () => {
  assert.equal(names(-1, false), "qabc");
  assert.equal(names(1, false), "cabq"); // numbers by size; nothing and quiet at the end
  assert.equal(names(1, true), "acbq");
  assert.equal(names(0, true), "cbaq");
});
