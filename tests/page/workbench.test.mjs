// The live page as a workbench: the last seconds run again with another parameter, the last minute looked at and gone on
// from, plots that are dragged, zoomed, held and sent to others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { holdLever, isPaused, servedPages, sleep, tick, until } from "./browser.mjs";

const { served, withPage, openAnother } = servedPages();

const channels = (page, strip) =>
  page.locator(".strip").nth(strip).locator("[data-channel]").evaluateAll((list) => list.map((one) => one.dataset.channel));

async function drive(page, seconds) {
  const { signal } = served.model.controls.find(({ label }) => /lift/i.test(label)) ?? served.model.controls[0];
  const start = await tick(page);
  await holdLever(page, signal, 0.7);
  await until("a drive", async () => (await tick(page)) > start + 1000 * seconds, 60000);
  await holdLever(page, signal, 0);
}

const shot = (page, t) =>
  page.getByTestId("instant").evaluate((input, wanted) => {
    input.value = String(wanted < 0 ? Number(input.max) + wanted : wanted);
    input.dispatchEvent(new Event("input"));
  }, t);

const seconds = async (page) => parseFloat(await page.getByTestId("time").textContent());

// "84.1 bar" -> 84.1
const figure = (text) => parseFloat(text.replace("\u2212", "-"));

describe("the workbench", { concurrency: false }, () => {
  test("the last seconds run again with a heavier load press harder, and are gone after Close", () =>
    withPage({}, async (page) => {
      await drive(page, 2);
      await page.getByTestId("tab-setup").click();
      await page.getByTestId("set-name").fill("load.mass");
      await page.getByTestId("set-value").fill("600 kg");
      await page.getByTestId("set").click();
      await page.locator(".sets", { hasText: "load.mass = 600 kg" }).waitFor();
      await page.getByTestId("again").click();
      const table = page.getByTestId("comparison");
      await table.waitFor({ timeout: 30000 });
      assert.match(await table.textContent(), /load\.mass = 600 kg/);
      const cells = await table.locator("tr", { hasText: "lift.A.p" }).locator("td").allTextContents();
      const [before, after, difference] = cells.map(figure);
      assert.ok(after > before + 3, cells.join(" | "));
      assert.ok(Math.abs(after - before - difference) < 2, cells.join(" | "));
      assert.equal(await isPaused(page), true); // while it is looked at
      await until("the end of the stretch", async () => (await page.getByTestId("play-past").getAttribute("aria-label")).startsWith("Play"), 40000);
      await page.getByTestId("back-to-now").click();
      await until("going on", async () => !(await isPaused(page)));
      assert.equal(await table.count(), 0);
    }));

  test("an earlier instant is shown, and gone on from", () =>
    withPage({}, async (page) => {
      await drive(page, 3);
      const now = await seconds(page);
      await shot(page, -2);
      await until("the pause", () => isPaused(page));
      const then = await seconds(page);
      await page.getByTestId("back-to-now").click();
      const left = await seconds(page); // where it was when the instant was asked for
      assert.ok(left >= now - 0.1, `${left} s, before ${now} s`);
      assert.ok(then < left - 0.8 && then > left - 3, `${then} s of ${left} s`);
      await until("going on", async () => !(await isPaused(page)));
      await shot(page, -2);
      await until("the pause", () => isPaused(page));
      const branch = await seconds(page);
      await page.getByTestId("go-on-from-here").click();
      const first = await until("the machine there", async () => {
        const t = await seconds(page);
        return t < branch + 1.5 && t > branch - 0.2 && !(await isPaused(page)) && t;
      });
      await until("time going on from there", async () => (await seconds(page)) > first + 0.2);
    }));

  test("a channel is dragged into another plot, and the address tells others", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      await page.locator(".strip canvas").first().waitFor();
      const of = (unit) => served.model.channels.filter((one) => one.unit === unit).map(({ name }) => name);
      const [p, q] = of("Pa");
      const [x] = of("m");
      const { page: other, context } = await openAnother();
      await other.goto(`${served.url}#plots=${p};${x}&span=10`);
      await other.reload();
      await other.getByTestId("tab-plots").click();
      await until("the plots of the address", async () => (await other.locator(".strip").count()) === 2);
      assert.deepEqual([await channels(other, 0), await channels(other, 1)], [[p], [x]]);
      await other.getByLabel("Add a channel to the plots").fill(q);
      await other.locator(`.found [data-channel="${q}"]`).dragTo(other.locator(".strip").first().locator(".strip-canvas"));
      await until("the channel", async () => `${await channels(other, 0)}` === `${[p, q]}`);
      assert.ok(new URL(other.url()).hash.includes(`plots=${p},${q};${x}`), other.url());
      await context.close();
    }));

  test("a plot can be had as PNG, SVG and CSV", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      await drive(page, 1);
      const names = await channels(page, 0);
      const saved = async (kind) => {
        const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: `Save Pressure as ${kind}` }).click()]);
        assert.equal(download.suggestedFilename(), `Pressure.${kind.toLowerCase()}`);
        return readFileSync(await download.path());
      };
      const png = await saved("PNG");
      assert.ok(png.toString("latin1", 1, 4) === "PNG" && png.length > 5000, `${png.length} bytes`);
      const picture = (await saved("SVG")).toString();
      assert.ok(names.every((name) => picture.includes(name)));
      assert.doesNotMatch(picture, / class=|var\(/);
      assert.match(picture, /<path[^>]*fill="none"/); // its style came along
      const [head, ...rows] = (await saved("CSV")).toString().trim().split("\r\n");
      assert.equal(head, `time [s],${names.map((name) => `${name} [bar]`).join(",")}`);
      assert.ok(rows.length > 10);
      const shown = figure(await page.locator(".strip .value").first().textContent());
      assert.ok(Math.abs(Number(rows.at(-1).split(",")[1]) - shown) < 0.2 * Math.max(5, shown), `${rows.at(-1)} and ${shown}`);
    }));

  test("force is plotted over stroke, and the address tells others", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      await page.getByLabel("Usual plots of one channel over another").selectOption({ label: "lift: force over stroke" });
      const chart = page.getByTestId("xy").locator(".chart > svg");
      assert.match(await chart.getAttribute("aria-label"), /lift\.force over lift\.length$/);
      assert.match(new URL(page.url()).hash, /xy=lift\.force~lift\.length|xy=lift\.force%7Elift\.length/);
      const spot = () => chart.locator(".now").first().evaluate((mark) => [mark.getAttribute("cx"), mark.getAttribute("cy")].join());
      const before = await spot();
      await drive(page, 1);
      await until("the spot", async () => (await spot()) !== before);
      assert.ok((await chart.locator(".curve").first().getAttribute("d")).split("L").length > 20);
      await page.getByRole("button", { name: "Remove lift: force over stroke" }).click();
      assert.equal(await page.getByTestId("xy").count(), 0);
      assert.doesNotMatch(new URL(page.url()).hash, /xy=/);
    }));

  test("the load's mass stands among the parameters, with a slider", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-setup").click();
      const mass = page.locator(".parameter-list .parameter").first();
      assert.equal(await mass.getAttribute("data-testid"), "parameter-load.mass");
      const number = mass.locator(".number");
      const before = Number(await number.inputValue());
      assert.ok(before > 100, `${before} kg`);
      await number.fill(String(1.2 * before));
      await number.press("Enter");
      await page.locator(".sets", { hasText: `load.mass = ${1.2 * before} kg` }).waitFor({ timeout: 30000 });
      await until("the changed mark", async () => (await mass.getAttribute("class")).includes("changed"), 30000);
      await page.getByTestId("undo").click();
      await until("the mass from before", async () => Number(await number.inputValue()) === before, 30000);
    }));

  test("a stretch is zoomed into, read at the cursor and held while time goes on", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      await page.getByTestId("reset").click();
      await until("the start", async () => (await seconds(page)) < 1);
      await drive(page, 2);
      const plot = page.locator(".strip .u-over").first();
      const { x, y, width, height } = await plot.boundingBox();
      await page.mouse.move(x + 0.6 * width, y + height / 2);
      const read = page.getByTestId("cursor-read").first();
      await until("the cursor's instant", async () => /\d s/.test(await read.textContent()));
      const before = figure(await read.textContent());
      await page.mouse.down();
      await page.mouse.move(x + 0.8 * width, y + height / 2, { steps: 5 });
      await page.mouse.up();
      const hold = page.getByTestId("hold-plots");
      await until("the zoom", async () => (await hold.textContent()) === "Follow");
      await page.mouse.move(x + 1, y + height / 2);
      await until("the left end", async () => Math.abs(figure(await read.textContent()) - before) < 1.5);
      const left = figure(await read.textContent());
      await sleep(700);
      await page.mouse.move(x + 2, y + height / 2);
      assert.ok(Math.abs(figure(await read.textContent()) - left) < 0.3, "it stands");
      await page.getByTestId("statistics").click();
      const [least, most, mean] = (await page.locator(".strip .value").first().textContent()).split(/…|, mean/).map(figure);
      assert.match(await page.locator(".strip .value").first().textContent(), / at [\d.]+ s, mean/);
      assert.ok(least <= mean && mean <= most, `${least} ${mean} ${most}`);
      await page.mouse.dblclick(x + width / 2, y + height / 2);
      await until("following", async () => (await hold.textContent()) === "Hold");
    }));
});
