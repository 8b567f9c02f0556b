// From SI to the units engineers read, and numbers as short text.

export type UnitSystem = "engineering" | "si";

// shown = factor * value + offset
export interface Unit {
  label: string;
  factor: number;
  offset: number;
}

const unit = (label: string, factor: number, offset = 0): Unit => ({ label, factor, offset });

const kEngineering: Record<string, Unit> = {
  "m/s": unit("mm/s", 1e3),
  Pa: unit("bar", 1e-5),
  "m3/s": unit("l/min", 6e4),
  m3: unit("l", 1e3),
  N: unit("kN", 1e-3),
  rad: unit("°", 180 / Math.PI),
  "rad/s": unit("°/s", 180 / Math.PI),
  K: unit("°C", 1, -273.15),
};

const kFast = 30; // rad/s: a shaft, no joint

// How SI units are set in type.
const kTypeset: Record<string, string> = {
  m3: "m³",
  "m3/s": "m³/s",
  m2: "m²",
  "m/s2": "m/s²",
  "rad/s2": "rad/s²",
  "N m": "N·m",
  Nm: "N·m",
  "1": "",
};

// The unit to show a quantity of SI unit `si` in; `magnitude`, its largest absolute SI value, decides
// between a unit and its thousandfold.
export function displayUnit(si: string, system: UnitSystem, magnitude: number): Unit {
  const typeset = kTypeset[si] ?? si;
  if (system === "si") return unit(typeset, 1);
  if (si === "m") return magnitude < 1e-3 ? unit("µm", 1e6) : unit("mm", 1e3);
  if (si === "rad/s" && magnitude >= kFast) return unit("rpm", 30 / Math.PI);
  if (si === "N" && magnitude < 100) return unit("N", 1);
  if (["J", "W", "N m", "Nm"].includes(si) && magnitude >= 2000) return unit("k" + typeset, 1e-3);
  return kEngineering[si] ?? unit(typeset, 1);
}

export function convert(value: number | null, to: Unit): number | null {
  return value === null ? null : value * to.factor + to.offset;
}

const kMinus = "\u2212";
const kSuperscript = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export function superscript(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map((d) => kSuperscript[Number(d)]).join("");
  return (exponent < 0 ? "⁻" : "") + digits;
}

// Up to `digits` significant digits; very large and very small numbers as 1.2×10⁻⁹.
export function numberText(value: number | null, digits = 4): string {
  if (value === null || !Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-3) {
    const [mantissa, exponent] = value.toExponential(Math.max(0, digits - 2)).split("e");
    return `${mantissa.replace("-", kMinus)}×10${superscript(Number(exponent))}`;
  }
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  return value.toFixed(decimals).replace("-", kMinus);
}

// A number with its unit, no blank before degrees.
export function quantityText(value: number | null, label: string, digits = 4): string {
  const text = numberText(value, digits);
  if (label === "") return text;
  return label.startsWith("°") && label !== "°C" ? text + label : `${text}\u00a0${label}`;
}

// As short as it goes: 10 instead of 10.00.
export function shortText(value: number | null, label: string, digits = 4): string {
  const text = quantityText(value, label, digits);
  return /×/.test(text) ? text : text.replace(/(\.\d*?)0+(?=\D|$)/, "$1").replace(/\.(?=\D|$)/, "");
}

// Labels of an axis whose neighbours are `step` apart: as many digits as tell them apart.
export function tickTexts(ticks: number[], step: number): string[] {
  const largest = Math.max(...ticks.map(Math.abs));
  const isZero = (tick: number): boolean => Math.abs(tick) < 1e-6 * step;
  if (largest >= 1e6 || largest < 1e-3) {
    const digits = 2 + Math.min(8, Math.ceil(Math.log10(largest / step) - 1e-9));
    return ticks.map((tick) => (isZero(tick) ? "0" : numberText(tick, digits)));
  }
  let decimals = 0; // as many as the step has: 2.5 has one
  while (decimals < 12 && Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6) ++decimals;
  return ticks.map((tick) => (isZero(tick) ? "0" : tick.toFixed(decimals).replace("-", kMinus)));
}
