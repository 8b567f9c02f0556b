import assert from "node:assert/strict";
import { test } from "node:test";
import { convert, displayUnit, numberText, quantityText } from "../src/report/units";

test("engineers' units", () => {
  const cases: [string, number, string, number][] = [
    ["Pa", 2.5e7, "bar", 250], ["m", 1.25, "mm", 1250], ["m/s", 0.2, "mm/s", 200], ["m3/s", 1e-3, "l/min", 60],
    ["N", 45e3, "kN", 45], ["rad", Math.PI, "°", 180], ["K", 293.15, "°C", 20], ["V", 5, "V", 5], ["J", 100, "J", 100],
    ["J", 5e3, "kJ", 5],
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
