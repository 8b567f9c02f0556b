import assert from "node:assert/strict";
import { test } from "node:test";
import { parameterText, valueText } from "../src/live/quantity";

const plain = (text: string): string => text.replace(/\u00a0/g, " ");

test("values in bar, l/min, mm", () => {
  const cases: [number, string, string][] = [
    [1.834e7, "Pa", "183 bar"],
    [1e5, "Pa", "1.00 bar"],
    [1e-3, "m3/s", "60.0 l/min"],
    [-2.5e-5, "m3/s", "−1.50 l/min"],
    [1.2345, "m", "1235 mm"],
    [0, "m", "0.00 mm"],
    [45e3, "N", "45.0 kN"],
    [Math.PI / 2, "rad", "90.0°"],
    [7.5, "V", "7.50 V"],
    [NaN, "Pa", "–"],
    [-1e-9, "m3/s", "0.00 l/min"],
  ];
  for (const [value, unit, text] of cases) assert.equal(plain(valueText(value, unit)), text);
});

test("parameters", () => {
  const cases: [number | string, string, string][] = [
    [2e7, "Pa", "200 bar"],
    [0.025, "s", "25 ms"],
    [7.854e-3, "m2", "7854 mm²"],
    [45e-6 / (2 * Math.PI), "m3/rad", "45 cm³/rev"],
    ["U_lift", "", "U_lift"],
    [4, "1", "4"],
    [1e300, "V", "none"],
    [157.08, "rad/s", "1500 rpm"],
    [5e-5, "m3", "50 cm³"],
  ];
  for (const [value, unit, text] of cases) assert.equal(plain(parameterText(value, unit)), text);
});
