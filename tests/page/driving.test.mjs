// Machines that lift, tip and grip, driven by keys from what the page shows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, launch, tip, until, withServed } from "./browser.mjs";

const kHard = 120000; // ms: a busy computer
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;

// "2.18 t" -> 2180, "540 kg" -> 540, "0.31 m" -> 0.31
async function figure(page, name) {
  const text = await page.locator(".readout dt", { hasText: name }).locator("xpath=following-sibling::dd[1]").textContent({ timeout: 5000 }).catch(() => "");
  return parseFloat(text.replace("\u2212", "-")) * (/ t$/.test(text) ? 1000 : 1);
}

async function holdKey(page, key, what, check) {
  await page.keyboard.down(key);
  try {
    return await until(what, check, kHard);
  } finally {
    await page.keyboard.up(key);
  }
}

const seconds = async (page) => parseFloat(await page.getByTestId("time").textContent());

async function holdFor(page, key, time) {
  const start = await seconds(page);
  await holdKey(page, key, `${time} s of ${key}`, async () => (await seconds(page)) > start + time);
}

describe("driving", { concurrency: false, skip }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  test("a winch takes a load up and sets it down", () =>
    withServed(browser, "winch_crane", {}, async (page) => {
      await until("the load on the rope", async () => Math.abs((await figure(page, "Load")) - 2180) < 60, kHard); // crate and block
      const [, , start] = await tip(page);
      await holdKey(page, "i", "the load going up", async () => (await tip(page))[2] > start + 0.4);
      await until("rest", async () => Math.abs((await figure(page, "Load")) - 2180) < 150, kHard); // the brake holds
      await holdKey(page, "k", "the crate on the ground", async () => (await figure(page, "Load")) < 700);
      assert.ok((await tip(page))[2] < start - 1, `${(await tip(page))[2]} m`);
      await page.getByTestId("forces").click();
      assert.equal(await page.getByTestId("forces").getAttribute("aria-pressed"), "true");
    }));

  test("a truck crane warns before it tips, and stands if it is heeded", () =>
    withServed(browser, "truck_crane", {}, async (page) => {
      await until("the margin", async () => (await figure(page, "Tip margin")) > 1, kHard);
      await holdKey(page, "a", "the load at the side", async () => Math.abs((await tip(page))[1]) > 3.2);
      const alarm = () => page.getByTestId("seat-alarm").textContent();
      await holdKey(page, "s", "the alarm", async () => (await alarm()) !== "");
      assert.match(await alarm(), /near tipping/);
      assert.ok((await figure(page, "Tip margin")) > 0);
      await page.getByTestId("warnings").waitFor();
      await holdKey(page, "w", "a margin again", async () => (await alarm()) === "");
      assert.equal(await channel(page, "tip.lifted"), 0);
    }));

  test("a grapple takes a log, lifts it and lets it go", () =>
    withServed(browser, "patu655_grapple", {}, async (page) => {
      const log = () => channel(page, "log.origin.z");
      const ground = await log();
      await holdFor(page, "s", 1.6);
      await holdFor(page, "g", 2); // the claw closes and stays
      await until("the log in the claw", async () => (await channel(page, "claw.1.holds")) > 0, kHard);
      await holdKey(page, "w", "the log in the air", async () => (await log()) > ground + 0.3);
      await holdKey(page, "s", "the log down", async () => (await log()) < ground + 0.08);
      await holdFor(page, "h", 2);
      await until("the claw open", async () => (await channel(page, "claw.1.holds")) === 0, kHard);
      const [, , low] = await tip(page);
      await holdKey(page, "w", "the empty grapple", async () => (await tip(page))[2] > low + 0.4);
      assert.ok((await log()) < ground + 0.1);
    }));
});
