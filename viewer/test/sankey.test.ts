import assert from "node:assert/strict";
import { test } from "node:test";
import { makeSankey, type Powers, type Sankey } from "../src/live/energy/sankey";
import { shapeSankey } from "../src/live/energy/shape";

const lifting: Powers = {
  sources: [
    ["pump", 10000],
    ["tank", -30],
  ],
  losses: [
    ["lift_valve", 2000],
    ["lift.friction", 500],
    ["lift.dampers", 0],
    ["tiny", 20],
  ],
  work: [
    ["lift", 7000],
    ["jib", 0],
  ],
  oil: 450,
};

const sum = (s: Sankey, key: "from" | "to", id: string): number =>
  s.links.reduce((t, l) => t + (l[key] === id ? l.power : 0), 0);

function checkBalance(s: Sankey): void {
  for (const { id, power } of s.nodes) {
    const [into, out] = [sum(s, "to", id), sum(s, "from", id)];
    if (into > 0 && out > 0) assert.ok(Math.abs(into - out) <= 1.001e-3 * s.total, `${id}: ${into} in, ${out} out`);
    assert.equal(power, Math.max(into, out));
  }
  for (const link of s.links) assert.ok(link.power > 0);
}

test("every node gives what it takes", () => {
  const s = makeSankey(lifting);
  checkBalance(s);
  assert.equal(sum(s, "to", "work"), 7000);
  assert.equal(sum(s, "from", "actuator lift"), 7500);
  assert.equal(sum(s, "to", "loss other losses"), 50); // 20 lost, 30 back to the tank
  assert.equal(
    s.nodes.find(({ id }) => id === "actuator jib"),
    undefined,
  );
});

test("a load that goes down drives the oil", () => {
  const s = makeSankey({
    sources: [["pump", 1000]],
    losses: [
      ["lift.friction", 300],
      ["lift_valve", 5700],
    ],
    work: [["lift", -5000]],
    oil: 0,
  });
  checkBalance(s);
  assert.equal(sum(s, "from", "load lift"), 5000);
  assert.equal(sum(s, "from", "oil"), 5700);
  assert.equal(s.total, 6000);
});

test("what the books leave over is shown; less than the numbers' digits is not", () => {
  const open = makeSankey({ sources: [["pump", 1000]], losses: [["valve", 600]], work: [], oil: 0 });
  assert.equal(sum(open, "to", "loss not accounted"), 400);
  const closed = makeSankey({ sources: [["pump", 1000]], losses: [["valve", 999.9]], work: [], oil: 0 });
  assert.equal(closed.links.length, 2);
});

test("bars are as high as their power and stay inside", () => {
  const { bars, ribbons } = shapeSankey(makeSankey(lifting), 400, 300);
  const scale = bars[0].height / bars[0].power;
  for (const bar of bars) {
    assert.ok(Math.abs(bar.height - scale * bar.power) < 1e-9);
    assert.ok(bar.x >= 0 && bar.x <= 400 && bar.y >= -1e-9 && bar.y + bar.height <= 300 + 1e-9);
  }
  assert.equal(ribbons.length, makeSankey(lifting).links.length);
});

test("nothing flows", () => {
  assert.deepEqual(makeSankey({ sources: [["pump", 0]], losses: [], work: [["lift", 0]], oil: 0 }), {
    nodes: [],
    links: [],
    total: 0,
  });
});
