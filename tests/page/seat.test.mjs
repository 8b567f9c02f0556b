// The operator's seat: patterns of levers, a gamepad, keys that ramp, the read-out, views, sound.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, Served, servedPages, sleep, tip, until, withPage } from "./browser.mjs";

const { served, withPage: withCrane } = servedPages();
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;

const lever = (page, signal) => page.getByTestId(`lever-${signal}`).evaluate((input) => Number(input.value));
const signalOf = (label) => served.model.controls.find((one) => label.test(one.label)).signal;

// A test pad of the standard mapping, whose axes the test moves.
const testPad = () => {
  window.testPad = { id: "Test pad", index: 0, connected: true, mapping: "standard", axes: [0, 0, 0, 0], buttons: Array.from({ length: 17 }, () => ({ value: 0, pressed: false })), timestamp: 0 };
  navigator.getGamepads = () => [window.testPad];
};

describe("the operator's seat", { concurrency: false, skip }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  test("a gamepad drives, with a dead zone, and lets go when it is unplugged", () =>
    withCrane({}, async (page) => {
      await page.evaluate(testPad);
      const signal = signalOf(/lift/i);
      await page.evaluate(() => (window.testPad.axes[1] = -0.1)); // within the dead zone
      await sleep(400);
      assert.equal(await lever(page, signal), 0);
      const start = await tip(page);
      await page.evaluate(() => (window.testPad.axes[1] = -0.8)); // away from the person: up
      await until("the lever", async () => (await lever(page, signal)) > 0.7);
      await until("the boom", async () => (await tip(page))[2] - start[2] > 0.02, 30000);
      await page.evaluate(() => (navigator.getGamepads = () => []));
      await until("the lever back", async () => (await lever(page, signal)) === 0);
    }));

  test("a short press is a small command, Shift a third of the way", () =>
    withCrane({}, async (page) => {
      const signal = signalOf(/lift/i);
      // In the page itself: a busy computer answers late.
      const rise = await page.evaluate(
        (name) =>
          new Promise((resolve) => {
            const input = document.querySelector(`[data-testid=lever-${name}]`);
            const start = performance.now();
            window.dispatchEvent(new KeyboardEvent("keydown", { key: "w" }));
            const look = () => (Number(input.value) >= 0.99 ? resolve(performance.now() - start) : requestAnimationFrame(look));
            look();
          }),
        signal,
      );
      assert.ok(rise > 450, `the whole way in ${rise} ms`);
      await page.evaluate(() => window.dispatchEvent(new KeyboardEvent("keyup", { key: "w" })));
      await until("rest", async () => (await lever(page, signal)) === 0);
      await page.keyboard.down("Shift");
      await page.keyboard.down("W");
      await sleep(1200);
      const fine = await lever(page, signal);
      assert.ok(Math.abs(fine - 1 / 3) < 0.02, `${fine}`);
      await page.keyboard.up("W");
      await page.keyboard.up("Shift");
    }));

  test("an excavator's pattern becomes SAE, one's own keys stay for the next visit", async () => {
    const excavator = new Served("models/excavator.yaml");
    await excavator.start();
    try {
      await withPage(browser, excavator, {}, async (page) => {
        const at = (signal) => page.evaluate((name) => document.querySelector(`[data-testid=lever-${name}]`).closest(".stick")?.classList.contains("left"), signal);
        assert.equal(await at("arm_lever"), true);
        await page.getByTestId("tab-setup").click();
        await page.getByTestId("pattern-and-keys").click();
        await page.getByTestId("pattern-sae").check();
        await page.getByRole("button", { name: "Done" }).click();
        assert.deepEqual([await at("arm_lever"), await at("boom_lever")], [false, true]);
        await page.keyboard.down("w"); // forward on the left stick: boom down
        await until("the boom's lever", async () => (await lever(page, "boom_lever")) < -0.5);
        await page.keyboard.up("w");
        await page.getByTestId("pattern-and-keys").click();
        await page.getByTestId("pattern-own").check();
        await page.getByLabel("Key for Boom up").fill("p");
        await page.getByLabel("Key for Boom down").fill("o");
        await page.getByLabel("Key for Boom down").blur();
        await page.getByRole("button", { name: "Done" }).click();
        await page.reload();
        await until("the levers", async () => (await page.getByTestId("role").textContent()) === "driver");
        await page.keyboard.down("p");
        await until("the boom's lever", async () => (await lever(page, "boom_lever")) > 0.5);
        await page.keyboard.up("p");
      });
    } finally {
      await excavator.stop();
    }
  });

  test("the read-out tells reach and height of the tip, and how much of the pressure is used", () =>
    withCrane({}, async (page) => {
      const figures = async () => Object.fromEntries(await page.locator(".readout dt").evaluateAll((list) => list.map((name) => [name.textContent, parseFloat(name.nextElementSibling.textContent)])));
      await until("figures", async () => "Reach" in (await figures()));
      const [x, y, z] = await tip(page);
      const { Reach, Height, "Pressure used": used } = await figures();
      assert.ok(Math.abs(Reach - Math.hypot(x, y)) < 0.02 && Math.abs(Height - z) < 0.02, `${Reach} ${Height}`);
      assert.ok(used > 5 && used < 120, `${used} %`);
    }));

  test("each view shows the machine from elsewhere", () =>
    withCrane({}, async (page) => {
      const shot = () => page.locator(".machine-view canvas").screenshot();
      const first = await shot();
      for (const view of ["cab", "side", "top", "tip"]) {
        await page.getByTestId(`view-${view}`).click();
        await until(view, async () => !(await shot()).equals(first));
      }
    }));

  test("sound is off, goes on by its button and off again", () =>
    withCrane({}, async (page) => {
      const sound = page.getByTestId("sound");
      assert.notEqual(await sound.getAttribute("aria-pressed"), "true");
      await sound.click();
      await until("sound", async () => (await sound.getAttribute("aria-pressed")) === "true");
      await sound.click();
      await until("silence", async () => (await sound.getAttribute("aria-pressed")) === "false");
    }));
});
