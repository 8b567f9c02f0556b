// A made-up two-boom crane for trying the page without the program: rough kinematics, oil that only
// looks plausible. No physics here is meant to be right.
import { makePart } from "./mock_symbols.mjs";

const kFunctions = [
  { name: "lift", label: "Lift boom", bore: 0.11, rod: 0.07, closed: 1.0, stroke: 0.75, plus: "up", minus: "down",
    stick: "right_y", keys: ["I", "K"], base: 95e5 },
  { name: "outer", label: "Outer boom", bore: 0.1, rod: 0.06, closed: 1.05, stroke: 0.8, plus: "out", minus: "in",
    stick: "left_y", keys: ["W", "S"], base: 70e5 },
  { name: "telescope", label: "Extension", bore: 0.06, rod: 0.04, closed: 1.6, stroke: 1.4, plus: "out", minus: "in",
    stick: "left_x", keys: ["D", "A"], base: 30e5 },
];

const kPoints = ["ground.foot", "pillar.top", "pillar.pin", "boom.root", "boom.pin", "boom.lug", "boom.tip", "outer.root",
  "outer.lug", "outer.end", "extension.start", "extension.tip", "load.centre"];
const kBodies = ["pillar", "boom", "outer", "extension", "load"];

const rotY = (a) => [Math.cos(a / 2), 0, Math.sin(a / 2), 0];
const turnZ = (p, a) => [p[0] * Math.cos(a) - p[1] * Math.sin(a), p[0] * Math.sin(a) + p[1] * Math.cos(a), p[2]];
const times = (a, b) => [
  a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
  a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]];

// Cylinder lengths and the slewing angle -> points and poses (z up, the crane in its x-z plane).
function pose(lengths, slew) {
  const share = kFunctions.map((f, k) => (lengths[k] - f.closed) / f.stroke);
  const a = -0.35 + 1.5 * share[0];
  const b = a - 2.3 + 2.0 * share[1];
  const along = (from, angle, x, up) =>
    [from[0] + x * Math.cos(angle) - up * Math.sin(angle), 0, from[2] + x * Math.sin(angle) + up * Math.cos(angle)];
  const root = [0, 0, 2.0];
  const tip = along(root, a, 3.2, 0);
  const start = along(tip, b, 0.4, 0);
  const out = 1.7 + (lengths[2] - kFunctions[2].closed);
  const end = along(tip, b, out + 0.8, 0);
  const load = [end[0], 0, end[2] - 1.2];
  const points = [[0, 0, 0], root, [0.35, 0, 0.7], root, along(root, a, 1.1, -0.1), along(root, a, 1.9, 0.2), tip, tip,
    along(tip, b, 0.3, 0.35), along(tip, b, 2.2, 0), start, end, load];
  const frames = [[[0, 0, 0], 0], [root, a], [tip, b], [along(tip, b, out - 1.4, 0), b], [load, 0]];
  const heading = [Math.cos(slew / 2), 0, 0, Math.sin(slew / 2)];
  return {
    points: points.flatMap((p) => turnZ(p, slew)),
    bodies: frames.flatMap(([p, angle]) => [...turnZ(p, slew), ...times(heading, rotY(-angle))]),
  };
}

const shape = (body, kind, at, size, colour, end_height = 0, turn = [1, 0, 0, 0]) =>
  ({ body, kind, at, size, turn, end_height, colour, mesh: "" });
const upright = [Math.SQRT1_2, Math.SQRT1_2, 0, 0]; // a beam's height (y) along z

const scene = {
  bodies: kBodies,
  shapes: [
    shape(-1, "box", [-0.2, 0, 0.15], [2.2, 1.6, 0.3], "#4a5560"),
    shape(0, "rod", [0, 0, 1.15], [1.8, 0.36, 0.36], "#d9822b", 0, [Math.SQRT1_2, 0, -Math.SQRT1_2, 0]),
    shape(1, "beam", [1.6, 0, 0], [3.2, 0.34, 0.22], "#d9822b", 0.22, upright),
    shape(2, "beam", [1.1, 0, 0], [2.2, 0.26, 0.2], "#d9822b", 0.2, upright),
    shape(3, "beam", [1.1, 0, 0], [2.2, 0.15, 0.13], "#8d969e", 0.15, upright),
    shape(4, "sphere", [0, 0, 0], [0.5, 0.5, 0.5], "#39434c"),
    { ...shape(4, "mesh", [0, 0, 0.6], [0.08, 0.08, 0.6], "#39434c"), mesh: "rope.obj" },
  ],
  cylinders: kFunctions.map(({ name, bore, rod, closed, stroke }, k) =>
    ({ name, from: [2, 5, 10][k], to: [4, 8, 11][k], bore, rod, closed, stroke })),
  markers: [{ name: "tip", point: 11 }],
};

function scheme() {
  const nodes = [{ name: "tank", kind: "source", pressure: "", value: 1e5 },
    { name: "line", kind: "volume", pressure: "line.p", value: 0 }];
  const at = (name) => {
    const found = nodes.findIndex((node) => node.name === name);
    if (found >= 0) return found;
    nodes.push({ name, kind: /\.[AB]$/.test(name) ? "chamber" : "volume", pressure: `${name}.p`, value: 0 });
    return nodes.length - 1;
  };
  const parts = [];
  const add = (name, type, title, ports, channels, parameters) =>
    parts.push(makePart(name, type, title, ports.map(([port, node, flow]) => [port, at(node), flow]), channels, parameters));
  const flow = (name, part, port) => [[`${name}_${part}.${port}.flow`, 1]];
  add("pump", "pressure_compensated_pump", "Pressure-compensated pump",
    [["T", "tank", [["pump.flow", 1]]], ["P", "line", [["pump.flow", -1]]]], ["pump.flow"],
    [{ name: "setting", value: 2e7, unit: "Pa" }, { name: "flow", value: 100 / 6e4, unit: "m3/s" }]);
  add("main_relief", "relief_valve", "Relief valve", [["P", "line", [["main_relief.flow", 1]]],
    ["T", "tank", [["main_relief.flow", -1]]]], ["main_relief.flow"], [{ name: "cracking", value: 2.2e7, unit: "Pa" }]);
  for (const { name: f } of kFunctions) {
    add(`${f}_compensator`, "compensator", "Pressure compensator",
      [["P", "line", flow(f, "valve", "P")], ["A", `${f}_inlet`, [[`${f}_valve.P.flow`, -1]]], ["LS", `${f}.A`],
        ["LS2", `${f}.B`]], [], [{ name: "drop", value: 5e5, unit: "Pa" }]);
    const load = f === "telescope" ? `${f}.A` : `${f}_line`;
    const edges = (signs) => signs.map(([edge, sign]) => [`${f}_valve.${edge}.flow`, sign]);
    add(`${f}_valve`, "valve_4_3", "4/3 valve",
      [["P", `${f}_inlet`, edges([["PA", 1], ["PB", 1]])], ["T", "tank", edges([["AT", -1], ["BT", -1]])],
        ["A", load, edges([["PA", -1], ["AT", 1]])], ["B", `${f}.B`, edges([["PB", -1], ["BT", 1]])]],
      [`${f}_valve.U`], [{ name: "full", value: 10, unit: "V" }, { name: "signal", value: 0, unit: "", text: `U_${f}` }]);
    if (f !== "telescope") {
      const through = edges([["PA", 1], ["AT", -1]]);
      add(`${f}_hold`, "counterbalance_valve", "Counterbalance valve",
        [["C", `${f}.A`, through.map(([c, s]) => [c, -s])], ["V", load, through], ["X", `${f}.B`]], [],
        [{ name: "setting", value: 2.3e7, unit: "Pa" }, { name: "ratio", value: 4, unit: "1" }]);
    }
    add(`${f}_relief_A`, "relief_valve", "Relief valve", [["P", `${f}.A`, flow(f, "relief_A", "P")], ["T", "tank"]], [],
      [{ name: "cracking", value: 2.4e7, unit: "Pa" }]);
    add(`${f}_suction_B`, "check_valve", "Check valve", [["A", "tank"], ["B", `${f}.B`, flow(f, "suction_B", "B")]], [],
      [{ name: "cracking", value: 5e4, unit: "Pa" }]);
    add(f, "cylinder", "Cylinder", [["A", `${f}.A`], ["B", `${f}.B`]],
      [`${f}.length`, `${f}.rate`, `${f}.force`, `${f}.A.p`, `${f}.B.p`], [{ name: "stroke", value: 0.8, unit: "m" }]);
  }
  return { nodes, parts };
}

function channels() {
  const list = [["line.p", "Pa"], ["pump.flow", "m3/s"], ["main_relief.flow", "m3/s"], ["tip.x", "m"], ["tip.y", "m"],
    ["tip.z", "m"], ["slew.angle", "rad"]];
  for (const { name: f } of kFunctions)
    list.push([`${f}.length`, "m"], [`${f}.rate`, "m/s"], [`${f}.force`, "N"], [`${f}.A.p`, "Pa"], [`${f}.B.p`, "Pa"],
      [`${f}_inlet.p`, "Pa"], [`${f}_line.p`, "Pa"], [`${f}_valve.U`, "V"], [`${f}_valve.P.flow`, "m3/s"],
      ...["PA", "PB", "AT", "BT"].map((edge) => [`${f}_valve.${edge}.flow`, "m3/s"]),
      [`energy.work.${f}`, "J"], [`energy.loss.${f}.friction`, "J"], [`energy.loss.${f}_valve`, "J"],
      [`energy.loss.${f}_compensator`, "J"]);
  list.push(["energy.source.pump", "J"], ["energy.kinetic", "J"], ["energy.potential", "J"], ["energy.oil", "J"]);
  return list.map(([name, unit]) => ({ name, unit, description: name.endsWith(".p") ? "absolute pressure" : "" }));
}

// A bar of 2 x 2 x 2: what the page scales to a rope.
export const rope = [[-1, -1, -1], [1, -1, -1], [1, 1, -1], [-1, 1, -1], [-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]
  .map((p) => `v ${p.join(" ")}`).concat("f 1 4 3 2", "f 5 6 7 8", "f 1 2 6 5", "f 2 3 7 6", "f 3 4 8 7", "f 4 1 5 8").join("\n");

export function makeModel() {
  const names = kFunctions.map((f) => f.name);
  const controls = kFunctions.map((f, k) => ({ input: k, signal: `U_${f.name}`, label: f.label, positive: f.plus,
    negative: f.minus, stick: f.stick, keys: f.keys, range: 10, unit: "V", returns: true }));
  controls.push({ input: 3, signal: "U_slew", label: "Slew", positive: "left", negative: "right", stick: "right_x",
    keys: ["J", "L"], range: 10, unit: "V", returns: true });
  controls.push({ input: 4, signal: "throttle", label: "Engine speed", positive: "faster", negative: "", stick: "",
    keys: [], range: 1, unit: "1", returns: false });
  const faults = [["hose", "leak", "lift.A", "leak at lift.A: 10 l/min at 100 bar"], ["stuck_lift", "stuck", "lift_valve",
    "lift_valve stuck"], ["air", "air", "oil", "air in the oil: 5 %"], ["pump_wear", "wear", "pump", "pump wear"]]
    .map(([name, kind, target, text], k) => ({ input: 5 + k, name, kind, target, text }));
  return {
    name: "A crane that is not there", hash: "mock", method: "semirecursive", integrator: "sdirk2",
    coupling: "monolithic", step: 0.001,
    planar: false, up: 2, channels: channels(),
    inputs: [...controls.map((c) => c.signal), ...faults.map((f) => `faults.${f.name}`)],
    drawing: { points: kPoints, lines: [{ name: "pillar", kind: "body", points: [0, 1] }] },
    scene, scheme: scheme(), controls, faults,
    energy: { sources: ["energy.source.pump"], work: names.map((f) => `energy.work.${f}`),
      losses: names.flatMap((f) => [`energy.loss.${f}.friction`, `energy.loss.${f}_valve`, `energy.loss.${f}_compensator`]),
      stored: ["energy.kinetic", "energy.potential", "energy.oil"] },
  };
}

// One tick of 1 ms: levers move cylinders with a lag; pressures and energies follow.
export class Machine {
  constructor() {
    this.inputs = Object.fromEntries(makeModel().controls.map((c) => [c.signal, 0]));
    this.tick = 0;
    this.lengths = [1.45, 1.5, 2.0];
    this.spools = [0, 0, 0];
    this.slew = 0;
    this.energy = {};
    this.mass = 500;
  }

  step() {
    const h = 1e-3;
    ++this.tick;
    kFunctions.forEach((f, k) => {
      const stuck = f.name === "lift" ? this.inputs["faults.stuck_lift"] ?? 0 : 0;
      this.spools[k] += (h / 0.05) * (1 - stuck) * ((this.inputs[`U_${f.name}`] ?? 0) - this.spools[k]);
      const leak = f.name === "lift" ? 0.02 * (this.inputs["faults.hose"] ?? 0) : 0;
      const speed = 0.02 * Math.sign(this.spools[k]) * Math.max(0, Math.abs(this.spools[k]) - 1) - leak;
      const next = Math.min(f.closed + f.stroke, Math.max(f.closed, this.lengths[k] + h * speed));
      this.spend(f, k, (next - this.lengths[k]) / h, h);
      this.lengths[k] = next;
    });
    this.slew += h * 0.04 * (this.inputs.U_slew ?? 0);
  }

  spend(f, k, rate, h) {
    const add = (name, power) => (this.energy[name] = (this.energy[name] ?? 0) + h * power);
    const area = (Math.PI / 4) * f.bore ** 2;
    const work = this.pressure(f, k) * area * rate;
    const flow = Math.abs(rate) * area;
    add(`energy.work.${f.name}`, work);
    add(`energy.loss.${f.name}.friction`, 4e3 * rate ** 2);
    add(`energy.loss.${f.name}_valve`, 12e5 * flow + (rate < 0 ? -work : 0));
    add(`energy.loss.${f.name}_compensator`, rate > 0 ? flow * (60e5 + 20e5 * k) : 0);
    add("energy.source.pump", rate > 0 ? work + 4e3 * rate ** 2 + 12e5 * flow + flow * (60e5 + 20e5 * k) : 0);
  }

  pressure(f, k) {
    const wobble = 6e5 * Math.sin(0.006 * this.tick + k) * Math.min(1, Math.abs(this.spools[k]) / 3);
    return f.base * (0.8 + this.mass / 2500) + 8e5 * this.spools[k] * 0.3 + wobble;
  }

  values() {
    const { points } = pose(this.lengths, this.slew);
    const v = { ...this.energy, "tip.x": points[33], "tip.y": points[34], "tip.z": points[35], "slew.angle": this.slew };
    let total = 0;
    kFunctions.forEach((f, k) => {
      const area = (Math.PI / 4) * f.bore ** 2;
      const u = this.spools[k];
      const rate = 0.02 * Math.sign(u) * Math.max(0, Math.abs(u) - 1);
      const [qa, qb] = [area * Math.abs(rate), (area - (Math.PI / 4) * f.rod ** 2) * Math.abs(rate)];
      const p = this.pressure(f, k);
      Object.assign(v, { [`${f.name}.length`]: this.lengths[k], [`${f.name}.rate`]: rate, [`${f.name}.force`]: p * area,
        [`${f.name}.A.p`]: p, [`${f.name}.B.p`]: 12e5 + 5e5 * Math.abs(u), [`${f.name}_inlet.p`]: p + 8e5,
        [`${f.name}_line.p`]: u > 0 ? p + 3e5 : 3e5, [`${f.name}_valve.U`]: u, [`${f.name}_valve.P.flow`]: rate > 0 ? qa : qb,
        [`${f.name}_valve.PA.flow`]: rate > 0 ? qa : 0, [`${f.name}_valve.BT.flow`]: rate > 0 ? qb : 0,
        [`${f.name}_valve.PB.flow`]: rate < 0 ? qb : 0, [`${f.name}_valve.AT.flow`]: rate < 0 ? qa : 0 });
      total += rate > 0 ? qa : qb;
    });
    return { ...v, "line.p": 1.95e7 - 4e9 * total * (1 + (this.inputs["faults.pump_wear"] ?? 0)), "pump.flow": total };
  }

  frame(model) {
    const v = this.values();
    const tidy = (list) => list.map((x) => Number((x ?? 0).toPrecision(7)));
    const { points, bodies } = pose(this.lengths, this.slew);
    return { type: "frame", tick: this.tick, t: this.tick / 1000, points: tidy(points), bodies: tidy(bodies),
      values: tidy(model.channels.map((c) => v[c.name])), inputs: [...model.controls.map((c) => this.inputs[c.signal] ?? 0),
        ...model.faults.map((f) => this.inputs[`faults.${f.name}`] ?? 0)] };
  }
}
