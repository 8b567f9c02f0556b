// The live page in a real browser: `node --test tests/page/live.test.mjs`; browser.mjs says what it runs on.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import {
  canRestart,
  distance,
  holdLever,
  isPaused,
  pressures,
  servedPages,
  setPaused,
  sleep,
  tick,
  tip,
  until,
} from "./browser.mjs";

const kMoved = 5e-3; // m: more than anything that creeps
const { served, withPage, openAnother } = servedPages();

const levers = () => served.model.controls.filter(({ returns }) => returns);

// Moves one way, and the other if the first is against a stop: the pressures on the way, or null.
async function moves(page, signal) {
  for (const way of [0.9, -0.9]) {
    const start = await tip(page);
    const before = await pressures(page);
    await holdLever(page, signal, way);
    const moved = await until("motion", async () => distance(await tip(page), start) > kMoved, 6000).catch(
      () => false,
    );
    // Gauges are written more seldom than the tip is read.
    const changed = () => until("pressures", async () => `${await pressures(page)}` !== `${before}`, 6000);
    const seen = moved && (await changed().then(() => pressures(page)));
    await holdLever(page, signal, 0);
    if (moved) return seen;
  }
  return null;
}

describe("the live page", { concurrency: false }, () => {
  test("loads, shows machine, circuit and values", () =>
    withPage({}, async (page) => {
      await page.locator(".machine-view canvas").waitFor();
      const first = await tick(page);
      await until("time", async () => (await tick(page)) > first);
      await page.getByTestId("tab-circuit").click();
      const unfold = page.getByRole("button", { name: "Show relief, make-up and bleed valves" });
      if (await unfold.isVisible()) await unfold.click();
      const drawn = served.model.scheme.parts.filter(({ name }) => !name.startsWith("faults."));
      await until("the circuit", async () => (await page.locator(".scheme .part").count()) >= drawn.length);
      const cylinder = drawn.find(({ type }) => type.startsWith("cylinder"));
      await page.getByRole("button", { name: `${cylinder.title} ${cylinder.name}`, exact: true }).press("Enter");
      const detail = page.getByTestId("detail");
      assert.match(await detail.textContent(), /\d\s*bar/);
      assert.match(await detail.textContent(), /\d\s*mm/);
      for (const tab of ["plots", "energy", "faults", "setup", "timing"]) {
        await page.getByTestId(`tab-${tab}`).click();
        await page.locator(`#panel-${tab}`).waitFor();
      }
      await page.getByTestId("tab-plots").click();
      await page.locator(".strip canvas").first().waitFor();
    }));

  test("every lever moves the machine, pressures change", () =>
    withPage({}, async (page) => {
      const still = await pressures(page);
      for (const { signal } of levers()) {
        const seen = await moves(page, signal);
        assert.ok(seen !== null, `${signal} moves the tip`);
        if (signal === levers()[0].signal) assert.notDeepEqual(seen, still);
      }
    }));

  test("a dragged joystick, a key", () =>
    withPage({}, async (page) => {
      const pad = page.locator(".pad").first();
      const { x, y, width, height } = await pad.boundingBox();
      const drag = async (way) => {
        const start = await tip(page);
        await page.mouse.move(x + width / 2, y + height / 2);
        await page.mouse.down();
        await page.mouse.move(x + width / 2 + 0.3 * way * width, y + height / 2 + 0.3 * way * height, { steps: 4 });
        const moved = await until("motion", async () => distance(await tip(page), start) > kMoved, 6000).catch(
          () => false,
        );
        await page.mouse.up();
        return moved;
      };
      assert.ok((await drag(-1)) || (await drag(1)), "the joystick moves the tip");
      const lever = page.locator("[data-testid^=lever-]").first();
      const key = await firstKey(page);
      await page.keyboard.down(key);
      await until(
        "the key's lever",
        async () => !/^0 %$/.test((await lever.getAttribute("aria-valuetext")) ?? "0 %"),
      );
      await page.keyboard.up(key);
      await until("the lever's return", async () => (await lever.getAttribute("aria-valuetext")) === "0 %");
    }));

  test("pause, single steps, speed", () =>
    withPage({}, async (page) => {
      await setPaused(page, true);
      await sleep(300);
      const still = await tick(page);
      await sleep(600);
      assert.equal(await tick(page), still);
      for (let k = 1; k <= 2; ++k) {
        await page.getByTestId("step").click();
        await until("one step", async () => (await tick(page)) === still + k);
      }
      await page.getByTestId("speed").selectOption("0.1");
      await setPaused(page, false);
      const [from, start] = [await tick(page), Date.now()];
      await sleep(2000);
      const factor = (((await tick(page)) - from) * served.model.step * 1000) / (Date.now() - start);
      assert.ok(factor > 0.02 && factor < 0.3, `a tenth of real time, found ${factor}`);
      await page.getByTestId("speed").selectOption("1");
    }));

  test("snapshot, and back to it", () =>
    withPage({}, async (page) => {
      await setPaused(page, true);
      await page.getByTestId("snapshot").click();
      await until("the snapshot", async () => !(await page.getByTestId("restore").isDisabled()));
      const [place, time] = [await tip(page), await tick(page)];
      await setPaused(page, false);
      assert.ok(await moves(page, levers()[0].signal));
      await setPaused(page, true);
      assert.ok(distance(await tip(page), place) > 0);
      await page.getByTestId("restore").click();
      await until("the old time", async () => (await tick(page)) === time);
      assert.deepEqual(await tip(page), place);
      await setPaused(page, false);
    }));

  test("record and download", () =>
    withPage({}, async (page) => {
      const record = page.getByTestId("record");
      await record.click();
      await until("recording", async () => (await record.getAttribute("aria-pressed")) === "true");
      await sleep(1000);
      await record.click();
      await until("the end of the recording", async () => (await record.getAttribute("aria-pressed")) === "false");
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download").click()]);
      const lines = (await readFile(await download.path(), "utf8")).trim().split("\n");
      assert.ok(lines.length > 5, `${lines.length} lines`);
      assert.ok(lines[0].includes(",") && lines[1].split(",").length === lines[0].split(",").length);
    }));

  test("a fault acts and is seen by others", () =>
    withPage({}, async (page) => {
      const [fault] = served.model.faults;
      await page.getByTestId("tab-faults").click();
      const slider = page.getByTestId(`fault-${fault.name}`);
      await slider.fill("80");
      const other = await openAnother();
      try {
        await other.page.getByTestId("tab-faults").click();
        await until(
          "the fault",
          async () => (await other.page.getByTestId(`fault-${fault.name}`).inputValue()) === "80",
        );
      } finally {
        await other.context.close();
      }
      await page.getByTestId("repair").click();
      await sleep(900);
      assert.equal(await slider.inputValue(), "0");
    }));

  test("two pages: one drives, one watches", () =>
    withPage({}, async (page) => {
      const other = await openAnother();
      try {
        assert.equal(await other.page.getByTestId("role").textContent(), "watcher");
        assert.ok(await other.page.getByTestId("pause").isDisabled());
        const start = await tip(other.page);
        assert.ok(await moves(page, levers()[0].signal));
        await until("the motion at the other page", async () => distance(await tip(other.page), start) > kMoved);
        await page.getByTestId("drive").click(); // release
        await until("the release", async () => (await page.getByTestId("role").textContent()) === "watcher");
        await other.page.getByTestId("drive").click();
        await until("the levers", async () => (await other.page.getByTestId("role").textContent()) === "driver");
        assert.ok(await moves(other.page, levers()[0].signal));
        assert.deepEqual(other.problems, []);
      } finally {
        await other.context.close();
      }
    }));

  test("look-ahead draws futures", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-setup").click();
      await page.getByLabel("Futures").fill("20");
      await page.getByTestId("look-ahead").click();
      const result = page.getByTestId("look-ahead-result");
      await until("the futures", async () => /20 futures .* bar/.test(await result.textContent()), 30000);
    }));

  test("400 pixels wide, by touch", () =>
    withPage({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true }, async (page, { context }) => {
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(overflow <= 400, `the page is ${overflow} pixels wide`);
      const pad = await page.locator(".pad").first().boundingBox();
      for (const tab of ["machine", "circuit", "plots", "energy"]) {
        await page.getByTestId(`tab-${tab}`).tap();
        assert.deepEqual(await page.locator(".pad").first().boundingBox(), pad, "the levers stay where they are");
      }
      assert.ok(pad.x >= 0 && pad.y + pad.height <= 800 && pad.width > 80);
      const session = await context.newCDPSession(page);
      const [x, y] = [pad.x + pad.width / 2, pad.y + pad.height / 2];
      const touch = async (way) => {
        const start = await tip(page);
        await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
        await session.send("Input.dispatchTouchEvent", {
          type: "touchMove",
          touchPoints: [{ x: x + 30 * way, y: y + 40 * way }],
        });
        const moved = await until("motion", async () => distance(await tip(page), start) > kMoved, 6000).catch(
          () => false,
        );
        await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
        return moved;
      };
      assert.ok((await touch(-1)) || (await touch(1)));
    }));

  test("dark, as the system says, and light by hand", () =>
    withPage({ colorScheme: "dark" }, async (page) => {
      const paper = () =>
        page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
      assert.ok(Math.max(...(await paper())) < 60);
      await page.getByTestId("theme").click();
      assert.ok(Math.min(...(await paper())) > 200);
    }));

  test("connects again after the server was restarted", { skip: canRestart ? false : "the server is not ours" }, () =>
    withPage(
      {},
      async (page) => {
        await served.stop();
        await until("the loss", async () => (await page.getByTestId("connection").textContent()) === "lost");
        assert.match(await page.getByTestId("banner").textContent(), /Connection lost, trying again/);
        await served.start();
        await until(
          "the connection",
          async () => (await page.getByTestId("connection").textContent()) === "live",
          20000,
        );
        await until("the levers", async () => (await page.getByTestId("role").textContent()) === "driver");
        assert.equal(await isPaused(page), false);
        assert.ok(await moves(page, levers()[0].signal));
      },
      (problem) => /ERR_CONNECTION_REFUSED|WebSocket connection/.test(problem),
    ),
  );
});

// The first key that a lever on the screen shows.
async function firstKey(page) {
  return (await page.locator("kbd").first().textContent()) ?? "W";
}
