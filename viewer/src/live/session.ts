// What the page knows of the running machine, and who wants to hear when it changes.
import { pressureEnd } from "./colour_map";
import { Parameters } from "./parameters";
import { History } from "./history";
import type { Link } from "./link";
import type { Comparison } from "./playback/comparison";
import { Tape } from "./playback/tape";
import type { Source } from "./source";
import { kBeforeStart } from "./start_again";
import type { Again, Command, Description, Frame, LookAhead, Message, Refusal, Role, Status, Warning } from "./protocol";
import { toast } from "./panels/toasts";

const kPast = 60; // s that can be looked at again
const kHistoryRows = 30 * 65; // a little more than the longest plot at 30 Hz

export interface Listener {
  onModel?(model: Description): void;
  onFrame?(frame: Frame): void;
  onStatus?(status: Status): void;
  onWarning?(warning: Warning): void;
  onRole?(role: Role): void;
  onLookAhead?(result: LookAhead): void;
  onAgain?(result: Again): void;
  onError?(error: Refusal): boolean; // true: it shows the error itself
  onParameters?(): void; // they were changed, and read anew
  onLost?(): void; // nothing of what is shown is of now
}

export class Session implements Source {
  model: Description | null = null;
  frame: Frame | null = null;
  status: Status | null = null;
  role: Role = "watcher";
  id = 0;
  hiddenFault = ""; // acts and is not shown: somebody looks for it
  pressureEnd = pressureEnd(null); // [Pa], the one scale of all pressures on the page
  history = new History(0, 1);
  tape = new Tape(kPast);
  comparison: Comparison | null = null; // of what happened with what would have
  private live: Frame | null = null; // now, while something else is shown
  readonly parameters = new Parameters((name, text) => this.send({ type: "set", values: { [name]: text } }));
  private readonly listeners: Listener[] = [];
  private index = new Map<string, number>();

  constructor(readonly link: Link) {
    link.onMessage = (message) => this.receive(message);
  }

  add(listener: Listener): void {
    this.listeners.push(listener);
  }

  get isStill(): boolean {
    return this.status?.paused === true;
  }

  send(command: Command): boolean {
    return this.link.send(command);
  }

  channel(name: string): number {
    return this.index.get(name) ?? -1;
  }

  // The channel's value now; NaN if there is none.
  value(name: string): number {
    const at = this.channel(name);
    return at < 0 ? NaN : (this.frame?.values[at] ?? NaN);
  }

  input(name: string): number {
    if (name === `faults.${this.hiddenFault}`) return 0;
    return this.frame?.inputs[this.model?.inputs.indexOf(name) ?? -1] ?? 0;
  }

  unit(name: string): string {
    return this.model?.channels[this.channel(name)]?.unit ?? "";
  }

  // An instant of the past in place of now; null: now.
  show(frame: Frame | null): void {
    if (frame === null && this.live === null) return;
    if (frame !== null) this.live ??= this.frame;
    this.frame = frame ?? this.live;
    if (frame === null) this.live = null;
    const shown = this.frame;
    if (shown !== null) this.listeners.forEach((l) => l.onFrame?.(shown));
  }

  get isLookingBack(): boolean {
    return this.live !== null;
  }

  // The connection is gone: nobody drives from here.
  lose(): void {
    this.role = "watcher";
    this.listeners.forEach((l) => l.onLost?.());
  }

  private receive(message: Message): void {
    switch (message.type) {
      case "hello":
        return this.begin(message.model, message.status, message.role, message.id);
      case "frame":
        return this.take(message);
      case "status":
        if (JSON.stringify(message.sets) !== JSON.stringify(this.status?.sets)) void this.readParameters();
        this.status = message;
        return this.listeners.forEach((l) => l.onStatus?.(message));
      case "warning":
        return this.listeners.forEach((l) => l.onWarning?.(message));
      case "role":
        this.role = message.role;
        return this.listeners.forEach((l) => l.onRole?.(message.role));
      case "look_ahead":
        return this.listeners.forEach((l) => l.onLookAhead?.(message));
      case "again":
        return this.listeners.forEach((l) => l.onAgain?.(message));
      case "error":
        if (this.listeners.filter((l) => l.onError?.(message)).length === 0)
          toast(`${message.of}: ${message.message}`, "alarm");
        return;
      case "bye":
        return toast(`The server said goodbye: ${message.reason}`, "alarm");
    }
  }

  // Parameters were set: the circuit shows the new ones.
  private async readParameters(): Promise<void> {
    const answer = await this.link.read("/model.json").catch(() => null);
    if (answer === null) return;
    const model = JSON.parse(new TextDecoder().decode(answer)) as Description;
    const fresh = new Map(model.scheme.parts.map((part) => [part.name, part]));
    for (const part of this.model?.scheme.parts ?? [])
      part.parameters = fresh.get(part.name)?.parameters ?? part.parameters;
    if (this.model?.fittings !== undefined) this.model.fittings.masses = model.fittings?.masses ?? [];
    this.listeners.forEach((l) => l.onParameters?.());
  }

  // The same machine after a reconnect keeps what has been built for it.
  private begin(model: Description, status: Status, role: Role, id: number): void {
    const isNew =
      this.model === null ||
      this.model.hash !== model.hash ||
      this.model.name !== model.name ||
      this.model.channels.length !== model.channels.length;
    this.id = id;
    this.role = role;
    if (isNew) {
      this.model = model;
      this.pressureEnd = pressureEnd(model.scheme);
      this.parameters.begin(model);
      this.index = new Map(model.channels.map((channel, k) => [channel.name, k]));
      this.history = new History(model.channels.length, kHistoryRows);
      this.tape = new Tape(kPast);
      this.frame = this.live = this.comparison = null;
      this.listeners.forEach((l) => l.onModel?.(model));
    }
    this.listeners.forEach((l) => l.onRole?.(role));
    const gone = (this.status?.snapshots ?? []).filter((name) => name !== kBeforeStart && !status.snapshots.includes(name));
    if (gone.length > 0) toast(`The server was started anew and no longer has ${gone.join(", ")}.`, "alarm");
    this.status = status;
    this.listeners.forEach((l) => l.onStatus?.(status));
  }

  private take(frame: Frame): void {
    if (this.model === null) return;
    if (this.history.latest !== frame.t) {
      this.history.push(frame.t, frame.values);
      this.tape.push(frame);
    }
    if (this.isLookingBack) {
      this.live = frame;
      return;
    }
    this.frame = frame;
    this.listeners.forEach((l) => l.onFrame?.(frame));
  }
}
