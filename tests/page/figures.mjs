// Prints what the pages cost: sizes of their bundles, the first paint of each page, and, while patu655 is driven for some
// seconds, pictures a second, simulated over real time and overruns; each beside the computer's load:
//   BRAMAH_PROGRAM=build/bramah BRAMAH_VIEWER=build/viewer node tests/page/figures.mjs [seconds]
// How fast a report plays is told by play_rate.mjs. Not a test: a shared computer cannot promise rates.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { holdLever, launch, openPage, program, Served, sleep, tick, until, viewer } from "./browser.mjs";

const kSeconds = Number(process.argv[2] ?? 10);
const kilobytes = (bytes) => `${(bytes / 1e3).toFixed(0)} kB`;
const load = () => `load ${loadavg()[0].toFixed(1)}`;

for (const name of ["live.js", "live.css", "report.js", "report.css", "page.js", "page.css"]) {
  const bytes = readFileSync(join(process.env.BRAMAH_BUNDLE ?? `${viewer}/dist`, name));
  console.log(`${name}: ${kilobytes(bytes.length)}, compressed ${kilobytes(gzipSync(bytes).length)}`);
}

const folder = mkdtempSync(join(tmpdir(), "bramah-figures-"));
const written = { report: ["run", "models/patu655.yaml"], linearize: ["linearize", "models/four_bar.yaml", "--at", "2.5s"] };
for (const [name, words] of Object.entries(written))
  execFileSync(program, [...words, "--report", join(folder, `${name}.html`)], { stdio: "ignore" });
const served = new Served();
await served.start();
const browser = await launch();

// The browser's own figure, of a fresh context.
async function firstPaint(url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  const time = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
  await context.close();
  return time;
}

for (const [name, url] of [["live page", served.url], ...Object.keys(written).map((one) => [one, `file://${folder}/${one}.html`])])
  for (let k = 0; k < 3; ++k) console.log(`first paint of the ${name}: ${(await firstPaint(url)).toFixed(0)} ms, ${load()}`);

const { page } = await openPage(browser, served.url, {});
const levers = served.model.controls.filter(({ returns }) => returns);
const status = () => page.evaluate(() => window.statusOf);
await page.evaluate(() => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  socket.onopen = () => {
    socket.send(JSON.stringify({ type: "hello", protocol: 2, name: "figures", watch: true }));
  };
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "status") window.statusOf = message;
  };
});
await until("the status", async () => (await status()) !== undefined, 60000);
for (let round = 0; round < 3; ++round) {
  await sleep(1000);
  const [before, ticks, start] = [await status(), await tick(page), performance.now()];
  const shown = async () => Number(await page.locator(".machine-view").getAttribute("data-pictures"));
  const first = await shown();
  for (let k = 0; performance.now() - start < 1e3 * kSeconds; ++k) {
    const { signal } = levers[k % levers.length];
    await holdLever(page, signal, k % (2 * levers.length) < levers.length ? 0.7 : -0.7);
    await sleep(1500);
    await holdLever(page, signal, 0);
  }
  const passed = (performance.now() - start) / 1e3;
  const after = await status();
  const factor = (served.model.step * ((await tick(page)) - ticks)) / passed;
  console.log(`driving: ${(((await shown()) - first) / passed).toFixed(1)} pictures a second, ${factor.toFixed(2)} x real time, ${after.overruns - before.overruns} overruns of ${after.steps - before.steps} steps, ${load()}`);
}
await browser.close();
await served.stop();
rmSync(folder, { recursive: true });
