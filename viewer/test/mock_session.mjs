// What the stand-in server does and says, without any socket: a client is {send(message)}.
import { Machine, makeModel } from "./mock_model.mjs";

export const model = makeModel();
let machine = new Machine();
const state = { paused: false, speed: 1, recording: false, sets: {}, driver: 0, warnings: [] };
const snapshots = new Map();
const clients = new Set();
let rows = [];
let past = []; // copies, a tenth of a second apart
let ids = 0;

const send = (client, message) => client.send(message);

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
    tick: machine.tick,
    oldest: (past[0]?.tick ?? 0) / 1000,
    overruns: 0,
    coarse: 0,
    shifts: 0,
    late: { mean: 3e-5, p50: 2e-5, p99: 9e-5, p999: 2e-4, worst: 4e-4, jitter: 4e-5 },
    cpu: { mean: 6e-5, p50: 5e-5, p99: 1.4e-4, p999: 2.1e-4, worst: 9e-4 },
    histogram: { edges: [...edges, 5000], counts },
    clients: clients.size,
    driver: state.driver,
    recording: state.recording,
    recording_full: false,
    drive_full: false,
    drive_problem: "",
    snapshots: [...snapshots.keys()],
    sets: state.sets,
    privileges: "memory pinned, real-time priority",
    warnings: state.warnings,
    failed: "",
  };
}

// A load above 2000 kg is more than the pump can hold.
function doubt(mass) {
  if (mass <= 2000 || state.warnings.length > 0) return;
  const warning = {
    type: "warning",
    kind: "overpressure",
    place: "lift.A.p",
    t: machine.tick * 1e-3,
    message: "lift.A.p rose to 745 bar, which hoses and barrels do not bear",
  };
  state.warnings.push(warning);
  clients.forEach((client) => send(client, warning));
}

export const tellAll = () => clients.forEach((client) => send(client, status()));
const copy = () => Object.assign(new Machine(), structuredClone({ ...machine }));

function setRole(client, driver) {
  const before = [...clients].find((other) => other.id === state.driver);
  state.driver = driver ? client.id : 0;
  if (before && before !== client) send(before, { type: "role", role: "watcher" });
  send(client, { type: "role", role: driver ? "driver" : "watcher" });
}

function futures({ futures: n = 200, horizon = 1, levers = 0.3 }) {
  const tip = machine.values();
  return Array.from({ length: n }, (_, k) => {
    const a = levers * Math.sin(12.9898 * k) * 1.4;
    const b = levers * Math.cos(78.233 * k) * 1.4;
    const path = Array.from({ length: 20 }, (_, j) => (j / 19) * horizon).flatMap((s) => [
      tip["tip.x"] + a * s,
      tip["tip.y"] + 0.1 * a * b * s,
      tip["tip.z"] + b * s + 0.2 * a * s * s,
    ]);
    const peak = 1.2e7 + 9e6 * Math.abs(b) + 3e6 * Math.abs(a);
    return { path, peak, peak_at: "lift.A", margin: null, stop: "", load: 1 + 0.2 * a, levers: [a, b], failed: "" };
  });
}

export const commands = {
  hello: (client, m) => client.greeted || greet(client, m.watch),
  inputs: (_, m) => Object.assign(machine.inputs, m.values),
  pause: () => (state.paused = true),
  resume: () => (state.paused = false),
  step: (_, m) => {
    for (let k = 0; k < (m.count ?? 1); ++k) machine.step();
    frames();
  },
  speed: (_, m) => (state.speed = m.factor ?? 1),
  reset: () => {
    machine = new Machine();
    state.warnings = [];
    frames();
  },
  snapshot: (_, m) => snapshots.set(m.name, copy()),
  restore: (client, m) => {
    const kept = snapshots.get(m.name);
    if (!kept) return send(client, { type: "error", of: "restore", message: `no snapshot "${m.name}"` });
    machine = Object.assign(new Machine(), structuredClone({ ...kept }));
    frames();
  },
  back: (_, m) => {
    past = past.filter(({ tick }, k) => k === 0 || tick <= 1000 * m.to);
    const kept = past[past.length - 1];
    if (kept) machine = Object.assign(new Machine(), structuredClone({ ...kept }));
    frames();
  },
  again: (client, m) => {
    const from = past.filter(({ tick }) => tick <= machine.tick - 1000 * (m.seconds ?? 10)).pop() ?? past[0] ?? machine;
    const other = Object.assign(new Machine(), structuredClone({ ...from }), { mass: machine.mass });
    const list = [other.frame(model)];
    while (other.tick < machine.tick) {
      other.step();
      if ((machine.tick - other.tick) % 33 === 0) list.push(other.frame(model));
    }
    send(client, { type: "again", wall: 0.1, failed: "", frames: list });
  },
  record: (_, m) => {
    state.recording = m.on ?? true;
    if (state.recording) rows = [];
  },
  set: (client, m) => {
    const mass = parseFloat(m.values["load.mass"]);
    if (!Number.isFinite(mass)) return send(client, { type: "error", of: "set", message: "only load.mass here" });
    machine.mass = mass;
    doubt(mass);
    Object.assign(state.sets, m.values);
  },
  look_ahead: (client, m) =>
    send(client, {
      type: "look_ahead",
      marker: "tip",
      futures: futures(m),
      horizon: m.horizon ?? 1,
      step: 0.005,
      sample: 0.05,
      wall: 0.7,
      error: 4e-4,
    }),
  drive: (client) => setRole(client, true),
  release: (client) => setRole(client, false),
  subscribe: () => {},
};

export function obey(client, message) {
  const command = commands[message.type];
  const free = ["hello", "subscribe", "look_ahead", "again", "drive"].includes(message.type);
  if (command && !free && client.id !== state.driver)
    return send(client, { type: "error", of: message.type, message: "you are watching" });
  if (message.type === "step" && !state.paused)
    return send(client, { type: "error", of: "step", message: "single steps need a pause" });
  if (!command) return send(client, { type: "error", of: String(message.type), message: "unknown command" });
  command(client, message);
  if (message.type !== "inputs") tellAll();
}

export function greet(client, watch) {
  client.greeted = true;
  client.id = ++ids;
  if (!watch && state.driver === 0) state.driver = client.id;
  send(client, {
    type: "hello",
    protocol: 2,
    id: client.id,
    role: state.driver === client.id ? "driver" : "watcher",
    model,
    status: status(),
  });
  send(client, machine.frame(model));
}

const frames = () => clients.forEach((client) => client.greeted && send(client, machine.frame(model)));

export const join = (client) => clients.add(client);

export function leave(client) {
  if (!clients.delete(client)) return;
  if (state.driver !== client.id) return;
  state.driver = 0;
  for (const { signal, returns } of model.controls) if (returns) machine.inputs[signal] = 0;
}

export const csv = () => ["t,tip.x,tip.z,lift.A.p", ...rows].join("\n") + "\n";

// What happens in `milliseconds` of the wall's clock.
export function pass(milliseconds) {
  if (state.paused) return;
  const wanted = Math.min(200, Math.round(milliseconds * (state.speed || 20)));
  for (let k = 0; k < wanted; ++k) {
    if (machine.tick % 100 === 0) past = [...past.slice(-600), copy()];
    machine.step();
  }
  if (state.recording)
    rows.push([machine.tick / 1000, ...["tip.x", "tip.z", "lift.A.p"].map((n) => machine.values()[n])].join(","));
  frames();
}
