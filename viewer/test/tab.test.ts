// The playground's parts that need no page: places in a file, problems, addresses, and workers that do not answer.
import assert from "node:assert/strict";
import test from "node:test";
import { readProblem } from "../src/tab/problems";
import { placeAt, SchemaHelp } from "../src/tab/schema_help";
import { readShared, shareText } from "../src/tab/share";
import { Desk, Refused } from "../src/tab/desk";

test("a problem knows its file and line", () => {
  assert.deepEqual(readProblem("models/crane.yaml:12: rod: too thick; swap it"), { file: "models/crane.yaml", line: 12, text: "rod: too thick; swap it" });
  assert.deepEqual(readProblem("/models/a.yaml: nothing in it"), { file: "models/a.yaml", line: 0, text: "nothing in it" });
  assert.deepEqual(readProblem("no rest: because"), { file: "", line: 0, text: "no rest: because" });
});

test("the place of a cursor, by indentation and brackets", () => {
  const file = "bramah: 1\nbodies:\n  beam:\n    mass: 1 kg\n    ";
  assert.deepEqual(placeAt(file), { path: ["bodies", "beam"], isKey: true });
  assert.deepEqual(placeAt(`${file}shape: {`), { path: ["bodies", "beam", "shape"], isKey: true });
  assert.deepEqual(placeAt(`${file}shape: {rod: L1, `), { path: ["bodies", "beam", "shape"], isKey: true });
  assert.deepEqual(placeAt(`${file}shape: {rod: `), { path: ["bodies", "beam", "shape", "rod"], isKey: false });
  assert.deepEqual(placeAt(`${file}com: `), { path: ["bodies", "beam", "com"], isKey: false });
  assert.deepEqual(placeAt(`${file}points: {O: [0 m, 0 m], `), { path: ["bodies", "beam", "points"], isKey: true });
  assert.deepEqual(placeAt(`${file}\n`), { path: [], isKey: true });
  assert.deepEqual(placeAt("bodies:\n  beam:\n    look:\n      - bar: {"), { path: ["bodies", "beam", "look", "[]", "bar"], isKey: true });
});

test("what a schema says of a place", () => {
  const help = new SchemaHelp({
    $defs: { body: { properties: { mass: { type: "string", description: "its mass", examples: ["225 kg"] }, kind: { enum: ["a", "b"] } } } },
    properties: { bodies: { additionalProperties: { $ref: "#/$defs/body" } }, solver: { anyOf: [{ type: "boolean" }, { const: "fast" }] } },
  });
  assert.deepEqual([...help.keys(["bodies", "beam"]).keys()], ["mass", "kind"]);
  assert.deepEqual(help.values(["bodies", "beam", "kind"]), ["a", "b"]);
  assert.deepEqual(help.values(["solver"]), ["true", "false", "fast"]);
  assert.deepEqual(help.text(["bodies", "beam", "mass"]), { description: "its mass", examples: ["225 kg"] });
  assert.equal(help.text(["nothing"]), null);
});

test("a machine in an address comes back, and a cut one does not", async () => {
  const shared = { path: "models/mine.yaml", text: "bramah: 1\n".repeat(500), set: { "lift.bore": "90 mm" } };
  const fragment = await shareText(shared);
  assert.ok(fragment.length < 400, "5000 characters of which most are the same");
  assert.deepEqual(await readShared(fragment), shared);
  assert.equal(await readShared(fragment.slice(0, 40)), null);
  assert.equal(await readShared("#plots"), null);
  assert.equal(await readShared(await shareText({ path: "../secret.yaml" })), null);
});

// A worker that answers what it is told to, or nothing.
class MockWorker {
  static all: MockWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror = null;
  isEnded = false;
  readonly heard: { id?: number; ping?: number }[] = [];
  constructor() {
    MockWorker.all.push(this);
  }
  postMessage(message: { id?: number }): void {
    this.heard.push(message);
  }
  say(data: unknown): void {
    this.onmessage?.({ data });
  }
  terminate(): void {
    this.isEnded = true;
  }
}
Object.assign(globalThis, { window: globalThis, Worker: MockWorker });
const wish = { do: "check" };
const last = (): MockWorker => MockWorker.all.at(-1) as MockWorker;

test("a wish is answered, refused, or its worker is ended", async () => {
  const desk = new Desk();
  const first = desk.ask(wish, { what: "The check", seconds: 5 });
  last().say({ id: 1, answer: 42, given: {} });
  assert.equal((await first).answer, 42);
  const second = desk.ask(wish, { what: "The check", seconds: 5 });
  last().say({ id: 2, problems: ["a.yaml:1: wrong"], given: {} });
  await assert.rejects(second, (error: Refused) => error.problems[0] === "a.yaml:1: wrong");
  const worker = last();
  await assert.rejects(desk.ask(wish, { what: "The run", seconds: 0.05 }), /The run took longer than 0.05 s: its worker was stopped/);
  assert.ok(worker.isEnded);
  const after = desk.ask(wish, { what: "The check", seconds: 5 });
  assert.notEqual(last(), worker, "another worker takes the next wish");
  last().say({ crash: "unreachable" });
  await assert.rejects(after, /The simulator itself failed \(unreachable\)/);
});

test("a machine that no longer answers pings is stopped", async () => {
  const desk = new Desk(10);
  const open = desk.ask(wish, { what: "Building", seconds: 5 });
  last().say({ id: 1, answer: {}, given: {} });
  await open;
  const worker = last();
  const reason = await new Promise<string>((resolve) => {
    desk.onEnd = resolve;
    desk.watchOver();
  });
  assert.match(reason, /has not answered for 0.08 s/);
  assert.ok(worker.isEnded && worker.heard.filter((one) => one.ping !== undefined).length >= 8);
});
