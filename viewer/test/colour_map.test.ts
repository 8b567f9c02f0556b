import assert from "node:assert/strict";
import { test } from "node:test";
import type { Scheme } from "../src/live/protocol";
import { legendEnd, oklchToHex, pressureColour, pressureEnd, type Theme } from "../src/live/colour_map";

// Relative luminance of a colour (WCAG).
function luminance(hex: string): number {
  const linear = [1, 3, 5]
    .map((k) => parseInt(hex.slice(k, k + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

test("OKLCH: known colours", () => {
  assert.equal(oklchToHex(1, 0, 0), "#ffffff");
  assert.equal(oklchToHex(0, 0, 0), "#000000");
  assert.equal(oklchToHex(0.62796, 0.25768, 29.2339), "#ff0000");
});

test("more pressure, more contrast, never back", () => {
  for (const [theme, sign] of [
    ["light", -1],
    ["dark", 1],
  ] as [Theme, number][]) {
    const list = Array.from({ length: 33 }, (_, k) => luminance(pressureColour((k / 32) * 2e7, 2e7, theme)));
    list.forEach((value, k) => k > 0 && assert.ok(sign * (value - list[k - 1]) > -0.004, `${theme} ${k}`));
    assert.ok(Math.abs(list[32] - list[0]) > 0.2, theme);
  }
});

test("beyond the ends and without a number", () => {
  assert.equal(pressureColour(9e7, 2e7, "light"), pressureColour(2e7, 2e7, "light"));
  assert.equal(pressureColour(NaN, 2e7, "dark"), pressureColour(0, 2e7, "dark"));
  assert.match(pressureColour(1e7, 2e7, "light"), /^#[0-9a-f]{6}$/);
});

test("the legend ends at a round number of bar", () => {
  assert.deepEqual(
    [3e5, 1.99e7, 2.01e7, 4.2e7].map((p) => Math.round(legendEnd(p) / 1e5)),
    [10, 200, 250, 500],
  );
});

test("the scale ends above what valves and supplies are set to", () => {
  const scheme = (value: number, supply: number, name = "cracking"): Scheme => ({
    nodes: [
      { name: "pump", kind: "source", pressure: "", value: supply },
      { name: "shaft", kind: "shaft", pressure: "", value: 9e9 },
      { name: "line", kind: "volume", pressure: "line.p", value: 9e9 },
    ] as Scheme["nodes"],
    parts: [{ name: "relief", parameters: [{ name, unit: "Pa", value }] }] as unknown as Scheme["parts"],
  });
  assert.equal(pressureEnd(scheme(350e5, 1e5)), 400e5);
  assert.equal(pressureEnd(scheme(10e5, 76e5)), 100e5);
  assert.equal(pressureEnd(scheme(350e5, 1e5, "drop")), 250e5); // no setting
  assert.equal(pressureEnd(null), 250e5);
});
