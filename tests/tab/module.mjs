// The WebAssembly module in Node, with the repository's machine files in its file system.
//   BRAMAH_MODULE   its folder; otherwise build-tab/module
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
export const program = process.env.BRAMAH_PROGRAM ?? `${root}/build/bramah`;
const folder = resolve(process.env.BRAMAH_MODULE ?? `${root}/build-tab/module`);
const kSkipped = 77;

export function skipUnlessBuilt() {
  if (existsSync(`${folder}/bramah.wasm`)) return;
  console.log(`skipped: ${folder}/bramah.wasm is not there; ./bramah tab builds it`);
  process.exit(kSkipped);
}

// path -> text of all files below a folder
export function machineFiles(below = "models") {
  const all = {};
  for (const entry of readdirSync(`${root}/${below}`, { withFileTypes: true })) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) Object.assign(all, machineFiles(path));
    else all[path] = readFileSync(`${root}/${path}`, "utf8");
  }
  return all;
}

export async function startModule({ onSay = () => {} } = {}) {
  const make = createRequire(import.meta.url)(`${folder}/bramah.js`);
  const wasmBinary = readFileSync(`${folder}/bramah.wasm`); // else it is fetched, by a fetch that knows no files
  const module = await make({ wasmBinary, onSay, print: () => {}, printErr: () => {} });
  const write = (path, text) => {
    module.FS.mkdirTree(`/${path}`.replace(/\/[^/]*$/, ""));
    module.FS.writeFile(`/${path}`, text);
  };
  for (const [path, text] of Object.entries(machineFiles())) write(path, text);
  module.FS.mkdirTree("/out");
  const ask = module.cwrap("bramah_ask", "string", ["string"]);
  return {
    write,
    read: (path) => module.FS.readFile(path, { encoding: "utf8" }),
    ask: (wish) => JSON.parse(ask(JSON.stringify(wish))),
    hear: module.cwrap("bramah_hear", null, ["string"]),
    turn: module.cwrap("bramah_turn", null, ["number"]),
  };
}
