// The excavator digs in the browser: the hole is there, in the terrain that the page draws.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, Served, shot, until, withPage } from "./browser.mjs";

let browser;

before(async () => {
  browser = await launch();
});

after(() => browser?.close());

const kHard = 240000; // ms: a busy computer
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;

// The lowest point of the terrain, and what a channel says, in the next frame.
const look = (page, name) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let at = -1;
        let places = [];
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 2, name: "test", watch: true }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "hello") {
            at = message.model.channels.findIndex((c) => c.name === wanted);
            places = message.model.drawing.points.flatMap((point, k) => (point.startsWith("terrain.") ? [k] : []));
          }
          if (message.type !== "frame" || at < 0) return;
          socket.close();
          resolve({ value: message.values[at], lowest: Math.min(...places.map((k) => message.points[3 * k + 2])) });
        };
      }),
    name,
  );

describe("soil", { concurrency: false, skip }, () => {
  test("the excavator digs and the hole is to be seen", async () => {
    const served = new Served("models/excavator_dig.yaml");
    await served.start();
    try {
      await withPage(browser, served, {}, async (page) => {
        const view = page.locator(".machine-view");
        await until("pictures", async () => Number(await view.getAttribute("data-pictures")) > 2, kHard);
        assert.equal((await look(page, "soil.dug")).lowest, 0);
        await shot(page, "before");
        // Levers by keys: boom down until the edge is in the ground, then in with the arm.
        await page.locator("body").click();
        await page.keyboard.down("I");
        await until("the edge in the ground", async () => (await look(page, "edge.depth")).value > 0.25, kHard);
        await page.keyboard.up("I");
        await page.keyboard.down("S");
        await until("a trench", async () => (await look(page, "soil.dug")).value > 0.2, kHard);
        await shot(page, "digging");
        await until("soil in the bucket", async () => (await look(page, "scoop.mass")).value > 500, kHard);
        await page.keyboard.up("S");
        await page.keyboard.down("J"); // curled, so that it keeps what it has
        await page.keyboard.down("K");
        await until("the bucket above the ground", async () => (await look(page, "edge.depth")).value < -0.3, kHard);
        await page.keyboard.up("K");
        await page.keyboard.up("J");
        const { value, lowest } = await look(page, "soil.dug");
        assert.ok(value > 0.1, `${value} m3 dug`); // some slides back
        assert.ok(lowest < -0.15, `the page's terrain goes down to ${lowest} m`);
        await shot(page, "hole");
      });
    } finally {
      await served.stop();
    }
  });
});
