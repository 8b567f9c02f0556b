// Parts of the program's catalogue, for the stand-in server and the tests: symbols, and how diagrams use them.
export const symbols = {
  pressure_compensated_pump:
    '<g fill="none" stroke="currentColor" stroke-width="2"><circle cx="40" cy="30" r="20"/><path fill="currentColor" d="M40 10L34 20H46Z"/><path d="M40 10V0M40 50V60"/><path d="M18 54L64 6L62 14M64 6L56 9"/><path stroke-dasharray="4 3" d="M40 4H80V30H64"/></g>',
  relief_valve:
    '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="35" y="20" width="30" height="30"/><path d="M44 20L56 16L44 12L56 8L44 4"/><path d="M5 42H35M65 42H95M35 42H60L54 38M60 42L54 46"/><path stroke-dasharray="4 3" d="M20 42V58H50V50"/></g>',
  compensator:
    '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="35" y="15" width="30" height="30"/><path d="M5 30H35M65 30H95"/><path d="M35 30H60L54 26M60 30L54 34M65 20L69 14L73 26L77 14L81 26"/><path stroke-dasharray="4 3" d="M82 30V52H50V45M65 40H75V58"/></g>',
  valve_4_3:
    '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="14" y="18" width="24" height="24"/><path d="M20 42L20 18"/><path fill="currentColor" stroke="none" d="M20 18L23 25L16 25Z"/><path d="M32 18L32 42"/><path fill="currentColor" stroke="none" d="M32 42L28 35L35 35Z"/><rect x="38" y="18" width="24" height="24"/><path d="M44 18V25M40 25H48"/><path d="M56 18V25M52 25H60"/><path d="M44 42V35M40 35H48"/><path d="M56 42V35M52 35H60"/><rect x="62" y="18" width="24" height="24"/><path d="M68 42L80 18"/><path fill="currentColor" stroke="none" d="M80 18L80 26L73 23Z"/><path d="M68 18L80 42"/><path fill="currentColor" stroke="none" d="M80 42L73 36L80 33Z"/><path stroke-width="1.5" d="M2 24L5 36L8 24L11 36L14 26"/><path stroke-width="1.5" d="M86 26L89 36L92 24L95 36L98 24"/><path d="M44 18V6M56 18V6M44 42V54M56 42V54"/></g>',
  counterbalance_valve:
    '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="36" y="26" width="24" height="24"/><path d="M5 44H36M60 44H95M36 44H56L51 40M56 44L51 48M60 32L63 38L66 26L69 38L72 26"/><path stroke-dasharray="4 3" d="M22 44V58H48V50M36 32H5"/><path d="M14 44V10H44M58 10H86V44M56 2L44 10L56 18"/><circle cx="51" cy="10" r="5"/></g>',
  check_valve:
    '<g fill="none" stroke="currentColor" stroke-width="2"><path d="M5 30H40M60 16L40 30L60 44M60 30H95"/><circle cx="52" cy="30" r="8"/></g>',
  cylinder:
    '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="10" y="16" width="60" height="24"/><path d="M18 40V54M62 40V54"/><path d="M34 16V40M40 16V40M40 25H94M40 31H94"/></g>',
};

// Role, motion, and of each port: x, y in the symbol's box, where its line goes, whether it only feels a pressure.
const through = (left, right, y = 30) => ({ [left]: [5, y, "left"], [right]: [95, y, "right"] });
const kDiagrams = {
  pressure_compensated_pump: ["pump", "none", { P: [40, 0, "up"], T: [40, 60, "down"] }],
  relief_valve: ["relief", "none", through("P", "T", 42)],
  compensator: [
    "compensator",
    "none",
    { ...through("P", "A"), LS: [75, 58, "down", true], LS2: [88, 58, "down", true, "M75 50H88V58"] },
  ],
  valve_3_2: ["valve", "none", { A: [56, 6, "up"], P: [56, 54, "down"], T: [68, 54, "down"] }],
  valve_4_3: ["valve", "spool", { A: [44, 6, "up"], B: [56, 6, "up"], P: [44, 54, "down"], T: [56, 54, "down"] }],
  counterbalance_valve: ["line", "none", { ...through("C", "V", 44), X: [5, 32, "left", true] }],
  check_valve: ["check", "none", through("A", "B")],
  orifice: ["line", "none", through("A", "B")],
  cylinder: ["actuator", "piston", { A: [18, 54, "down"], B: [62, 54, "down"] }],
};
const kElsewhere = [[0, 30, "left"], [100, 30, "right"], [50, 60, "down"]];

// A part of a scheme; ports as [name, node, flow].
export function makePart(name, type, title, ports, channels = [], parameters = []) {
  const [role, motion, anchors] = kDiagrams[type] ?? ["line", "none", {}];
  return {
    name, type, title, symbol: symbols[type] ?? "", box: [100, 60], role, motion, channels, parameters,
    ports: ports.map(([port, node, flow = []], k) => {
      const [x, y, towards, pilot = false, lead = ""] = anchors[port] ?? kElsewhere[k];
      return { name: port, node, flow, at: [x, y], towards, pilot, lead };
    }),
  };
}
