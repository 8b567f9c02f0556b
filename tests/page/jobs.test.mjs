// Jobs with hints and a score, done by keys alone, as a person would who does what the hint of the moment asks for; a hidden
// fault that is found.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, launch, servedPages, shot, until, withServed } from "./browser.mjs";

const { served, withPage: withCrane } = servedPages();
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;
const kHard = 300000; // ms: a busy computer

// Does a job: `keysFor` turns the hint of the moment into keys to be held. The text of the score.
async function follow(page, id, keysFor) {
  await page.getByTestId("tab-jobs").click();
  await page.getByTestId(`job-start-${id}`).click();
  const state = page.getByTestId(`job-state-${id}`);
  let held = [];
  const hold = async (keys) => {
    for (const key of held.filter((one) => !keys.includes(one))) await page.keyboard.up(key);
    for (const key of keys.filter((one) => !held.includes(one))) await page.keyboard.down(key);
    held = keys;
  };
  const hints = new Set();
  const isDone = async () => {
    if (/of 100 points/.test(await state.textContent())) return true;
    const now = page.locator(`[data-job=${id}] .hints .now`);
    const hint = await now.textContent({ timeout: 1000 }).catch(() => "");
    if (hint !== "") hints.add(await now.evaluate((line) => [...line.parentElement.children].indexOf(line) + 1));
    await hold(hint === "" ? [] : await keysFor(hint));
    return false;
  };
  try {
    await until("the score", isDone, kHard);
  } finally {
    await hold([]);
  }
  return { text: await state.textContent(), hints: [...hints].sort() };
}

const points = (text) => parseInt(text, 10);
const degrees = (hint) => Number(hint.match(/: (\d+)° to go/)?.[1] ?? NaN);

describe("jobs", { concurrency: false, skip }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  test("the load is placed in the circle", () =>
    withCrane({}, async (page) => {
      await page.getByTestId("reset").click();
      const { text, hints } = await follow(page, "place", (hint) => {
        if (/^Lift/.test(hint)) return ["w"];
        if (/^Slew/.test(hint)) return degrees(hint) < 6 ? [] : [/left/.test(hint) ? "a" : "d"];
        if (/^Reach farther/.test(hint)) return ["l"];
        if (/^Reach less/.test(hint)) return ["j"];
        return /^Over the circle/.test(hint) ? ["k"] : [];
      });
      assert.ok(points(text) > 20 && points(text) <= 100, text);
      assert.ok(hints.length >= 4, `${hints}`);
    }));

  // What an excavator's hints ask for, but the swing to tip.
  const dig = async (page, hint) => {
    const isFree = (await channel(page, "edge.depth")) < -0.3;
    if (/swing (left|right): \d/i.test(hint)) return !isFree ? ["k"] : degrees(hint) < 3 ? [] : [/swing left/i.test(hint) ? "a" : "d"];
    if (/^To the far end/.test(hint)) return isFree ? ["w"] : ["k"];
    if (/oom down/.test(hint)) return ["i"];
    if (/^Pull the arm in/.test(hint)) return (await channel(page, "edge.depth")) > 0.4 ? ["s", "k"] : ["s"];
    if (/^Full enough|^Curl in/.test(hint)) return ["j", "k"];
    return null;
  };

  test("a trench is dug and the earth tipped beside it", () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      const { text, hints } = await follow(page, "trench", async (hint) => {
        if (/^Swing off/.test(hint)) return ["a"];
        if (/^Tip here/.test(hint)) return ["l"];
        return (await dig(page, hint)) ?? [];
      });
      await shot(page, "trench");
      console.log(text, hints);
      assert.ok(points(text) > 10 && points(text) <= 100, text);
      assert.match(text, /J for each of 0\.[89]|J for each of [1-3]\.\d t/);
      assert.deepEqual(hints, [1, 2, 3, 4, 5]);
      assert.ok((await channel(page, "soil.dug")) > 0.4);
    }));

  test("a truck is loaded", () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      let isShot = false;
      const { text, hints } = await follow(page, "truck", async (hint) => {
        if (/^Over the bed/.test(hint)) {
          if (!isShot) await shot(page, "truck");
          isShot = true;
          return ["l"];
        }
        if (/^Back to the ground/.test(hint)) return [/swing left/.test(hint) ? "a" : "d"];
        if (/^Reach farther/.test(hint)) return ["w"];
        if (/^Reach less/.test(hint)) return ["s"];
        return (await dig(page, hint)) ?? [];
      });
      assert.ok(points(text) > 10 && points(text) <= 100, text);
      console.log(text, hints);
      assert.match(text, /J for each of 1\.\d t, \d+ kg spilled/);
      assert.deepEqual(hints, [1, 2, 3, 4, 5]);
    }));

  test("a hidden fault acts, is shown nowhere, and is found by its name; hints and wrong names cost points", () =>
    withCrane({}, async (page) => {
      await page.getByTestId("tab-jobs").click();
      await page.getByTestId("hide-fault").click();
      const acting = async () => {
        const severities = await inputs(page);
        return served.model.faults.filter(({ input }) => severities[input] > 0).map(({ name }) => name);
      };
      const [fault] = await until("a fault", async () => (await acting()).length === 1 && acting());
      await page.getByTestId("tab-faults").click();
      assert.equal(await page.locator(".fault.acting").count(), 0);
      await page.getByTestId("tab-jobs").click();
      const hint = page.getByTestId("fault-hint");
      for (let k = 0; k < 5; ++k) await hint.click();
      assert.equal(await hint.isDisabled(), true);
      assert.equal(await page.getByTestId("fault-hints").locator("li").count(), 5);
      const wrong = served.model.faults.find(({ name }) => name !== fault).name;
      await page.locator(`[data-fault="${wrong}"]`).click();
      assert.match(await page.getByTestId("fault-told").textContent(), /^No/);
      await page.locator(`[data-fault="${fault}"]`).click();
      assert.match(await page.getByTestId("fault-told").textContent(), /Found .* 2 guesses.* 30 of 100 points/);
      await until("repair", async () => (await acting()).length === 0);
    }));
});

// Levers and faults as the machine has them, from its own telemetry.
const inputs = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 2, name: "test", watch: true }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type !== "frame") return;
          socket.close();
          resolve(message.inputs);
        };
      }),
  );
