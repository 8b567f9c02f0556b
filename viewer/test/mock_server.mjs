// A stand-in for `bramah serve`: node test/mock_server.mjs [PORT]. Same messages, made-up machine.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Machine, makeModel, rope } from "./mock_model.mjs";

const kPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bramah</title>
<link rel="stylesheet" href="/live.css"><body><script src="/live.js"></script></body></html>`;
const dist = new URL("../dist/", import.meta.url);

const model = makeModel();
let machine = new Machine();
const state = { paused: false, speed: 1, recording: false, sets: {}, driver: 0 };
const snapshots = new Map();
const clients = new Set();
let rows = [];
let ids = 0;

function encode(text) {
  const data = Buffer.from(text);
  const head =
    data.length < 126
      ? Buffer.from([0x81, data.length])
      : data.length < 65536
        ? Buffer.from([0x81, 126, data.length >> 8, data.length & 255])
        : Buffer.from([
            0x81,
            127,
            0,
            0,
            0,
            0,
            data.length >>> 24,
            (data.length >> 16) & 255,
            (data.length >> 8) & 255,
            data.length & 255,
          ]);
  return Buffer.concat([head, data]);
}

// Masked text frames of up to 64 kB, which is all that the page sends.
function decode(client, chunk) {
  client.rest = Buffer.concat([client.rest, chunk]);
  for (;;) {
    const b = client.rest;
    if (b.length < 2) return;
    const short = b[1] & 127;
    const start = short === 126 ? 4 : 2;
    if (b.length < start + 4) return;
    const length = short === 126 ? b.readUInt16BE(2) : short;
    if (b.length < start + 4 + length) return;
    const mask = b.subarray(start, start + 4);
    const data = Buffer.from(b.subarray(start + 4, start + 4 + length)).map((x, k) => x ^ mask[k % 4]);
    client.rest = b.subarray(start + 4 + length);
    if ((b[0] & 15) === 8) return client.socket.end();
    if ((b[0] & 15) === 1) obey(client, JSON.parse(data.toString()));
  }
}

const send = (client, message) => client.socket.writable && client.socket.write(encode(JSON.stringify(message)));

function status() {
  const edges = [10, 20, 50, 100, 200, 300, 500, 1000, 2000];
  const counts = edges.map((e, k) => Math.round(machine.tick * [0, 0.02, 0.6, 0.3, 0.05, 0.02, 0.008, 0.002, 0][k]));
  return {
    type: "status",
    paused: state.paused,
    speed: state.speed,
    factor: state.paused ? 0 : state.speed || 42,
    load: 0.07,
    steps: machine.tick,
    overruns: 0,
    late: { p99: 9e-5, worst: 4e-4 },
    cpu: { mean: 6e-5, p99: 1.4e-4, p999: 2.1e-4, worst: 9e-4 },
    histogram: { edges, counts },
    clients: clients.size,
    driver: state.driver,
    recording: state.recording,
    snapshots: [...snapshots.keys()],
    sets: state.sets,
    failed: "",
  };
}

const tellAll = () => clients.forEach((client) => send(client, status()));
const copy = () => Object.assign(new Machine(), structuredClone({ ...machine }));

function setRole(client, driver) {
  const before = [...clients].find((other) => other.id === state.driver);
  state.driver = driver ? client.id : 0;
  if (before && before !== client) send(before, { type: "role", role: "watcher" });
  send(client, { type: "role", role: driver ? "driver" : "watcher" });
}

function futures({ futures: n, horizon, levers }) {
  const tip = machine.values();
  return Array.from({ length: n }, (_, k) => {
    const a = levers * Math.sin(12.9898 * k) * 1.4;
    const b = levers * Math.cos(78.233 * k) * 1.4;
    const path = Array.from({ length: 20 }, (_, j) => (j / 19) * horizon).flatMap((s) => [
      tip["tip.x"] + a * s,
      tip["tip.y"] + 0.1 * a * b * s,
      tip["tip.z"] + b * s + 0.2 * a * s * s,
    ]);
    return { path, peak: 1.2e7 + 9e6 * Math.abs(b) + 3e6 * Math.abs(a), load: 500 + 100 * a, levers: [a, b] };
  });
}

const commands = {
  hello: (client, m) => client.greeted || greet(client, m.watch),
  inputs: (_, m) => Object.assign(machine.inputs, m.values),
  pause: () => (state.paused = true),
  resume: () => (state.paused = false),
  step: (_, m) => {
    for (let k = 0; k < (m.count ?? 1); ++k) machine.step();
    frames();
  },
  speed: (_, m) => (state.speed = m.factor),
  reset: () => {
    machine = new Machine();
    frames();
  },
  snapshot: (_, m) => snapshots.set(m.name, copy()),
  restore: (client, m) => {
    const kept = snapshots.get(m.name);
    if (!kept) return send(client, { type: "error", of: "restore", message: `no snapshot "${m.name}"` });
    machine = Object.assign(new Machine(), structuredClone({ ...kept }));
    frames();
  },
  record: (_, m) => {
    state.recording = m.on;
    if (m.on) rows = [];
  },
  set: (client, m) => {
    const mass = parseFloat(m.values["load.mass"]);
    if (!Number.isFinite(mass)) return send(client, { type: "error", of: "set", message: "only load.mass here" });
    machine.mass = mass;
    Object.assign(state.sets, m.values);
  },
  look_ahead: (client, m) =>
    send(client, {
      type: "look_ahead",
      marker: "tip",
      futures: futures(m),
      horizon: m.horizon,
      step: 0.005,
      wall: 0.7,
      error: 4e-4,
    }),
  drive: (client) => setRole(client, true),
  release: (client) => setRole(client, false),
  subscribe: () => {},
};

function obey(client, message) {
  const command = commands[message.type];
  const free = ["hello", "subscribe", "look_ahead", "drive"].includes(message.type);
  if (command && !free && client.id !== state.driver)
    return send(client, { type: "error", of: message.type, message: "you are watching" });
  if (message.type === "step" && !state.paused)
    return send(client, { type: "error", of: "step", message: "single steps need a pause" });
  if (!command) return send(client, { type: "error", of: String(message.type), message: "unknown command" });
  command(client, message);
  if (message.type !== "inputs") tellAll();
}

function greet(client, watch) {
  client.greeted = true;
  client.id = ++ids;
  if (!watch && state.driver === 0) state.driver = client.id;
  send(client, {
    type: "hello",
    protocol: 1,
    id: client.id,
    role: state.driver === client.id ? "driver" : "watcher",
    model,
    status: status(),
  });
  send(client, machine.frame(model));
}

const frames = () => clients.forEach((client) => client.greeted && send(client, machine.frame(model)));

function leave(client) {
  if (!clients.delete(client)) return;
  if (state.driver !== client.id) return;
  state.driver = 0;
  for (const { signal, returns } of model.controls) if (returns) machine.inputs[signal] = 0;
}

const csv = () => ["t,tip.x,tip.z,lift.A.p", ...rows].join("\n") + "\n";
const routes = {
  "/": () => ["text/html", kPage],
  "/model.json": () => ["application/json", JSON.stringify(model)],
  "/recording.csv": () => ["text/csv", csv()],
  "/mesh/6": () => ["text/plain", rope],
  "/drive": () => ["text/plain", "drive\n"],
};

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  const file = new URL("." + path, dist);
  const asset = /^\/live\.(js|css)$/.test(path) && existsSync(file);
  const [type, body] = asset
    ? [path.endsWith("css") ? "text/css" : "text/javascript", readFileSync(file)]
    : (routes[path]?.() ?? ["", ""]);
  response.writeHead(type === "" ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
  response.end(body);
});
server.on("upgrade", (request, socket) => {
  const key = createHash("sha1").update(
    request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
  );
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${key.digest("base64")}\r\n\r\n`,
  );
  const client = { socket, rest: Buffer.alloc(0), id: 0, greeted: false };
  clients.add(client);
  socket.on("data", (chunk) => decode(client, chunk));
  socket.on("close", () => leave(client));
  socket.on("error", () => leave(client));
  setTimeout(() => client.greeted || greet(client, false), 200);
});

let last = performance.now();
setInterval(() => {
  const now = performance.now();
  const wanted = Math.min(200, Math.round((now - last) * (state.speed || 20)));
  last = now;
  if (state.paused) return;
  for (let k = 0; k < wanted; ++k) machine.step();
  if (state.recording)
    rows.push([machine.tick / 1000, ...["tip.x", "tip.z", "lift.A.p"].map((n) => machine.values()[n])].join(","));
  frames();
}, 33);
setInterval(tellAll, 500);
process.on("SIGTERM", () => process.exit(0));
server.listen(Number(process.argv[2] ?? 8123), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
