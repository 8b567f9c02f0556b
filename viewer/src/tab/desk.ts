// A worker as the page sees it: wishes are answered, or the worker is ended with a reason. A page never waits for
// longer than it said, whatever a machine file makes the worker do.
import type { FromWorker, Wish } from "./messages";

export class Refused extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join("\n"));
  }
}

interface Waiting {
  resolve: (answer: Given) => void;
  reject: (error: Refused) => void;
  timer: number;
  onProgress: (fraction: number) => void;
}
export interface Given {
  answer: unknown;
  files: Record<string, Uint8Array>;
}
export interface Terms {
  seconds: number; // after which the worker is ended
  what: string; // that it does: "Run"
  files?: Record<string, string | null>;
  give?: string[];
  onProgress?: (fraction: number) => void;
}

const kMostMissed = 8; // pings in a row, while a machine runs
const kFirst = 30; // s more that the module may take to load, before the first answer

export class Desk {
  onSay: (text: string) => void = () => {};
  onEnd: (reason: string) => void = () => {}; // the worker is gone; the next wish starts another
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;
  private missed = 0;
  private watch = 0;
  private busyUntil = 0; // ms
  private isWarm = false;

  constructor(
    private readonly pingEvery = 1000, // ms
    private readonly folder = "", // of the module, from the page
  ) {}

  ask(wish: Wish, terms: Terms): Promise<Given> {
    const worker = this.hire();
    const id = ++this.last;
    const allowed = terms.seconds + (this.isWarm ? 0 : kFirst);
    return new Promise((resolve, reject) => {
      const timer = window.setTimeout(
        () => this.end(`${terms.what} took longer than ${terms.seconds} s: its worker was stopped.`),
        1000 * allowed,
      );
      this.waiting.set(id, { resolve, reject, timer, onProgress: terms.onProgress ?? (() => {}) });
      worker.postMessage({ id, wish, files: terms.files ?? {}, give: terms.give ?? [] });
    });
  }

  hear(text: string): void {
    this.worker?.postMessage({ hear: text });
  }

  get isBusy(): boolean {
    return this.waiting.size > 0;
  }

  // A machine that runs must answer pings: a step that never ends is noticed by those it misses.
  watchOver(): void {
    window.clearInterval(this.watch);
    this.missed = 0;
    this.watch = window.setInterval(() => {
      if (this.isBusy || performance.now() < this.busyUntil) return; // has a limit of its own
      if (++this.missed > kMostMissed)
        return this.end(`The machine has not answered for ${(kMostMissed * this.pingEvery) / 1000} s: its worker was stopped.`);
      this.worker?.postMessage({ ping: this.missed });
    }, this.pingEvery);
  }

  // What it was told to do takes longer than a ping; 0: that is done.
  allow(seconds: number): void {
    this.missed = 0;
    this.busyUntil = performance.now() + 1000 * seconds;
  }

  end(reason: string): void {
    window.clearInterval(this.watch);
    this.worker?.terminate();
    this.worker = null;
    this.isWarm = false;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject, timer } of waiting) {
      window.clearTimeout(timer);
      reject(new Refused([reason]));
    }
    this.onEnd(reason);
  }

  private hire(): Worker {
    if (this.worker !== null) return this.worker;
    const worker = new Worker(`${this.folder}worker.js`);
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.worker === worker && this.receive(event.data);
    worker.onerror = (event) => this.worker === worker && this.end(`The worker failed: ${event.message}`);
    this.worker = worker;
    return worker;
  }

  private receive(message: FromWorker): void {
    this.missed = 0;
    if ("say" in message) return this.onSay(message.say);
    if ("pong" in message) return;
    if ("progress" in message) return this.waiting.forEach(({ onProgress }) => onProgress(message.progress));
    if ("crash" in message) return this.end(`The simulator itself failed (${message.crash}): its worker was stopped.`);
    this.isWarm = true;
    const waiting = this.waiting.get(message.id);
    if (waiting === undefined) return;
    this.waiting.delete(message.id);
    window.clearTimeout(waiting.timer);
    if (message.problems !== undefined) waiting.reject(new Refused(message.problems));
    else waiting.resolve({ answer: message.answer, files: message.given });
  }
}
