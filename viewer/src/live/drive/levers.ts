// The levers' positions, -1 to 1, from all that can move them: pointers, keys, a gamepad. Sends what
// changed, at most 30 times a second, and lets everything go when the page is left.
import type { Control, Description, Frame, Role } from "../protocol";
import type { Listener, Session } from "../session";
import { toast } from "../panels/toasts";
import { completeControls, lowest, towards } from "./mapping";
import { applyPattern, type PatternChoice } from "./patterns";

const kInterval = 1000 / 30; // ms
const kHandSpeed = 10; // lever ways a second: smooths what a pointer does
const kKeySpeed = 1.6; // a short press is a small command
const kReturnSpeed = 5;
const kFine = 1 / 3; // of the way, with Shift
const kStaySpeed = 0.7; // of levers that stay where they are put, by key or gamepad
const kChange = 0.002;

export interface Lever {
  control: Control;
  low: number;
  value: number; // what is sent
  hand: number | null; // a pointer's wish; null: nobody holds it
  keys: number;
  pad: number;
}

export class Levers implements Listener {
  list: Lever[] = [];
  onChange: () => void = () => {};
  onPattern: () => void = () => {};
  pattern: PatternChoice = { name: "file", own: {} };
  isFine = false; // keys move levers a part of their way
  private sent = new Map<string, number>();
  private lastSent = 0;
  private before = 0;
  private warned = 0;

  constructor(private readonly session: Session) {
    const letGo = (): void => this.release();
    window.addEventListener("blur", letGo);
    document.addEventListener("visibilitychange", () => document.hidden && letGo());
    requestAnimationFrame((now) => this.tick(now));
  }

  // As the machine file has them.
  get controls(): Control[] {
    return this.session.model?.controls ?? [];
  }

  onModel(model: Description): void {
    this.pattern = readPattern(model.name);
    this.build();
    this.sent.clear();
  }

  setPattern(pattern: PatternChoice): void {
    this.pattern = pattern;
    localStorage.setItem(patternKey(this.session.model?.name ?? ""), JSON.stringify(pattern));
    this.release();
    this.build();
    this.onPattern();
  }

  private build(): void {
    const before = this.list;
    this.list = completeControls(applyPattern(this.controls, this.pattern)).map((control) => ({
      control,
      low: lowest(control),
      value: before.find((lever) => lever.control.signal === control.signal)?.value ?? 0,
      hand: null,
      keys: 0,
      pad: 0,
    }));
  }

  onRole(_: Role): void {
    this.sent.clear();
    this.release();
  }

  // Levers spring back; those that stay are where they were put.
  onLost(): void {
    this.onRole("watcher");
    for (const lever of this.list) if (lever.control.returns) lever.value = 0;
  }

  // Who does not drive sees the driver's levers; levers that stay begin where the machine has them.
  onFrame(frame: Frame): void {
    for (const lever of this.list) {
      const { control } = lever;
      const held = lever.hand !== null || lever.keys !== 0 || lever.pad !== 0;
      const isStaying = !control.returns && !this.sent.has(control.signal);
      if ((this.session.role === "driver" && !isStaying) || held) continue;
      lever.value = Math.max(-1, Math.min(1, (frame.inputs[control.input] ?? 0) / control.range)) || 0;
    }
  }

  find(signal: string): Lever | undefined {
    return this.list.find(({ control }) => control.signal === signal);
  }

  hold(signal: string, value: number | null): void {
    const lever = this.find(signal);
    if (lever === undefined) return;
    if (value !== null && !this.mayDrive()) return;
    if (value === null && lever.hand !== null && !lever.control.returns) lever.value = lever.hand;
    lever.hand = value === null ? null : Math.max(lever.low, Math.min(1, value));
  }

  mayDrive(): boolean {
    if (this.session.role === "driver") return true;
    if (performance.now() - this.warned > 4000) toast("You are watching. Take the levers to drive.");
    this.warned = performance.now();
    return false;
  }

  release(): void {
    for (const lever of this.list) {
      lever.hand = null;
      lever.keys = lever.pad = 0;
    }
  }

  private tick(now: number): void {
    requestAnimationFrame((next) => this.tick(next));
    const seconds = Math.min(0.1, (now - this.before) / 1e3);
    this.before = now;
    if (this.session.role === "driver") {
      for (const lever of this.list) this.move(lever, seconds);
      if (now - this.lastSent >= kInterval) this.send(now);
    }
    this.onChange();
  }

  private move(lever: Lever, seconds: number): void {
    const { control, hand, keys, pad, low } = lever;
    const moved = Math.max(-1, Math.min(1, (this.isFine ? kFine : 1) * keys + pad));
    if (hand !== null) lever.value = towards(lever.value, hand, kHandSpeed * seconds);
    else if (control.returns)
      lever.value = towards(lever.value, moved, (pad !== 0 ? kHandSpeed : Math.abs(moved) < Math.abs(lever.value) ? kReturnSpeed : kKeySpeed) * seconds);
    else if (moved !== 0) lever.value = Math.max(low, Math.min(1, lever.value + kStaySpeed * moved * seconds));
  }

  private send(now: number): void {
    const values: Record<string, number> = {};
    for (const { control, value } of this.list) {
      const before = this.sent.get(control.signal);
      const isRest = value === 0 && before !== 0;
      if (
        before === undefined &&
        !control.returns &&
        value * control.range === (this.session.frame?.inputs[control.input] ?? NaN)
      )
        continue;
      if (before === undefined ? value === 0 : Math.abs(value - before) < kChange && !isRest) continue;
      values[control.signal] = Number((value * control.range).toPrecision(6));
      this.sent.set(control.signal, value);
    }
    if (Object.keys(values).length === 0) return;
    this.lastSent = now;
    this.session.send({ type: "inputs", values });
  }
}

const patternKey = (machine: string): string => `bramah.levers.${machine}`;

function readPattern(machine: string): PatternChoice {
  try {
    const kept = JSON.parse(localStorage.getItem(patternKey(machine)) ?? "{}") as Partial<PatternChoice>;
    return { name: kept.name ?? "file", own: kept.own ?? {} };
  } catch {
    return { name: "file", own: {} };
  }
}
