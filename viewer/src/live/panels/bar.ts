// The bar on top: which machine, who drives, time, and everything that starts, stops and keeps.
import { html } from "../../shared/dom";
import type { LinkState } from "../link";
import type { Description, Frame, Role, Status } from "../protocol";
import type { Listener, Session } from "../session";
import { kBeforeStart, startAgain } from "../start_again";
import { icon, type Icon } from "./icons";
import { toast } from "./toasts";

const kSpeeds: [number, string][] = [
  [0.1, "0.1×"],
  [0.25, "0.25×"],
  [0.5, "0.5×"],
  [1, "1×"],
  [2, "2×"],
  [5, "5×"],
  [10, "10×"],
  [0, "max"],
];

function button(name: Icon, label: string, testid: string, act: () => void): HTMLButtonElement {
  const element = html(
    "button",
    { type: "button", class: "tool", "aria-label": label, title: label, "data-testid": testid },
    icon(name),
  );
  element.addEventListener("click", act);
  return element;
}

export class Bar implements Listener {
  readonly element = html("header", { class: "bar-top" });
  private readonly name = html("h1", {}, "Bramah");
  private readonly link = html("span", { class: "pill", "data-testid": "connection" }, "connecting");
  private readonly role = html("span", { class: "pill", "data-testid": "role" }, "watcher");
  private readonly broken = html("span", { class: "pill lost", role: "status", "data-testid": "faults-act" });
  private readonly drive = html(
    "button",
    { type: "button", class: "drive", "data-testid": "drive" },
    "Take",
    html("span", { class: "long" }, " the levers"),
  );
  private readonly time = html("span", { class: "clock", "data-testid": "time" }, "0.00 s");
  private readonly factor = html("span", { class: "factor quiet", title: "Simulated time over wall time" });
  private readonly recorded = html("span", { class: "recorded", "data-testid": "recorded" });
  private isOpen = false;
  private recordedFrom = NaN; // s, NaN: nothing is recorded
  private told: string[] | null = null; // snapshots that have been told of
  private readonly pause: HTMLButtonElement;
  private readonly record: HTMLButtonElement;
  private readonly restore: HTMLButtonElement;
  private readonly speed = html(
    "select",
    { "aria-label": "Speed", "data-testid": "speed" },
    ...kSpeeds.map(([factor, text]) => html("option", { value: factor, selected: factor === 1 }, text)),
  );
  private readonly save = html(
    "a",
    {
      class: "tool",
      "data-testid": "download",
      "aria-label": "Download the recording as CSV",
      title: "Download the recording as CSV",
    },
    icon("save"),
  );

  constructor(
    private readonly session: Session,
    toggleTheme: () => void,
    toggleSound: () => boolean,
  ) {
    this.pause = button("pause", "Pause", "pause", () => this.togglePause());
    this.record = button("record", "Record", "record", () =>
      session.send({ type: "record", on: !session.status?.recording }),
    );
    this.restore = button("back", "Go back to the last snapshot", "restore", () => this.goBack());
    session.link.offer(this.save, "/recording.csv", "recording.csv");
    this.speed.addEventListener("change", () => session.send({ type: "speed", factor: Number(this.speed.value) }));
    this.drive.addEventListener("click", () =>
      session.send({ type: session.role === "driver" ? "release" : "drive" }),
    );
    const run = html(
      "div",
      { class: "tools" },
      this.pause,
      button("step", "One step", "step", () => this.singleStep()),
      this.speed,
      button("reset", "Start again", "reset", () => startAgain(session)),
    );
    const keep = html(
      "div",
      { class: "tools" },
      button("snapshot", "Take a snapshot", "snapshot", () => this.takeSnapshot()),
      this.restore,
      this.record,
      this.recorded,
      this.save,
    );
    const sound = button("sound", "Sound of pump and relief valves", "sound", () => {
      const isOn = toggleSound();
      sound.classList.toggle("on", isOn);
      sound.setAttribute("aria-pressed", String(isOn));
    });
    this.element.append(
      html("div", { class: "who" }, this.name, this.link, this.role, this.broken, this.drive),
      html("div", { class: "when" }, this.time, this.factor),
      run,
      keep,
      html("div", { class: "tools last" }, sound, button("theme", "Light or dark", "theme", toggleTheme)),
    );
    this.showRestore();
    this.broken.hidden = true;
  }

  onModel(model: Description): void {
    this.name.textContent = model.name;
    this.name.title = `${model.name}: ${model.method}, ${model.integrator}, step ${1e3 * model.step} ms`;
    document.title = `${model.name} · Bramah`;
  }

  onFrame(frame: Frame): void {
    const text = `${frame.t.toFixed(frame.t < 1000 ? 2 : 1)} s`;
    if (this.time.textContent !== text) this.time.textContent = text;
    this.time.dataset.tick = String(frame.tick);
    this.tellFaults();
    const length = Math.max(0, frame.t - this.recordedFrom); // NaN while nothing is recorded
    const shown = Number.isNaN(length) ? "" : `${length.toFixed(0)} s`;
    if (this.recorded.textContent !== shown) this.recorded.textContent = shown;
  }

  onStatus(status: Status): void {
    this.pause.replaceChildren(icon(status.paused ? "play" : "pause"));
    this.pause.setAttribute("aria-label", status.paused ? "Go on" : "Pause");
    this.pause.title = status.paused ? "Go on" : "Pause";
    this.pause.classList.toggle("on", status.paused);
    this.pause.setAttribute("aria-pressed", String(status.paused));
    if (!status.recording) this.recordedFrom = NaN;
    else if (Number.isNaN(this.recordedFrom)) this.recordedFrom = this.session.frame?.t ?? 0;
    this.tellSnapshots(status.snapshots);
    this.record.classList.toggle("recording", status.recording);
    this.record.setAttribute("aria-pressed", String(status.recording));
    this.record.title = status.recording ? "Stop recording" : "Record";
    this.factor.textContent = status.paused ? "paused" : `${status.factor.toFixed(2)}× real time`;
    this.showSpeed(status.speed);
    this.showRestore();
  }

  onRole(role: Role): void {
    this.role.hidden = false;
    this.role.textContent = role;
    this.role.classList.toggle("driver", role === "driver");
    this.drive.replaceChildren(role === "driver" ? "Release" : "Take", html("span", { class: "long" }, " the levers"));
    this.drive.classList.toggle("primary", role !== "driver");
    this.enable();
  }

  togglePause(): void {
    if (!this.pause.disabled) this.session.send({ type: this.session.status?.paused ? "resume" : "pause" });
  }

  // Until the next hello nobody knows who drives and how fast.
  onLost(): void {
    this.role.hidden = true;
    this.factor.textContent = "";
  }

  showLink(state: LinkState): void {
    this.link.textContent = state === "open" ? "live" : state;
    this.link.className = `pill ${state}`;
    this.isOpen = state === "open";
    this.enable();
  }

  // Those that act and may be seen.
  private tellFaults(): void {
    const { session } = this;
    const acting = (session.model?.faults ?? []).filter(({ name }) => session.input(`faults.${name}`) > 0);
    const text = acting.length === 0 ? "" : acting.length === 1 ? "1 fault" : `${acting.length} faults`;
    if (this.broken.textContent === text) return;
    this.broken.textContent = text;
    this.broken.title = acting.map((fault) => fault.text || fault.name).join("; ");
    this.broken.hidden = text === "";
  }

  private tellSnapshots(now: string[]): void {
    const fresh = now.filter((name) => this.told?.includes(name) === false);
    this.told = now;
    for (const name of fresh) if (name !== kBeforeStart) toast(`Kept as "${name}", at ${(this.session.frame?.t ?? 0).toFixed(2)} s.`);
  }

  private showSpeed(speed: number): void {
    if (document.activeElement === this.speed) return;
    const known = kSpeeds.find(([factor]) => Math.abs(factor - speed) < 1e-9);
    if (known !== undefined) this.speed.value = String(known[0]);
  }

  // Those that a person has taken.
  private get snapshots(): string[] {
    return (this.session.status?.snapshots ?? []).filter((name) => name !== kBeforeStart);
  }

  private showRestore(): void {
    const [last] = this.snapshots.slice(-1);
    this.restore.disabled = last === undefined || !this.isOpen || this.session.role !== "driver";
    this.restore.title = last === undefined ? "No snapshot yet" : `Go back to "${last}"`;
  }

  // The server steps only while it pauses.
  private singleStep(): void {
    if (this.session.status?.paused !== true) this.session.send({ type: "pause" });
    this.session.send({ type: "step", count: 1 });
  }

  // Who watches may look and ask for the levers.
  private enable(): void {
    const may = this.isOpen && this.session.role === "driver";
    for (const control of this.element.querySelectorAll<HTMLButtonElement>(".tools:not(.last) button, .tools select"))
      control.disabled = !may;
    this.drive.disabled = !this.isOpen;
    this.showRestore();
  }

  private takeSnapshot(): void {
    const taken = new Set(this.snapshots);
    let count = taken.size + 1;
    while (taken.has(`snapshot ${count}`)) ++count;
    this.session.send({ type: "snapshot", name: `snapshot ${count}` });
  }

  private goBack(): void {
    const [last] = this.snapshots.slice(-1);
    if (last !== undefined) this.session.send({ type: "restore", name: last });
  }
}
