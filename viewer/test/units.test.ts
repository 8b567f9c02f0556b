import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, displayUnit, numberText, quantityText, shortText, tickTexts } from "../src/shared/units";

test("engineers' units", () => {
  const cases: [string, number, string, number][] = [
    ["Pa", 2.5e7, "bar", 250], ["m", 1.25, "mm", 1250], ["m/s", 0.2, "mm/s", 200], ["m3/s", 1e-3, "l/min", 60],
    ["N", 45e3, "kN", 45], ["rad", Math.PI, "°", 180], ["K", 293.15, "°C", 20], ["V", 5, "V", 5], ["J", 100, "J", 100],
    ["J", 5e3, "kJ", 5], ["rad/s", Math.PI, "°/s", 180], ["rad/s", 10 * Math.PI, "rpm", 300],
  ];
  for (const [si, value, label, shown] of cases) {
    const unit = displayUnit(si, "engineering", Math.abs(value));
    assert.equal(unit.label, label);
    assert.ok(Math.abs((convert(value, unit) ?? NaN) - shown) < 1e-9 * shown, si);
  }
});

test("SI leaves numbers alone", () => {
  const unit = displayUnit("Pa", "si", 1e7);
  assert.deepEqual([unit.label, convert(123.5, unit), convert(null, unit)], ["Pa", 123.5, null]);
});

test("numbers as text", () => {
  assert.equal(numberText(0), "0");
  assert.equal(numberText(123.456), "123.5");
  assert.equal(numberText(-0.5), "\u22120.5000");
  assert.equal(numberText(1.5e-12, 3), "1.5×10⁻¹²");
  assert.equal(numberText(null), "–");
  assert.equal(numberText(NaN), "–");
  assert.equal(quantityText(90, "°", 2), "90°");
  assert.equal(quantityText(3, "bar", 2), "3.0\u00a0bar");
});

test("short numbers and ticks", () => {
  assert.deepEqual([10, 0.5, 100, 1.25].map((v) => shortText(v, "s")), ["10\u00a0s", "0.5\u00a0s", "100\u00a0s", "1.25\u00a0s"]);
  assert.deepEqual(tickTexts([-0.5, -0, 0.5], 0.5), ["\u22120.5", "0", "0.5"]);
  assert.deepEqual(tickTexts([5.28931, 5.28932], 1e-5), ["5.28931", "5.28932"]);
  assert.deepEqual(tickTexts([2e6, 2.5e6], 5e5), ["2.0×10⁶", "2.5×10⁶"]);
  assert.deepEqual(tickTexts([2.5, 5], 2.5), ["2.5", "5.0"]);
  assert.deepEqual(tickTexts([0.25, 0.5], 0.25), ["0.25", "0.50"]);
  assert.deepEqual(tickTexts([0, 1000], 1000), ["0", "1000"]);
  assert.deepEqual(tickTexts([0, 2e-9], 2e-9), ["0", "2×10⁻⁹"]);
});
