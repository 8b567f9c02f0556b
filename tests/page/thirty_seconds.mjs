// Serves a machine for 30 s with the page open, plots on and levers moving, and prints the step times:
//   BRAMAH_PROGRAM=build/bramah BRAMAH_VIEWER=build/viewer node tests/page/thirty_seconds.mjs
// Not a test: a shared computer cannot promise times.
import { holdLever, launch, openPage, Served, sleep } from "./browser.mjs";

const kSeconds = 30;
const served = new Served();
await served.start();
const browser = await launch();
const { page, problems } = await openPage(browser, served.url, {});
await page.getByTestId("tab-plots").click();
const levers = served.model.controls.filter(({ returns }) => returns);
const start = Date.now();
for (let k = 0; Date.now() - start < 1000 * kSeconds; ++k) {
  const { signal } = levers[k % levers.length];
  await holdLever(page, signal, k % (2 * levers.length) < levers.length ? 0.7 : -0.7);
  await sleep(1500);
  await holdLever(page, signal, 0);
}
await browser.close();
await served.stop();
console.log(served.log.trim());
if (problems.length > 0) console.log("console:", problems);
