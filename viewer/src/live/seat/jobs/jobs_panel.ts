// The tab of jobs: those that the machine can do, with hints and a score; a hidden fault to be found from the gauges.
import { html } from "../../../shared/dom";
import type { Description, Frame } from "../../protocol";
import type { Listener, Session } from "../../session";
import { canHide, HiddenFault } from "./hidden_fault";
import type { Job } from "./job";
import { JobCard } from "./job_card";
import { kJobs, type JobKind } from "./kinds";

const isDriven = ({ planar, scene, controls }: Description): boolean => !planar && scene.markers.length > 0 && controls.length > 0;

const kindsFor = (model: Description): JobKind[] => (isDriven(model) ? kJobs.filter(({ isFor }) => isFor(model)) : []);

export const hasNoJobs = (model: Description): boolean => kindsFor(model).length === 0 && !canHide(model);

export class JobsPanel implements Listener {
  readonly element = html("div", { class: "jobs" });
  onJob: (job: Job | null) => void = () => {}; // the one that goes on; null: none
  private readonly fault: HiddenFault;
  private cards: JobCard[] = [];

  constructor(private readonly session: Session) {
    this.fault = new HiddenFault(session);
  }

  onModel(model: Description): void {
    for (const card of this.cards) card.end();
    this.cards = kindsFor(model).map((kind) => this.cardOf(new JobCard(kind, this.session)));
    this.fault.onModel(model);
    this.element.replaceChildren(...this.cards.map(({ element }) => element), this.fault.element);
  }

  onFrame(frame: Frame): void {
    this.fault.onFrame(frame);
    if (this.session.isLookingBack) return;
    for (const card of this.cards) card.onFrame(frame);
  }

  // One job at a time.
  private cardOf(card: JobCard): JobCard {
    card.onJob = (job) => {
      if (job !== null) for (const other of this.cards) if (other !== card) other.end();
      this.onJob(job);
    };
    return card;
  }
}
