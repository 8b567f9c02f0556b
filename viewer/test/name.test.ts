import assert from "node:assert/strict";
import { test } from "node:test";
import { elideMiddle, splitName } from "../src/shared/name";

test("a name keeps its end", () => {
  assert.deepEqual(splitName("boom_cylinder.A.p"), ["boom_cylinder", ".A.p"]);
  assert.deepEqual(splitName("load_tool_position"), ["load_tool_posi", "tion"]);
  assert.deepEqual(splitName("line.p"), ["line", ".p"]);
  assert.deepEqual(splitName("t"), ["t", ""]);
  const [head, tail] = splitName("crane.outer_boom.cylinder.A.pressure");
  assert.equal(tail.length, 12);
  assert.equal(head + tail, "crane.outer_boom.cylinder.A.pressure");
});

test("a text loses its middle until it fits", () => {
  const fits = (most: number) => (text: string) => text.length <= most;
  assert.equal(elideMiddle("friction", fits(8)), "friction");
  assert.equal(elideMiddle("friction of arm_cylinder", fits(11)), "frict…inder");
  assert.equal(elideMiddle("friction", fits(1)), "…");
});
