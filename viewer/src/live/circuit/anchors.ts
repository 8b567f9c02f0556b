// Where the symbols' lines end: ports in the symbol's own box (100 x 60), before it is turned. The
// symbols are those of the program's catalogue.

export type Direction = "up" | "down" | "left" | "right";

export interface Anchor {
  x: number;
  y: number;
  towards: Direction;
}

const at = (x: number, y: number, towards: Direction): Anchor => ({ x, y, towards });
const through = (first: string, second: string, y = 30): Record<string, Anchor> => ({
  [first]: at(5, y, "left"),
  [second]: at(95, y, "right"),
});

const compensator = { ...through("P", "A"), LS: at(75, 58, "down"), LS2: at(88, 58, "down") };
const pump = {
  P: at(40, 0, "up"),
  T: at(40, 60, "down"),
  S: at(40, 60, "down"),
  LS: at(95, 30, "right"),
  shaft: at(90, 30, "right"),
};
const motor = { A: at(40, 0, "up"), B: at(40, 60, "down"), D: at(20, 30, "left"), shaft: at(90, 30, "right") };
const cylinder = { A: at(18, 54, "down"), B: at(62, 54, "down") };
const valve = (a: number, b: number): Record<string, Anchor> => ({
  A: at(a, 6, "up"),
  B: at(b, 6, "up"),
  P: at(a, 54, "down"),
  T: at(b, 54, "down"),
});

const kAnchors: Record<string, Record<string, Anchor>> = {
  orifice: through("A", "B"),
  annular_gap: through("A", "B"),
  leakage: through("A", "B"),
  pipe: through("A", "B"),
  throttle: through("A", "B"),
  control_throttle: through("A", "B"),
  filter: through("A", "B"),
  check_valve: through("A", "B"),
  pilot_check_valve: { ...through("A", "B"), X: at(40, 58, "down") },
  throttle_check_valve: through("A", "B", 40),
  flow_control_valve: through("P", "A"),
  shuttle_valve: { ...through("A", "B"), C: at(50, 3, "up") },
  compensator,
  compensator_semi_empirical: compensator,
  post_compensator: { ...through("A", "B"), LS: at(75, 2, "up"), LS2: at(88, 2, "up") },
  relief_valve: through("P", "T", 42),
  sequence_valve: { ...through("P", "A", 42), T: at(90, 2, "up") },
  pressure_reducing_valve: { ...through("P", "A", 35), T: at(90, 2, "up") },
  counterbalance_valve: { ...through("C", "V", 44), X: at(5, 32, "left") },
  valve_2_2: { P: at(62, 54, "down"), A: at(62, 6, "up") },
  valve_3_2: { A: at(56, 6, "up"), P: at(56, 54, "down"), T: at(68, 54, "down") },
  valve_4_3: valve(44, 56),
  valve_complementary: valve(32, 44),
  valve_6_3: { ...valve(41, 59), N: at(50, 4, "up"), C: at(50, 56, "down") },
  ideal_pump: pump,
  pressure_compensated_pump: pump,
  load_sensing_pump: pump,
  fixed_pump: pump,
  variable_pump: pump,
  driven_load_sensing_pump: { ...pump, shaft: at(5, 30, "left") },
  motor,
  variable_motor: motor,
  prime_mover: { shaft: at(95, 30, "right") },
  shaft_load: { shaft: at(5, 30, "left") },
  accumulator: { P: at(50, 60, "down"), A: at(50, 60, "down") },
  flow_source: { P: at(50, 2, "up") },
  pressure_source: { P: at(50, 6, "up") },
  cylinder,
  cylinder_cushion: cylinder,
  cylinder_single: cylinder,
  cylinder_single_acting: cylinder,
  cylinder_plunger: cylinder,
};

// Ports nobody foresaw: along the edges, one after the other.
const kElsewhere: Anchor[] = [
  at(0, 30, "left"),
  at(100, 30, "right"),
  at(50, 60, "down"),
  at(50, 0, "up"),
  at(20, 60, "down"),
  at(80, 60, "down"),
  at(20, 0, "up"),
  at(80, 0, "up"),
  at(0, 10, "left"),
  at(100, 10, "right"),
  at(0, 50, "left"),
  at(100, 50, "right"),
];

export const plainType = (type: string): string => type.replace(/[^a-z0-9]+/gi, "_");

export function anchorsOf(type: string, ports: string[]): Anchor[] {
  const known = kAnchors[plainType(type)] ?? {};
  const taken = (anchor: Anchor): boolean =>
    Object.entries(known).some(
      ([name, other]) => ports.includes(name) && Math.hypot(other.x - anchor.x, other.y - anchor.y) < 8,
    );
  const free = kElsewhere.filter((anchor) => !taken(anchor));
  let next = 0;
  return ports.map((name, k) => known[name] ?? free[next++ % free.length] ?? at(8 * k, 60, "down"));
}

// A quarter turn: `left` brings the left end down (and the right end up), `right` the left end up.
export type Turn = "none" | "left" | "right";

const kTurned: Record<Turn, Record<Direction, Direction>> = {
  none: { up: "up", down: "down", left: "left", right: "right" },
  left: { up: "left", down: "right", left: "down", right: "up" },
  right: { up: "right", down: "left", left: "up", right: "down" },
};

export function turnAnchor({ x, y, towards }: Anchor, turn: Turn, [width, height]: [number, number]): Anchor {
  if (turn === "none") return { x, y, towards };
  return turn === "left" ? at(y, width - x, kTurned.left[towards]) : at(height - y, x, kTurned.right[towards]);
}

export function turnTransform(turn: Turn, [width, height]: [number, number]): string {
  if (turn === "none") return "";
  return turn === "left" ? `translate(0 ${width}) rotate(-90)` : `translate(${height} 0) rotate(90)`;
}
