// Values and parameters as an engineer reads them.
import { convert, displayUnit, quantityText, shortText, type Unit } from "../shared/units";

// Units of parameters that channels do not have.
const kParameterUnits: Record<string, Unit> = {
  m2: { label: "mm²", factor: 1e6, offset: 0 },
  "m3/rad": { label: "cm³/rev", factor: 2e6 * Math.PI, offset: 0 },
  "m3/s/Pa": { label: "l/min/bar", factor: 6e9, offset: 0 },
  "m3/s/Pa^0.5": { label: "l/min/√bar", factor: 6e4 * Math.sqrt(1e5), offset: 0 },
  "rad/s": { label: "rpm", factor: 30 / Math.PI, offset: 0 },
};

export function unitFor(si: string, magnitude: number): Unit {
  if (si === "s" && magnitude < 0.5) return { label: "ms", factor: 1e3, offset: 0 };
  if (si === "m3" && magnitude < 1e-3) return { label: "cm³", factor: 1e6, offset: 0 };
  return displayUnit(si, "engineering", magnitude);
}

// "183 bar": digits that do not flicker.
export function valueText(value: number, si: string): string {
  const unit = unitFor(si, Math.max(Math.abs(value), 1e-3)); // millimetres even near zero
  const shown = convert(value, unit);
  if (shown === null || !Number.isFinite(shown)) return "–";
  const size = Math.abs(shown);
  const decimals = size >= 100 ? 0 : size >= 10 ? 1 : 2;
  const text = shown
    .toFixed(decimals)
    .replace(/^-(0(\.0+)?)$/, "$1")
    .replace("-", "\u2212");
  if (unit.label === "") return text;
  return unit.label === "°" ? text + "°" : `${text}\u00a0${unit.label}`;
}

export const parameterUnit = (si: string, magnitude: number): Unit => kParameterUnits[si] ?? unitFor(si, magnitude);

export function parameterText(value: number | string, si: string): string {
  if (typeof value === "string") return value;
  if (Math.abs(value) >= 1e290) return "none";
  const unit = parameterUnit(si, Math.abs(value));
  return shortText(convert(value, unit), unit.label, 4);
}

export { quantityText };
