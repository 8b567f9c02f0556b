// Numbers of the machine that can be changed while the machine runs: what they are, what they were, the way back.
import type { Description, Parameter } from "./protocol";

export interface Tunable {
  name: string; // as `set` wants it: `main_relief.cracking`
  part: string;
  key: string;
  value: number; // SI
  unit: string;
}

// Told by the description, but not keys of a machine file that can be set alone.
const kDerived = new Set(["area_A", "area_B", "coefficient", "full", "time_constant", "signal"]);
const kNone = 1e200; // "no limit"

const isTunable = ({ name, value, text }: Parameter): boolean =>
  text === undefined && value !== null && Math.abs(value) < kNone && !kDerived.has(name);

const kLoads = /load|crate|log|bucket/i; // what people change first

// Of the bodies; what a body carries in points of its own is not told apart here.
function masses({ scene, fittings }: Description): Tunable[] {
  const list = (fittings?.masses ?? []).flatMap(({ body, mass }, k, all): Tunable[] => {
    const part = scene.bodies[body];
    const isFirst = all.findIndex((one) => one.body === body) === k;
    return part === undefined || !isFirst || !(mass > 0) ? [] : [{ name: `${part}.mass`, part, key: "mass", value: mass, unit: "kg" }];
  });
  return [...list.filter(({ part }) => kLoads.test(part)), ...list.filter(({ part }) => !kLoads.test(part))];
}

// Masses of bodies, then the circuit's. Bore and rod of a cylinder stand for its areas.
export function tunables(model: Description): Tunable[] {
  const { scheme, scene } = model;
  const parts = scheme.parts
    .filter(({ name }) => !name.startsWith("faults."))
    .flatMap(({ name: part, parameters }) => {
      const cylinder = scene.cylinders.find(({ name }) => name === part);
      const hasAreas = parameters.some(({ name }) => name === "area_A");
      const sizes = cylinder === undefined || !hasAreas ? [] : (["bore", "rod"] as const).map((key) => ({ key, value: boreOf(parameters, key) ?? cylinder[key], unit: "m" }));
      const own = parameters.filter(isTunable).map(({ name: key, value, unit }) => ({ key, value: value as number, unit }));
      return [...sizes, ...own].map((one) => ({ ...one, part, name: `${part}.${one.key}` }));
    });
  return [...masses(model), ...parts];
}

// The description of the scene keeps what the file said; areas follow what was set.
function boreOf(parameters: Parameter[], key: "bore" | "rod"): number | null {
  const area = (name: string): number | null => parameters.find((one) => one.name === name)?.value ?? null;
  const [a, b] = [area("area_A"), area("area_B")];
  if (a === null || (key === "rod" && b === null)) return null;
  return Math.sqrt((4 / Math.PI) * (key === "bore" ? a : a - (b as number)));
}

interface Change {
  name: string;
  before: number;
  after: number;
  unit: string;
}

export class Parameters {
  onChange: () => void = () => {};
  private readonly first = new Map<string, number>();
  private readonly done: Change[] = [];

  // `send`: false if there is nobody to send it to.
  constructor(private readonly send: (name: string, text: string) => boolean) {}

  begin(model: Description): void {
    this.done.length = 0;
    this.first.clear();
    for (const { name, value } of tunables(model)) this.first.set(name, value);
  }

  // What it was when the page was opened.
  original(name: string): number | undefined {
    return this.first.get(name);
  }

  get last(): Change | undefined {
    return this.done[this.done.length - 1];
  }

  set({ name, value, unit }: Tunable, wanted: number): void {
    if (wanted === value || !Number.isFinite(wanted) || !this.tell(name, wanted, unit)) return;
    this.done.push({ name, before: value, after: wanted, unit });
    this.onChange();
  }

  undo(): void {
    const { last } = this;
    if (last === undefined || !this.tell(last.name, last.before, last.unit)) return;
    this.done.pop();
    this.onChange();
  }

  private tell(name: string, value: number, unit: string): boolean {
    return this.send(name, unit === "1" || unit === "" ? String(value) : `${value} ${unit}`);
  }
}
