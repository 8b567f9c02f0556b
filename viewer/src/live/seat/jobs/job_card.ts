// One job as a person sees it: what is to be done, a button, the hints, the score and the best so far.
import { html } from "../../../shared/dom";
import { highestSetting } from "../../colour_map";
import type { Frame } from "../../protocol";
import { valueText } from "../../quantity";
import type { Session } from "../../session";
import type { Job, Score } from "./job";
import type { JobKind } from "./kinds";

export class JobCard {
  readonly element: HTMLElement;
  onJob: (job: Job | null) => void = () => {}; // it goes on; null: it has ended
  private readonly start: HTMLButtonElement;
  private readonly hints = html("ol", { class: "hints" });
  private readonly state: HTMLElement;
  private readonly best = html("p", { class: "quiet" });
  private job: Job | null = null;

  constructor(
    private readonly kind: JobKind,
    private readonly session: Session,
  ) {
    const { id, title, text } = kind;
    this.start = html("button", { type: "button", class: "primary", "data-testid": `job-start-${id}` }, "Start the job");
    this.state = html("p", { class: "job-state", "data-testid": `job-state-${id}` });
    this.start.addEventListener("click", () => (this.job === null ? this.begin() : this.end()));
    this.element = html("section", { "data-job": id }, html("h2", {}, title), html("p", { class: "quiet" }, text), html("div", { class: "row" }, this.start, this.state), this.hints, this.best);
    this.showBest();
  }

  onFrame(frame: Frame): void {
    if (this.job === null) return;
    if (this.job.isUndone(frame)) this.begin(); // the machine started again
    const { job } = this;
    job.onFrame(frame);
    this.onJob(job);
    this.state.textContent = `${job.seconds(frame.t).toFixed(1)} s`;
    this.tell(job);
    if (job.score !== null) this.finish(job.score);
  }

  end(): void {
    if (this.job === null) return;
    this.job = null;
    this.start.textContent = "Start the job";
    this.state.textContent = "";
    this.hints.replaceChildren();
    this.onJob(null);
  }

  private begin(): void {
    const { model, frame } = this.session;
    if (model === null || frame === null) return;
    this.job = this.kind.make(model, frame, this.session, highestSetting(model.scheme));
    this.hints.replaceChildren();
    this.start.textContent = "Give up";
    this.onJob(this.job);
  }

  // The hints so far, that of now marked.
  private tell({ hint: { step, text } }: Job): void {
    while (this.hints.children.length < step) this.hints.append(html("li", {}));
    const line = this.hints.children[step - 1];
    if (line.textContent !== text) line.textContent = text;
    [...this.hints.children].forEach((one, k) => one.classList.toggle("now", k === step - 1));
  }

  private finish({ seconds, energy, peak, points, tons, spilled }: Score): void {
    this.start.textContent = "Once more";
    const moved = tons > 0 ? `, ${valueText(energy / tons, "J")} for each of ${tons.toFixed(1)} t, ${spilled.toFixed(0)} kg spilled` : `, ${valueText(energy, "J")}`;
    this.state.replaceChildren(html("strong", {}, `${points} of 100 points`), `: ${seconds.toFixed(1)} s${moved}, highest pressure ${valueText(peak, "Pa")}`);
    if (points > Number(localStorage.getItem(this.key) ?? 0)) localStorage.setItem(this.key, String(points));
    this.job = null;
    this.showBest();
    this.onJob(null);
  }

  private get key(): string {
    return `bramah.job.${this.kind.id}.${this.session.model?.name ?? ""}`;
  }

  private showBest(): void {
    const kept = localStorage.getItem(this.key);
    this.best.textContent = kept === null ? "" : `Your best on this machine: ${kept} points.`;
  }
}
