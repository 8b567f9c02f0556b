// Writes the documentation's pictures of the pages into docs/images, as they look today:
//   BRAMAH_PROGRAM=build/bramah BRAMAH_VIEWER=build/viewer node tests/page/pictures.mjs [strip light dark excavator again small loader report]
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { filled, holdLever, isPaused, launch, openPage, program, Served, sleep, tick, until } from "./browser.mjs";

const images = process.env.BRAMAH_SHOTS ?? fileURLToPath(new URL("../../docs/images", import.meta.url));
const kHard = 120000; // ms: a busy computer
const browser = await launch();

// What stands is drawn finely.
async function stand(page) {
  if (!(await isPaused(page))) await page.getByTestId("pause").click();
  await until("the pause", () => isPaused(page), kHard);
  await until("the fine picture", () => page.locator(".machine-view canvas").evaluate((one) => one.width > 1.9 * one.clientWidth), kHard);
  await sleep(600);
}

// A machine that has been driven for some seconds with some of its levers.
async function driven(model, options, levers, seconds, act) {
  const served = new Served(`models/${model}.yaml`);
  await served.start();
  const { page, context } = await openPage(browser, served.url, { viewport: { width: 1280, height: 800 }, ...options });
  try {
    const start = await tick(page);
    for (const [signal, way] of levers(served.model)) await holdLever(page, signal, way);
    await until("the drive", async () => (await tick(page)) > start + seconds / served.model.step, kHard);
    await act(page, served);
  } finally {
    await context.close();
    await served.stop();
  }
}

const lever = (model, label, way) => [model.controls.find((one) => one.label.toLowerCase().includes(label)).signal, way];
const crane = (model) => [lever(model, "lift", 0.45), lever(model, "slew", 0.6), lever(model, "outer", 0.3)];
const shoot = (page, name) => page.screenshot({ path: join(images, `${name}.png`) });

async function report(name, width, height) {
  const folder = mkdtempSync(join(tmpdir(), "bramah-pictures-"));
  execFileSync(program, ["run", "models/patu655.yaml", "--report", join(folder, "report.html")], { stdio: "ignore" });
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(filled(readFileSync(join(folder, "report.html"), "utf8")));
  await page.locator(".player input[type=range]").evaluate((slider) => {
    slider.value = "250";
    slider.dispatchEvent(new Event("input"));
  });
  await sleep(6000);
  await shoot(page, name);
  await page.close();
  rmSync(folder, { recursive: true });
}

const excavator = (model) => [lever(model, "boom", -0.6), lever(model, "arm", 0.5), lever(model, "swing", 0.4)];
const loader = (model) => [lever(model, "arm", -0.5)];

// Three machines side by side.
async function strip() {
  const shots = [];
  for (const [model, levers] of [["patu655", crane], ["excavator", excavator], ["wheel_loader", loader]])
    await driven(model, {}, levers, 3, async (page) => (await stand(page), shots.push(await page.locator(".stage").screenshot())));
  const page = await browser.newPage({ viewport: { width: 1320, height: 330 } });
  const cells = shots.map((shot) => `<img src="data:image/png;base64,${shot.toString("base64")}" style="width:433px;height:320px;object-fit:cover;object-position:top;border-radius:6px">`);
  await page.setContent(`<body style="margin:5px;display:flex;gap:5px;background:#fff">${cells.join("")}</body>`);
  await sleep(500);
  await shoot(page, "live-strip");
  await page.close();
}

const pictures = {
  strip,
  light: () => driven("patu655", {}, crane, 4, async (page) => (await stand(page), await shoot(page, "live-light"))),
  dark: () => driven("patu655", { colorScheme: "dark", viewport: { width: 1920, height: 1080 } }, crane, 4, async (page) => (await stand(page), await shoot(page, "live-dark"))),
  excavator: () =>
    driven("excavator", {}, excavator, 4, async (page) => {
      await page.getByTestId("tab-plots").click();
      await stand(page);
      await shoot(page, "live-excavator");
    }),
  again: () =>
    driven("patu655", {}, crane, 6, async (page) => {
      await page.getByTestId("tab-setup").click();
      await page.getByTestId("set-name").fill("load.mass");
      await page.getByTestId("set-value").fill("650 kg");
      await page.getByTestId("set").click();
      await page.locator(".sets", { hasText: "load.mass" }).waitFor({ timeout: kHard });
      await page.getByTestId("again").click();
      await page.getByTestId("comparison").waitFor({ timeout: kHard });
      await sleep(3500);
      await page.getByTestId("play-past").click();
      await sleep(2500);
      await shoot(page, "live-again");
    }),
  small: () => driven("patu655", { viewport: { width: 400, height: 800 } }, crane, 4, async (page) => (await stand(page), await shoot(page, "live-small"))),
  loader: () => driven("wheel_loader", {}, loader, 3, async (page) => (await stand(page), await shoot(page, "wheel_loader"))),
  report: async () => {
    await report("report", 1280, 960);
    await report("report-narrow", 400, 900);
  },
};

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(pictures);
for (const name of wanted) await pictures[name]();
await browser.close();
