// The live page with other machines than the crane: an excavator's pattern of levers, a circuit without bodies, a linkage
// without oil.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, holdLever, launch, until, withServed } from "./browser.mjs";

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

const withMachine = (model, options, act) => withServed(browser, model, options, act);

const kHard = 30000; // ms: a busy computer
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;

const knob = (page, side) =>
  page.getByTestId(`stick-${side}`).evaluate((pad) => {
    const [outer, inner] = [pad, pad.querySelector(".knob")].map((element) => element.getBoundingClientRect());
    const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
    const [[x0, y0], [x, y]] = [middle(outer), middle(inner)];
    return { x: (x - x0) / outer.width, y: (y0 - y) / outer.height };
  });

describe("other machines", { concurrency: false, skip }, () => {
  // ISO 10968: key, stick, way of the knob, cylinder, what happens to it.
  const pattern = [
    ["W", "left", { y: 1 }, "arm_cylinder.length", -1], // forward: arm out
    ["S", "left", { y: -1 }, "arm_cylinder.length", 1],
    ["I", "right", { y: 1 }, "boom_cylinder.length", -1], // forward: boom down
    ["K", "right", { y: -1 }, "boom_cylinder.length", 1],
    ["J", "right", { x: -1 }, "bucket_cylinder.length", 1], // left: bucket in
    ["L", "right", { x: 1 }, "bucket_cylinder.length", -1],
    ["D", "left", { x: 1 }, "slew.angle", -1], // right, seen from above clockwise
    ["A", "left", { x: -1 }, "slew.angle", 1],
  ];

  test("the excavator's levers have the pattern of ISO 10968, keys move knobs their way", () =>
    withMachine("excavator", {}, async (page) => {
      for (const [key, side, way, what, sign] of pattern) {
        const start = await channel(page, what);
        await page.keyboard.down(key);
        const [axis, direction] = Object.entries(way)[0];
        await until(`the knob by ${key}`, async () => direction * (await knob(page, side))[axis] > 0.2, kHard);
        const moved = async () => sign * ((await channel(page, what)) - start) > 1e-3;
        await until(`${what} by ${key}`, moved, kHard);
        await page.keyboard.up(key);
        await until("rest", async () => Math.abs((await knob(page, side))[axis]) < 0.01, kHard);
      }
    }));

  test("names in legends keep what tells them apart", () =>
    withMachine("excavator", {}, async (page) => {
      await page.getByTestId("tab-plots").click();
      await page.locator(".strip-legend .name").first().waitFor();
      const cut = await page
        .locator(".strip-legend .name")
        .evaluateAll((names) =>
          names
            .filter((name) => {
              const end = name.lastElementChild;
              return end.scrollWidth > end.clientWidth || end.getBoundingClientRect().right > name.getBoundingClientRect().right + 1;
            })
            .map(({ textContent }) => textContent),
        );
      assert.deepEqual(cut, []);
      const whole = await page
        .locator(".strip-legend .name-head")
        .evaluateAll((heads) => heads.every((head) => head.scrollWidth <= head.clientWidth));
      assert.ok(whole, "there is room for whole names at 1280 pixels");
    }));

  test("a dashed line has a dashed swatch", () =>
    withMachine("excavator", {}, async (page) => {
      await page.getByTestId("tab-plots").click();
      const search = page.getByLabel("Add a channel to the plots");
      await search.fill("pressure");
      const list = page.getByRole("listbox", { name: "Channels" });
      for (const option of await list.locator("[aria-selected=false]").all()) {
        if ((await page.locator(".strip").first().locator(".swatch").count()) > 8) break;
        await option.click();
      }
      const styles = await page
        .locator(".strip")
        .first()
        .locator(".swatch")
        .evaluateAll((list) => list.map((swatch) => getComputedStyle(swatch).borderTopStyle));
      assert.deepEqual(styles.slice(0, 8), [...Array(7).fill("solid"), "dashed"]);
      await page.getByTestId("theme").click();
      assert.equal(await page.locator(".strip").first().locator(".swatch").nth(7).evaluate((s) => s.style.borderTopStyle), "dashed");
    }));

  test("the energy flow's labels stay inside the panel", () =>
    withMachine("excavator", {}, async (page) => {
      await page.getByTestId("tab-energy").click();
      const labels = () =>
        page.locator("#panel-energy").evaluate((panel) => {
          const end = panel.getBoundingClientRect().right;
          return [...panel.querySelectorAll(".bar-label")].map((label) => ({
            name: label.querySelector("title")?.textContent ?? label.textContent,
            over: label.getBoundingClientRect().right - end,
          }));
        });
      await holdLever(page, "arm_lever", 0.4);
      const long = ({ name }) => name.startsWith("friction of arm_cylinder");
      await until("friction of the arm's cylinder", async () => (await labels()).some(long), kHard);
      for (const { name, over } of await labels()) assert.ok(over <= 0, `${name}: ${over} pixels outside`);
    }));

  test("a circuit without bodies fills the page, with a clean console", () =>
    withMachine("circuit2", {}, async (page) => {
      await page.locator(".scheme .part").first().waitFor();
      assert.equal(await page.locator(".stage").isVisible(), false);
      const { width } = await page.locator(".circuit").first().boundingBox();
      assert.ok(width > 1200, `the circuit is ${width} pixels wide`);
    }));

  test("a linkage without oil opens on its plots, without an empty circuit", () =>
    withMachine("bricard", {}, async (page) => {
      await page.locator(".strip canvas").first().waitFor();
      assert.equal(await page.getByTestId("tab-circuit").isVisible(), false);
      assert.equal(await page.locator(".pressure-legend").isVisible(), false);
    }));
});
