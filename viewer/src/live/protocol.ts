// What travels between the page and `bramah serve`: JSON text messages, SI units. null stands for a
// number that is not finite.

export interface Channel {
  name: string;
  unit: string;
  description: string;
}

export type ShapeKind = "box" | "rod" | "beam" | "sphere" | "mesh";

// A rod or beam lies along its own x axis with `at` in the middle: size = [length, width, height].
export interface Shape {
  body: number; // -1: the ground
  kind: ShapeKind;
  at: number[];
  size: number[];
  turn: number[]; // w x y z
  end_height: number;
  colour: string;
  mesh: string;
}

export interface SceneCylinder {
  name: string;
  from: number; // drawing points
  to: number;
  bore: number;
  rod: number;
  closed: number;
  stroke: number;
}

export interface Scene {
  bodies: string[];
  shapes: Shape[];
  cylinders: SceneCylinder[];
  markers: { name: string; point: number }[];
}

export interface Drawing {
  points: string[];
  lines: { name: string; kind: string; points: number[] }[];
}

export interface SchemeNode {
  name: string;
  kind: string; // chamber, volume, source, shaft
  pressure: string; // channel; empty: the fixed value
  value: number;
}

export interface SchemePort {
  name: string;
  node: number;
  flow: [string, number][]; // channels and signs; the sum flows into the part
}

export interface Parameter {
  name: string;
  value: number | string;
  unit: string;
}

export interface SchemePart {
  name: string;
  type: string;
  title: string;
  symbol: string; // SVG fragment
  box: [number, number];
  ports: SchemePort[];
  channels: string[];
  parameters: Parameter[];
}

export interface Scheme {
  nodes: SchemeNode[];
  parts: SchemePart[];
}

export interface Control {
  input: number;
  signal: string;
  label: string;
  positive: string;
  negative: string;
  stick: string;
  keys: string[];
  range: number;
  unit: string;
  returns: boolean;
}

export interface Fault {
  input: number;
  name: string;
  kind: string;
  target: string;
  text: string;
}

export interface EnergyBooks {
  sources: string[];
  losses: string[];
  work: string[];
  stored: string[];
}

export interface Description {
  name: string;
  hash: string;
  method: string;
  integrator: string;
  step: number;
  planar: boolean;
  up: number;
  channels: Channel[];
  drawing: Drawing;
  scene: Scene;
  scheme: Scheme;
  controls: Control[];
  faults: Fault[];
  energy: EnergyBooks;
}

export interface Status {
  paused: boolean;
  speed: number; // 0: as fast as possible
  factor: number;
  load: number;
  steps: number;
  overruns: number;
  late: { p99: number; worst: number };
  cpu: { mean: number; p99: number; p999: number; worst: number };
  histogram: { edges: number[]; counts: number[] };
  clients: number;
  driver: number;
  recording: boolean;
  snapshots: string[];
  sets: Record<string, string>;
  failed: string;
}

export interface Frame {
  tick: number;
  t: number;
  points: number[];
  bodies: number[];
  values: (number | null)[];
  inputs: number[];
}

export interface Future {
  path: number[];
  peak: number;
  load: number;
  levers: number[];
}

export interface LookAhead {
  marker: string;
  futures: Future[];
  horizon: number;
  step: number;
  wall: number;
  error: number;
}

export type Role = "driver" | "watcher";

export type ServerMessage =
  | { type: "hello"; protocol: number; id: number; role: Role; model: Description; status: Status }
  | ({ type: "frame" } & Frame)
  | ({ type: "status" } & Status)
  | { type: "role"; role: Role }
  | { type: "error"; of: string; message: string }
  | { type: "bye"; reason: string }
  | ({ type: "look_ahead" } & LookAhead);

export type Command = { type: string } & Record<string, unknown>;
