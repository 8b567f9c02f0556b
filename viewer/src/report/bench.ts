// What the curves are about, beside them: the machine and its circuit, as the live page has them, at the clock's instant.
import { Diagram } from "../live/circuit/diagram";
import { MachineView } from "../live/machine/view";
import { pace } from "../live/pace";
import { icon, type Icon } from "../live/panels/icons";
import type { Description } from "../live/protocol";
import { html } from "../shared/dom";
import type { Theme } from "../shared/palette";
import type { OtherRun } from "./beside";
import type { Clock, TimeView } from "./clock";
import type { ReportData } from "./data";
import { fileName, saveBlob } from "./download";
import { MechanismView } from "./mechanism";
import { hasPicture } from "./projection";
import { Recorded } from "./recorded";
import { bytesOf } from "./unpack";

type Shown = "machine" | "circuit" | "both";

// Full screen by the browser's own means.
function fullScreenButton(place: HTMLElement, of: string): HTMLElement {
  const button = tool("full", `${of} on the full screen`);
  button.addEventListener("click", () =>
    void (document.fullscreenElement === null ? place.requestFullscreen() : document.exitFullscreen()));
  return button;
}

function tool(picture: Icon, label: string): HTMLButtonElement {
  return html("button", { type: "button", "aria-label": label, title: label }, icon(picture));
}

export class Bench implements TimeView {
  readonly element = html("div", { class: "bench" });
  onPart: (name: string) => void = () => {};
  private readonly source: Recorded | null;
  private machine: MachineView | null = null;
  private circuit: Diagram | null = null;
  private flat: MechanismView | null = null;
  private ghost: Recorded | null = null;

  constructor(
    private readonly data: ReportData,
    clock: Clock,
    theme: Theme,
  ) {
    const { machine, drawing } = data;
    this.source = machine === null ? null : new Recorded(data, machine);
    if (this.source !== null && data.bodies.length > 0) this.addMachine(this.source, theme);
    else if (hasPicture(drawing)) this.addFlat(clock);
    if (this.source !== null && this.source.model.scheme.parts.length > 0) this.addCircuit(this.source, theme);
    if (this.machine !== null && this.circuit !== null) this.element.prepend(this.choice());
  }

  get isEmpty(): boolean {
    return this.element.childElementCount === 0;
  }

  set isStill(still: boolean) {
    if (this.source !== null) this.source.isStill = still;
  }

  showTime(t: number): void {
    this.source?.showTime(t);
    this.flat?.showTime(t);
    if (this.source === null) return;
    this.machine?.showPose(this.source.frame());
    if (this.ghost !== null) {
      this.ghost.showTime(t);
      this.machine?.showGhost(this.ghost.model, this.ghost.frame());
    }
    this.circuit?.onFrame();
  }

  showSpan(): void {}

  setTheme(theme: Theme): void {
    this.machine?.setTheme(theme);
    this.circuit?.setTheme(theme);
    this.flat?.layout();
  }

  // The other run's machine, to be seen through.
  compare(other: OtherRun | null, t: number): void {
    const report = other?.report ?? null;
    const model = report?.machine ?? null;
    if (this.ghost !== null) this.machine?.showGhost(this.ghost.model, null);
    this.ghost = report !== null && model !== null && report.bodies.length > 0 ? new Recorded(report, model) : null;
    this.showTime(t);
  }

  // Before a page is printed: the picture as it is now.
  settle(): void {
    void this.machine?.picture;
  }

  private addMachine(source: Recorded, theme: Theme): void {
    const files = (index: number): Promise<ArrayBuffer> => {
      const bytes = this.data.meshes[String(index)];
      return bytes === undefined ? Promise.reject(new Error("too large for the page")) : Promise.resolve(bytesOf(bytes).buffer);
    };
    pace.start();
    const view = new MachineView(theme, files, true);
    this.machine = view;
    const place = html("section", { class: "stage machine-stage", "aria-label": "Machine" }, view.element);
    const fit = tool("fit", "Show the whole machine");
    fit.addEventListener("click", view.fit);
    const save = tool("snapshot", "Save the picture of the machine as PNG");
    save.addEventListener("click", () => view.picture?.toBlob((blob) => blob !== null && saveBlob(`${fileName(source.model.name)}.png`, blob)));
    place.append(html("div", { class: "view-tools" }, save, fit, fullScreenButton(place, "The machine")));
    this.element.append(place);
    view.onModel(source.model);
    view.showPose(source.frame());
  }

  private addFlat(clock: Clock): void {
    this.flat = new MechanismView(this.data.drawing, clock, this.data.summary.model);
    this.element.append(html("section", { class: "mechanism" }, this.flat.element));
  }

  private addCircuit(source: Recorded, theme: Theme): void {
    const diagram = new Diagram(source, theme);
    this.circuit = diagram;
    diagram.onPlot = (part) => this.onPart(part);
    diagram.onSelect = (names) => this.machine?.light(names);
    if (this.machine !== null) this.machine.onPick = (part) => diagram.choose(part);
    const place = html("section", { class: "stage circuit-stage", "aria-label": "Circuit" }, diagram.element);
    this.element.append(place);
    diagram.onModel(source.model as Description);
  }

  private choice(): HTMLElement {
    const list = html("div", { class: "bench-choice", role: "group", "aria-label": "Shown beside the curves" });
    const show = (shown: Shown): void => {
      this.element.dataset.shown = shown;
      for (const button of list.children) button.setAttribute("aria-pressed", String((button as HTMLElement).dataset.shown === shown));
      this.circuit?.onFrame();
    };
    const options: [Shown, string][] = [["machine", "Machine"], ["circuit", "Circuit"], ["both", "Both"]];
    for (const [shown, label] of options) {
      const button = html("button", { type: "button", "data-shown": shown }, label);
      button.addEventListener("click", () => show(shown));
      list.append(button);
    }
    show("both");
    return list;
  }
}
