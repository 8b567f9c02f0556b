// The WebSocket to the server: says hello, hands messages on, and tries again, at growing intervals,
// when the connection is lost.
import { MessageReader } from "./messages";
import { kProtocol, type Command, type Message } from "./protocol";

export type Link = "connecting" | "open" | "lost" | "refused";

const kFirstWait = 500; // ms
const kLongestWait = 5000;

// The token in the page's address goes with every request.
export function withToken(path: string): string {
  const token = new URLSearchParams(location.search).get("token");
  return token === null ? path : `${path}?token=${encodeURIComponent(token)}`;
}

export class Connection {
  onMessage: (message: Message) => void = () => {};
  onLink: (link: Link, reason: string) => void = () => {};
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

  private receive(text: string): void {
    const message = this.reader.read(text);
    if (message === null) return;
    if (message.type === "hello") {
      this.wait = kFirstWait;
      this.onLink("open", "");
    }
    if (message.type === "bye") this.reason = message.reason;
    this.onMessage(message);
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.onLink("lost", this.reason);
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(kLongestWait, 1.6 * this.wait);
  }
}
