import type { Command, Message } from "../src/live/protocol";
export interface MockClient {
  send(message: Message): void;
  id: number;
  greeted: boolean;
}
export const commands: Record<string, unknown>;
export function join(client: MockClient): void;
export function leave(client: MockClient): void;
export function obey(client: MockClient, command: Command): void;
export function pass(milliseconds: number): void;
export function tellAll(): void;
