// Pressure as colour: blue over green to red, with lightness that changes evenly (OKLCH) away from the
// page's background, so that the order can be read without telling hues apart.

import type { Scheme } from "./protocol";

export type Theme = "light" | "dark";

// Lightness, chroma, hue (degrees) at no and at full pressure.
const kEnds: Record<Theme, [number, number, number][]> = {
  light: [
    [0.72, 0.09, 245],
    [0.42, 0.17, 22],
  ],
  dark: [
    [0.5, 0.09, 250],
    [0.86, 0.16, 40],
  ],
};

function toHex(linear: number): string {
  const clipped = Math.min(1, Math.max(0, linear));
  const srgb = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(255 * srgb)
    .toString(16)
    .padStart(2, "0");
}

// Ottosson 2020, "A perceptual color space for image processing".
export function oklchToHex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return (
    "#" +
    toHex(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    toHex(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    toHex(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  );
}

const table: Record<Theme, string[]> = { light: [], dark: [] };
const kSteps = 64;

function fillTable(theme: Theme): string[] {
  const [low, high] = kEnds[theme];
  const mix = (share: number, k: number): number => low[k] + share * (high[k] - low[k]);
  return Array.from({ length: kSteps + 1 }, (_, k) => {
    const share = k / kSteps;
    return oklchToHex(mix(share, 0), mix(share, 1), mix(share, 2));
  });
}

// Colour of an absolute pressure; `highest` gets the last colour.
export function pressureColour(pressure: number, highest: number, theme: Theme): string {
  if (table[theme].length === 0) table[theme] = fillTable(theme);
  const share = Number.isFinite(pressure) ? Math.min(1, Math.max(0, pressure / highest)) : 0;
  return table[theme][Math.round(kSteps * share)];
}

// A round number of bar above a pressure: a legend's end.
export function legendEnd(pressure: number): number {
  const bar = Math.max(10, pressure / 1e5);
  const power = 10 ** Math.floor(Math.log10(bar));
  return 1e5 * ([1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].map((k) => k * power).find((end) => end >= bar) ?? bar);
}

const kUsualEnd = 2.5e7; // where no part says what it is set to
const kSettings = /^(cracking|cutoff|setting)$/;

// What the highest valve, pump or supply of a machine is set to [Pa]; 0: none says.
export function highestSetting(scheme: Scheme | null): number {
  const settings = (scheme?.parts ?? []).flatMap(({ parameters }) =>
    parameters.flatMap(({ name, unit, value }) =>
      unit === "Pa" && kSettings.test(name) && typeof value === "number" && value < 1e290 ? [value] : [],
    ),
  );
  const supplies = (scheme?.nodes ?? []).flatMap(({ pressure, value, kind }) =>
    pressure === "" && kind !== "shaft" ? [value] : [],
  );
  return Math.max(0, ...settings, ...supplies);
}

// Where the scale of a machine's pressures ends: above what its valves, pumps and supplies are set to. It stays the same
// for a whole drive, so that a colour keeps its meaning; more than that has the last colour.
export function pressureEnd(scheme: Scheme | null): number {
  const highest = highestSetting(scheme);
  return highest > 2e6 ? legendEnd(1.1 * highest) : kUsualEnd;
}
