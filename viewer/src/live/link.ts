// How the page reaches its machine: over a WebSocket (connection.ts), or by messages to a worker of the same tab
// (tab/worker_link.ts). Both speak docs/protocol.md.
import type { Command, Message } from "./protocol";

export type LinkState = "connecting" | "open" | "lost" | "refused";

export interface Link {
  onMessage: (message: Message) => void;
  onState: (state: LinkState, reason: string) => void;
  open(): void;
  send(command: Command): boolean; // false if there is no connection: nothing is kept for later
  // What the server has beside the messages: /model.json, /mesh/N, /drive, /recording.csv.
  read(path: string): Promise<ArrayBuffer>;
  offer(link: HTMLAnchorElement, path: string, name: string): void; // the same, as a file to save
}
