// Step times of the WebAssembly module in Node beside those of the native program, in turns, the shortest of each: what
// else the computer does makes both longer. The first run of a module is slower: its code is still being compiled.
//   node tests/tab/step_time.mjs [MODEL ...]
import { execFileSync } from "node:child_process";
import { program, root, skipUnlessBuilt, startModule } from "./module.mjs";

skipUnlessBuilt();
const models = process.argv.length > 2 ? process.argv.slice(2) : ["models/patu655.yaml", "models/excavator.yaml", "models/four_bar_smooth.yaml", "models/chrono_crane.yaml"];
const kRounds = 7;
const tab = await startModule();
const perStep = ({ wall_s, steps }) => (1e6 * wall_s) / steps;

console.log("| machine | native | in the tab | ratio | the first run |");
console.log("|---|---|---|---|---|");
for (const path of models) {
  const until = path.includes("patu") || path.includes("excavator") ? "10 s" : "20 s";
  const here = [];
  const native = [];
  for (let k = 0; k < kRounds; ++k) {
    here.push(perStep(tab.ask({ do: "run", model: path, until }).answer));
    native.push(perStep(JSON.parse(execFileSync(program, ["run", path, "--until", until, "--json"], { cwd: root, encoding: "utf8" }))));
  }
  const [mine, theirs] = [Math.min(...here), Math.min(...native)];
  console.log(`| ${path} | ${theirs.toFixed(2)} µs | ${mine.toFixed(2)} µs | ${(mine / theirs).toFixed(2)} | ${here[0].toFixed(2)} µs |`);
}
