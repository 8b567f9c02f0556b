// Around the machine's picture: where the marker is, zoom to fit, what went wrong.
import { html } from "../../shared/dom";
import type { Description, Frame, Status } from "../protocol";
import type { Listener, Session } from "../session";
import { kViews, type View } from "../machine/camera";
import { startAgain } from "../start_again";
import { icon } from "./icons";
import { toast } from "./toasts";

const kAxes = ["x", "y", "z"];
const kViewNames: Record<View, string> = { around: "3-D", cab: "Cab", side: "Side", top: "Top", tip: "Tip" };
const kViewTitles: Record<View, string> = {
  around: "The whole machine, obliquely",
  cab: "From the operator's place",
  side: "From the side",
  top: "From above",
  tip: "Close to the tip, going with it",
};

const placeText = (value: number): string =>
  value
    .toFixed(3)
    .replace(/^-(0\.0+)$/, "$1")
    .replace("-", "\u2212");

export class Stage implements Listener {
  readonly element: HTMLElement;
  private readonly tip = html("div", { class: "tip", "data-testid": "tip" });
  private readonly failure = html("div", { class: "failure-banner", role: "alert" });
  private point = -1;
  private name = "";
  private planar = false;
  private failed = "";
  private driveProblem = "";

  constructor(
    private readonly session: Session,
    machine: { element: HTMLElement; fit: () => void; look: (view: View) => void; showForces: (on: boolean) => void },
    ...below: HTMLElement[]
  ) {
    const button = html(
      "button",
      { type: "button", class: "tool", "aria-label": "Show the whole machine", title: "Show the whole machine" },
      icon("fit"),
    );
    button.addEventListener("click", machine.fit);
    const full = html("button", { type: "button", class: "tool", "aria-label": "The machine on the full screen", title: "Full screen: keys still drive", "data-testid": "machine-full" }, icon("full"));
    full.addEventListener("click", () =>
      void (document.fullscreenElement === null ? this.element.requestFullscreen() : document.exitFullscreen()),
    );
    const forces = html("button", { type: "button", class: "view", "aria-pressed": "false", "data-testid": "forces", title: "Forces of contacts and cylinders, centre of gravity, tipping lines" }, "Forces");
    forces.addEventListener("click", () => {
      const on = forces.getAttribute("aria-pressed") !== "true";
      forces.setAttribute("aria-pressed", String(on));
      machine.showForces(on);
    });
    const views = kViews.map((view) => {
      const choice = html("button", { type: "button", class: "view", "data-testid": `view-${view}`, title: kViewTitles[view] }, kViewNames[view]);
      choice.addEventListener("click", () => machine.look(view));
      return choice;
    });
    this.failure.hidden = true;
    this.element = html(
      "section",
      { class: "stage", "aria-label": "Machine" },
      machine.element,
      this.tip,
      html("div", { class: "view-tools" }, ...views, forces, button, full),
      ...below,
      this.failure,
    );
  }

  // Without a marker: the drawing's last point.
  onModel(model: Description): void {
    const marker = model.scene.markers[0];
    this.point = marker?.point ?? model.drawing.points.length - 1;
    this.name = marker?.name ?? model.drawing.points[this.point] ?? "";
    this.planar = model.planar;
    this.tip.hidden = this.point < 0;
  }

  onFrame(frame: Frame): void {
    if (this.point < 0) return;
    const at = frame.points.slice(3 * this.point, 3 * this.point + 3);
    const shown = this.planar ? at.slice(0, 2) : at;
    const text = `${this.name}  ${shown.map((value, k) => `${kAxes[k]} ${placeText(value)}`).join("  ")} m`;
    if (this.tip.textContent !== text) this.tip.textContent = text;
    shown.forEach((value, k) => (this.tip.dataset[kAxes[k]] = String(value)));
  }

  onStatus({ failed, drive_problem }: Status): void {
    if (drive_problem !== this.driveProblem && drive_problem !== "") toast(drive_problem, "alarm");
    this.driveProblem = drive_problem;
    if (failed === this.failed) return;
    this.failed = failed;
    this.failure.hidden = failed === "";
    if (failed === "") return;
    const again = html("button", { type: "button" }, "Start again");
    again.addEventListener("click", () => startAgain(this.session));
    this.failure.replaceChildren(html("strong", {}, "The simulation stopped. "), html("span", {}, failed), again);
  }
}
