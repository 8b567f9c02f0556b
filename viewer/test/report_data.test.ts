import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { differenceOf, largestDifferences, readCsv, resampled } from "../src/report/beside";
import { rowBefore, type Column } from "../src/report/data";
import { partsOf } from "../src/report/grouping";
import { instantIn, linkTo } from "../src/report/link";
import { Unpacker } from "../src/report/unpack";
import { usualPairs } from "../src/report/xy";
import { makeModel } from "./mock_model.mjs";

const mockModel = makeModel();
const column = (name: string, values: (number | null)[], unit = "m"): Column => ({ name, unit, description: "", values });

// Packs as the program does, bits by bits.
function packed(...columns: number[][]): string {
  const bytes: number[] = [];
  for (const values of columns) {
    const bits = new Uint32Array(new Float32Array(values).buffer);
    const folded = [...bits].map((now, k) => {
      const before = (back: number): number => (k === 0 ? 0 : bits[k - Math.min(back, k)]);
      const change = (now - before(1) - before(2) + before(3)) | 0;
      return ((change << 1) ^ (change >> 31)) >>> 0;
    });
    for (let byte = 0; byte < 4; ++byte) bytes.push(...folded.map((value) => (value >>> (8 * byte)) & 255));
  }
  return deflateSync(Uint8Array.from(bytes)).toString("base64");
}

test("packed numbers come back, what is none as null", async () => {
  const unpacker = await Unpacker.open(packed([1, -2.5, 3e7, 0, -1e-30], [NaN, 7]));
  assert.deepEqual(unpacker.column(5), [1, -2.5, 3e7, 0, Math.fround(-1e-30)]);
  assert.deepEqual(unpacker.column(2), [null, 7]);
  assert.throws(() => unpacker.column(1), /end early/);
});

test("columns become rows", async () => {
  assert.deepEqual((await Unpacker.open(packed([1, 2], [3, 4], [5, 6]))).rows(2, 3), [1, 3, 5, 2, 4, 6]);
});

test("between which rows an instant is", () => {
  const times = [0, 1, 3];
  assert.deepEqual([-1, 0, 0.5, 2.5, 3, 9].map((t) => rowBefore(times, t)), [[0, 0], [0, 0], [0, 0.5], [1, 0.75], [2, 0], [2, 0]]);
});

test("a CSV file of a run is read, quotes, gaps and all", () => {
  const { times, columns } = readCsv('# bramah\ntime [s],"a,""b [m]",c [Pa]\r\n0,1,7\r\n0.5,,-7e5\r\n');
  assert.deepEqual(times, [0, 0.5]);
  assert.deepEqual(columns, [column('a,"b', [1, null]), column("c", [7, -7e5], "Pa")]);
  assert.throws(() => readCsv("a,b\n1,2\n"), /first column is not the time/);
  assert.throws(() => readCsv("time [s],b\n1,2\n0,3\n"), /do not increase/);
});

test("another run is brought to the same instants, and to none outside of it", () => {
  assert.deepEqual(resampled(column("a", [0, 10, 20]), [0, 1, 2], [-0.5, 0.5, 1.75, 2, 3]), [null, 5, 17.5, 20, null]);
  assert.deepEqual(resampled(column("a", [4]), [0, 1, 2], [0.5, 1]), [4, 4]);
});

test("differences: other less this, largest in relation to the range first", () => {
  assert.deepEqual(differenceOf(column("a", [1]), [2, null, 0]).values, [1, null, -1]);
  const own = [column("small", [0, 1000, 0]), column("large", [0, 1, 0]), column("same", [5, 6, 5]), column("missing", [1, 2, 3])];
  const there: Record<string, (number | null)[]> = { small: [0, 1010, 0], large: [0, 1, -0.5], same: [5, 6, 5] };
  const found = largestDifferences([0, 1, 2], own, (name) => there[name] ?? null, 5);
  assert.deepEqual(found.map(({ name, most, at }) => [name, most, at]), [["large", -0.5, 2], ["small", 10, 1]]);
  assert.ok(Math.abs(found[0].share - 0.5 / 1.5) < 1e-12);
});

test("channels go to the part whose name begins theirs, actuators before the rest", () => {
  const { scheme } = mockModel;
  const actuator = scheme.parts.find(({ role }) => role === "actuator")?.name ?? "";
  const valve = scheme.parts.find(({ role }) => role === "valve")?.name ?? "";
  const names = ["energy.kinetic", "tip.x", `${valve}.U`, `${actuator}.length`, `${actuator}.A.p`];
  const parts = partsOf(names.map((name) => column(name, [0, 1])), scheme);
  assert.deepEqual(parts.map(({ name, columns }) => [name, columns.length]), [[actuator, 2], [valve, 1], ["tip", 1], ["energy", 1]]);
});

test("usual pairs: force over stroke of what has both", () => {
  const { name } = mockModel.scene.cylinders[0];
  const pairs = usualPairs(mockModel, (channel) => [`${name}.length`, `${name}.force`].includes(channel));
  assert.deepEqual(pairs, [{ title: `${name}: force over stroke`, x: `${name}.length`, y: `${name}.force` }]);
  assert.deepEqual(usualPairs(null, () => true), []);
});

test("links to an instant are short and read back", () => {
  assert.equal(linkTo(2.50000001, null), "#t=2.5");
  assert.equal(linkTo(2.5, { from: 1, to: 4 }), "#t=2.5&from=1&to=4");
  assert.equal(instantIn("#t=2.5&from=1&to=4"), 2.5);
  assert.equal(instantIn("#t=x"), null);
  assert.equal(instantIn(""), null);
});
