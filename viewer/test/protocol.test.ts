import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { MessageReader, problemIn } from "../src/live/messages";
import { kMessageShapes, type Command, type Message } from "../src/live/protocol";
import { protocolTypes } from "../tools/protocol_types.mjs";
import { commands, join, leave, obey, pass, tellAll } from "./mock_session.mjs";
import { missing, problems, schema } from "./schema";

test("the types are those of the program", { skip: missing }, () => {
  const written = readFileSync("src/live/protocol.ts", "utf8");
  assert.equal(
    written,
    protocolTypes(schema()),
    "bramah schema --protocol | node viewer/tools/protocol_types.mjs > viewer/src/live/protocol.ts",
  );
});

const kCommands: Command[] = [
  { type: "hello", protocol: 2, name: "test", watch: false },
  { type: "subscribe", channels: ["lift.length"], rate: 30 },
  { type: "inputs", values: { U_lift: 5, "faults.hose": 0.5 } },
  { type: "record", on: true },
  { type: "speed", factor: 0.5 },
  { type: "snapshot", name: "a" },
  { type: "restore", name: "a" },
  { type: "restore", name: "nowhere" }, // refused
  { type: "set", values: { "load.mass": "700 kg" } },
  { type: "set", values: { "load.mass": "2500 kg" } }, // warned of
  { type: "look_ahead", futures: 3, horizon: 1, levers: 0.3, load: 0.2, seed: 1 },
  { type: "step" }, // refused: it runs
  { type: "pause" },
  { type: "step", count: 2 },
  { type: "resume" },
  { type: "again", seconds: 1 },
  { type: "back", to: 0.05 },
  { type: "reset" },
  { type: "release" },
  { type: "drive" },
];

// Everything the stand-in says while it obeys each command once.
function talk(): Message[] {
  const said: Message[] = [];
  const client = { send: (message: Message) => void said.push(message), id: 0, greeted: false };
  join(client);
  for (const command of kCommands) {
    obey(client, command);
    pass(33);
  }
  tellAll();
  leave(client);
  return said;
}

test("the stand-in server obeys the program's commands and sends its messages", { skip: missing }, () => {
  const root = schema();
  const all = root.$defs?.Command.oneOf?.map(({ $ref }) => root.$defs?.[$ref?.split("/").pop() ?? ""]);
  const names = all?.map((command) => command?.properties?.type.const as string);
  assert.deepEqual(Object.keys(commands).sort(), names?.sort());
  assert.deepEqual([...new Set(kCommands.map(({ type }) => type))].sort(), names);
  for (const command of kCommands) assert.deepEqual(problems(command, { $ref: "#/$defs/Command" }, root), []);
  const said = talk();
  for (const message of said) assert.deepEqual(problems(message, { $ref: "#/$defs/Message" }, root), [], message.type);
  const types = new Set(said.map(({ type }) => type));
  assert.deepEqual([...types].sort(), ["again", "error", "frame", "hello", "look_ahead", "role", "status", "warning"]);
});

test("the check of messages lets through what is right and nothing else", () => {
  const said = talk();
  for (const message of said) assert.equal(problemIn(message), "");
  const frame = said.find(({ type }) => type === "frame") as Message & { type: "frame" };
  assert.equal(problemIn({ ...frame, points: undefined }), "frame.points is not of type array");
  assert.equal(problemIn({ ...frame, t: "1" }), "frame.t is not of type number");
  assert.equal(problemIn({ type: "toString" }), 'unknown type "toString"');
  assert.equal(problemIn([frame]), "not an object");
  assert.ok(Object.keys(kMessageShapes).length >= 7);
});

test("what is no message is reported once and goes no further", () => {
  const reports: string[] = [];
  const reader = new MessageReader((problem) => reports.push(problem));
  assert.equal(reader.read('{"type":"weather"}'), null);
  assert.equal(reader.read('{"type":"weather","rain":true}'), null);
  assert.equal(reader.read("not JSON"), null);
  assert.equal(reader.read('{"type":"bye"}'), null);
  assert.deepEqual(reader.read('{"type":"bye","reason":"enough"}'), { type: "bye", reason: "enough" });
  assert.deepEqual(
    reports.map((report) => report.split(": ")[1]),
    ['unknown type "weather"', "not an object", "bye.reason is not of type string"],
  );
});
