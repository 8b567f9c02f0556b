// Reports of runs and pages of analyses in a real browser, from files as the program writes them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { contrast, launch } from "./browser.mjs";

const program = process.env.BRAMAH_PROGRAM;
const bundle = process.env.BRAMAH_BUNDLE;
const skip = program === undefined ? "needs the program" : false;
const kData = /(<script[^>]*id="report-data"[^>]*>)[^]*?(<\/script>)/;

let browser, folder;
const pages = {};

before(async () => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "bramah-reports-"));
  const write = (name, ...words) => {
    execFileSync(program, [...words, "--report", join(folder, `${name}.html`)], { stdio: "ignore" });
    pages[name] = readFileSync(join(folder, `${name}.html`), "utf8");
  };
  write("run", "run", "models/four_bar.yaml", "--until", "3s");
  write("poles", "linearize", "models/four_bar.yaml", "--at", "2.5s");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

// The page with other data in it; the scripts under test in place of the program's, if there are any.
function filled(html, data) {
  let text = data === undefined ? html : html.replace(kData, (_, open, close) => open + JSON.stringify(data) + close);
  if (bundle === undefined) return text;
  const own = (kind) => readFileSync(`${bundle}/report.${kind}`, "utf8");
  text = text.replace(/(<style nonce="bramah">)[^]*?(<\/style>)/, (_, open, close) => open + own("css") + close);
  return text.replace(/(<script nonce="bramah">)[^]*?(<\/script>)/, (_, open, close) => open + own("js") + close);
}

async function withReport(html, options, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  try {
    await page.setContent(html);
    await page.locator("h1").waitFor();
    await act(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

const section = (more) => ({ title: "", text: [], figures: [], drawings: [], tables: [], plots: [], ...more });
const sections = (...list) => ({ kind: "Test", title: "Page", lead: "", alarm: "", facts: [], sections: list.map(section) });
const series = (y) => ({ name: "a", x: y.map((_, k) => k), y, line: true, points: true, colour: -1, dash: -1 });
const plot = (y) => ({
  title: "P",
  text: "",
  x: { label: "step", unit: "s", log: false },
  y: { label: "energy.residual", unit: "J", log: false },
  series: [series(y)],
});

describe("reports", { concurrency: false, skip }, () => {
  test("an instant costs a look at its row, not at all rows of all channels", () =>
    withReport(filled(pages.run), {}, async (page) => {
      await page.evaluate(() => {
        const { abs } = Math;
        Math.abs = (value) => (++window.absolutes, abs(value));
      });
      const slider = page.locator(".player input[type=range]");
      const cost = async () => {
        await page.evaluate(() => (window.absolutes = 0));
        await slider.press("ArrowRight");
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        return page.evaluate(() => window.absolutes);
      };
      await cost();
      const channels = await page.locator(".legend button .value").count();
      const seen = await cost();
      assert.ok(seen > 0 && seen < 100 * channels, `${seen} numbers looked at for ${channels} values`);
    }));

  test("tiles are about the machine, the solver's are folded", () =>
    withReport(filled(pages.run), {}, async (page) => {
      const tiles = page.locator(".figures").first();
      assert.match(await tiles.textContent(), /Highest pressure[\d.]+\s*bar.* at [\d.]+\s*s/);
      assert.match(await tiles.textContent(), /Largest flow[\d.]+\s*l\/min/);
      assert.doesNotMatch(await tiles.textContent(), /Newton/);
      const numerics = page.locator("details.numerics");
      assert.equal(await numerics.getAttribute("open"), null);
      await numerics.locator("summary").click();
      assert.match(await numerics.textContent(), /Newton iterations/);
      const { width } = await numerics.locator(".canvas canvas").first().boundingBox();
      assert.ok(width > 300, `${width} pixels`);
    }));

  test("a legend has the range of each channel, its hidden ones can be read", async () => {
    for (const colorScheme of ["light", "dark"])
      await withReport(filled(pages.run), { colorScheme }, async (page) => {
        const entry = page.locator(".plots .legend button").first();
        assert.match(await entry.locator(".range").textContent(), /^[−\d.×⁰-⁹]+ … [−\d.×⁰-⁹]+$/);
        assert.match(await entry.getAttribute("title"), / at [\d.]+\s*s, .* at the end$/);
        await entry.click();
        assert.equal(await entry.getAttribute("aria-pressed"), "false");
        const found = await contrast(entry.locator(".name"), "color");
        assert.ok(found > 4.5, `${colorScheme}: ${found}`);
      });
  });

  test("the keyboard can skip to the results", () =>
    withReport(filled(pages.run), {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the results");
      assert.ok((await page.locator(".skip").boundingBox()).x >= 0);
    }));

  test("a y axis has room for its title beside its labels", () =>
    withReport(filled(pages.poles, sections({ plots: [plot([-1.234567e-13, 2.5e-13, 1e-13])] })), {}, async (page) => {
      const { title, labels } = await page.locator(".chart svg").first().evaluate((picture) => {
        const texts = [...picture.querySelectorAll(".grid text")];
        const turned = texts.find((text) => text.hasAttribute("transform"));
        const ends = texts.filter((text) => text.getAttribute("text-anchor") === "end");
        return {
          title: turned.getBoundingClientRect().right,
          labels: Math.min(...ends.map((text) => text.getBoundingClientRect().left)),
        };
      });
      assert.ok(title <= labels, `the title ends at ${title}, labels begin at ${labels}`);
    }));

  test("a plot with nothing says so in dark mode too, without a legend", () =>
    withReport(filled(pages.poles, sections({ plots: [plot([null, null])] })), { colorScheme: "dark" }, async (page) => {
      const text = page.locator(".chart svg text", { hasText: "nothing to show" });
      const found = await contrast(text, "fill");
      assert.ok(found > 4.5, `${found}`);
      assert.equal(await page.locator(".legend").count(), 0);
    }));

  test("a table shows that there is more of it", () => {
    const columns = Array.from({ length: 30 }, (_, k) => ({ title: `column ${k}`, unit: "mm", help: "", digits: 4 }));
    const rows = [{ cells: columns.map((_, k) => k + 0.5), note: "", quiet: false }];
    const wide = { title: "T", text: "", columns, rows, grouped: 0 };
    return withReport(filled(pages.poles, sections({ tables: [wide] })), {}, async (page) => {
      const scroll = page.locator(".scroll");
      const shade = () => scroll.evaluate((element) => getComputedStyle(element).boxShadow);
      await page.waitForFunction(() => getComputedStyle(document.querySelector(".scroll")).boxShadow !== "none", null, {
        timeout: 5000,
      });
      const before = await shade();
      await scroll.evaluate((element) => (element.scrollLeft = element.scrollWidth));
      await page.waitForFunction((was) => getComputedStyle(document.querySelector(".scroll")).boxShadow !== was, before);
    });
  });

  test("an unstable machine is announced, numbers read as on the rest of the page", () =>
    withReport(filled(pages.poles), {}, async (page) => {
      assert.match(await page.getByRole("alert").textContent(), /^Unstable: a small push grows\. Pole 0\.17/);
      const tiles = await page.locator(".figures").first().textContent();
      assert.match(tiles, /Stabilityunstable/);
      assert.match(tiles, /Fastest pole−2\.30\d×10⁴ 1\/s/);
      assert.doesNotMatch(tiles, /\de[+-]?\d|inf|nan/);
    }));

  test("rows of poles are low on a phone", () =>
    withReport(filled(pages.poles), { viewport: { width: 400, height: 800 } }, async (page) => {
      const heights = await page
        .locator(".grid-table")
        .first()
        .locator("tbody tr")
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      assert.ok(Math.max(...heights) < 75, `${Math.max(...heights)} pixels`);
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
    }));
});
