// Which channels share a plot: by unit and by the ending of their name. A unit nobody foresaw gets a
// plot of its own.
import type { PartRole, Scheme } from "../live/protocol";
import { extremesOf, type Column } from "./data";

export interface Group {
  id: string;
  title: string;
  unit: string; // SI
  log: boolean; // logarithmic axis
  columns: Column[];
}

interface Rule {
  id: string;
  title: string;
  unit: string | string[];
  name?: RegExp;
  about?: RegExp; // must fit the description
  log?: boolean;
}

// The order of the page; the first rule that fits takes the channel.
const kRules: Rule[] = [
  { id: "gap", title: "Constraint violation: loop gap", unit: "m", name: /^solver\./, log: true },
  { id: "rate_gap", title: "Constraint violation: rate", unit: "m/s", name: /^solver\./, log: true },
  { id: "newton", title: "Newton iterations", unit: "1", name: /^solver\./ },
  { id: "length", title: "Lengths", unit: "m", name: /\.length$/ },
  { id: "length", title: "Lengths", unit: "m", about: /^signal$/ }, // a setpoint beside what it sets
  { id: "rate", title: "Cylinder rates", unit: "m/s", name: /\.rate$/, about: /length/ },
  { id: "pressure", title: "Pressures (absolute)", unit: "Pa" },
  { id: "flow", title: "Flows", unit: "m3/s" },
  { id: "force", title: "Forces", unit: "N" },
  { id: "torque", title: "Torques", unit: ["N m", "Nm", "N*m"] },
  { id: "spool_V", title: "Valve signals", unit: "V" },
  { id: "orientation", title: "Orientations (quaternions)", unit: "1", name: /\.q[wxyz]$/ },
  { id: "spool", title: "Spools and signals", unit: "1" },
  { id: "angle", title: "Angles", unit: "rad" },
  { id: "angular_rate", title: "Angular rates", unit: "rad/s" },
  { id: "position", title: "Positions", unit: "m" },
  { id: "velocity", title: "Velocities", unit: "m/s" },
  { id: "power", title: "Power", unit: "W" },
  { id: "balance", title: "Energy balance: what is left over", unit: "J", name: /^energy\.(residual|books)$/ },
  { id: "loss", title: "Energy losses", unit: "J", name: /(^|\.)loss(es)?(\.|$)/ },
  { id: "energy", title: "Energies", unit: "J" },
  { id: "oil_balance", title: "Oil balance: what is left over", unit: "m3", name: /^oil\.balance$/ },
  { id: "volume", title: "Volumes", unit: "m3" },
  { id: "temperature", title: "Temperatures", unit: "K" },
];

const kOrder = [
  "length", "rate", "pressure", "flow", "force", "torque", "spool_V", "spool", "angle", "angular_rate", "shaft_speed",
  "orientation", "position", "velocity", "power", "energy", "loss", "balance", "oil_balance", "volume", "temperature",
];
const kLast = ["gap", "rate_gap", "newton"];
const kNumerics = new Set([...kLast, "balance", "oil_balance"]);
const kUnlike = 10; // times as large as the next: one plot would flatten the others

function fits(rule: Rule, column: Column): boolean {
  const units = Array.isArray(rule.unit) ? rule.unit : [rule.unit];
  return units.includes(column.unit) && (rule.name?.test(column.name) ?? true) &&
    (rule.about?.test(column.description) ?? true);
}

function emptyGroup(column: Column): Group {
  const rule = kRules.find((candidate) => fits(candidate, column));
  if (rule !== undefined)
    return { id: rule.id, title: rule.title, unit: column.unit, log: rule.log ?? false, columns: [] };
  return { id: `unit ${column.unit}`, title: `Other channels`, unit: column.unit, log: false, columns: [] };
}

function rank(group: Group): number {
  if (group.columns.every(({ values }) => values.length === 1)) return 2000; // nothing to plot
  const last = kLast.indexOf(group.id);
  if (last >= 0) return 1000 + last;
  const at = kOrder.indexOf(group.id);
  return at >= 0 ? at : 100; // unforeseen units: before the solver's own plots
}

export function groupColumns(columns: Column[]): Group[] {
  const groups = new Map<string, Group>();
  for (const column of columns) {
    const fresh = emptyGroup(column);
    const key = `${fresh.id} ${fresh.unit}`;
    const group = groups.get(key) ?? fresh;
    group.columns.push(column);
    groups.set(key, group);
  }
  return [...groups.values()].flatMap(splitUnlike).sort((a, b) => rank(a) - rank(b));
}

// Tells about the computation, not about the machine.
export const isNumerics = ({ id }: Group): boolean => kNumerics.has(id);

// A motor's shaft turns a hundred times as fast as the joint it drives: shafts get a plot of their own.
function splitUnlike(group: Group): Group[] {
  if (group.id !== "angular_rate") return [group];
  const sized = group.columns.map((column) => ({ column, size: magnitude([column]) }));
  const sizes = sized.map(({ size }) => size).filter((size) => size > 0).sort((a, b) => b - a);
  const gap = sizes.findIndex((size, k) => k + 1 < sizes.length && size > kUnlike * sizes[k + 1]);
  if (gap < 0) return [group];
  const isFast = ({ size }: { size: number }): boolean => size >= sizes[gap];
  const columns = (fast: boolean): Column[] =>
    sized.filter((entry) => isFast(entry) === fast).map(({ column }) => column);
  return [{ ...group, columns: columns(false) }, { ...group, id: "shaft_speed", title: "Shaft speeds", columns: columns(true) }];
}

// Those that vary most come first where there are more than `most`: they are what is shown. What matters more may vary less.
export function rankColumns(columns: Column[], most: number, weight: (name: string) => number = () => 1): Column[] {
  if (columns.length <= most) return columns;
  const range = (column: Column): number => {
    const ends = extremesOf(column);
    return ends === null ? 0 : ends.high - ends.low;
  };
  return columns
    .map((column) => ({ column, size: weight(column.name) * range(column) }))
    .sort((a, b) => b.size - a.size)
    .map(({ column }) => column);
}

const kSame = 1e-6; // of a channel's range

// For each channel the name of an earlier one with the same values; empty: it has its own.
export function twinsOf(columns: Column[]): string[] {
  const ends = columns.map(extremesOf);
  const isTwin = (k: number, j: number): boolean => {
    const [a, b] = [ends[k], ends[j]];
    if (a === null || b === null || columns[k].values.length !== columns[j].values.length) return false;
    const apart = kSame * (a.high - a.low);
    const isNear = (p: number | null, q: number | null): boolean => p === q || (p !== null && q !== null && Math.abs(p - q) <= apart);
    return isNear(a.low, b.low) && isNear(a.high, b.high) && isNear(a.last, b.last) &&
      columns[k].values.every((value, row) => isNear(value, columns[j].values[row]));
  };
  const found: string[] = [];
  columns.forEach((_, k) => {
    const twin = found.findIndex((own, j) => own === "" && isTwin(k, j));
    found.push(twin < 0 ? "" : columns[twin].name);
  });
  return found;
}

// Largest absolute value of a group, SI.
export function magnitude(columns: Column[]): number {
  let largest = 0;
  for (const column of columns)
    for (const value of column.values) if (value !== null) largest = Math.max(largest, Math.abs(value));
  return largest;
}

export interface Part {
  name: string;
  title: string; // what it is; empty: not a part of the circuit
  columns: Column[];
}

const kWeights: Partial<Record<PartRole, number>> = { actuator: 4, pump: 3, drive: 3, valve: 2 };

// The part a channel belongs to: the longest name of one that begins the channel's; null: none.
function partNamed(channel: string, known: { has(name: string): boolean }): string | null {
  const pieces = channel.split(".");
  for (let k = pieces.length; k > 0; --k) if (known.has(pieces.slice(0, k).join("."))) return pieces.slice(0, k).join(".");
  return null;
}

// How much a channel matters: those of actuators and pumps first.
export function weights(scheme: Scheme | null): (name: string) => number {
  const roles = new Map((scheme?.parts ?? []).map(({ name, role }) => [name, role]));
  return (channel) => {
    const role = roles.get(partNamed(channel, roles) ?? "");
    return (role && kWeights[role]) ?? 1;
  };
}

const kRoles: (PartRole | "")[] = ["actuator", "pump", "drive", "valve"];

// Channels by the part they belong to: the longest name of a part that begins theirs, else what stands before the first
// dot. Actuators, pumps and valves come first, then the mechanism, then the rest of the circuit and the books.
export function partsOf(columns: Column[], scheme: Scheme | null): Part[] {
  const known = new Map((scheme?.parts ?? []).map((part) => [part.name, part]));
  const parts = new Map<string, Part>();
  for (const column of columns) {
    const name = partNamed(column.name, known) ?? column.name.split(".")[0];
    const part = parts.get(name) ?? { name, title: known.get(name)?.title ?? "", columns: [] };
    part.columns.push(column);
    parts.set(name, part);
  }
  const rank = ({ name }: Part): number => {
    if (/^(energy|oil)$/.test(name)) return 20;
    const role = known.get(name)?.role;
    if (role === undefined) return 10;
    const at = kRoles.indexOf(role);
    return at >= 0 ? at : 15;
  };
  return [...parts.values()].map((part, k) => ({ part, k })).sort((a, b) => rank(a.part) - rank(b.part) || a.k - b.k).map(({ part }) => part);
}
