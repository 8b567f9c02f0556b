// The tab of jobs: the load into the circle, with hints and a score; a hidden fault to be found from the gauges.
import { html } from "../../shared/dom";
import { highestSetting } from "../colour_map";
import type { Description, Frame } from "../protocol";
import { valueText } from "../quantity";
import type { Listener, Session } from "../session";
import { HiddenFault } from "./hidden_fault";
import { Job, type Circle, type Score } from "./job";

export class JobsPanel implements Listener {
  readonly element = html("div", { class: "jobs" });
  onCircle: (circle: Circle | null, isInside: boolean) => void = () => {};
  private readonly start = html("button", { type: "button", class: "primary", "data-testid": "job-start" }, "Start the job");
  private readonly hints = html("ol", { class: "hints", "data-testid": "job-hints" });
  private readonly state = html("p", { class: "job-state", "data-testid": "job-state" });
  private readonly best = html("p", { class: "quiet" });
  private readonly place: HTMLElement;
  private readonly fault: HiddenFault;
  private job: Job | null = null;

  constructor(private readonly session: Session) {
    this.fault = new HiddenFault(session);
    this.start.addEventListener("click", () => (this.job === null ? this.begin() : this.end()));
    this.place = html(
      "section",
      {},
      html("h2", {}, "Place the load in the circle"),
      html("p", { class: "quiet" }, "Take the load to the circle on the ground, lower it and hold it still for a second. Time, energy and the highest pressure count a third each."),
      html("div", { class: "row" }, this.start, this.state),
      this.hints,
      this.best,
    );
    this.element.append(this.place, this.fault.element);
  }

  onModel(model: Description): void {
    this.end();
    this.place.hidden = model.planar || model.scene.markers.length === 0 || model.controls.length === 0;
    this.fault.onModel(model);
    this.showBest();
  }

  onFrame(frame: Frame): void {
    this.fault.onFrame(frame);
    const { job } = this;
    if (job === null || job.score !== null || this.session.isLookingBack) return;
    job.onFrame(frame);
    this.onCircle(job.circle, job.isInside);
    this.state.textContent = `${job.seconds(frame.t).toFixed(1)} s`;
    const { step, text } = job.hint;
    const shown = this.hints.children[step - 1];
    if (this.hints.children.length < step) while (this.hints.children.length < step) this.hints.append(html("li", {}));
    const line = (shown ?? this.hints.children[step - 1]) as HTMLElement;
    if (line.textContent !== text) line.textContent = text;
    [...this.hints.children].forEach((one, k) => one.classList.toggle("now", k === step - 1));
    if (job.score !== null) this.finish(job.score);
  }

  private begin(): void {
    const { model, frame } = this.session;
    if (model === null || frame === null) return;
    this.job = new Job(model, frame, this.session, highestSetting(model.scheme));
    this.hints.replaceChildren();
    this.start.textContent = "Give up";
    this.onCircle(this.job.circle, false);
  }

  private end(): void {
    this.job = null;
    this.start.textContent = "Start the job";
    this.state.textContent = "";
    this.hints.replaceChildren();
    this.onCircle(null, false);
  }

  private finish(score: Score): void {
    const { seconds, energy, peak, points } = score;
    this.start.textContent = "Once more";
    this.state.replaceChildren(html("strong", {}, `${points} of 100 points`), `: ${seconds.toFixed(1)} s, ${valueText(energy, "J")}, highest pressure ${valueText(peak, "Pa")}`);
    const kept = Number(localStorage.getItem(this.key) ?? 0);
    if (points > kept) localStorage.setItem(this.key, String(points));
    this.job = null;
    this.showBest();
    this.onCircle(null, true);
  }

  private get key(): string {
    return `bramah.job.${this.session.model?.name ?? ""}`;
  }

  private showBest(): void {
    const kept = localStorage.getItem(this.key);
    this.best.textContent = kept === null ? "" : `Your best on this machine: ${kept} points.`;
  }
}
