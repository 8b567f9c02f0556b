// A gamepad as levers. The mapping can be changed and is kept in the browser.
import { toast } from "../panels/toasts";
import type { Levers } from "./levers";
import { defaultMapping, readLever, type PadMapping } from "./mapping";

const kKey = "bramah.gamepad";

export class GamepadInput {
  mapping: PadMapping = { zone: 0.12, sticks: {} };
  private moved = false; // a pad that lies still does not take the levers

  constructor(private readonly levers: Levers) {
    window.addEventListener("gamepadconnected", (event) => toast(`Gamepad: ${event.gamepad.id}`));
    requestAnimationFrame(() => this.tick());
  }

  load(): void {
    const fresh = defaultMapping(this.levers.list.map(({ control }) => control));
    let kept: Partial<PadMapping> = {};
    try {
      kept = JSON.parse(localStorage.getItem(kKey) ?? "{}") as Partial<PadMapping>;
    } catch {
      localStorage.removeItem(kKey);
    }
    const own = Object.entries(kept.sticks ?? {}).filter(([signal]) => signal in fresh.sticks);
    this.mapping = { zone: kept.zone ?? fresh.zone, sticks: { ...fresh.sticks, ...Object.fromEntries(own) } };
  }

  save(): void {
    localStorage.setItem(kKey, JSON.stringify(this.mapping));
  }

  reset(): void {
    localStorage.removeItem(kKey);
    this.load();
  }

  get pad(): Gamepad | null {
    return [...(navigator.getGamepads?.() ?? [])].find((pad) => pad !== null && pad.connected) ?? null;
  }

  private tick(): void {
    requestAnimationFrame(() => this.tick());
    const { pad } = this;
    if (pad === null || document.hidden) {
      if (this.moved) for (const lever of this.levers.list) lever.pad = 0;
      this.moved = false;
      return;
    }
    for (const lever of this.levers.list) {
      const value = readLever(pad, this.mapping, lever.control.signal);
      if (value !== 0 && !this.moved && !this.levers.mayDrive()) return;
      if (value !== 0) this.moved = true;
      lever.pad = value;
    }
  }
}
