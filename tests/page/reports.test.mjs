// Reports of runs and pages of analyses in a real browser, from files as the program writes them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { contrast, filled, openReport, program, until, writtenPages } from "./browser.mjs";

const skip = program === undefined ? "needs the program" : false;
const written = writtenPages({
  run: ["run", "models/four_bar.yaml", "--until", "3s"],
  softer: ["run", "models/four_bar.yaml", "--until", "3s", "--set", "lift.bore=90mm"],
  crane: ["run", "models/patu655.yaml"],
  circuit: ["run", "models/circuit2.yaml"],
  excavator: ["run", "models/excavator.yaml", "--until", "3s"],
  study: ["study", "models/four_bar.yaml", "--until", "1s", "--over", "lift.bore=80mm,85mm"],
  poles: ["linearize", "models/four_bar.yaml", "--at", "2.5s"],
});
const { pages } = written;
const withReport = (html, options, act) => openReport(written, html, options, act);

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

describe("pole map", { concurrency: false, skip }, () => {
  test("pointing at a row rings its poles, pointing at a pole marks its row and reads it", () =>
    withReport(filled(pages.poles), {}, async (page) => {
      const row = page.locator(".linked tbody tr", { hasText: "55.193" });
      await row.hover();
      assert.equal(await page.locator(".linked .chart .spot").count(), 2); // a pair
      const [upper] = await page.locator(".linked .chart .spot").evaluateAll((rings) => rings.map((ring) => ring.getBoundingClientRect().toJSON()));
      await page.locator("h1").hover();
      assert.equal(await page.locator(".linked .chart .spot").count(), 0);
      await page.mouse.move(upper.x + 8, upper.y + 8);
      assert.match(await row.getAttribute("class"), /pointed/);
      assert.match(await page.locator(".linked .reading").textContent(), /frequency 9\.2\d*\s*Hz, damping 0\.3.*z3\.rate/);
    }));
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
      assert.match(await tiles.textContent(), /Energy given[\d.]+\s*kJ[\d.]+\s*kWh/);
      assert.match(await tiles.textContent(), /Cycle time[\d.]+\s*sfirst to last motion: 1\.\d+ to [\d.]+\s*s/);
      assert.match(await tiles.textContent(), /Cavitationnonelowest: lift\S+, [\d.]+\s*bar at/);
      assert.doesNotMatch(await tiles.textContent(), /Newton|Speed/);
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
        const number = async (kind) => Number((await entry.locator(`.${kind}`).textContent()).replace("−", "-"));
        const [low, high, end] = [await number("low"), await number("high"), await number("end")];
        assert.ok(low < high && low <= end && end <= high, `${low} ${high} ${end}`);
        assert.match(await entry.getAttribute("title"), / at [\d.]+\s*s, .* at the end$/);
        await entry.click();
        assert.equal(await entry.getAttribute("aria-pressed"), "false");
        const found = await contrast(entry.locator(".name"), "color");
        assert.ok(found > 4.5, `${colorScheme}: ${found}`);
      });
  });

  // The picture of the machine as it is drawn now.
  const machinePicture = (page) => page.locator(".machine-stage canvas").evaluate((canvas) => canvas.toDataURL());
  const scrub = async (page, thousandth) => {
    await page.locator(".player input[type=range]").evaluate((slider, value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event("input"));
    }, thousandth);
    await page.evaluate(() => new Promise((done) => setTimeout(done, 400)));
  };
  const pressures = (page) => page.locator(".scheme .pressure").allTextContents();

  test("machine and circuit stay beside the curves and follow the one clock", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      await scrub(page, 100);
      const before = [await machinePicture(page), (await pressures(page)).join(), await page.locator(".legend .value").first().textContent()];
      await scrub(page, 600);
      const after = [await machinePicture(page), (await pressures(page)).join(), await page.locator(".legend .value").first().textContent()];
      before.forEach((was, k) => assert.notEqual(after[k], was, `what ${k} shows`));
      await page.evaluate(() => scrollTo(0, 2500));
      for (const part of [".machine-stage", ".circuit-stage", ".player"]) {
        const { y, height } = await page.locator(part).boundingBox();
        assert.ok(y >= 0 && y + height <= 800, `${part} from ${y}, ${height} high`);
      }
      const plots = await page.locator(".curves .plot").evaluateAll((list) =>
        list.filter((plot) => plot.getBoundingClientRect().top < 800 && plot.getBoundingClientRect().bottom > 0).length);
      assert.ok(plots > 0);
    }));

  test("the circuit's values are those of the legend, at any instant", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      await scrub(page, 437);
      await page.locator('.scheme .part[aria-label$=" lift"]').click();
      const row = page.locator(".detail tr", { hasText: /^A\.p/ });
      const bar = Number((await row.locator("td").textContent()).replace(/\s.*/, ""));
      await page.getByLabel("Filter channels").fill("lift.A.p");
      const legend = page.locator(".legend button", { hasText: "lift.A.p" }).first();
      await until("the legend's value", async () => Math.abs(Number(await legend.locator(".value").textContent()) - bar) < 0.02 * bar);
      assert.equal(await page.locator(".machine-view").getAttribute("data-lit"), "lift");
    }));

  test("a machine of oil alone has its circuit, with names that can be read", () =>
    withReport(filled(pages.circuit), {}, async (page) => {
      const heights = await page.locator(".scheme .name").evaluateAll((texts) =>
        texts.map((text) => Number(text.getAttribute("font-size")) * text.getScreenCTM().a));
      assert.ok(heights.length > 2 && Math.min(...heights) >= 9, heights.join(" "));
      assert.equal(await page.locator(".machine-stage").count(), 0);
    }));

  test("the crane's report can be mailed", () => assert.ok(pages.crane.length < 3e6, `${pages.crane.length} bytes`));

  test("channels are found by name and grouped by part", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      await page.getByLabel("Filter channels").fill("jib.a");
      const names = await page.locator(".curves > .plots .legend .name[title]").evaluateAll((list) => list.map(({ title }) => title));
      assert.ok(names.length > 0 && names.every((name) => /jib.*a/i.test(name)), names.join(" "));
      await page.getByLabel("Filter channels").fill("nothing of the kind");
      assert.match(await page.locator(".curves > .plots").textContent(), /No channel has “nothing of the kind”/);
      await page.getByLabel("Filter channels").fill("");
      await page.getByLabel("Group plots").selectOption("part");
      const parts = await page.locator(".part-block > summary").allTextContents();
      assert.ok(parts.findIndex((text) => text.startsWith("lift")) < parts.findIndex((text) => text.startsWith("energy")), parts.join(" | "));
      const own = page.locator(".part-block", { hasText: /^lift(?!_)/ }).first();
      assert.ok((await own.locator(".legend .name[title]").evaluateAll((list) => list.map(({ title }) => title))).every((name) => name.startsWith("lift.")));
    }));

  test("what loses most is told by name, what never changes waits behind a line", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      const losses = page.locator(".energy-uses table", { hasText: "largest losses" }).locator("tbody tr");
      const [first, second] = await losses.locator("td:nth-child(2)").evaluateAll((cells) => cells.map(({ textContent }) => parseFloat(textContent)));
      assert.ok(first >= second && second > 0, `${first} ${second}`);
      await page.getByLabel("Filter channels").fill("energy.loss");
      const legend = page.locator(".curves > .plots .legend button").first();
      assert.equal(await legend.locator(".name").getAttribute("title"), `energy.loss.${await losses.first().locator("th").textContent()}`);
      await page.getByLabel("Filter channels").fill("flow");
      const still = page.locator(".constants details").first();
      assert.match(await still.locator("summary").textContent(), /^\d+ channels never change$/);
      assert.equal(await still.getAttribute("open"), null);
    }));

  test("pressures of cylinders are shown before those of lines, one of two equal channels is enough", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      await page.getByLabel("Filter channels").fill(".p");
      const shown = page.locator(".curves > .plots .plot", { has: page.locator("h3", { hasText: /^Pressures/ }) }).locator('.legend button[aria-pressed="true"] .name');
      const names = await shown.evaluateAll((list) => list.map(({ title }) => title));
      assert.ok(names.includes("lift.A.p") && names.includes("jib.A.p") && names.every((name) => /\.[AB]\.p$/.test(name)), names.join(" "));
      await page.getByLabel("Filter channels").fill("pump");
      const flow = page.locator(".legend button", { has: page.locator('.name[title="pump.flow"]') }).first();
      assert.match(await flow.textContent(), /= pump\.T\.flow/);
      assert.equal(await flow.getAttribute("aria-pressed"), "false");
    }));

  test("force over stroke is there, other pairs are a question away", () =>
    withReport(filled(pages.crane), {}, async (page) => {
      const first = page.locator(".xy .chart svg").first();
      assert.match(await first.getAttribute("aria-label"), /^(\w+): force over stroke: \1\.force over \1\.length$/);
      const place = () => first.locator(".now").first().evaluate((mark) => [mark.getAttribute("cx"), mark.getAttribute("cy")].join());
      await scrub(page, 100);
      const before = await place();
      await scrub(page, 700);
      assert.notEqual(await place(), before);
      await page.getByLabel("channel upwards").fill("pump.flow");
      await page.getByLabel("channel across").fill("no such channel");
      await page.locator(".pair button").click();
      assert.equal(await page.locator(".xy").count(), 1);
      await page.getByLabel("channel across").fill("lift.rate");
      await page.locator(".pair button").click();
      assert.equal(await page.locator(".xy h3 .title").last().textContent(), "pump.flow over lift.rate");
    }));

  test("each plot can be had as PNG, SVG and CSV", () =>
    withReport(filled(pages.run), {}, async (page) => {
      const saved = async (kind) => {
        const [download] = await Promise.all([
          page.waitForEvent("download"),
          page.getByRole("button", { name: `Save Lengths as ${kind}` }).click(),
        ]);
        assert.equal(download.suggestedFilename(), `Lengths.${kind.toLowerCase()}`);
        return readFileSync(await download.path());
      };
      const png = await saved("PNG");
      assert.equal(png.toString("latin1", 1, 4), "PNG");
      assert.ok(png.readUInt32BE(16) > 1200 && png.length > 10000, `${png.readUInt32BE(16)} pixels, ${png.length} bytes`);
      const picture = (await saved("SVG")).toString();
      assert.match(picture, /lift\.length/);
      assert.doesNotMatch(picture, / class=|var\(/);
      const [head, ...rows] = (await saved("CSV")).toString().trim().split("\r\n");
      assert.match(head, /^time \[s\],.*lift\.length \[mm\]/);
      const column = head.split(",").indexOf("lift.length [mm]");
      const largest = Math.max(...rows.map((row) => Number(row.split(",")[column])));
      const entry = page.locator(".legend button", { hasText: "lift.length" }).first();
      assert.ok(Math.abs(largest - Number(await entry.locator(".high").textContent())) < 0.01 * largest);
    }));

  test("a second run lies beside the first: overlay, differences, ghost; a CSV file too", () =>
    withReport(filled(pages.run), {}, async (page) => {
      await scrub(page, 500);
      const alone = await machinePicture(page);
      const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Download CSV" }).click()]);
      await page.getByLabel("Another run to compare with").setInputFiles({
        name: "softer.html", mimeType: "text/html", buffer: Buffer.from(pages.softer),
      });
      await page.locator(".comparison tr").first().waitFor();
      assert.match(await page.locator(".comparison").textContent(), /Beside softer\.html.*of its range/);
      await until("the ghost", async () => (await machinePicture(page)) !== alone);
      await page.locator(".comparison").getByLabel("difference").check();
      assert.match(await page.locator(".curves > .plots h3").first().textContent(), /other run − this one/);
      await page.getByRole("button", { name: "Remove", exact: true }).click();
      assert.equal(await page.locator(".comparison").isVisible(), false);
      await page.getByLabel("Another run to compare with").setInputFiles(await csv.path().then((path) => ({
        name: "same.csv", mimeType: "text/csv", buffer: readFileSync(path),
      })));
      await until("no difference", async () => /No channel differs/.test(await page.locator(".comparison").textContent()));
      await page.getByLabel("Another run to compare with").setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer: Buffer.from("a,b\n1,2\n") });
      await until("the problem", async () => /x\.csv cannot be compared: its first column is not the time/.test(await page.locator(".failure").textContent()));
    }));

  test("the keyboard can skip to the results", () =>
    withReport(filled(pages.run), {}, async (page) => {
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.textContent), "Skip to the results");
      assert.ok((await page.locator(".skip").boundingBox()).x >= 0);
    }));

  test("a motor's pinion does not flatten the joints it drives", () =>
    withReport("excavator", {}, async (page) => {
      const plots = await page.locator(".curves > .plots > .plot").evaluateAll((list) =>
        list.map((plot) => ({ title: plot.querySelector("h3").textContent, names: [...plot.querySelectorAll(".legend .name[title]")].map(({ title }) => title) })));
      const [pinion, joint] = ["pinion_speed", "boom_pin.rate"].map((name) => plots.find(({ names }) => names.includes(name)));
      assert.ok(pinion !== undefined && joint !== undefined, JSON.stringify(plots.map(({ title }) => title)));
      assert.notEqual(pinion.title, joint.title);
    }));

  test("a study tells lengths in the unit that was typed, on axes and in tables", () =>
    withReport("study", {}, async (page) => {
      assert.ok((await page.locator(".chart svg text", { hasText: /^lift\.bore \[mm\]$/ }).count()) > 0);
      assert.match(await page.locator(".grid-table tbody tr").first().textContent(), /80/);
      assert.doesNotMatch(await page.locator("main").textContent(), /0\.080/);
    }));

  test("a study begins with the machine: what tells of the computation comes last", () =>
    withReport("study", {}, async (page) => {
      const heads = await page.locator(".section > h2").allTextContents();
      assert.ok(heads.indexOf("Some of the runs") >= 0 && heads.indexOf("Some of the runs") < heads.indexOf("Numerics over lift.bore"), heads.join(" | "));
    }));

  test("curves that lie on each other are one, until they are seen apart", () => {
    const [low, high] = [series([1, 2, 3, 4]), series([1, 2.001, 3, 4])];
    const three = { ...plot([1]), series: [{ ...low, name: "ali1, sdirk2" }, { ...high, name: "ali3p, sdirk2" }, { ...series([1, 3, 3, 4]), name: "inef, sdirk2" }] };
    return withReport(filled(pages.poles, sections({ plots: [three] })), {}, async (page) => {
      const keys = page.locator(".legend button");
      await until("one key for two curves", async () => (await keys.count()) === 2);
      assert.equal(await keys.first().textContent(), "ali1 \u2248 ali3p, sdirk2");
      const { x, y, width, height } = await page.locator(".chart > svg").boundingBox();
      const at = async (share, up) => page.mouse.move(x + 50 + share * (width - 64), y + up);
      await at(0.32, 0.62 * height); // around the second point
      await page.mouse.down();
      await at(0.37, 0.62 * height + 8);
      await page.mouse.up();
      await until("three", async () => (await keys.count()) === 3);
    });
  });

  test("points are read by keys", () =>
    withReport(filled(pages.poles, sections({ plots: [{ ...plot([5, 7, 6]), series: [series([5, 7, 6]), series([1, 2, 3])] }] })), {}, async (page) => {
      await page.locator(".chart > svg").focus();
      const read = page.locator(".reading");
      for (const [key, text] of [["ArrowRight", /step 0\s*s.* 5/], ["ArrowRight", /step 1\S*\s*s.* 7/], ["ArrowDown", /step 1\S*\s*s.* 2/], ["PageDown", /step 2\S*\s*s.* 3/], ["ArrowLeft", /step 1\S*\s*s.* 2/]]) {
        await page.keyboard.press(key);
        assert.match(await read.textContent(), text);
      }
      assert.equal(await page.locator(".chart .spot").count(), 1);
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
