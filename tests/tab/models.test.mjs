// Every machine of models/, a second long, in the WebAssembly module and in the native program: each channel equal to
// 1e-9 of its largest value, or of its nominal where it stays smaller (what is zero but for round-off has no digits to
// compare). Some machines enlarge round-off beyond that, in whatever program: there the native program is run again with a
// mass or a bore changed in its last digit, and that is how far the module may be away. Says which machines have the same bits.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { machineFiles, program, root, skipUnlessBuilt, startModule } from "./module.mjs";

skipUnlessBuilt();
if (!existsSync(program)) {
  console.log(`skipped: ${program} is not there to compare with`);
  process.exit(77);
}

const kEqual = 1e-9;
const kLongest = 1; // s
const kEvery = "10 ms";
const work = mkdtempSync(join(tmpdir(), "bramah-tab-"));
const native = (...options) => execFileSync(program, options, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 1 << 28 });

function readRows(text) {
  const lines = text.trimEnd().split("\r\n");
  const names = lines[0].split(",").slice(0, -1); // the last cell tells where it comes from
  return { names, rows: lines.slice(1).map((line) => line.split(",").map(Number)) };
}

// The largest difference of all channels, as a share of what each is compared with.
function difference(mine, theirs, nominal) {
  let worst = { share: 0, name: "" };
  for (let k = 0; k < theirs.names.length; ++k) {
    let largest = nominal.get(theirs.names[k].replace(/ \[.*$/, "")) ?? 1;
    let apart = 0;
    for (let row = 0; row < theirs.rows.length; ++row) {
      const a = mine.rows[row][k];
      const b = theirs.rows[row][k];
      if (Number.isNaN(a) && Number.isNaN(b)) continue;
      largest = Math.max(largest, Math.abs(b));
      apart = Math.max(apart, Math.abs(a - b));
      if (Number.isNaN(a - b)) apart = Infinity;
    }
    if (apart / largest > worst.share) worst = { share: apart / largest, name: theirs.names[k] };
  }
  return worst;
}

const kLastDigit = 8e-16;
const kMostChanged = 14;
const kWider = 3; // times what the last digit does: two programs differ in more than one

// What the last digit of a mass or a bore does to the native program itself.
function ownRoundOff(path, until, theirs, nominal) {
  const csv = join(work, "changed.csv");
  const { answer } = tab.ask({ do: "settings", model: path });
  const changed = answer.filter((one) => /(mass|bore)$/.test(one.path) && /^[\d.]+ (kg|mm)$/.test(one.text)).slice(-kMostChanged);
  const shares = changed.map((one) => {
    const [value, unit] = one.text.split(" ");
    native("run", path, "--until", until, "--every", kEvery, "-o", csv, "--set", `${one.path}=${(value * (1 + kLastDigit)).toPrecision(17)} ${unit}`);
    return difference(readRows(readFileSync(csv, "utf8")), theirs, nominal).share;
  });
  return Math.max(0, ...shares);
}

const tab = await startModule();
const machines = Object.keys(machineFiles()).filter((path) => /^models\/[^/]*\.yaml$/.test(path));
const found = [];

test("there are machines to compare", () => assert.ok(machines.length > 40));

for (const path of machines)
  test(path, () => {
    const csv = join(work, "native.csv");
    const until = `${Math.min(kLongest, tab.ask({ do: "check", model: path }).answer.until_s)} s`;
    native("run", path, "--until", until, "--every", kEvery, "-o", csv);
    const { channels } = JSON.parse(native("check", path, "--channels", "--json"));
    const answer = tab.ask({ do: "run", model: path, until, every: kEvery, csv: "/out/tab.csv" });
    assert.deepEqual(answer.problems, undefined);
    const [mineText, theirsText] = [tab.read("/out/tab.csv"), readFileSync(csv, "utf8")];
    const [mine, theirs] = [readRows(mineText), readRows(theirsText)];
    assert.deepEqual(mine.names, theirs.names);
    assert.equal(mine.rows.length, theirs.rows.length);
    const nominal = new Map(channels.map((one) => [one.name, one.nominal]));
    const worst = difference(mine, theirs, nominal);
    const isSame = mineText === theirsText;
    found.push({ path, ...worst, isSame });
    const allowed = worst.share <= kEqual ? kEqual : Math.max(kEqual, kWider * ownRoundOff(path, until, theirs, nominal));
    if (allowed > kEqual) console.log(`${path}: the last digit of a mass or a bore changes the native program by ${(allowed / kWider).toExponential(1)}`);
    console.log(`${path}: ${isSame ? "the same bits" : `${worst.share.toExponential(1)} (${worst.name})`}`);
    assert.ok(worst.share <= allowed, `${worst.name} differs by ${worst.share} of its size`);
  });

test("summary", () => {
  rmSync(work, { recursive: true });
  const same = found.filter(({ isSame }) => isSame).map(({ path }) => path.replace(/^models\/|\.yaml$/g, ""));
  console.log(`${found.length} machines; ${same.length} with the same bits: ${same.join(", ")}`);
  console.log(`largest difference: ${Math.max(...found.map(({ share }) => share))}`);
});
