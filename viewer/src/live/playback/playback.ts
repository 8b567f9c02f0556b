// The bar under the machine: the last minute can be looked at again and gone on from; a stretch that was run again with
// other parameters plays with what happened as a ghost. One instant for machine, circuit, gauges and plots.
import { html } from "../../shared/dom";
import { icon } from "../panels/icons";
import type { Again, Frame, Refusal, Role, Status } from "../protocol";
import type { Listener, Session } from "../session";
import { toast } from "../panels/toasts";
import { Comparison } from "./comparison";
import type { Tape } from "./tape";

export class Playback implements Listener {
  readonly element = html("div", { class: "playback", role: "group", "aria-label": "The last minute", "data-testid": "playback" });
  onGhost: (frame: Frame | null) => void = () => {};
  onComparison: (comparison: Comparison | null) => void = () => {};
  private readonly play = html("button", { type: "button", class: "tool", "data-testid": "play-past" });
  private readonly slider = html("input", { type: "range", min: 0, max: 1, step: "any", value: 1, "aria-label": "Instant", "data-testid": "instant" });
  private readonly told = html("span", { class: "told", "data-testid": "instant-told" });
  private readonly goOn = html("button", { type: "button", class: "primary", "data-testid": "go-on-from-here" }, "Go on from here");
  private readonly now = html("button", { type: "button", "data-testid": "back-to-now" }, "Back to now");
  private comparison: Comparison | null = null;
  private t = 0; // s, the instant shown
  private isLooking = false;
  private isPlaying = false;
  private goesOn = false; // the machine ran before somebody looked back
  private wasPaused = false;
  private before = 0;

  constructor(private readonly session: Session) {
    this.slider.addEventListener("input", () => {
      this.isPlaying = false;
      this.look(Number(this.slider.value));
    });
    this.play.addEventListener("click", () => (this.isPlaying ? this.halt() : this.start()));
    this.now.addEventListener("click", () => this.end());
    this.goOn.addEventListener("click", () => this.branch());
    this.element.append(this.play, this.slider, this.told, this.goOn, this.now);
    this.show();
  }

  onModel(): void {
    this.compare(null);
    this.end();
  }

  onLost(): void {
    this.compare(null);
    this.leave();
  }

  onRole(_: Role): void {
    this.show();
  }

  onFrame(): void {
    if (!this.isLooking) this.show();
  }

  onAgain(result: Again): void {
    const { model, status } = this.session;
    if (model === null || result.frames.length < 2) return;
    const changes = Object.entries(status?.sets ?? {}).map(([name, value]) => `${name} = ${value}`).join(", ");
    if (result.failed !== "") toast(`It would have stopped at ${result.frames[result.frames.length - 1].t.toFixed(2)} s: ${result.failed}`, "alarm");
    this.compare(new Comparison(model, this.session.tape, result.frames, changes));
    this.t = this.tape.from;
    this.start();
  }

  onError({ of }: Refusal): boolean {
    if (of === "again") this.letRun();
    return false;
  }

  // Who lets the machine run wants to see it.
  onStatus({ paused }: Status): void {
    const isLetGo = this.wasPaused && !paused;
    this.wasPaused = paused;
    if (!this.isLooking || !isLetGo) return;
    this.goesOn = false;
    this.end();
  }

  // The clock stands while somebody looks back.
  hold(): void {
    if (this.isLooking || this.session.isStill || this.session.role !== "driver") return;
    this.goesOn = true;
    this.session.send({ type: "pause" });
  }

  private get tape(): Tape {
    return this.comparison?.after ?? this.session.tape;
  }

  private look(t: number): void {
    this.hold();
    this.isLooking = true;
    this.t = Math.min(this.tape.until, Math.max(this.tape.from, t));
    this.session.show(this.tape.at(this.t));
    this.onGhost(this.comparison?.before.at(this.t) ?? null);
    this.show();
  }

  private start(): void {
    if (this.tape.isEmpty) return;
    if (!this.isLooking || this.t >= this.tape.until) this.t = this.tape.from;
    this.isPlaying = true;
    this.before = performance.now();
    this.look(this.t);
    requestAnimationFrame((at) => this.tick(at));
  }

  private halt(): void {
    this.isPlaying = false;
    this.show();
  }

  private tick(at: number): void {
    if (!this.isPlaying) return;
    const seconds = Math.min(0.2, Math.max(0, at - this.before) / 1e3);
    this.before = at;
    this.look(this.t + seconds);
    if (this.t >= this.tape.until) return this.halt();
    requestAnimationFrame((next) => this.tick(next));
  }

  private branch(): void {
    this.session.send({ type: "back", to: this.t });
    this.goesOn = true;
    this.end();
  }

  private end(): void {
    this.compare(null);
    this.leave();
    this.letRun();
  }

  private letRun(): void {
    if (this.goesOn) this.session.send({ type: "resume" });
    this.goesOn = false;
  }

  private leave(): void {
    this.isPlaying = this.isLooking = false;
    this.session.show(null);
    this.onGhost(null);
    this.show();
  }

  private compare(comparison: Comparison | null): void {
    if (comparison === null && this.comparison === null) return;
    this.comparison = this.session.comparison = comparison;
    this.onComparison(comparison);
  }

  private show(): void {
    const { tape, isLooking, comparison } = this;
    this.slider.min = String(tape.from);
    this.slider.max = String(Math.max(tape.until, tape.from + 1e-3));
    this.slider.value = String(isLooking ? this.t : tape.until);
    this.slider.setAttribute("aria-valuetext", `${this.t.toFixed(1)} s`);
    this.play.replaceChildren(icon(this.isPlaying ? "pause" : "play"));
    const word = this.isPlaying ? "Stop playing" : "Play the last minute";
    this.play.title = word;
    this.play.setAttribute("aria-label", word);
    this.goOn.hidden = !isLooking || comparison !== null || this.session.role !== "driver";
    this.now.hidden = !isLooking;
    this.now.textContent = comparison === null ? "Back to now" : "Close";
    this.element.classList.toggle("looking", isLooking);
    const past = isLooking ? `${this.t.toFixed(1)} s` : "now";
    const text = comparison === null ? past : `${past}: ${comparison.changes || "run again"}; ghost: as it was`;
    if (this.told.textContent !== text) this.told.textContent = text;
  }
}
