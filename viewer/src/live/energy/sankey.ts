// Where the power goes: from sources through the oil to losses, actuators and work. Pure functions; the
// sums are exact by construction, what the books leave over is shown as such.

export interface Powers {
  sources: [string, number][]; // W, positive: into the oil
  losses: [string, number][]; // W, positive: lost
  work: [string, number][]; // W, positive: actuators on the machine
  oil: number; // W, positive: stored in the oil
}

export interface Node {
  id: string;
  label: string;
  column: number;
  kind: "source" | "oil" | "loss" | "actuator" | "work";
  power: number;
}

export interface Link {
  from: string;
  to: string;
  power: number;
}

export interface Sankey {
  nodes: Node[];
  links: Link[];
  total: number;
}

const kSmall = 0.02; // of the total: lumped together
const kRounding = 1e-3; // of the total: numbers come with seven digits
const kOil = "oil";

// "lift.friction" belongs to the actuator "lift".
const ownerOf = (loss: string, actuators: string[]): string | undefined =>
  actuators.find((name) => loss === name || loss.startsWith(`${name}.`));

class Builder {
  readonly links: Link[] = [];
  readonly nodes = new Map<string, Node>();

  link(from: Omit<Node, "power">, to: Omit<Node, "power">, power: number): void {
    if (!(power > 0)) return;
    for (const node of [from, to]) if (!this.nodes.has(node.id)) this.nodes.set(node.id, { ...node, power: 0 });
    const known = this.links.find((link) => link.from === from.id && link.to === to.id);
    if (known !== undefined) known.power += power;
    else this.links.push({ from: from.id, to: to.id, power });
  }
}

const oil: Omit<Node, "power"> = { id: kOil, label: "oil", column: 1, kind: "oil" };
const lossNode = (label: string, column = 2): Omit<Node, "power"> => ({
  id: `loss ${label}`,
  label,
  column,
  kind: "loss",
});
const work: Omit<Node, "power"> = { id: "work", label: "work", column: 3, kind: "work" };

// An actuator that works takes from the oil; one that its load drives gives to it.
function addActuator(builder: Builder, name: string, done: number, lost: number, total: number): void {
  const node: Omit<Node, "power"> = { id: `actuator ${name}`, label: name, column: 2, kind: "actuator" };
  const load: Omit<Node, "power"> = { id: `load ${name}`, label: `load on ${name}`, column: 0, kind: "source" };
  const friction = lossNode(isSmall(lost, total) ? "friction" : `friction of ${name}`, 3);
  if (done >= 0) {
    builder.link(oil, node, done + lost);
    builder.link(node, work, done);
    builder.link(node, friction, lost);
  } else {
    const own = Math.min(lost, -done);
    builder.link(load, friction, own);
    builder.link(load, oil, -done - own);
    builder.link(oil, friction, lost - own);
  }
}

function isSmall(power: number, total: number): boolean {
  return power < kSmall * total;
}

function totalOf({ sources, work: done, oil: stored }: Powers): number {
  const positive = (list: [string, number][], sign: number): number =>
    list.reduce((sum, [, p]) => sum + Math.max(0, sign * p), 0);
  return positive(sources, 1) + positive(done, -1) + Math.max(0, -stored);
}

export function makeSankey(powers: Powers): Sankey {
  const builder = new Builder();
  const total = totalOf(powers);
  const actuators = powers.work.map(([name]) => name);
  for (const [name, power] of powers.sources) {
    if (power >= 0) builder.link({ id: `source ${name}`, label: name, column: 0, kind: "source" }, oil, power);
    else builder.link(oil, isSmall(-power, total) ? lossNode("other losses") : lossNode(`back to ${name}`), -power);
  }
  const own = new Map<string, number>();
  for (const [name, power] of powers.losses) {
    const owner = ownerOf(name, actuators);
    if (owner !== undefined) own.set(owner, (own.get(owner) ?? 0) + Math.max(0, power));
    else builder.link(oil, isSmall(power, total) ? lossNode("other losses") : lossNode(name), power);
  }
  for (const [name, power] of powers.work) {
    const lost = own.get(name) ?? 0;
    addActuator(builder, isSmall(Math.abs(power) + lost, total) ? "other actuators" : name, power, lost, total);
  }
  const stored: Omit<Node, "power"> = {
    id: "stored",
    label: "stored in oil",
    column: powers.oil > 0 ? 2 : 0,
    kind: "oil",
  };
  if (powers.oil > 0) builder.link(oil, stored, powers.oil);
  else builder.link({ ...stored, label: "from the oil" }, oil, -powers.oil);
  closeBooks(builder, total);
  return finish(builder, total);
}

// What came into the oil and did not leave it, or the other way round.
function closeBooks(builder: Builder, total: number): void {
  const sum = (key: "from" | "to"): number =>
    builder.links.reduce((s, link) => s + (link[key] === kOil ? link.power : 0), 0);
  const rest = sum("to") - sum("from");
  if (Math.abs(rest) < kRounding * total) return;
  if (rest > 0) builder.link(oil, lossNode("not accounted"), rest);
  else builder.link({ id: "rest", label: "not accounted", column: 0, kind: "source" }, oil, -rest);
}

function finish(builder: Builder, total: number): Sankey {
  for (const node of builder.nodes.values()) {
    const sum = (key: "from" | "to"): number =>
      builder.links.reduce((s, link) => s + (link[key] === node.id ? link.power : 0), 0);
    node.power = Math.max(sum("from"), sum("to"));
  }
  const rank = { source: 0, oil: 0, actuator: 1, work: 1, loss: 2 };
  const nodes = [...builder.nodes.values()].sort((a, b) => a.column - b.column || rank[a.kind] - rank[b.kind]);
  return { nodes, links: builder.links, total };
}
