import assert from "node:assert/strict";
import { test } from "node:test";
import { leaders } from "../src/page/same";

test("curves with the same points follow the first of them", () => {
  const of = (y: (number | null)[], x = [1, 2, 3]): { x: number[]; y: (number | null)[] } => ({ x, y });
  assert.deepEqual(leaders([of([1, 2, 3]), of([1, 2, 4]), of([1, 2, 3]), of([1, 2, null]), of([1, 2], [1, 2]), of([1, 2, null])]), [0, 1, 0, 3, 4, 3]);
  assert.deepEqual(leaders([of([1, 2, 3]), of([1, 2, 3], [1, 2, 5])]), [0, 1]);
  assert.deepEqual(leaders([]), []);
});
