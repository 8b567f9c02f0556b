// Every kind of page without a finding of axe-core, light and dark: the live page on each of its tabs and with its dialogs,
// reports of a machine and of a circuit, pages of sections.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { openReport, program, servedPages, viewer, writtenPages } from "./browser.mjs";

const axe = readFileSync(`${viewer}/node_modules/axe-core/axe.min.js`, "utf8");
const kSchemes = ["light", "dark"];

// What axe finds wrong, in words. Evaluated by the debugger: the pages' own policy lets no other script in.
async function findings(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split("\n").slice(1).join(" ")}`));
  });
}

describe("accessibility", { concurrency: false }, () => {
  const { withPage } = servedPages();
  const written = writtenPages({
    run: ["run", "models/four_bar.yaml", "--until", "3s"],
    poles: ["linearize", "models/four_bar.yaml", "--at", "2.5s"],
    study: ["study", "models/four_bar.yaml", "--until", "1s", "--over", "step=1ms:4ms:3:geometric", "--over", "method=ali1,ali3p"],
    circuit: ["run", "models/circuit2.yaml"],
  });

  for (const colorScheme of kSchemes) {
    test(`the live page, ${colorScheme}`, () =>
      withPage({ colorScheme }, async (page) => {
        const found = {};
        for (const tab of ["circuit", "plots", "energy", "jobs", "faults", "setup", "timing"]) {
          await page.getByTestId(`tab-${tab}`).click();
          if (tab === "circuit") await page.locator(".scheme .part").first().click(); // with the card of a part
          found[tab] = await findings(page);
        }
        await page.getByTestId("tab-setup").click();
        for (const dialog of ["pattern-and-keys", "gamepad"]) {
          await page.getByTestId(dialog).click();
          found[dialog] = await findings(page);
          await page.keyboard.press("Escape");
        }
        assert.deepEqual(Object.values(found).flat(), [], JSON.stringify(found, null, 1));
      }));

    for (const name of ["run", "poles", "study", "circuit"])
      test(`a page of ${name}, ${colorScheme}`, { skip: program === undefined && "needs the program" }, () =>
        openReport(written, name, { colorScheme }, async (page) => {
          for (const fold of await page.locator("details > summary").all()) await fold.click();
          await page.locator(".plot").first().waitFor();
          assert.deepEqual(await findings(page), []);
        }));
  }
});
