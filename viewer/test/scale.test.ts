import assert from "node:assert/strict";
import { test } from "node:test";
import { logText, Scale, spanOf } from "../src/page/scale";

test("spans leave room and leave out what a logarithm cannot show", () => {
  assert.equal(spanOf([null, 0, -1], { log: true }), null);
  const span = spanOf([null, 0, 1e-3, 1], { log: true });
  assert.ok(span !== null && span.low < 1e-3 && span.low > 1e-4 && span.high > 1 && span.high < 10);
  const narrow = spanOf([1, 1.1], { log: true }); // a whole decade around it
  assert.ok(narrow !== null && Math.abs(narrow.high / narrow.low - 10) < 1e-9);
  assert.deepEqual(spanOf([0, 100], { log: false }), { low: -6, high: 106 });
  const flat = spanOf([5, 5], { log: false });
  assert.ok(flat !== null && flat.low < 5 && flat.high > 5);
});

test("pixels and values are inverse", () => {
  for (const log of [false, true]) {
    const scale = new Scale({ low: 0.01, high: 100 }, { log }, 300, 20);
    assert.ok(Math.abs(scale.pixel(0.01) - 300) < 1e-9 && Math.abs(scale.pixel(100) - 20) < 1e-9);
    assert.ok(Math.abs(scale.value(scale.pixel(3)) - 3) < 1e-9);
  }
  assert.ok(Math.abs(new Scale({ low: 0.01, high: 100 }, { log: true }, 0, 100).pixel(1) - 50) < 1e-9);
});

test("ticks of a logarithmic axis", () => {
  const labels = (low: number, high: number): string[] =>
    new Scale({ low, high }, { log: true }, 0, 300).ticks(34).map(({ text }) => text).filter((text) => text !== "");
  assert.deepEqual(labels(0.9e-4, 1.1e2), ["10⁻⁴", "0.001", "0.01", "0.1", "1", "10", "100"]);
  assert.deepEqual(labels(0.4, 6), ["0.5", "1", "2", "5"]);
  assert.ok(labels(1e-16, 1).length <= 9);
  assert.ok(labels(2.1, 2.9).length <= 8); // no tick within: no endless loop either
});

test("numbers of a logarithmic axis", () => {
  assert.deepEqual([0.5, 1000, 1e4, 2e-5, 1e-6].map(logText), ["0.5", "1000", "10⁴", "2×10⁻⁵", "10⁻⁶"]);
});

test("an axis that is logarithmic to both sides of zero", () => {
  const law = { log: false, linearBelow: 0.1 };
  const span = spanOf([-2e4, -3, 0.5], law);
  assert.ok(span !== null && span.low < -2e4 && span.low > -1e6 && span.high > 0.5 && span.high < 10);
  const scale = new Scale({ low: -1000, high: 10 }, law, 0, 800); // 5 decades to the left, 3 to the right
  for (const [value, pixel] of [[-1000, 0], [-1, 300], [-0.1, 400], [0, 500], [0.05, 550], [10, 800]]) {
    assert.ok(Math.abs(scale.pixel(value) - pixel) < 1e-9, `${value}`);
    assert.ok(Math.abs(scale.value(pixel) - value) < 1e-9 * Math.max(1, Math.abs(value)), `${pixel}`);
  }
  assert.deepEqual(scale.ticks(60).map(({ text }) => text), ["−1000", "−100", "−10", "−1", "−0.1", "0", "0.1", "1", "10"]);
  const few = scale.ticks(160).map(({ text }) => text).filter((text) => text !== "");
  assert.ok(few.includes("0") && few.length <= 5, few.join(" "));
  const stable = spanOf([-5, -3], law); // zero is always seen
  assert.ok(stable !== null && stable.high > 0);
});
