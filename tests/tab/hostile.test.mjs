// 2000 machine files with a few characters changed, checked and stepped in the WebAssembly module as the playground's
// worker does it: each is refused with its place, is a machine, or takes longer than it may and its worker is ended. None
// may make the module fail. Then files that are made to hang or to overflow something.
//   BRAMAH_TAB_FILES   how many; BRAMAH_TAB_SEED   where the random numbers begin
import assert from "node:assert/strict";
import test from "node:test";
import { Worker } from "node:worker_threads";
import { machineFiles, skipUnlessBuilt } from "./module.mjs";
import { Mutator } from "./mutator.mjs";

skipUnlessBuilt();

const kFiles = Number(process.env.BRAMAH_TAB_FILES ?? 2000);
const kSeed = Number(process.env.BRAMAH_TAB_SEED ?? 1);
const kLimit = 20000; // ms, for each file; the page allows as much

// One worker after the other: one that was ended or has failed is followed by the next.
class Bench {
  async start() {
    this.worker = new Worker(new URL("hostile_worker.mjs", import.meta.url));
    await this.next(60000);
  }

  next(limit) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve({ isLate: true }), limit);
      const done = (what) => {
        clearTimeout(timer);
        this.worker.removeAllListeners("message").removeAllListeners("error");
        resolve(what);
      };
      this.worker.once("message", done);
      this.worker.once("error", (error) => done({ crash: String(error?.message ?? error) }));
    });
  }

  async take(text) {
    if (this.worker === undefined) await this.start();
    this.worker.postMessage(text);
    const answer = await this.next(kLimit);
    if (answer.isLate || answer.crash !== undefined) await this.end();
    return answer;
  }

  async end() {
    await this.worker?.terminate();
    this.worker = undefined;
  }
}

const bench = new Bench();
const isPlaced = (problem) => /^models\/[\w./-]+\.yaml(:\d+)?: /.test(problem);

test(`${kFiles} changed files`, async () => {
  const random = new Mutator(kSeed);
  const originals = Object.entries(machineFiles()).filter(([path]) => /^models\/[^/]*\.yaml$/.test(path));
  const count = { refused: 0, machines: 0, ended: 0 };
  const crashes = [];
  for (let k = 0; k < kFiles; ++k) {
    const [path, text] = originals[k % originals.length];
    const changed = random.below(3) === 0 ? random.scaleANumber(text) : random.mutate(text);
    const answer = await bench.take(changed);
    if (answer.crash !== undefined) crashes.push(`file ${k}, of ${path}: ${answer.crash}`);
    else if (answer.isLate) ++count.ended;
    else if (answer.isMachine) ++count.machines;
    else ++count.refused;
    if (answer.problems !== undefined && !answer.isMachine)
      assert.ok(answer.problems.length > 0 && answer.problems.every((one) => one !== ""), `file ${k}: refused without a word`);
    if (k % 50 === 49) console.log(`${k + 1}: ${JSON.stringify(count)}, ${crashes.length} crashes`);
  }
  console.log(`${kFiles} files: ${count.refused} refused, ${count.machines} machines, ${count.ended} ended after ${kLimit / 1000} s`);
  assert.deepEqual(crashes, []);
  assert.ok(count.refused > kFiles / 10 && count.machines > kFiles / 20, "the changes say nothing");
});

test("files that are made to break something", async () => {
  const head = "bramah: 1\nname: hostile\n";
  for (const [name, text] of [
    ["brackets, ten thousand deep", `${head}bodies: ${"[".repeat(10000)}`],
    ["maps, ten thousand deep", `${head}bodies: ${"{a: ".repeat(10000)}`],
    ["anchors that double", `${head}${[..."abcdefghijklmnopqrstuvwxyz"].map((c, k, all) => `${c}: &${c} [${k === 0 ? "1" : `*${all[k - 1]}, *${all[k - 1]}`}]`).join("\n")}\n`],
    ["a formula, ten thousand deep", `${head}parameters: {a: "${"(".repeat(10000)}1 m"}\n`],
    ["a file that includes itself", `${head}include: hostile.yaml\n`],
    ["nothing", ""],
    ["noise", String.fromCharCode(...Array.from({ length: 5000 }, (_, k) => 1 + ((k * 7919) % 250)))],
  ]) {
    const answer = await bench.take(text);
    assert.equal(answer.crash, undefined, name);
    assert.ok(answer.isLate || answer.problems.length > 0, name);
    if (!answer.isLate) assert.ok(answer.problems.some(isPlaced) || answer.problems.length > 0, name);
  }
});

test("a run that never ends is ended", async () => {
  const { "models/pendulum.yaml": text } = machineFiles();
  const endless = new Worker(
    `const { parentPort } = require("node:worker_threads");
     import(${JSON.stringify(new URL("module.mjs", import.meta.url).href)}).then(async ({ startModule }) => {
       const tab = await startModule();
       tab.write("models/endless.yaml", ${JSON.stringify(text)});
       parentPort.postMessage("begins");
       tab.ask({ do: "run", model: "models/endless.yaml", until: "1e9 s" });
       parentPort.postMessage("ends");
     });`,
    { eval: true },
  );
  const said = [];
  endless.on("message", (word) => said.push(word));
  await new Promise((resolve) => endless.once("message", resolve));
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await endless.terminate();
  assert.deepEqual(said, ["begins"]);
});

test.after(() => bench.end());
