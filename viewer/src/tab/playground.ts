// The playground: machines to choose, a file to edit, and Check, Run and Drive in a worker of the same tab.
import "../live/style/base.css";
import "./playground.css";
import { ThemeChoice } from "../live/panels/theme";
import { html } from "../shared/dom";
import { saveBlob } from "../report/download";
import type { WorkerLink } from "./worker_link";
import { Desk, Refused, type Given } from "./desk";
import { Editor } from "./editor";
import { keepFiles, keepLast, keptFiles, keptLast } from "./kept";
import type { Wish } from "./messages";
import { readProblem, type Problem } from "./problems";
import { finishReport } from "./report";
import { SchemaHelp, type Schema } from "./schema_help";
import { readShared, shareText, type Shared } from "./share";
import { Sliders, type Setting } from "./sliders";

const kPause = 600; // ms after the last key before the file is checked
const kCheck = 20; // s that a check may take
const kRun = 120; // s that a run may take; playground?patience=600 for longer ones
const kFirst = "models/patu655.yaml";
const kReport = "/out/report.html";
const kCsv = "/out/run.csv";

interface Checked {
  model: string;
  degrees_of_freedom: number;
  bodies: number;
  joints: number;
  loops: number;
  constraints: number;
  redundant: number;
  unknowns: number;
  channels: number;
  method: string;
  integrator: string;
  coupling: string;
  step_s: number;
  until_s: number;
  notes: string[];
  warnings: string[];
}
interface Ran {
  complete: boolean;
  message: string;
  steps: number;
  wall_s: number;
  real_time_factor: number;
  warnings: string[];
  events?: number;
  same?: boolean;
  difference?: string;
}

type View = "editor" | "result" | "drive";

const button = (id: string, text: string, title: string, act: () => void, kind = ""): HTMLButtonElement => {
  const element = html("button", { type: "button", "data-testid": id, title, class: kind }, text);
  element.addEventListener("click", act);
  return element;
};
const fact = (name: string, value: string | number): HTMLElement => html("tr", {}, html("th", {}, name), html("td", {}, String(value)));

const patience = Number(new URLSearchParams(location.search).get("patience")) || kRun;

class Playground {
  private readonly desk = new Desk();
  private readonly editor = new Editor();
  private readonly sliders = new Sliders();
  private readonly root = html("div", { class: "playground" });
  private readonly choice = html("select", { "aria-label": "Machine", "data-testid": "machine" });
  private readonly state = html("p", { class: "state", role: "status", "data-testid": "state" });
  private readonly below = html("div", { class: "below" });
  private readonly meter = html("progress", { max: 1, value: 0, "aria-label": "Progress" });
  private readonly stop: HTMLButtonElement;
  private readonly problems = html("ol", { class: "problems", "data-testid": "problems" });
  private readonly result = html("div", { class: "answer", "data-testid": "answer" });
  private readonly stage = html("div", { class: "stage-of-drive" });
  private readonly tabs = new Map<View, HTMLButtonElement>();
  private readonly until = html("input", { type: "text", size: 6, placeholder: "as in file", "aria-label": "Until", "data-testid": "until", title: "How long a run is: 5 s" });
  private files = keptFiles(); // edited ones, by path
  private path = kFirst;
  private timer = 0;
  private edition = 0; // of the text: answers about older ones are not shown
  private frame: HTMLIFrameElement | null = null;
  private stopped = false;

  constructor(private readonly shipped: Record<string, string>) {
    this.stop = button("stop", "Stop", "Ends the worker", () => {
      this.stopped = true;
      this.desk.end("Stopped.");
    });
    this.editor.onEdit = (text) => this.edited(text);
    this.sliders.onMove = () => {
      this.keep();
      this.soon();
      this.tellDrive();
    };
    this.choice.addEventListener("change", () => this.open(this.choice.value));
    this.build();
    this.idle("");
  }

  async start(): Promise<void> {
    await this.restore();
    window.addEventListener("hashchange", () => void this.restore());
    void this.desk
      .ask({ do: "schema" }, { what: "The schema", seconds: kCheck })
      .then(({ answer }) => (this.editor.help = new SchemaHelp(answer as Schema)))
      .catch(() => {});
  }

  // What the address says, or what was there the last time.
  private async restore(): Promise<void> {
    const shared = await readShared(location.hash);
    const last = keptLast();
    const asked = new URLSearchParams(location.search).get("model"); // ?model=models/four_bar.yaml
    const path = shared === null ? (asked ?? last?.path ?? kFirst) : this.take(shared);
    this.sliders.set = shared?.set ?? (path === last?.path && shared === null ? last.set : undefined) ?? {};
    this.open(path in this.shipped || path in this.files ? path : kFirst, true);
  }

  // A machine from an address stands beside what was edited here under its name, not in its place.
  private take({ path, text = this.shipped[path] ?? "" }: Shared): string {
    history.replaceState(null, "", location.pathname + location.search);
    let free = path;
    for (let k = 2; free in this.files && this.files[free] !== text; ++k) free = path.replace(/\.yaml$/, `_${k}.yaml`);
    if (text !== this.shipped[free]) this.files[free] = text;
    keepFiles(this.files);
    return free;
  }

  // ------------------------------------------------------------------------------------ the page
  private build(): void {
    const file = html("input", { type: "file", accept: ".yaml,.yml", "data-testid": "file" });
    file.hidden = true;
    file.addEventListener("change", () => void this.openFile(file));
    const drive = html("input", { type: "file", accept: ".txt,.jsonl", "data-testid": "drive-file" });
    drive.hidden = true;
    drive.addEventListener("change", () => void this.replayFile(drive));
    const bar = html(
      "header",
      { class: "top" },
      html("h1", {}, "Bramah"),
      this.choice,
      html(
        "div",
        { class: "row", role: "group", "aria-label": "What to do" },
        button("check", "Check", "What is in the machine, and what is wrong with it", () => void this.check()),
        button("run", "Run", "Simulates the machine and reports", () => void this.run()),
        this.until,
        button("drive", "Drive", "The machine in real time, with levers", () => this.drive(), "primary"),
      ),
      html(
        "div",
        { class: "row", role: "group", "aria-label": "File" },
        button("open", "Open…", "A machine file of yours", () => file.click()),
        button("save", "Save", "The machine file, to your disk", () => this.save()),
        button("share", "Share", "An address that has this machine in it", () => void this.share()),
        button("as-shipped", "Undo all", "The file as it was shipped", () => this.asShipped()),
      ),
      html("a", { href: "docs/index.html", class: "button" }, "Docs"),
      file,
      drive,
    );
    const tab = (view: View, text: string): HTMLButtonElement => {
      const element = button(`tab-${view}`, text, text, () => this.show(view));
      element.setAttribute("aria-pressed", "false");
      this.tabs.set(view, element);
      return element;
    };
    this.below.append(this.state, this.meter, this.stop);
    this.stage.append(html("p", { class: "quiet" }, "Drive starts the machine here."));
    this.root.append(
      bar,
      html("nav", { class: "views", "aria-label": "Views" }, tab("editor", "File"), tab("result", "Result"), tab("drive", "Drive")),
      html(
        "main",
        { class: "panes" },
        html("section", { class: "pane pane-editor", "aria-label": "Machine file" }, this.editor.element, this.problems),
        html(
          "section",
          { class: "pane pane-result", "aria-label": "Result" },
          html("details", { class: "numbers", open: true }, html("summary", {}, "Numbers"), this.sliders.element),
          this.result,
        ),
        html(
          "section",
          { class: "pane pane-drive", "aria-label": "Drive" },
          html(
            "div",
            { class: "row drive-bar" },
            button("replay", "Replay this drive", "Runs what was driven once more and compares the end bit for bit", () => void this.replayDriven()),
            button("replay-file", "Replay a file…", "A drive that was saved", () => drive.click()),
            button("leave", "Back to the file", "Ends the drive", () => this.leave()),
          ),
          this.stage,
        ),
      ),
      this.below,
    );
    document.getElementById("playground")?.remove();
    document.body.append(this.root);
    this.show("editor");
  }

  private show(view: View): void {
    this.root.dataset.view = view;
    for (const [name, element] of this.tabs) element.setAttribute("aria-pressed", String(name === view));
  }

  private list(): void {
    const paths = [...new Set([...Object.keys(this.shipped), ...Object.keys(this.files)])].sort();
    const nameOf = (path: string): string => path.replace(/^models\//, "").replace(/\.yaml$/, "") + (path in this.files ? " *" : "");
    const isPart = (path: string): boolean => /^models\/.*\//.test(path);
    const option = (path: string): HTMLElement => html("option", { value: path, selected: path === this.path }, nameOf(path));
    this.choice.replaceChildren(
      html("optgroup", { label: "Machines" }, ...paths.filter((path) => !isPart(path)).map(option)),
      html("optgroup", { label: "Parts that they include" }, ...paths.filter(isPart).map(option)),
    );
  }

  private idle(text: string, isAlarm = false): void {
    this.state.textContent = text;
    this.below.hidden = text === "";
    this.state.classList.toggle("alarm", isAlarm);
    this.meter.hidden = this.stop.hidden = true;
  }

  private busy(text: string): void {
    this.idle(text);
    this.stopped = false;
    this.meter.hidden = this.stop.hidden = false;
    this.meter.removeAttribute("value");
  }

  // ------------------------------------------------------------------------------------ the file
  private open(path: string, keepSet = false): void {
    this.path = path;
    ++this.edition;
    if (!keepSet) this.sliders.set = {};
    this.editor.show(this.files[path] ?? this.shipped[path] ?? "");
    this.list();
    this.keep();
    this.show("editor");
    this.idle("…");
    this.soon(0);
  }

  private edited(text: string): void {
    ++this.edition;
    const wasEdited = this.path in this.files;
    if (text === this.shipped[this.path]) delete this.files[this.path];
    else this.files[this.path] = text;
    keepFiles(this.files);
    if (wasEdited !== this.path in this.files) this.list();
    this.idle("…");
    this.soon();
  }

  private keep(): void {
    keepLast({ path: this.path, set: this.sliders.set });
  }

  private async openFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file === undefined) return;
    const path = `models/${file.name.replace(/[^\w.-]+/g, "_").replace(/\.ya?ml$/, "")}.yaml`;
    this.files[path] = await file.text();
    keepFiles(this.files);
    input.value = "";
    this.open(path);
  }

  private save(): void {
    saveBlob(this.path.replace(/^.*\//, ""), new Blob([this.editor.text], { type: "application/yaml" }));
  }

  private async share(): Promise<void> {
    const fragment = await shareText({ path: this.path, text: this.files[this.path], set: this.sliders.set });
    const address = location.origin + location.pathname + fragment;
    history.replaceState(null, "", address);
    const isCopied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    this.idle(`${isCopied === true ? "Copied: an" : "The"} address of this page has the machine in it (${address.length} characters).`);
  }

  private asShipped(): void {
    this.sliders.change({});
    const shipped = this.shipped[this.path];
    if (shipped !== undefined) this.editor.replace(shipped);
  }

  // -------------------------------------------------------------------------------- what is asked
  private soon(pause = kPause): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(true), pause);
  }

  private wish(job: string, more: Record<string, unknown> = {}): Wish {
    return { do: job, model: this.path, set: this.sliders.asOptions, ...more };
  }

  // The files of the worker are those of the page: edited ones, and those that no longer are.
  private sent = new Set<string>();
  private filesToSend(): Record<string, string | null> {
    const gone = [...this.sent].filter((path) => !(path in this.files));
    this.sent = new Set([...this.sent, ...Object.keys(this.files)]);
    return { ...Object.fromEntries(gone.map((path) => [path, null])), ...this.files };
  }

  private async ask(wish: Wish, what: string, seconds: number, give: string[] = []): Promise<Given | null> {
    const edition = this.edition;
    try {
      return await this.desk.ask(wish, {
        what,
        seconds,
        give,
        files: this.filesToSend(),
        onProgress: (fraction) => (this.meter.value = fraction),
      });
    } catch (error) {
      if (edition !== this.edition && !this.stopped) return null; // of a text that is no more
      this.refused(error instanceof Refused ? error.problems : [String(error)]);
      return null;
    }
  }

  private refused(messages: string[]): void {
    const all = messages.map(readProblem);
    this.editor.mark(all.filter(({ file }) => file === this.path));
    this.problems.replaceChildren(...all.map((problem) => this.problemItem(problem)));
    this.result.replaceChildren();
    this.idle(all.length === 1 ? all[0].text.split("\n")[0] : `${all.length} problems`, true);
  }

  private problemItem(problem: Problem): HTMLElement {
    const where = problem.file === "" ? "" : problem.line > 0 ? `${problem.file}:${problem.line}` : problem.file;
    const go = button("problem", where === "" ? "machine" : where, "Shows the line", () => {
      if (problem.file !== this.path && (problem.file in this.shipped || problem.file in this.files)) this.open(problem.file, true);
      this.show("editor");
      this.editor.goTo(problem.line);
    });
    return html("li", {}, go, html("span", {}, problem.text));
  }

  private accepted(): void {
    this.editor.mark([]);
    this.problems.replaceChildren();
  }

  private async check(isQuiet = false): Promise<void> {
    if (!isQuiet) this.busy("Checking…");
    const edition = this.edition;
    const given = await this.ask(this.wish("check"), "The check", kCheck);
    if (given === null || edition !== this.edition) return;
    this.accepted();
    const checked = given.answer as Checked;
    this.showChecked(checked);
    this.idle(`${checked.model}: no problems found.`);
    if (!isQuiet) this.show("result");
    const numbers = await this.ask(this.wish("settings"), "The list of numbers", kCheck);
    if (numbers !== null) this.sliders.show(numbers.answer as Setting[]);
  }

  private showChecked(c: Checked): void {
    this.result.replaceChildren(
      html("h2", {}, c.model),
      html(
        "table",
        { class: "facts" },
        fact("degrees of freedom", c.degrees_of_freedom),
        fact("bodies, joints", `${c.bodies}, ${c.joints}`),
        fact("loops", `${c.loops}; ${c.constraints} constraints, ${c.redundant} redundant`),
        fact("unknowns of a step", c.unknowns),
        fact("channels", c.channels),
        fact("solver", `${c.method}, ${c.integrator}, ${c.coupling}, ${c.step_s * 1000} ms`),
        fact("runs for", `${c.until_s} s`),
      ),
      ...[...c.warnings, ...c.notes].map((note) => html("p", { class: "note" }, note)),
    );
  }

  private async run(): Promise<void> {
    this.busy("Running…");
    const until = this.until.value.trim();
    const wish = this.wish("run", { report: kReport, csv: kCsv, every: "10 ms", ...(until === "" ? {} : { until }) });
    const given = await this.ask(wish, "The run", patience, [kReport, kCsv]);
    if (given !== null) await this.showRun(given, given.answer as Ran);
  }

  private async showRun(given: Given, ran: Ran): Promise<void> {
    this.accepted();
    const page = given.files[kReport];
    const rows = given.files[kCsv];
    const name = this.path.replace(/^.*\//, "").replace(/\.yaml$/, "");
    const report = page === undefined ? null : await finishReport(page);
    const actions = html("div", { class: "row" });
    if (report !== null) actions.append(button("save-report", "Save the report", "One HTML file", () => saveBlob(`${name}.html`, report)));
    if (rows !== undefined) actions.append(button("save-csv", "Save the CSV", "All channels", () => saveBlob(`${name}.csv`, new Blob([rows as BlobPart]))));
    const speed = `${ran.steps} steps in ${ran.wall_s.toFixed(2)} s, ${ran.real_time_factor.toPrecision(3)} × real time`;
    this.result.replaceChildren(actions, ...ran.warnings.map((warning) => html("p", { class: "note" }, warning)));
    if (report !== null) {
      const frame = html("iframe", { class: "report", title: "Report", "data-testid": "report" });
      frame.src = URL.createObjectURL(report);
      this.result.append(frame);
    }
    if (ran.same === true) this.idle(`Replayed ${ran.events} events, ${speed}: the last state is the recorded one, bit for bit.`);
    else if (ran.same === false) this.idle(`The replay differs: ${ran.difference}`, true);
    else this.idle(ran.complete ? `${speed}.` : `The run ended early: ${ran.message}`, !ran.complete);
    this.show("result");
  }

  // --------------------------------------------------------------------------------------- driving
  private drive(): void {
    this.leave();
    const address = new URLSearchParams([["model", this.path], ...this.sliders.asOptions.map((one) => ["set", one])]);
    this.frame = html("iframe", { title: "The machine", "data-testid": "live", src: `live.html?${address}` });
    const { frame } = this;
    frame.addEventListener("load", () => frame.contentWindow?.focus()); // its keys are levers
    this.stage.replaceChildren(frame);
    this.idle("");
    this.show("drive");
  }

  private leave(): void {
    this.frame = null;
    this.stage.replaceChildren(html("p", { class: "quiet" }, "Drive starts the machine here."));
    this.show("editor");
  }

  private get link(): WorkerLink | null {
    return (this.frame?.contentWindow as { bramah?: WorkerLink } | null | undefined)?.bramah ?? null;
  }

  // A slider moved while the machine runs acts at once.
  private tellDrive(): void {
    if (Object.keys(this.sliders.set).length > 0) this.link?.send({ type: "set", values: this.sliders.set });
  }

  private async replayDriven(): Promise<void> {
    if (this.link === null) return this.idle("Nothing has been driven yet.", true);
    const bytes = await this.link.read("/drive");
    await this.replay(new TextDecoder().decode(bytes));
  }

  private async replayFile(input: HTMLInputElement): Promise<void> {
    const file = input.files?.[0];
    if (file !== undefined) await this.replay(await file.text());
    input.value = "";
  }

  private async replay(drive: string): Promise<void> {
    this.busy("Replaying…");
    const path = "out/drive.jsonl";
    const wish = { do: "replay", model: this.path, drive: path, report: kReport, csv: kCsv, every: "10 ms" };
    this.files[path] = drive;
    const given = await this.ask(wish, "The replay", patience, [kReport, kCsv]);
    delete this.files[path];
    if (given !== null) await this.showRun(given, { ...(given.answer as Ran), warnings: [] });
  }
}

async function start(): Promise<void> {
  new ThemeChoice();
  const answer = await fetch("models.json");
  const shipped = (await answer.json()) as Record<string, string>;
  await new Playground(shipped).start();
}

void start();
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("service_worker.js").catch(() => {});
