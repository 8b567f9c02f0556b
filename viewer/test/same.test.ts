import assert from "node:assert/strict";
import { test } from "node:test";
import { leaders, togetherText } from "../src/page/same";

const pixels = { x: (value: number) => 100 * value, y: (value: number) => 40 * Math.log10(value) };
const curve = (...y: (number | null)[]) => ({ x: y.map((_, k) => k), y });
const all = (count: number): boolean[] => Array.from({ length: count }, () => true);

test("curves that lie on each other, as far as pixels tell, have one leader", () => {
  const series = [curve(1, 10), curve(1.01, 10), curve(1, 12), curve(1.02, 10.1)];
  assert.deepEqual(leaders(series, all(4), pixels), [0, 0, 2, 0]); // 12 of 10 are 3 pixels
  assert.deepEqual(leaders([curve(1, null), curve(1, 5), curve(1, null)], all(3), pixels), [0, 1, 0]);
  assert.deepEqual(leaders([curve(1), curve(1, 2)], all(2), pixels), [0, 1]);
});

test("what a logarithmic axis cannot show does not tell curves apart; what is hidden does not speak for what is shown", () => {
  assert.deepEqual(leaders([curve(0, 10), curve(-1, 10), curve(2, 10)], all(3), pixels), [0, 0, 2]);
  assert.deepEqual(leaders([curve(1), curve(1), curve(1)], [false, true, true], pixels), [0, 1, 1]);
});

test("several names of one curve are told together", () => {
  assert.equal(togetherText(["ali1, trapezoidal, slope 2", "ali3p, trapezoidal, slope 2"]), "ali1 \u2248 ali3p, trapezoidal, slope 2");
  assert.equal(togetherText(["a", "b"]), "a \u2248 b");
  assert.equal(togetherText(["a, x", "a, x"]), "a \u2248 a, x");
  assert.equal(togetherText(["a, x", "b, y"]), "a, x \u2248 b, y");
  assert.equal(togetherText(["alone, x"]), "alone, x");
  assert.equal(togetherText([]), "");
});
