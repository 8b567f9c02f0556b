// site/docs in a browser: search, a part of the catalogue that runs in its page, and links. Environment as of
// playground.test.mjs.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { serveFiles } from "./files.mjs";
import { root } from "./module.mjs";

const site = process.env.BRAMAH_SITE ?? `${root}/site`;
process.env.BRAMAH_VIEWER ??= `${root}/build/viewer`;
const viewer = process.env.BRAMAH_VIEWER;
if (!existsSync(`${site}/docs/index.html`) || !existsSync(`${viewer}/node_modules/marked`)) {
  console.log(`skipped: ${site}/docs is not there; ./bramah docs builds it`);
  process.exit(77);
}
const { launch, until } = await import("../page/browser.mjs");

const kPatience = 90000;
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

async function withPage(path, act, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  try {
    await page.goto(files.url + path);
    await act(page);
    if (process.env.BRAMAH_SHOTS !== undefined) await page.screenshot({ path: `${process.env.BRAMAH_SHOTS}/${path.replace(/\W+/g, "-")}${options.viewport?.width ?? ""}.png` });
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

test("every link leads to a page and a heading; a broken one is found", () => {
  const copy = mkdtempSync(join(tmpdir(), "bramah-docs-"));
  const build = () => execFileSync(process.execPath, ["tools/docs.mjs", copy, viewer, "--check"], { cwd: root, encoding: "utf8", stdio: "pipe" });
  try {
    cpSync(site, copy, { recursive: true });
    assert.match(build(), /\d{4,} links, 0 of them lead nowhere/);
    rmSync(join(copy, "index.html"));
    assert.throws(build, /index\.html leads nowhere/);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test("search finds sections, and leads to them", () =>
  withPage("docs/index.html", async (page) => {
    await page.locator("#search").fill("counterbalance valve");
    const hit = page.getByTestId("hit").first();
    await until("a hit", async () => (await hit.count()) > 0);
    assert.match(await hit.textContent(), /Counterbalance valve/);
    await hit.click();
    await until("the page", async () => page.url().includes("#counterbalance-valve"));
    assert.ok(await page.locator("article").isVisible());
  }));

test("each part of the catalogue has one machine; one runs where it stands, with a slider", () =>
  withPage("docs/catalogue.html", async (page) => {
    const blocks = page.locator("bramah-machine");
    // Parts have headings of the third order, each with its machine before the next one.
    const parts = await page.locator("article :is(h2, h3, bramah-machine)").evaluateAll((found) => {
      const machines = [];
      for (const one of found)
        if (one.localName === "h3") machines.push({ name: one.textContent, count: 0 });
        else if (one.localName === "bramah-machine" && machines.length > 0) ++machines.at(-1).count;
      return machines;
    });
    assert.ok(parts.length > 45, `${parts.length} parts`);
    assert.deepEqual(parts.filter(({ count }) => count !== 1), []);
    const block = blocks.nth(1);
    await block.getByTestId("run-here").click();
    const state = block.getByTestId("figure-state");
    await until("the run", async () => (await state.textContent()).includes("steps in"), kPatience);
    await until("the plot", async () => (await block.locator("canvas").count()) === 1);
    const picture = () => block.locator("canvas").evaluate((canvas) => canvas.toDataURL());
    const first = await picture();
    const slider = block.getByTestId("slider-inlet.area");
    await slider.focus();
    await page.keyboard.press("PageUp");
    await until("another curve", async () => (await picture()) !== first, kPatience);
    await block.scrollIntoViewIfNeeded();
  }));

// Runs every machine of a page: how many there are, and the files among them.
async function runAll(page) {
  const count = await page.locator("bramah-machine").count();
  const files = [];
  for (let k = 0; k < count; ++k) {
    const block = page.locator("bramah-machine").nth(k);
    const [file, wanted] = await block.evaluate(({ dataset }) => [dataset.model, dataset.channels ?? ""]);
    const name = file ?? `block ${k}`;
    await block.getByTestId("run-here").dispatchEvent("click");
    const state = block.getByTestId("figure-state");
    await until(name, async () => !["", "Running…"].includes(await state.textContent()), kPatience);
    assert.match(await state.textContent(), /\d+ steps in/, name);
    assert.equal(await block.locator("canvas").count(), 1, `${name}: a plot`);
    assert.ok((await block.locator("input[type=range]").count()) > 0, `${name}: a slider`);
    if (file !== undefined) files.push(file);
    if (wanted !== "") {
      const shown = await block.getByTestId("channel").evaluate((select) => select.selectedOptions[0].textContent);
      assert.ok(wanted.split(" ").includes(shown.replace(/ \[.*$/, "")), `${name}: shows ${shown}, not ${wanted}`);
    }
  }
  return { count, files };
}

test("every machine of the catalogue runs in its page, with a plot and sliders", () =>
  withPage("docs/catalogue.html", async (page) => {
    const { count } = await runAll(page);
    assert.ok(count > 45);
  }));

test("the papers' machines are live figures", async () => {
  const files = [];
  for (const place of ["docs/cases.html", "docs/patu655.html"]) await withPage(place, async (page) => files.push(...(await runAll(page)).files));
  const papers = ["naya_rod", "crane_single", "crane_double", "four_bar", "quick_return", "circuit1", "circuit2", "circuit3", "circuit4", "circuit5", "patu655"];
  assert.deepEqual(papers.filter((name) => !files.includes(`models/${name}.yaml`)), []);
});

test("a phone shows a page as wide as itself", () =>
  withPage(
    "docs/catalogue.html",
    async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)),
    { viewport: { width: 400, height: 800 } },
  ));
