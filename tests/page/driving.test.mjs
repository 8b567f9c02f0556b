// Machines that lift, tip and grip, driven by keys from what the page shows.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, launch, shot, tip, until, withServed } from "./browser.mjs";

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
      await shot(page, "winch-up");
      await holdKey(page, "k", "the crate on the ground", async () => (await figure(page, "Load")) < 700);
      assert.ok((await tip(page))[2] < start - 1, `${(await tip(page))[2]} m`);
      await page.getByTestId("forces").click();
      assert.equal(await page.getByTestId("forces").getAttribute("aria-pressed"), "true");
      await shot(page, "winch-down");
    }));

  test("a truck crane warns before it tips, stands if it is heeded, and tips if not", () =>
    withServed(browser, "truck_crane", {}, async (page) => {
      await until("the margin", async () => (await figure(page, "Tip margin")) > 1, kHard);
      await holdKey(page, "a", "the load at the side", async () => Math.abs((await tip(page))[1]) > 3.2);
      const alarm = () => page.getByTestId("seat-alarm").textContent();
      await holdKey(page, "s", "the alarm", async () => (await alarm()) !== "");
      assert.match(await alarm(), /near tipping/);
      assert.ok((await figure(page, "Tip margin")) > 0);
      await page.getByTestId("warnings").waitFor();
      await shot(page, "tip-warning");
      await holdKey(page, "w", "a margin again", async () => (await alarm()) === "");
      await until("all feet on the ground", async () => (await channel(page, "tip.lifted")) === 0, kHard); // it rocks as the boom stops
      assert.ok((await channel(page, "chassis.front_right.z")) < 0.1);
      // On down, whatever is said: two feet leave the ground, and it turns over the other two.
      await holdKey(page, "s", "feet in the air", async () => (await channel(page, "chassis.front_right.z")) > 0.3);
      assert.match(await alarm(), /a foot has left the ground/);
      assert.ok((await channel(page, "tip.lifted")) >= 2);
      await shot(page, "tipped");
    }));

  test("a wheel loader drives into a pile, fills its bucket and tips it out elsewhere", () =>
    withServed(browser, "wheel_loader_pile", {}, async (page) => {
      const there = (name) => channel(page, name);
      await until("pictures", async () => Number(await page.locator(".machine-view").getAttribute("data-pictures")) > 2, kHard);
      await page.keyboard.down("w");
      await until("soil in the bucket", async () => (await there("scoop.mass")) > 400, kHard);
      await shot(page, "pile-in");
      await page.keyboard.down("j"); // curled while it still drives
      await until("a full bucket", async () => (await there("scoop.mass")) > 650, kHard);
      await page.keyboard.up("w");
      await until("the bucket curled", async () => (await there("bucket_pin.angle")) > 1, kHard);
      await page.keyboard.up("j");
      await holdKey(page, "k", "the bucket lifted", async () => (await there("bucket.teeth.z")) > 1.5);
      const held = await there("scoop.mass");
      assert.ok(held > 600, `${held} kg`);
      await holdKey(page, "s", "the way back", async () => (await there("frame.origin.x")) > -0.5);
      await shot(page, "pile-out");
      await holdKey(page, "l", "the bucket emptied", async () => (await there("scoop.mass")) < 0.6 * held);
      await shot(page, "pile-tipped");
      assert.ok((await there("soil.dug")) > 0.3);
      assert.ok(Math.abs(await there("soil.balance")) < 1e-6);
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
