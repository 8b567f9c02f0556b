// Which channels are plotted together, as text for the page's address and back. Pure functions.
import type { Channel } from "../protocol";

export type Layout = string[][]; // strips, of one unit each

const unitOf = (name: string, channels: Channel[]): string | undefined => channels.find((one) => one.name === name)?.unit;

export function withoutChannel(layout: Layout, name: string): Layout {
  return layout.map((names) => names.filter((other) => other !== name)).filter((names) => names.length > 0);
}

// Into the strip `at`, or a strip of its own after it where its unit is another one; NaN: wherever its unit is.
export function withChannel(layout: Layout, name: string, at: number, channels: Channel[]): Layout {
  const unit = unitOf(name, channels);
  if (unit === undefined) return layout;
  const strips = layout.map((names) => names.filter((other) => other !== name));
  const fits = (names: string[] | undefined): boolean => names !== undefined && names.some((other) => unitOf(other, channels) === unit);
  const wanted = Number.isNaN(at) ? strips.findIndex(fits) : at;
  if (fits(strips[wanted])) strips[wanted].push(name);
  else strips.splice(Math.max(0, Number.isNaN(at) ? strips.length : at + 1), 0, [name]);
  return strips.filter((names) => names.length > 0);
}

// "lift.A.p,lift.B.p;tip.z"
export const layoutText = (layout: Layout): string => layout.map((names) => names.join(",")).join(";");

export function readLayout(text: string, channels: Channel[]): Layout {
  return text
    .split(";")
    .map((strip) => strip.split(",").filter((name) => unitOf(name, channels) !== undefined))
    .filter((names) => names.length > 0);
}

// What the page's address says after its #, as name and value.
export function readAddress(hash: string): Map<string, string> {
  return new Map([...new URLSearchParams(hash.replace(/^#/, ""))]);
}

export function addressText(fields: Map<string, string>): string {
  const text = [...fields].map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3B/g, ";")}`).join("&");
  return text === "" ? "" : `#${text}`;
}
