// Made by tools/protocol_types.mjs from `bramah schema --protocol`: not to be edited.
// Each message is one JSON object. Numbers are in SI units; null stands for one that is not finite.

export const kProtocol = 2;

// a quantity that is told in frames and recordings
export interface Channel {
  name: string; // `lift.A.p`
  unit: string; // SI
  description: string; // what it is
}

export type LineKind = "body" | "cylinder" | "spring" | "ground" | "rope" | "terrain";

// a line through points
export interface DrawingLine {
  name: string; // of what is drawn
  kind: LineKind; // what it is
  points: number[]; // into the drawing's points
}

// the mechanism as lines
export interface Drawing {
  points: string[]; // their names
  lines: DrawingLine[]; // between them
}

export type ShapeKind = "box" | "rod" | "beam" | "sphere" | "mesh";

// a solid fixed to a body
export interface Shape {
  body: number; // into the scene's bodies; -1: the ground
  kind: ShapeKind; // rods and beams lie along their own x
  at: [number, number, number]; // [m] its centre, in the body's frame
  size: [number, number, number]; // [m] length, height, width; of a mesh: scale
  turn: [number, number, number, number]; // quaternion w, x, y, z
  end_height: number; // [m] of a beam, at its far end
  colour: string; // `#d9822b`; empty: the viewer's choice
  mesh: string; // file name; the file is at `/mesh/N`, N the shape's place
}

// a cylinder as it looks
export interface SceneCylinder {
  name: string; // of the cylinder
  from: number; // point of the drawing
  to: number; // point of the drawing
  bore: number; // [m] diameter of the piston
  rod: number; // [m] diameter of the rod
  closed: number; // [m] length when it is in
  stroke: number; // [m] how far it goes out
}

// a point of interest
export interface Marker {
  name: string; // of the marker
  point: number; // point of the drawing
}

// what acts at a point
export interface Acting {
  name: string; // of the element or the payload
  point: number; // point of the drawing
}

// a rope; its tension is `NAME.tension`
export interface SceneRope {
  name: string; // of its line in the drawing
  falls: number; // parts of it between the last two points
}

// a mass of a body
export interface SceneMass {
  body: number; // into the scene's bodies
  mass: number; // [kg] of it
  at: [number, number, number]; // [m] its centre, in the body's frame
}

// feet that the machine stands on; its margin is `NAME.margin`
export interface Base {
  name: string; // of the stability
  feet: number[]; // points of the drawing
}

// what acts on bodies
export interface Fittings {
  contacts: Acting[]; // elements with a force `NAME.fx`, `.fy`, `.fz`
  payloads: Acting[]; // with a mass `NAME.mass`
  ropes: SceneRope[]; // over points
  masses: SceneMass[]; // of the bodies
  bases: Base[]; // that can tip
}

// the machine in three dimensions
export interface Scene {
  bodies: string[]; // their names
  shapes: Shape[]; // what they look like
  cylinders: SceneCylinder[]; // between points
  markers: Marker[]; // points of interest
}

export type NodeKind = "volume" | "chamber" | "source" | "shaft";

// what parts are connected at
export interface SchemeNode {
  name: string; // of the volume, chamber, source or shaft
  kind: NodeKind; // what it is
  pressure: string; // channel of its pressure or speed; empty: `value`
  value: number; // [Pa] of a source without a channel; rad/s of a shaft
}

export type Direction = "left" | "right" | "up" | "down";

// an end of a part
export interface SchemePort {
  name: string; // `P`, `A`
  node: number; // into the circuit's nodes; -1: connected to nothing
  flow: [string, number][]; // channels and factors; the sum flows into the part
  at: [number, number]; // where its line ends in the symbol's box
  towards: Direction; // the way the line leaves the box
  pilot: boolean; // it only feels a pressure
  lead: string; // SVG path to draw where the port is used; empty: none
}

// a number of a part
export interface Parameter {
  name: string; // as in the machine file
  value: number | null; // in `unit`
  unit: string; // SI
  text?: string; // instead of the value, where it is a word
}

export type PartRole =
  | "line"
  | "check"
  | "relief"
  | "actuator"
  | "valve"
  | "compensator"
  | "shuttle"
  | "pump"
  | "drive";

export type PartMotion = "none" | "piston" | "spool";

// a part of the circuit
export interface SchemePart {
  name: string; // of the part
  type: string; // of the catalogue
  title: string; // what it is called
  symbol: string; // SVG elements
  box: [number, number]; // width and height of the symbol
  role: PartRole; // what it is for: where a diagram puts it
  motion: PartMotion; // what of its symbol moves
  ports: SchemePort[]; // its ends
  channels: string[]; // worth looking at
  parameters: Parameter[]; // its numbers
}

// the oil circuit as a graph
export interface Scheme {
  nodes: SchemeNode[]; // what parts are connected at
  parts: SchemePart[]; // what connects nodes
}

// a lever
export interface Control {
  input: number; // into the inputs
  signal: string; // name for `inputs`
  label: string; // `Lift boom`
  positive: string; // what happens: `up`
  negative: string; // `down`
  stick: string; // `left_x` to `dpad_y`, `-left_x` the other way round; empty: none
  keys: string[]; // positive, negative
  range: number; // largest command, in `unit`
  unit: string; // SI
  returns: boolean; // to the middle, when let go
}

// something that can break
export interface Fault {
  input: number; // into the inputs: its severity, 0 to 1
  name: string; // `faults.NAME` is its input
  kind: string; // `leak`, `stuck`, `air`, `wear`
  target: string; // what it happens to
  text: string; // for people
}

// channels of energy
export interface EnergyBooks {
  sources: string[]; // where it comes from
  losses: string[]; // where it gets lost
  work: string[]; // where it is used
  stored: string[]; // where it stays
}

// the machine
export interface Description {
  name: string; // of the machine
  hash: string; // of its file
  method: string; // formulation
  integrator: string; // rule of a step
  coupling: string; // how mechanism and oil meet
  step: number; // [s] step size
  planar: boolean; // it moves in its x-y plane
  up: number; // axis that points up: 1 y, 2 z
  channels: Channel[]; // in the order of a frame's values
  inputs: string[]; // in the order of a frame's inputs
  drawing: Drawing; // as lines
  scene: Scene; // in three dimensions
  fittings?: Fittings; // what acts on bodies; from a server only
  scheme: Scheme; // its circuit
  controls: Control[]; // levers
  faults: Fault[]; // what can break
  energy: EnergyBooks; // which channels are energies
}

// statistics of a time
export interface Times {
  mean: number; // [s] of all steps
  p50: number; // [s] median
  p99: number; // [s] 99 % are below
  p999: number; // [s] 99.9 % are below
  worst: number; // [s] largest
}

// how late steps began
export interface Lateness {
  mean: number; // [s] of all steps
  p50: number; // [s] median
  p99: number; // [s] 99 % are below
  p999: number; // [s] 99.9 % are below
  worst: number; // [s] largest
  jitter: number; // [s] root mean square
}

// how many steps took how long
export interface Histogram {
  edges: number[]; // [us] of the bins, one more than counts
  counts: number[]; // steps in each bin
}

// one of the futures
export interface Future {
  path: number[]; // [m] x, y, z of each sample
  peak: number | null; // [Pa] highest pressure
  peak_at: string; // volume that had it
  margin: number | null; // [m] least against tipping; null: it cannot
  stop: string; // cylinder that came to its end; empty: none
  load: number; // times the present one
  levers: number[]; // command of each control
  failed: string; // why it ended early; empty: it did not
}

// the first message; without it the server waits for 0.25 s
export interface HelloCommand {
  type: "hello";
  protocol?: number; // version that the client speaks
  name?: string; // what the client is
  watch?: boolean; // it does not want to drive; otherwise false
}

// which channels frames have; before it all, at 30 Hz
export interface SubscribeCommand {
  type: "subscribe";
  channels?: string[]; // their names, in the order of a frame's values; without: all
  rate?: number; // [Hz] frames a second; without: as before
}

// asks for the levers
export interface DriveCommand {
  type: "drive";
}

// gives the levers away
export interface ReleaseCommand {
  type: "release";
}

// moves levers; faults are `faults.NAME` from 0 to 1
export interface InputsCommand {
  type: "inputs";
  values: Record<string, number>; // name and command; clipped to its range
}

// stops the clock
export interface PauseCommand {
  type: "pause";
}

// lets it go on
export interface ResumeCommand {
  type: "resume";
}

// single steps; they need a pause
export interface StepCommand {
  type: "step";
  count?: number; // how many, a whole number; otherwise 1
}

// another pace
export interface SpeedCommand {
  type: "speed";
  factor?: number; // simulated over real time, from 0.01; 0: as fast as possible; otherwise 1
}

// back to the initial state
export interface ResetCommand {
  type: "reset";
}

// keeps the state; at most 32 names
export interface SnapshotCommand {
  type: "snapshot";
  name: string; // of the snapshot; one taken again is replaced
}

// back to a kept state
export interface RestoreCommand {
  type: "restore";
  name: string; // of the snapshot
}

// to an instant of the last minute; what came after is gone
export interface BackCommand {
  type: "back";
  to: number; // [s] simulated time; the kept state before it, 0.1 s apart
}

// channels into memory, from the beginning again
export interface RecordCommand {
  type: "record";
  on?: boolean; // false: the recording is finished; otherwise true
  every?: number; // [s] between two rows; otherwise 0.01
}

// changes parameters, as `--set`
export interface SetCommand {
  type: "set";
  values: Record<string, string>; // name and number with its unit: `700 kg`
}

// possible futures of the present state
export interface LookAheadCommand {
  type: "look_ahead";
  futures?: number; // how many, a whole number; otherwise 200
  horizon?: number; // [s] how far; otherwise 1
  levers?: number; // largest change of a lever, as a share of its range; otherwise 0.3
  load?: number; // largest change of the load, as a share of it; otherwise 0
  body?: string; // whose mass that changes; otherwise "load"
  marker?: string; // whose path is told; without: the machine's first
  seed?: number; // of the random numbers, a whole number; otherwise 1
}

// the last seconds run again with the levers as they were moved, and the parameters of now
export interface AgainCommand {
  type: "again";
  seconds?: number; // [s] how far back it begins; otherwise 10
}

export type Role = "driver" | "watcher";

// after the client's first message, or a quarter of a second
export interface Hello {
  type: "hello";
  protocol: number; // version that the server speaks
  id: number; // the client's
  role: Role; // the client's
  model: Description; // the machine, as `/model.json`
  status: Status; // how it goes
}

// the machine at one instant; seven significant digits
export interface Frame {
  type: "frame";
  tick: number; // of the state
  t: number; // [s] simulated time
  points: number[]; // [m] x, y, z of each of the drawing's points
  bodies: number[]; // [m] x, y, z and quaternion w, x, y, z of each of the scene's bodies
  values: (number | null)[]; // of the subscribed channels, in their order
  inputs: number[]; // levers and faults, in the model's order
}

// twice a second, and after each command but `inputs`
export interface Status {
  type: "status";
  paused: boolean; // the clock stands
  speed: number; // wanted: simulated over real time; 0: as fast as possible
  factor: number; // reached: simulated over real time, lately
  load: number; // share of one processor that the steps took, lately
  steps: number; // computed since the start
  tick: number; // of the state: it goes back with a snapshot
  oldest: number; // [s] instant that `back` and `again` can begin at
  overruns: number; // steps that ended after the next one was due
  coarse: number; // steps that were ended in the coarse way, to be in time
  shifts: number; // times the clock was put back, being too far behind
  late: Lateness; // of the beginnings of steps
  cpu: Times; // CPU time of a step
  histogram: Histogram; // of the CPU times
  clients: number; // connected
  driver: number; // its id; 0: nobody
  recording: boolean; // channels are being recorded
  recording_full: boolean; // the recording reached its limit
  drive_full: boolean; // the drive reached its limit
  drive_problem: string; // why the drive's file ends early; empty: it does not
  snapshots: string[]; // their names
  sets: Record<string, string>; // parameters changed since the start
  privileges: string; // pinned memory and real-time priority: had, refused, or given back for a while
  warnings: Warning[]; // given since the start or the last reset, with the worst value so far
  failed: string; // why the last step failed; empty: it did not
}

export type WarningKind = "cavitation" | "tension" | "overpressure" | "impact" | "imbalance" | "set";

// something that a careful colleague would doubt; once for each kind and place
export interface Warning {
  type: "warning";
  kind: WarningKind; // what it is about
  place: string; // channel, cylinder or parameter: `lift.A.p`
  t: number; // [s] simulated time at which it was first seen
  message: string; // a sentence for people
}

// the levers were given or taken
export interface RoleChange {
  type: "role";
  role: Role; // from now on
}

// a command could not be obeyed; nothing was changed
export interface Refusal {
  type: "error";
  of: string; // the command's type
  message: string; // why
}

// the connection is then closed
export interface Bye {
  type: "bye";
  reason: string; // why
}

// the futures that were asked for
export interface LookAhead {
  type: "look_ahead";
  marker: string; // whose paths these are
  futures: Future[]; // the first keeps the present levers and load
  horizon: number; // [s] how far they go
  step: number; // [s] they were computed with
  sample: number; // [s] between two points of a path
  wall: number; // [s] that it took
  error: number; // [m] largest distance to paths with the model's own step
}

// the last seconds as they would have been with the parameters of now
export interface Again {
  type: "again";
  wall: number; // [s] that it took
  failed: string; // why it ended early; empty: it did not
  frames: Frame[]; // 30 in a second, from the first instant to now
}

// from a client
export type Command =
  | HelloCommand
  | SubscribeCommand
  | DriveCommand
  | ReleaseCommand
  | InputsCommand
  | PauseCommand
  | ResumeCommand
  | StepCommand
  | SpeedCommand
  | ResetCommand
  | SnapshotCommand
  | RestoreCommand
  | BackCommand
  | RecordCommand
  | SetCommand
  | LookAheadCommand
  | AgainCommand;

// from the server
export type Message = Hello | Frame | Status | Warning | RoleChange | Refusal | Bye | LookAhead | Again;

export type FieldShape = "number" | "string" | "boolean" | "array" | "object";

// The fields that a message of each type must have.
export const kMessageShapes: Record<Message["type"], Record<string, FieldShape>> = {
  hello: {
    protocol: "number",
    id: "number",
    role: "string",
    model: "object",
    status: "object",
  },
  frame: {
    tick: "number",
    t: "number",
    points: "array",
    bodies: "array",
    values: "array",
    inputs: "array",
  },
  status: {
    paused: "boolean",
    speed: "number",
    factor: "number",
    load: "number",
    steps: "number",
    tick: "number",
    oldest: "number",
    overruns: "number",
    coarse: "number",
    shifts: "number",
    late: "object",
    cpu: "object",
    histogram: "object",
    clients: "number",
    driver: "number",
    recording: "boolean",
    recording_full: "boolean",
    drive_full: "boolean",
    drive_problem: "string",
    snapshots: "array",
    sets: "object",
    privileges: "string",
    warnings: "array",
    failed: "string",
  },
  warning: {
    kind: "string",
    place: "string",
    t: "number",
    message: "string",
  },
  role: {
    role: "string",
  },
  error: {
    of: "string",
    message: "string",
  },
  bye: {
    reason: "string",
  },
  look_ahead: {
    marker: "string",
    futures: "array",
    horizon: "number",
    step: "number",
    sample: "number",
    wall: "number",
    error: "number",
  },
  again: {
    wall: "number",
    failed: "string",
    frames: "array",
  },
};
