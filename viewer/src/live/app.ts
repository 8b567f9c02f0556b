// Puts the page together: one session, views that listen to it, and the levers.
import { html } from "../shared/dom";
import { Diagram } from "./circuit/diagram";
import { Console } from "./drive/console";
import { GamepadInput } from "./drive/gamepad";
import { listenToKeys } from "./drive/keyboard";
import { Levers } from "./drive/levers";
import { EnergyView } from "./energy/view";
import type { Link, LinkState } from "./link";
import { MachineView } from "./machine/view";
import { pace } from "./pace";
import { Bar } from "./panels/bar";
import { icon } from "./panels/icons";
import { Faults } from "./panels/faults";
import { LookAheadPanel } from "./panels/look_ahead";
import { Setup } from "./panels/setup";
import { makeSplitter } from "./panels/splitter";
import { Stage } from "./panels/stage";
import { hasNoBodies, hasNoFaults, hasNoOil, Tabs } from "./panels/tabs";
import { ThemeChoice } from "./panels/theme";
import { Timing } from "./panels/timing";
import { toast } from "./panels/toasts";
import { Warnings } from "./panels/warnings";
import { Gauges } from "./plots/gauges";
import { Playback } from "./playback/playback";
import { Plots } from "./plots/plots";
import { hasNoJobs, JobsPanel } from "./seat/jobs/jobs_panel";
import { Readout } from "./seat/readout";
import { Sound } from "./seat/sound";
import { Session } from "./session";

function makeBanner(): { element: HTMLElement; show: (state: LinkState, reason: string) => void } {
  const element = html("div", { class: "banner", role: "status", "data-testid": "banner" });
  element.hidden = true;
  const show = (state: LinkState, reason: string): void => {
    element.hidden = state === "open";
    element.textContent =
      state === "refused" ? reason : `Connection lost, trying again${reason === "" ? "" : ` (${reason})`}…`;
  };
  return { element, show };
}

// All that is told of a part: what it names itself, and what begins with its name.
const channelsOf = ({ model }: Session, part: string): string[] => [
  ...new Set([
    ...(model?.scheme.parts.find(({ name }) => name === part)?.channels ?? []),
    ...(model?.channels.filter(({ name }) => name.startsWith(`${part}.`)).map(({ name }) => name) ?? []),
  ]),
];

export function startPage(link: Link): void {
  const theme = new ThemeChoice();
  const session = new Session(link);
  const levers = new Levers(session);
  const pad = new GamepadInput(levers);
  const console_ = new Console(levers);
  const sound = new Sound(session);
  const bar = new Bar(session, theme.toggle, () => sound.toggle());
  const machine = new MachineView(theme.theme, (index) => link.read(`/mesh/${index}`), false, (problem) => toast(problem, "alarm"));
  const playback = new Playback(session);
  const readout = new Readout(session);
  const jobs = new JobsPanel(session);
  jobs.onJob = (job) => machine.showJob(job);
  const stage = new Stage(session, machine, playback.element, readout.element);
  const warnings = new Warnings();
  stage.element.append(warnings.element);
  const diagram = new Diagram(session, theme.theme);
  const plots = new Plots(session, theme.theme);
  const gauges = new Gauges(session, theme.theme);
  const energy = new EnergyView(session);
  const faults = new Faults(session);
  const timing = new Timing();
  const lookAhead = new LookAheadPanel(session);
  lookAhead.onClear = () => machine.showFutures(null);
  const setup = new Setup(session, levers, pad, lookAhead.element);

  const root = html("div", { class: "app" });
  const tabs = new Tabs(root, [
    { id: "machine", title: "Machine", content: null, isEmpty: hasNoBodies },
    { id: "circuit", title: "Circuit", content: diagram.element, isEmpty: hasNoOil },
    { id: "plots", title: "Plots", content: plots.element },
    { id: "energy", title: "Energy", content: energy.element, isEmpty: hasNoOil },
    { id: "jobs", title: "Jobs", content: jobs.element, isEmpty: hasNoJobs },
    { id: "faults", title: "Faults", content: faults.element, isEmpty: hasNoFaults },
    { id: "setup", title: "Setup", content: setup.element },
    { id: "timing", title: "Timing", content: timing.element },
  ]);
  levers.onPattern = () => {
    console_.build();
    pad.load();
    setup.showKeys();
  };
  // Circuit, machine and plots point at the same part.
  diagram.onSelect = (names) => machine.light(names);
  diagram.onPlot = (part) => {
    plots.showPart(channelsOf(session, part));
    tabs.open("plots");
  };
  machine.onPick = (part) => {
    tabs.open("circuit");
    diagram.choose(part);
  };
  playback.onGhost = (frame) => session.model !== null && machine.showGhost(session.model, frame);
  playback.onComparison = (comparison) => {
    plots.compare(comparison);
    if (comparison !== null) tabs.open("plots");
  };
  setup.onAgain = () => playback.hold();
  const banner = makeBanner();
  const wide = html(
    "button",
    { type: "button", class: "tool", "aria-label": "Wide or narrow side panel", title: "Wide or narrow" },
    icon("wide"),
  );
  const middle = html(
    "main",
    { class: "middle" },
    stage.element,
    makeSplitter(root, wide),
    html("section", { class: "side", "aria-label": "Views" }, html("div", { class: "head" }, tabs.strip, wide), tabs.panels),
  );
  const dock = html(
    "footer",
    { class: "dock", "aria-label": "Levers" },
    console_.left,
    html("div", { class: "dock-middle" }, gauges.element, console_.others),
    console_.right,
  );
  root.append(bar.element, banner.element, middle, dock);
  document.getElementById("live")?.remove(); // what the server's page holds in place of this one
  document.body.append(root);

  theme.onChange = (now) => {
    for (const view of [machine, diagram, plots]) view.setTheme(now);
    gauges.theme = now;
  };
  for (const listener of [
    levers,
    console_,
    { onModel: () => pad.load() },
    tabs,
    bar,
    machine,
    stage,
    warnings,
    diagram,
    plots,
    gauges,
    energy,
    faults,
    timing,
    lookAhead,
    setup,
    playback,
    readout,
    jobs,
    sound,
  ])
    session.add(listener);
  listenToKeys(levers, () => bar.togglePause());
  link.onState = (state, reason) => {
    const isGone = state === "lost" || state === "refused";
    if (isGone) session.lose();
    root.classList.toggle("lost", isGone);
    bar.showLink(state);
    banner.show(state, reason);
  };
  pace.start();
  link.open();
}
