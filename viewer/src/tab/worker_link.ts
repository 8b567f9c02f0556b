// The machine in a worker of this tab, in the place of a server.
import { saveBlob } from "../report/download";
import type { Link, LinkState } from "../live/link";
import { MessageReader } from "../live/messages";
import { kProtocol, type Command, type Message } from "../live/protocol";
import { Desk, Refused } from "./desk";
import type { Wish } from "./messages";

const kLoad = 30; // s that a machine may take to be built
const kAnswer = 20;
const kLong = 90; // for what a server does beside the machine, and a tab before it goes on
const isLong = (type: string): boolean => ["look_ahead", "again", "set"].includes(type);

export class WorkerLink implements Link {
  onMessage: (message: Message) => void = () => {};
  onState: (state: LinkState, reason: string) => void = () => {};
  private readonly desk = new Desk();
  private readonly reader = new MessageReader();
  private isOpen = false;

  constructor(
    private readonly model: string,
    private readonly set: string[],
    private readonly files: Record<string, string>,
  ) {
    this.desk.onSay = (text) => this.receive(text);
    this.desk.onEnd = (reason) => this.lost(reason);
  }

  open(): void {
    this.desk
      .ask({ do: "open", model: this.model, set: this.set }, { what: "Building the machine", seconds: kLoad, files: this.files })
      .then(() => {
        this.desk.watchOver();
        this.isOpen = true;
        this.send({ type: "hello", protocol: kProtocol, name: "tab" });
      })
      .catch((error: unknown) => this.lost(error instanceof Refused ? error.message : String(error)));
  }

  send(command: Command): boolean {
    if (!this.isOpen) return false;
    if (isLong(command.type)) this.desk.allow(kLong);
    this.desk.hear(JSON.stringify(command));
    return true;
  }

  async read(path: string): Promise<ArrayBuffer> {
    const mesh = /^\/mesh\/(\d+)$/.exec(path);
    if (mesh !== null) return this.readMesh(Number(mesh[1]));
    const job = { "/model.json": "description", "/drive": "drive", "/recording.csv": "recording" }[path];
    if (job === undefined) throw new Error(`there is nothing at ${path}`);
    const answer = await this.ask({ do: job });
    const text = job === "description" ? JSON.stringify(answer) : (answer as { text: string }).text;
    return new TextEncoder().encode(text).buffer as ArrayBuffer;
  }

  offer(link: HTMLAnchorElement, path: string, name: string): void {
    link.href = "#";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      void this.read(path).then((bytes) => saveBlob(name, new Blob([bytes])));
    });
  }

  private async readMesh(shape: number): Promise<ArrayBuffer> {
    const { path } = (await this.ask({ do: "mesh", shape })) as { path: string };
    const { files } = await this.desk.ask({ do: "version" }, { what: "A drawing", seconds: kAnswer, give: [path] });
    const bytes = files[path];
    if (bytes === undefined) throw new Error(`no mesh ${shape}`);
    return bytes.buffer as ArrayBuffer;
  }

  private async ask(wish: Wish): Promise<unknown> {
    return (await this.desk.ask(wish, { what: `"${wish.do}"`, seconds: kAnswer })).answer;
  }

  private receive(text: string): void {
    const message = this.reader.read(text);
    if (message === null) return;
    if (message.type === "hello") this.onState("open", "");
    if (isLong(message.type) || message.type === "error") this.desk.allow(0);
    this.onMessage(message);
  }

  private lost(reason: string): void {
    this.isOpen = false;
    this.onState("refused", reason);
  }
}
