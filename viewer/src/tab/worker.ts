// The worker: the module, its files, and the machine that runs. Wishes are done one after the other; between them the
// machine takes its turns.
import type { Asked, FromWorker, ToWorker } from "./messages";

interface Files {
  mkdirTree(path: string): void;
  writeFile(path: string, text: string): void;
  readFile(path: string): Uint8Array;
  unlink(path: string): void;
  analyzePath(path: string): { exists: boolean };
}
interface Module {
  FS: Files;
  cwrap(name: string, result: string | null, types: string[]): (...values: unknown[]) => unknown;
}
declare function makeBramah(options: Record<string, unknown>): Promise<Module>;
declare function importScripts(address: string): void;
declare const self: {
  postMessage(message: FromWorker, transfer?: Transferable[]): void;
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
};

const kTurn = 0.01; // s of machine time in a turn, and the longest that one takes

let shipped: Record<string, string> = {};
let isLive = false;
let turn: (seconds: number) => void = () => {};
let hear: (text: string) => void = () => {};
let ask: (wish: string) => string = () => "";

const say = (message: FromWorker, transfer: Transferable[] = []): void => self.postMessage(message, transfer);

function write(files: Files, path: string, text: string): void {
  files.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
  files.writeFile(path, text);
}

async function start(): Promise<Module> {
  importScripts("bramah.js");
  const models = fetch("models.json").then((answer) => answer.json() as Promise<Record<string, string>>);
  const module = await makeBramah({
    onSay: (text: string) => say({ say: text }),
    onProgress: (progress: number) => say({ progress }),
    print: () => {},
    printErr: () => {},
  });
  shipped = await models;
  for (const [path, text] of Object.entries(shipped)) write(module.FS, `/${path}`, text);
  module.FS.mkdirTree("/out");
  ask = module.cwrap("bramah_ask", "string", ["string"]) as typeof ask;
  hear = module.cwrap("bramah_hear", null, ["string"]) as typeof hear;
  turn = module.cwrap("bramah_turn", null, ["number"]) as typeof turn;
  return module;
}

function obey(module: Module, { id, wish, files, give }: Asked): void {
  for (const [path, text] of Object.entries(files)) {
    const content = text ?? shipped[path];
    if (content !== undefined) write(module.FS, `/${path}`, content);
    else if (module.FS.analyzePath(`/${path}`).exists) module.FS.unlink(`/${path}`);
  }
  for (const path of give) if (module.FS.analyzePath(path).exists) module.FS.unlink(path);
  const answer = JSON.parse(ask(JSON.stringify(wish))) as { answer?: unknown; problems?: string[] };
  if (wish.do === "open") isLive = answer.problems === undefined;
  if (wish.do === "close") isLive = false;
  const given: Record<string, Uint8Array> = {};
  for (const path of give) if (module.FS.analyzePath(path).exists) given[path] = module.FS.readFile(path);
  say({ id, ...answer, given }, Object.values(given).map((bytes) => bytes.buffer as ArrayBuffer));
}

// A module that has failed is in no state to go on.
function failed(error: unknown): void {
  isLive = false;
  self.onmessage = null;
  say({ crash: error instanceof Error ? error.message : String(error) });
}

const started = start();
started.catch(failed);

self.onmessage = (event) => {
  const message = event.data;
  void started
    .then((module) => {
      if ("hear" in message) hear(message.hear);
      else if ("ping" in message) say({ pong: message.ping });
      else obey(module, message);
    })
    .catch(failed);
};

setInterval(() => {
  if (!isLive) return;
  try {
    turn(kTurn);
  } catch (error) {
    failed(error);
  }
}, 5);
