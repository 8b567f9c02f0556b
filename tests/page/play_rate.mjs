// Plays a report of patu655 for 9 s, machine and circuit on the screen, and prints how many instants a second are shown,
// beside the computer's load:
//   BRAMAH_PROGRAM=build/bramah BRAMAH_VIEWER=build/viewer node tests/page/play_rate.mjs
// Not a test: a shared computer cannot promise rates.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { filled, launch, program, sleep } from "./browser.mjs";

const folder = mkdtempSync(join(tmpdir(), "bramah-play-"));
const path = join(folder, "report.html");
execFileSync(program ?? "build/bramah", ["run", "models/patu655.yaml", "--report", path], { stdio: "ignore" });
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
await page.setContent(filled(readFileSync(path, "utf8")));
await page.locator(".controls").evaluate((bar) => bar.scrollIntoView());
await page.locator(".play").click();
await sleep(1000);
for (let k = 0; k < 3; ++k) {
  const rate = await page.evaluate(
    () =>
      new Promise((done) => {
        const reading = document.querySelector(".instant");
        const start = performance.now();
        let [last, shown] = [reading.value, 0];
        const look = () => {
          if (reading.value !== last) [last, shown] = [reading.value, shown + 1];
          const passed = performance.now() - start;
          if (passed < 3000) requestAnimationFrame(look);
          else done((1000 * shown) / passed);
        };
        requestAnimationFrame(look);
      }),
  );
  console.log(`${rate.toFixed(1)} instants a second, load ${loadavg()[0].toFixed(2)}`);
}
if (process.env.BRAMAH_PICTURE !== undefined) await page.screenshot({ path: process.env.BRAMAH_PICTURE });
await browser.close();
rmSync(folder, { recursive: true });
