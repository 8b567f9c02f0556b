// site/ from a plain static file server, in a browser: a machine edited, a mistake at its line, a report, a drive that
// is recorded and replayed, an address that holds a machine, no network, a phone.
//   BRAMAH_SITE     the folder; otherwise site/
//   BRAMAH_VIEWER   where playwright-core is; otherwise build/viewer
//   BRAMAH_SHOTS    a folder for pictures of the pages; otherwise none are taken
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import test, { after, before } from "node:test";
import { gzipSync } from "node:zlib";
import { serveFiles } from "./files.mjs";
import { root } from "./module.mjs";

const site = process.env.BRAMAH_SITE ?? `${root}/site`;
if (!existsSync(`${site}/bramah.wasm`)) {
  console.log(`skipped: ${site} is not there; ./bramah tab builds it`);
  process.exit(77);
}
process.env.BRAMAH_VIEWER ??= `${root}/build/viewer`;
const { launch, sleep, until } = await import("../page/browser.mjs");

const kPatience = 90000; // ms, on a computer that does other things too
let files;
let browser;
before(async () => {
  files = await serveFiles(site);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  files?.close();
});

const text = (page, id) => page.getByTestId(id).textContent();
const says = (page, words) => until(`"${words}"`, async () => (await text(page, "state")).includes(words), kPatience);
const shoot = async (page, name) => {
  if (process.env.BRAMAH_SHOTS !== undefined) await page.screenshot({ path: `${process.env.BRAMAH_SHOTS}/${name}.png` });
};
const live = (page) => page.frames().find((frame) => frame.url().includes("live.html"));
const isDriven = (page) => until("the machine", async () => (await live(page)?.getByTestId("connection").textContent().catch(() => "")) === "live", kPatience);
const time = async (page) => Number.parseFloat(await live(page).getByTestId("time").textContent());

async function withPage(act, { address = "", options = {} } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(files.url)) problems.push(`asked for ${request.url()}`);
  });
  try {
    await page.goto(files.url + address);
    await says(page, "no problems found");
    await act(page, context);
    assert.deepEqual(problems, [], "console errors");
  } finally {
    await context.close();
  }
}

const choose = async (page, path) => {
  await page.getByTestId("machine").selectOption(path);
  await says(page, "no problems found");
};

// The editor's text as CodeMirror has it: only lines in sight are in the page.
async function replaceInEditor(page, from, to) {
  await page.locator(".cm-content").click();
  await page.keyboard.press("Control+f");
  await page.locator(".cm-search input[name=search]").fill(from);
  await page.locator(".cm-search input[name=replace]").fill(to);
  await page.locator(".cm-search button[name=replaceAll]").click();
  await page.keyboard.press("Escape");
}

test("what a visitor loads is less than 4 MB, compressed", () => {
  const files = readdirSync(site).filter((name) => statSync(`${site}/${name}`).isFile()); // the docs are no part of it
  const bytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(`${site}/${name}`), { level: 9 }).length, 0);
  console.log(`${files.length} files, ${(bytes / 1e6).toFixed(2)} MB compressed`);
  assert.ok(files.includes("bramah.wasm") && bytes > 1e6 && bytes < 4e6, `${bytes} bytes`);
});

test("a mistake is shown at its line, and goes when it is mended", () =>
  withPage(async (page) => {
    await choose(page, "models/four_bar.yaml");
    await replaceInEditor(page, "mass: 225 kg", "mass: 225 bar");
    await says(page, "mass");
    const line = 1 + (await (await fetch(`${files.url}models.json`)).json())["models/four_bar.yaml"].split("\n").findIndex((one) => one.includes("mass: 225 kg"));
    assert.equal((await page.getByTestId("problem").first().textContent()).trim(), `models/four_bar.yaml:${line}`);
    await page.getByTestId("problem").first().click();
    const marked = page.locator(".cm-lintRange-error");
    await until("the mark", async () => (await marked.count()) > 0);
    assert.match(await page.locator(".cm-activeLine").textContent(), /mass: 225 bar/);
    await until("the gutter's mark", async () => (await page.locator(".cm-lint-marker-error").count()) === 1);
    await shoot(page, "mistake");
    await replaceInEditor(page, "mass: 225 bar", "mass: 250 kg");
    await says(page, "no problems found");
    assert.equal(await page.locator(".cm-lintRange-error").count(), 0);
    // It is still there after the page was closed.
    await page.reload();
    await says(page, "no problems found");
    await until("the edited text", async () => (await page.locator(".cm-content").textContent()).includes("250 kg"));
  }));

test("keys are completed and explained by the schema", () =>
  withPage(async (page) => {
    await choose(page, "models/four_bar.yaml");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+Home");
    await page.locator(".cm-line", { hasText: /^ {4}mass: 225 kg/ }).click();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("inert");
    await until("the completion", async () => (await page.locator(".cm-tooltip-autocomplete li").allTextContents()).some((one) => one.startsWith("inertia")));
    await page.keyboard.press("Escape");
    await page.locator(".cm-line", { hasText: /^ {4}mass: 225 kg/ }).locator("span", { hasText: "mass" }).first().hover();
    await until("the explanation", async () => (await page.getByTestId("told").count()) > 0);
    assert.match(await text(page, "told"), /mass/);
    await shoot(page, "hover");
  }));

test("a run makes a report; a slider changes the machine", () =>
  withPage(async (page) => {
    await choose(page, "models/four_bar.yaml");
    await page.getByTestId("until").fill("2 s");
    await page.getByTestId("run").click();
    await says(page, "2000 steps");
    const report = page.frameLocator("[data-testid=report]");
    await until("the report's title", async () => (await report.locator("h1").first().textContent()).includes("Four-bar"), kPatience);
    await until("its plots", async () => (await report.locator("canvas").count()) > 0, kPatience);
    await shoot(page, "report");
    const [csv] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save-csv").click()]);
    assert.equal(csv.suggestedFilename(), "four_bar.csv");
    // The slider of the lift's bore, a little to the right: --set.
    await page.getByTestId("find-number").fill("lift.bore");
    const slider = page.getByTestId("slider-lift.bore");
    await slider.focus();
    for (let k = 0; k < 10; ++k) await page.keyboard.press("ArrowRight");
    await until("the machine with another bore", async () => (await page.locator(".slider output").first().textContent()) !== "80 mm");
    await page.getByTestId("run").click();
    await says(page, "2000 steps");
    assert.match(await report.locator("body").textContent(), /lift\.bore|Four-bar/);
  }));

test("the crane is driven in real time; the drive is recorded and replayed bit for bit", () =>
  withPage(async (page) => {
    await choose(page, "models/patu655.yaml");
    await page.getByTestId("drive").click();
    await isDriven(page);
    const frame = live(page);
    await until("the clock", async () => (await time(page)) > 1, kPatience);
    const height = async () => Number.parseFloat(/z (-?[\d.]+) m/.exec(await frame.locator("body").innerText())[1]);
    const before = await height();
    // Real time over five seconds, by the page's own clock.
    const [t0, wall0] = [await time(page), Date.now()];
    await frame.evaluate(() => window.focus());
    await page.keyboard.down("w");
    await sleep(2500);
    await page.keyboard.up("w");
    await sleep(2500);
    const factor = (1000 * ((await time(page)) - t0)) / (Date.now() - wall0);
    console.log(`simulated over real time: ${factor.toFixed(3)}`);
    assert.ok(factor > 0.95 && factor < 1.05, `the machine runs at ${factor} x real time`);
    const lifted = (await height()) - before;
    assert.ok(lifted > 0.1, `the tip rose by ${lifted} m`);
    await shoot(page, "drive");
    await page.getByTestId("replay").click();
    await says(page, "bit for bit");
    const events = Number(/Replayed (\d+) events/.exec(await text(page, "state"))[1]);
    assert.ok(events >= 2, `the lever moved ${events} times`);
    await shoot(page, "replayed");
  }));

test("a run that never ends is stopped, by its limit and by hand", () =>
  withPage(
    async (page) => {
      await choose(page, "models/pendulum.yaml");
      await page.getByTestId("until").fill("1e9 s");
      await page.getByTestId("run").click();
      await says(page, "took longer than 3 s: its worker was stopped");
      await page.getByTestId("run").click();
      await until("the button", () => page.getByTestId("stop").isVisible());
      await page.getByTestId("stop").click();
      await says(page, "Stopped");
      await page.getByTestId("until").fill("");
      await page.getByTestId("check").click(); // another worker goes on
      await says(page, "no problems found");
    },
    { address: "?patience=3" },
  ));

test("an address holds a machine; a file is opened and saved", () =>
  withPage(async (page, context) => {
    await choose(page, "models/pendulum.yaml");
    await page.getByTestId("file").setInputFiles({
      name: "mine.yaml",
      mimeType: "text/plain",
      buffer: Buffer.from((await (await fetch(`${files.url}models.json`)).json())["models/pendulum.yaml"].replace(/^name: .*$/m, "name: My own pendulum")),
    });
    await says(page, "My own pendulum: no problems found");
    await page.getByTestId("share").click();
    await says(page, "has the machine in it");
    const address = page.url();
    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(address);
    await says(guest, "My own pendulum: no problems found");
    // What the guest makes of it is his own: the same address again stands beside it.
    await replaceInEditor(guest, "name: My own pendulum", "name: My other pendulum");
    await says(guest, "My other pendulum: no problems found");
    await guest.goto("about:blank");
    await guest.goto(address);
    await says(guest, "My own pendulum: no problems found");
    const names = await guest.getByTestId("machine").locator("option").allTextContents();
    assert.deepEqual(names.filter((name) => name.startsWith("mine")), ["mine *", "mine_2 *"]);
    await other.close();
    const [saved] = await Promise.all([page.waitForEvent("download"), page.getByTestId("save").click()]);
    assert.equal(saved.suggestedFilename(), "mine.yaml");
    assert.ok(context.pages().length === 1);
  }));

test("without a network everything works", () =>
  withPage(async (page, context) => {
    await until("the kept files", () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === "activated"), kPatience);
    await context.setOffline(true);
    await page.reload();
    await says(page, "no problems found");
    await choose(page, "models/four_bar.yaml");
    await page.getByTestId("until").fill("0.2 s");
    await page.getByTestId("run").click();
    await says(page, "200 steps");
    await page.getByTestId("drive").click();
    await isDriven(page);
    await until("the clock", async () => (await time(page)) > 0.5, kPatience);
  }));

test("on a phone nothing is wider than its screen", () =>
  withPage(
    async (page) => {
      const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      assert.ok(await fits());
      await shoot(page, "phone-file");
      await page.getByTestId("check").click();
      await says(page, "no problems found");
      await page.getByTestId("tab-result").click();
      await until("the result", () => page.getByTestId("answer").isVisible());
      assert.ok(await fits());
      await shoot(page, "phone-result");
      await page.getByTestId("drive").click();
      await isDriven(page);
      assert.ok(await fits());
      assert.ok(await live(page).evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      await shoot(page, "phone-drive");
    },
    { options: { viewport: { width: 400, height: 800 }, hasTouch: true } },
  ));
