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

test("each part of the catalogue has a machine; one runs where it stands, with a slider", () =>
  withPage("docs/catalogue.html", async (page) => {
    const blocks = page.locator("bramah-machine");
    assert.ok((await blocks.count()) > 40);
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

test("every machine of the catalogue runs in its page", () =>
  withPage("docs/catalogue.html", async (page) => {
    const count = await page.locator("bramah-machine").count();
    for (let k = 0; k < count; ++k) {
      const block = page.locator("bramah-machine").nth(k);
      await block.getByTestId("run-here").dispatchEvent("click");
      const state = block.getByTestId("figure-state");
      await until(`block ${k}`, async () => !["", "Running…"].includes(await state.textContent()), kPatience);
      assert.match(await state.textContent(), /\d+ steps in/, `block ${k}`);
    }
  }));

test("a phone shows a page as wide as itself", () =>
  withPage(
    "docs/catalogue.html",
    async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)),
    { viewport: { width: 400, height: 800 } },
  ));
