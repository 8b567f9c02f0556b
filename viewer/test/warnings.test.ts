import assert from "node:assert/strict";
import { test } from "node:test";
import type { Column, ReportData } from "../src/report/data";
import { warnings } from "../src/report/warnings";

function run(columns: [name: string, unit: string, values: number[]][], books: number): ReportData {
  const summary = { energy_books_max_J: books } as ReportData["summary"];
  const made = columns.map(([name, unit, values]): Column => ({ name, unit, description: "", values }));
  const drawing = { planar: true, points: [], lines: [], times: [], poses: [] };
  return { summary, notes: [], recorded_rows: 3, times: [0, 1, 2], columns: made, drawing };
}

test("pressures below zero are named with their instant", () => {
  const [text] = warnings(run([["lift.A.p", "Pa", [1e5, -2e5, 3e5]], ["lift.B.p", "Pa", [1e5]]], 0));
  assert.match(text, /lift\.A\.p to \u22122\.00\u00a0bar at 1\.000\u00a0s/);
  assert.doesNotMatch(text, /lift\.B/);
});

test("an energy audit that does not close", () => {
  const columns: [string, string, number[]][] = [["energy.kinetic", "J", [0, 100, 50]], ["energy.books", "J", [0, 20, 20]]];
  assert.match(warnings(run(columns, 20))[0], /20\.0\u00a0J are unaccounted for, 20\u00a0% of/);
  assert.deepEqual(warnings(run(columns, 0.5)), []);
});
