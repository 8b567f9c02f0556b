// The circuit of the live page as an instrument: read, pointed at, clicked, changed.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { program, servedPages, until } from "./browser.mjs";

const skip = program === undefined ? "needs the program" : false;
const part = (page, name) => page.locator(`.scheme .part[aria-label$=" ${name}"]`);

const open = (page) => page.getByTestId("tab-circuit").click();

// Height of the letters of each name in pixels of the screen, and where it is.
const names = (page) =>
  page.locator(".scheme .name").evaluateAll((texts) =>
    texts.map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, height: Number(text.getAttribute("font-size")) * text.getScreenCTM().a, left, right, top, bottom };
    }),
  );

const pumpPressure = (page) => page.locator(".gauge .dial-number").first().evaluate((text) => Number(text.textContent));

describe("circuit", { concurrency: false, skip }, () => {
  const { withPage } = servedPages();

  test("names can be read at first sight, none lies over another", () =>
    withPage({}, async (page) => {
      await open(page);
      const all = await until("the names", async () => {
        const found = await names(page);
        return found.length > 0 && found;
      });
      for (const { text, height } of all) assert.ok(height >= 9, `${text}: ${height} pixels`);
      for (const a of all)
        for (const b of all)
          if (a !== b && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            assert.fail(`${a.text} over ${b.text}`);
      assert.ok(Math.min(...all.map(({ left }) => left)) >= (await page.locator(".scheme").boundingBox()).x);
      const numbers = await page.locator(".scheme .pressure").evaluateAll((texts) => texts.map((text) => ({ text: text.textContent, ...text.getBoundingClientRect().toJSON() })));
      assert.ok(numbers.length > 10);
      for (const a of numbers)
        for (const b of [...all, ...numbers])
          if (a !== b && a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
            assert.fail(`${a.text} bar over ${b.text}`);
    }));

  test("relief and make-up valves are folded into their block, and unfolded", () =>
    withPage({}, async (page) => {
      await open(page);
      assert.equal(await part(page, "lift_relief").count(), 0);
      assert.match(await part(page, "lift_valve").textContent(), /\+\d valves/);
      await part(page, "lift_valve").click();
      assert.match(await page.getByTestId("detail").textContent(), /lift_relief.*cracking/);
      await page.getByRole("button", { name: "Show relief, make-up and bleed valves" }).click();
      assert.equal(await part(page, "lift_relief").count(), 1);
      assert.doesNotMatch(await part(page, "lift_valve").textContent(), /\+\d/);
    }));

  test("the pointer reads parts and lines", () =>
    withPage({}, async (page) => {
      await open(page);
      const tip = page.getByTestId("circuit-tip");
      await part(page, "pump").locator(".symbol").hover();
      assert.match(await tip.textContent(), /^pump – .*flow/);
      const lines = await page.locator(".wire:not(.shaft) .wire-touch").evaluateAll((paths) =>
        paths.map((path) => {
          const { x, y } = path.getPointAtLength(0.4 * path.getTotalLength()).matrixTransform(path.getScreenCTM());
          return { x, y, isFree: document.elementFromPoint(x, y) === path };
        }),
      );
      const { x, y } = lines.find(({ isFree }) => isFree);
      await page.mouse.move(x, y);
      await until("the line's pressure", async () => /\d\sbar/.test(await tip.textContent()));
    }));

  test("a click shows the datasheet, lights the cylinder on the machine and plots the part", () =>
    withPage({}, async (page) => {
      await open(page);
      await part(page, "lift").click();
      assert.equal(await page.locator(".machine-view").getAttribute("data-lit"), "lift");
      const bore = page.getByTestId("detail").getByTestId("parameter-lift.bore");
      assert.equal(await bore.locator(".number").inputValue(), "90");
      assert.equal(await bore.locator(".parameter-unit").textContent(), "mm");
      await page.getByTestId("plot-part").click();
      const plotted = await page.locator(".strip-legend .name").evaluateAll((list) => list.map(({ title }) => title));
      assert.ok(plotted.length > 2 && plotted.every((name) => name.startsWith("lift.")), plotted.join(" "));
    }));

  test("a click on the machine finds the cylinder in the circuit", () =>
    withPage({}, async (page) => {
      await open(page);
      const { x, y, width, height } = await page.locator(".machine-view canvas").boundingBox();
      search: for (let up = 0.3; up < 0.8; up += 0.04)
        for (let across = 0.2; across < 0.8; across += 0.02) {
          await page.mouse.click(x + across * width, y + up * height);
          if ((await page.locator(".part.selected").count()) > 0) break search;
        }
      const label = await page.locator(".part.selected").getAttribute("aria-label");
      assert.match(label, /(lift|jib|extend|slew_left|slew_right)$/);
      assert.ok(label.endsWith(` ${await page.locator(".machine-view").getAttribute("data-lit")}`));
    }));

  test("a parameter is changed where it is, the machine follows, and undo takes it back", () =>
    withPage({}, async (page) => {
      await open(page);
      await until("the pump's pressure", async () => (await pumpPressure(page)) > 180);
      await part(page, "main_relief").click();
      const field = page.getByTestId("detail").getByTestId("parameter-main_relief.cracking");
      await field.locator(".number").fill("90");
      await field.locator(".number").press("Enter");
      await until("a lower pressure", async () => (await pumpPressure(page)) < 130);
      await until("the changed mark", async () => (await field.getAttribute("class")).includes("changed"));
      await page.getByTestId("tab-setup").click();
      await page.getByTestId("undo").click();
      await until("the pressure from before", async () => (await pumpPressure(page)) > 180);
      await until("the value from before", async () =>
        (await page.locator(".setup").getByTestId("parameter-filter").fill("main_relief.cracking"),
        (await page.locator(".setup").getByTestId("parameter-main_relief.cracking").locator(".number").inputValue()) === "225"));
      assert.equal(await page.getByTestId("undo").isDisabled(), true);
    }));

  test("a fault is seen where it is", () =>
    withPage({}, async (page) => {
      await open(page);
      assert.equal(await page.locator(".wire[data-trouble=leaks], .part.broken").count(), 0);
      await page.getByTestId("tab-faults").click();
      const slider = page.locator(".faults input").first();
      const of = await slider.getAttribute("aria-label");
      assert.equal(await page.getByTestId("faults-act").isVisible(), false);
      await slider.press("End");
      await until("the mark in the bar", async () => (await page.getByTestId("faults-act").textContent()) === "1 fault");
      await open(page);
      await until(`the mark of ${of}`, async () => (await page.locator(".wire[data-trouble=leaks], .part.broken").count()) > 0);
      await page.getByTestId("tab-faults").click();
      await page.getByTestId("repair").click();
      await open(page);
      await until("no mark", async () => (await page.locator(".wire[data-trouble=leaks], .part.broken").count()) === 0);
    }));
});
