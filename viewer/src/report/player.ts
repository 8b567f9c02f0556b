// The scrubber: choose the instant, or let it run.
import type { Clock, TimeView } from "./clock";
import { html } from "../shared/dom";

const kSpeeds = [0.1, 0.25, 0.5, 1, 2, 4];

export class Player implements TimeView {
  readonly element: HTMLElement;
  private readonly clock: Clock;
  private readonly button = html("button", { type: "button", class: "play" }, "Play");
  private readonly slider = html("input", { type: "range", min: 0, max: 1000, value: 0, "aria-label": "Instant shown" });
  private readonly speed = html("select", { "aria-label": "Speed" });
  private readonly reading = html("output", { class: "instant" });
  onPlaying: (playing: boolean) => void = () => {};
  private playing = false;
  private last = 0;

  constructor(clock: Clock) {
    this.clock = clock;
    for (const speed of kSpeeds)
      this.speed.append(html("option", { value: speed, selected: speed === 1 }, `${speed}×`));
    this.button.addEventListener("click", () => (this.playing ? this.pause() : this.play()));
    this.slider.addEventListener("input", () => {
      this.pause();
      clock.setTime(clock.from + (Number(this.slider.value) / 1000) * (clock.to - clock.from));
    });
    this.slider.addEventListener("keydown", (event) => this.zoom(event));
    this.element = html("div", { class: "player" }, this.button, this.slider, this.reading, this.speed);
    this.showTime(clock.time);
  }

  showTime(t: number): void {
    const { from, to } = this.clock;
    const text = `${t.toFixed(to - from < 0.1 ? 5 : 3)} s`;
    this.slider.value = String(to > from ? (1000 * (t - from)) / (to - from) : 0);
    this.slider.setAttribute("aria-valuetext", text);
    this.reading.value = text;
  }

  showSpan(): void {}

  pause(): void {
    if (this.playing) this.onPlaying(false);
    this.playing = false;
    this.button.textContent = "Play";
  }

  // + and - zoom around the instant, 0 shows all again.
  private zoom(event: KeyboardEvent): void {
    const { clock } = this;
    const factor = ({ "+": 0.5, "=": 0.5, "-": 2 } as Record<string, number>)[event.key];
    if (event.key === "0") clock.resetSpan();
    if (factor === undefined) return;
    const { time, from, to } = clock;
    clock.setSpan(time - factor * (time - from), time + factor * (to - time));
  }

  private play(): void {
    const { clock } = this;
    if (clock.time >= clock.to || clock.time < clock.from) clock.setTime(clock.from);
    this.playing = true;
    this.onPlaying(true);
    this.last = performance.now();
    this.button.textContent = "Pause";
    requestAnimationFrame((now) => this.advance(now));
  }

  private advance(now: number): void {
    if (!this.playing) return;
    const { clock } = this;
    const t = clock.time + (Math.max(0, now - this.last) / 1000) * Number(this.speed.value);
    this.last = now;
    clock.setTime(Math.min(t, clock.to));
    if (t >= clock.to) this.pause();
    else requestAnimationFrame((next) => this.advance(next));
  }
}
