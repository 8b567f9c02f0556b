// The WebSocket to the server: says hello, hands messages on, and tries again, at growing intervals,
// when the connection is lost.
import type { Link, LinkState } from "./link";
import { MessageReader } from "./messages";
import { kProtocol, type Command, type Message } from "./protocol";

const kFirstWait = 500; // ms
const kLongestWait = 5000;

// The token in the page's address goes with every request.
function withToken(path: string): string {
  const token = new URLSearchParams(location.search).get("token");
  return token === null ? path : `${path}?token=${encodeURIComponent(token)}`;
}

export class Connection implements Link {
  onMessage: (message: Message) => void = () => {};
  onState: (state: LinkState, reason: string) => void = () => {};
  private socket: WebSocket | null = null;
  private wait = kFirstWait;
  private reason = "";
  private timer = 0;
  private readonly reader = new MessageReader();

  constructor(private readonly watch: boolean) {}

  open(): void {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${withToken("/ws")}`);
    this.socket = socket;
    this.reason = "";
    socket.onopen = () => this.send({ type: "hello", protocol: kProtocol, name: "page", watch: this.watch });
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = () => this.lost(socket);
  }

  get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  // False if there is no connection: nothing is kept for later.
  send(command: Command): boolean {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(command));
    return true;
  }

  async read(path: string): Promise<ArrayBuffer> {
    const answer = await fetch(withToken(path));
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.arrayBuffer();
  }

  offer(link: HTMLAnchorElement, path: string, name: string): void {
    link.href = withToken(path);
    link.download = name;
  }

  private receive(text: string): void {
    const message = this.reader.read(text);
    if (message === null) return;
    if (message.type === "hello") {
      this.wait = kFirstWait;
      this.onState("open", "");
    }
    if (message.type === "bye") this.reason = message.reason;
    this.onMessage(message);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.onState("lost", this.reason);
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(kLongestWait, 1.6 * this.wait);
  }
}
