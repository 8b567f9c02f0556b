// Patterns of levers: as the machine file has them, those of ISO 10968 and SAE J1177, or one's own. Pure functions.
import type { Control } from "../protocol";
import { axisOf } from "./mapping";

export type PatternName = "file" | "iso" | "sae" | "own";
export const kPatterns: Record<PatternName, string> = {
  file: "As the machine file says",
  iso: "ISO 10968: left arm and slew, right boom and bucket",
  sae: "SAE J1177: left boom and slew, right arm and bucket",
  own: "My own",
};

export interface Assignment {
  stick: string; // "-left_y": the positive side is towards the person; empty: none
  keys: string[]; // positive, negative
}

export interface PatternChoice {
  name: PatternName;
  own: Record<string, Assignment>; // by signal
}

type Task = "slew" | "boom" | "arm" | "bucket";

// What a lever does, by what people call it; and whether its positive side is the pattern's forward or right.
const kTasks: { task: Task; label: RegExp; onward: RegExp }[] = [
  { task: "slew", label: /slew|swing|turn/i, onward: /right/i },
  { task: "arm", label: /\barm\b|stick|dipper|outer|\bjib\b|hoist/i, onward: /out|away|up/i },
  { task: "boom", label: /boom|lift/i, onward: /down|lower/i },
  { task: "bucket", label: /bucket|grapple|tilt|extension|telescop/i, onward: /out|open|dump/i },
];

const kPlaces: Record<"iso" | "sae", Record<Task, string>> = {
  iso: { slew: "left_x", arm: "left_y", boom: "right_y", bucket: "right_x" },
  sae: { slew: "left_x", boom: "left_y", arm: "right_y", bucket: "right_x" },
};
const kKeys: Record<string, [string, string]> = { left_x: ["D", "A"], left_y: ["W", "S"], right_x: ["L", "J"], right_y: ["I", "K"] };

export function assignmentFor(axis: string, isOnward: boolean): Assignment {
  const [plus, minus] = kKeys[axis];
  return isOnward ? { stick: axis, keys: [plus, minus] } : { stick: `-${axis}`, keys: [minus, plus] };
}

// Signals to their places; empty where the machine is none that the pattern is made for.
function standardPattern(controls: Control[], name: "iso" | "sae"): Map<string, Assignment> {
  const found = new Map<string, Assignment>();
  const taken = new Set<Task>();
  for (const { signal, label, positive, negative, returns } of controls) {
    const task = kTasks.find((one) => !taken.has(one.task) && one.label.test(label || signal));
    if (task === undefined || !returns) continue;
    taken.add(task.task);
    const isOnward = task.onward.test(positive) || (positive === "" && !task.onward.test(negative));
    found.set(signal, assignmentFor(kPlaces[name][task.task], isOnward));
  }
  return taken.has("boom") && taken.has("arm") ? found : new Map();
}

export function hasStandardPattern(controls: Control[]): boolean {
  return standardPattern(controls, "iso").size > 0;
}

// The other levers lose what the pattern needs; they get what is free afterwards (completeControls).
export function applyPattern(controls: Control[], choice: PatternChoice): Control[] {
  if (choice.name === "file") return controls;
  const places = choice.name === "own" ? new Map(Object.entries(choice.own)) : standardPattern(controls, choice.name);
  if (places.size === 0) return controls;
  const sticks = new Set([...places.values()].map(({ stick }) => axisOf(stick).axis));
  const keys = new Set([...places.values()].flatMap((one) => one.keys));
  return controls.map((control) => {
    const place = places.get(control.signal);
    if (place !== undefined) return { ...control, stick: place.stick, keys: place.keys };
    return {
      ...control,
      stick: sticks.has(axisOf(control.stick).axis) ? "" : control.stick,
      keys: control.keys.some((key) => keys.has(key)) ? [] : control.keys,
    };
  });
}
