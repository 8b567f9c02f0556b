// Load, reach and utilisation over the machine's picture, with alarms.
import { html } from "../../shared/dom";
import { pace } from "../pace";
import type { Description, Frame } from "../protocol";
import type { Listener, Session } from "../session";
import { figuresOf } from "./figures";

const kEvery = 100; // ms

export class Readout implements Listener {
  readonly element = html("div", { class: "readout", "data-testid": "readout" });
  private readonly list = html("dl", {});
  private readonly alarm = html("p", { class: "alarm", role: "alert", "data-testid": "seat-alarm" });
  private readonly numbers = new Map<string, HTMLElement>();
  private drawn = 0;

  constructor(private readonly session: Session) {
    this.element.append(this.list, this.alarm);
  }

  onModel(model: Description): void {
    this.numbers.clear();
    this.list.replaceChildren();
    this.element.hidden = model.scene.markers.length === 0 || model.planar;
  }

  onFrame(frame: Frame): void {
    const { model } = this.session;
    const now = performance.now();
    if (model === null || this.element.hidden || now - this.drawn < pace.interval(kEvery)) return;
    this.drawn = now;
    const { load, reach, height, used, margin, alarms } = figuresOf(model, frame, this.session);
    this.tell("Load", load, (kg) => (kg < 1000 ? `${(10 * Math.round(kg / 10)).toFixed(0)} kg` : `${(kg / 1000).toFixed(2)} t`));
    this.tell("Reach", reach, (m) => `${m.toFixed(2)} m`);
    this.tell("Height", height, (m) => `${m.toFixed(2).replace("-", "\u2212")} m`);
    this.tell("Pressure used", used, (share) => `${Math.round(100 * share)} %`, used > 0.9);
    this.tell("Tip margin", margin, (m) => `${m.toFixed(2).replace("-", "\u2212")} m`, alarms.some((text) => /tip|foot/.test(text)));
    const text = alarms.join("; ");
    if (this.alarm.textContent !== text) this.alarm.textContent = text;
    this.element.classList.toggle("alarmed", text !== "");
  }

  private tell(name: string, value: number, write: (value: number) => string, isAlarm = false): void {
    if (!Number.isFinite(value)) return;
    let place = this.numbers.get(name);
    if (place === undefined) {
      place = html("dd", {});
      this.numbers.set(name, place);
      this.list.append(html("dt", {}, name), place);
    }
    const text = write(value);
    if (place.textContent !== text) place.textContent = text;
    place.classList.toggle("alarm", isAlarm);
  }
}
