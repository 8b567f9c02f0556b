// What people meet in their first minute with the crane: clicks that must not take keys away, a list that must close, a
// connection that breaks.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { canRestart, contrast, isPaused, servedPages, setPaused, tick, until } from "./browser.mjs";

const { served, withPage } = servedPages();
const leverText = (page, signal) => page.getByTestId(`lever-${signal}`).getAttribute("aria-valuetext");
const keyed = () => served.model.controls.find(({ keys, returns }) => returns && keys.length === 2);

// Presses a lever's key until the lever has moved, and lets it go.
async function keyMoves(page) {
  const { signal, keys } = keyed();
  await page.keyboard.down(keys[0]);
  await until("the key's lever", async () => (await leverText(page, signal)) !== "0 %", 3000);
  await page.keyboard.up(keys[0]);
  await until("the lever's return", async () => (await leverText(page, signal)) === "0 %");
}

async function spacePauses(page) {
  await page.keyboard.press("Space");
  await until("the pause", () => isPaused(page), 3000);
  await page.keyboard.press("Space");
  await until("going on", async () => !(await isPaused(page)), 3000);
}

describe("the first minute", { concurrency: false }, () => {
  test("Space pauses whatever was clicked last", () =>
    withPage({}, async (page) => {
      for (const clicked of ["reset", "snapshot", "theme", "tab-plots"]) {
        await page.getByTestId(clicked).click();
        const snapshots = await page.getByTestId("restore").getAttribute("title");
        await spacePauses(page);
        if (clicked !== "snapshot") assert.equal(await page.getByTestId("restore").getAttribute("title"), snapshots);
      }
      await page.getByTestId("tab-circuit").click();
      await page.locator(".scheme .part").first().click();
      await spacePauses(page);
    }));

  test("a button that the Tab key has led to answers to Space", () =>
    withPage({}, async (page) => {
      await page.getByTestId("theme").focus();
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Tab");
      const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
      const before = await theme();
      await page.keyboard.press("Space");
      assert.notEqual(await theme(), before);
      assert.equal(await isPaused(page), false);
    }));

  test("keys drive after a speed and a time span were chosen", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      for (const list of [page.getByTestId("speed"), page.getByLabel("Time span of the plots")]) {
        await list.click(); // opens it
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await keyMoves(page);
      }
      await spacePauses(page);
      await page.getByTestId("speed").selectOption("1");
    }));

  test("letters typed into a field drive nothing", () =>
    withPage({}, async (page) => {
      const { signal, keys } = keyed();
      await page.getByTestId("tab-setup").click();
      await page.getByTestId("set-name").click();
      await page.keyboard.type(`${keys[0]} ${keys[1]}`);
      assert.equal(await page.getByTestId("set-name").inputValue(), `${keys[0]} ${keys[1]}`);
      assert.equal(await leverText(page, signal), "0 %");
      assert.equal(await isPaused(page), false);
    }));

  test("Escape closes the list of channels after a click in it; arrows walk along it", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-plots").click();
      const search = page.getByLabel("Add a channel to the plots");
      const list = page.getByRole("listbox", { name: "Channels" });
      await search.click();
      const option = list.getByRole("option").nth(1);
      const was = await option.getAttribute("aria-selected");
      await option.click();
      assert.notEqual(await option.getAttribute("aria-selected"), was);
      await page.keyboard.press("Escape");
      await list.waitFor({ state: "hidden", timeout: 3000 });
      await search.focus();
      for (const key of ["ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
      assert.equal(await option.getAttribute("aria-selected"), was);
    }));

  test("arrows walk along the tabs; the splitter says where it is", () =>
    withPage({}, async (page) => {
      const tabs = page.getByRole("tablist", { name: "Views" });
      const children = await tabs.evaluate((list) => [...list.children].map((child) => child.getAttribute("role")));
      assert.deepEqual([...new Set(children)], ["tab"]);
      const chosen = () => tabs.locator("[aria-selected=true]").textContent();
      await page.getByTestId("tab-circuit").focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await chosen(), "Plots");
      await page.keyboard.press("End");
      assert.equal(await chosen(), "Timing");
      await page.keyboard.press("ArrowRight");
      assert.equal(await chosen(), "Circuit");
      const splitter = page.getByRole("separator");
      const width = async () => Number(await splitter.getAttribute("aria-valuenow"));
      const before = await width();
      assert.ok(Math.abs(before - 520) < 2, `${before} px`);
      await splitter.press("ArrowLeft");
      assert.equal(await width(), before + 40);
    }));

  test("who drives can be read, light and dark", async () => {
    for (const colorScheme of ["light", "dark"])
      await withPage({ colorScheme }, async (page) => {
        const found = await contrast(page.getByTestId("role"), "color");
        assert.ok(found > 4.5, `${colorScheme}: ${found}`);
      });
  });

  test("a look-ahead that cannot be says why, and can be asked again", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-setup").click();
      const result = page.getByTestId("look-ahead-result");
      await page.getByLabel("Futures").fill("1000");
      await page.getByLabel("Seconds").fill("5");
      await page.getByTestId("look-ahead").click();
      await until("the reason", async () => /^No futures: .*at most/.test(await result.textContent()), 20000);
      assert.ok(await page.getByTestId("look-ahead").isEnabled());
    }));

  test("a heavier load, then a look ahead, as the tour says", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-setup").click();
      await page.getByTestId("set-name").fill("load.mass");
      await page.getByTestId("set-value").fill("700 kg");
      await page.getByTestId("set").click();
      await until("the load", async () => /load.mass = 700 kg/.test(await page.locator(".sets").textContent()), 30000);
      await page.getByLabel("Futures").fill("10");
      await page.getByTestId("look-ahead").click();
      const result = page.getByTestId("look-ahead-result");
      await until("futures", async () => !/^(Looking|$)/.test(await result.textContent()), 60000);
      assert.match(await result.textContent(), /10 futures .* bar/);
    }));

  test("400 pixels wide: nothing of the setup is outside", () =>
    withPage({ viewport: { width: 400, height: 800 } }, async (page) => {
      await page.getByTestId("tab-setup").click();
      const ends = await page
        .locator("#panel-setup :is(input, button, .button)")
        .evaluateAll((list) => list.map((element) => [element.textContent, element.getBoundingClientRect().right]));
      assert.ok(ends.length > 8);
      for (const [text, right] of ends) assert.ok(right <= 400, `"${text}" ends at ${right}`);
    }));

  test("400 pixels wide: the bar takes two rows, gauges are there, every view of the machine can be reached", () =>
    withPage({ viewport: { width: 400, height: 800 } }, async (page) => {
      const { height } = await page.locator(".bar-top").boundingBox();
      assert.ok(height < 90, `${height} pixels`);
      assert.ok(await page.locator(".gauge .dial-number").first().isVisible());
      const ends = await page.locator(".stage .view-tools button").evaluateAll((list) => list.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right]));
      for (const [left, right] of ends) assert.ok(left >= 0 && right <= 400, `${left} to ${right}`);
    }));

  test("a machine that stands is drawn finely, its ends of a stick can be read over the knob", () =>
    withPage({}, async (page) => {
      const canvas = page.locator(".machine-view canvas");
      const fineness = () => canvas.evaluate((one) => one.width / one.clientWidth);
      await setPaused(page, true);
      await until("the fine picture", async () => (await fineness()) > 1.9, 30000);
      await setPaused(page, false);
      await until("the quick one", async () => (await fineness()) <= 1, 30000);
      for (const end of await page.locator(".pad .end").all()) {
        const found = await contrast(end, "color");
        assert.ok(found > 4.5, `${await end.textContent()}: ${found}`);
      }
    }));

  test("one pressure has one colour on bars and in the circuit", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-circuit").click();
      const end = async () => /(\d+)\+? bar/.exec(await page.locator(".pressure-legend").textContent())?.[1];
      await until("the legend", async () => (await end()) !== undefined);
      const scale = 1e5 * Number(await end());
      const shown = await page.locator(".bar-list .bar").evaluateAll((bars) =>
        bars.map((bar) => ({
          share: parseFloat(bar.querySelector(".bar-fill").style.width) / 100,
          bar: Number(bar.querySelector(".bar-number").textContent),
        })),
      );
      assert.ok(shown.some(({ bar }) => bar > 20));
      for (const { share, bar } of shown) assert.ok(Math.abs(share * scale - 1e5 * bar) < 1e5, `${share} of ${scale}`);
    }));

  test("a snapshot is told, beside the levers; a recording says how long it is", () =>
    withPage({}, async (page) => {
      await page.getByTestId("snapshot").click();
      const told = page.locator(".toast", { hasText: /^Kept as "snapshot \d+", at [\d.]+ s\.$/ });
      await told.waitFor({ timeout: 5000 });
      const [note, pad] = [await told.boundingBox(), await page.getByTestId("stick-right").boundingBox()];
      assert.ok(note.y + note.height <= pad.y, "the note hides no lever");
      await page.getByTestId("record").click();
      await until("two seconds", async () => /^[2-9] s$/.test(await page.getByTestId("recorded").textContent()));
      await page.getByTestId("record").click();
      await until("the end", async () => (await page.getByTestId("recorded").textContent()) === "");
    }));

  test("Start again can be taken back, and leaves one's own snapshots alone", () =>
    withPage({}, async (page) => {
      const time = async () => parseFloat(await page.getByTestId("time").textContent());
      await until("a drive", async () => (await time()) > 2);
      const kept = await page.getByTestId("restore").getAttribute("title");
      const before = await time();
      await page.getByTestId("reset").click();
      await until("the start", async () => (await time()) < before - 0.5);
      const back = page.locator(".toast button");
      assert.match(await back.textContent(), /^Go back to \d/);
      await back.click();
      await until("the drive", async () => (await time()) >= before - 0.1);
      assert.equal(await page.getByTestId("restore").getAttribute("title"), kept);
    }));

  test("step times have round edges and the deadline", () =>
    withPage({}, async (page) => {
      await page.getByTestId("tab-timing").click();
      await until("the deadline", async () => (await page.getByTestId("deadline").count()) === 1);
      const { edges, line, text } = await page.locator(".histogram").evaluate((picture) => ({
        edges: [...picture.querySelectorAll(".edge")].map((edge) => [edge.textContent, Number(edge.getAttribute("x"))]),
        line: /M([\d.]+)/.exec(picture.querySelector(".deadline")?.getAttribute("d") ?? "")?.[1],
        text: picture.querySelector(".deadline-text").textContent,
      }));
      assert.match(text, /^1\s?ms/);
      for (const [edge, x] of edges) {
        assert.match(edge, /^\d{1,3}(\.\d)?(\s?ms)?$/);
        const isBeyond = /ms$/.test(edge) && edge !== "1 ms";
        if (line === undefined) assert.ok(!isBeyond, `${edge} is shown, the deadline is not`);
        else if (edge !== "1 ms") assert.equal(x > Number(line), isBeyond, `${edge} at ${x}, the deadline at ${line}`);
      }
    }));

  test("a broken connection greys what is not of now, and lost snapshots are told", {
    skip: canRestart ? false : "the server is not ours",
  }, () =>
    withPage(
      {},
      async (page) => {
        const { signal, keys } = keyed();
        await page.getByTestId("snapshot").click();
        await until("the snapshot", async () => !(await page.getByTestId("restore").isDisabled()));
        await page.keyboard.down(keys[0]);
        await until("the lever", async () => (await leverText(page, signal)) !== "0 %");
        await served.stop();
        await until("the loss", async () => (await page.getByTestId("connection").textContent()) === "lost");
        await until("the lever's return", async () => (await leverText(page, signal)) === "0 %");
        assert.equal(await page.getByTestId("role").isVisible(), false);
        assert.doesNotMatch(await page.locator(".when").textContent(), /real time/);
        const faint = await page.locator(".dock").evaluate((dock) => getComputedStyle(dock).opacity);
        assert.ok(Number(faint) < 0.6, `the dock's opacity is ${faint}`);
        await page.keyboard.up(keys[0]);
        await served.start();
        await until("the connection", async () => (await page.getByTestId("role").textContent()) === "driver", 20000);
        await until("word of the snapshot", async () =>
          /no longer has snapshot 1/.test(await page.locator(".toasts").textContent()),
        );
        const before = await tick(page);
        await until("time", async () => (await tick(page)) > before);
        assert.equal(await page.locator(".dock").evaluate((dock) => getComputedStyle(dock).opacity), "1");
      },
      (problem) => /ERR_CONNECTION_REFUSED|WebSocket connection/.test(problem),
    ),
  );
});
