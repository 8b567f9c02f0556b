// Which lever, key and gamepad axis moves what. Pure functions.
import type { Control } from "../protocol";

export type Stick = "left_x" | "left_y" | "right_x" | "right_y" | "trigger" | "dpad_x" | "dpad_y";

export const kSticks: Stick[] = ["left_x", "left_y", "right_x", "right_y", "trigger", "dpad_x", "dpad_y"];
const kDefaultSticks: Stick[] = ["left_y", "left_x", "right_y", "right_x"];
const kDefaultKeys: [string, string][] = [
  ["W", "S"],
  ["D", "A"],
  ["I", "K"],
  ["L", "J"],
  ["T", "G"],
  ["Y", "H"],
  ["U", "N"],
];

const kKeyNames: Record<string, string> = {
  UP: "ARROWUP",
  DOWN: "ARROWDOWN",
  LEFT: "ARROWLEFT",
  RIGHT: "ARROWRIGHT",
  SPACE: " ",
};

export function keyName(key: string): string {
  const upper = key.toUpperCase();
  return kKeyNames[upper] ?? upper;
}

// "-left_y": the lever's positive side is towards the person.
export function axisOf(stick: string): { axis: string; sign: 1 | -1 } {
  return stick.startsWith("-") ? { axis: stick.slice(1), sign: -1 } : { axis: stick, sign: 1 };
}

// Controls for which the file names no stick or keys get what is free.
export function completeControls(controls: Control[]): Control[] {
  const sticks = new Set(controls.map(({ stick }) => axisOf(stick).axis));
  const keys = new Set(controls.flatMap((control) => control.keys.map(keyName)));
  const freeSticks = kDefaultSticks.filter((stick) => !sticks.has(stick));
  const freeKeys = kDefaultKeys.filter(([a, b]) => !keys.has(a) && !keys.has(b));
  return controls.map((control) => ({
    ...control,
    label: control.label || control.signal,
    stick: control.stick || (control.returns ? (freeSticks.shift() ?? "") : ""),
    keys: control.keys.length > 0 ? control.keys : (freeKeys.shift() ?? []),
  }));
}

// A lever with nothing on its negative side goes from 0 to its range.
export function lowest(control: Control): number {
  return control.negative === "" && control.positive !== "" ? 0 : -1;
}

// No motion near the middle, full motion at the end, no jump between.
export function deadZone(value: number, zone: number): number {
  const size = Math.abs(value);
  if (size <= zone) return 0;
  return Math.sign(value) * Math.min(1, (size - zone) / (1 - zone));
}

export interface PadState {
  axes: readonly number[];
  buttons: readonly { value: number }[];
}

// The standard mapping of the Gamepad API; away from the person and to the right are positive.
export function readStick({ axes, buttons }: PadState, stick: string): number {
  const button = (k: number): number => buttons[k]?.value ?? 0;
  switch (stick) {
    case "left_x":
      return axes[0] ?? 0;
    case "left_y":
      return -(axes[1] ?? 0);
    case "right_x":
      return axes[2] ?? 0;
    case "right_y":
      return -(axes[3] ?? 0);
    case "trigger":
      return button(7) - button(6);
    case "dpad_x":
      return button(15) - button(14);
    case "dpad_y":
      return button(12) - button(13);
    default:
      return 0;
  }
}

export interface PadMapping {
  zone: number;
  sticks: Record<string, { stick: string; invert: boolean }>; // by signal
}

export function defaultMapping(controls: Control[]): PadMapping {
  return {
    zone: 0.12,
    sticks: Object.fromEntries(
      controls.map(({ signal, stick }) => {
        const { axis, sign } = axisOf(stick);
        return [signal, { stick: axis, invert: sign < 0 }];
      }),
    ),
  };
}

export function readLever(pad: PadState, mapping: PadMapping, signal: string): number {
  const entry = mapping.sticks[signal];
  if (entry === undefined) return 0;
  return (entry.invert ? -1 : 1) * deadZone(readStick(pad, entry.stick), mapping.zone);
}

// From `from` towards `to`, at most `step`.
export function towards(from: number, to: number, step: number): number {
  return Math.abs(to - from) <= step ? to : from + Math.sign(to - from) * step;
}
