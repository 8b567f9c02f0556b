// Jobs with hints and a score, done by keys alone, as a person would who does what the hint of the moment asks for; a hidden
// fault that is found.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, launch, servedPages, shot, until, withServed } from "./browser.mjs";

const { served, withPage: withCrane } = servedPages();
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;
const kPatience = 6000; // ms: a connection that was lost has let the levers go
const kHard = 240000; // ms: a busy computer

// Does a job: `keysFor` turns the hint of the moment, the tip's height and the clock into keys to be held. The score's text and
// the hints that were given. One look at the page each time, and slowly while the machine swings: a busy computer answers late,
// and what was asked runs on.
async function follow(page, id, keysFor) {
  await page.getByTestId("tab-jobs").click();
  await page.getByTestId(`job-start-${id}`).click();
  let held = [];
  let pressed = 0;
  const hold = async (keys) => {
    if (Date.now() > pressed + kPatience) {
      for (const key of held) await page.keyboard.up(key); // as a person would whose key has no effect
      held = [];
      pressed = Date.now();
    }
    for (const key of held.filter((one) => !keys.includes(one))) await page.keyboard.up(key);
    for (const key of keys.filter((one) => !held.includes(one))) await page.keyboard.down(key);
    held = keys;
  };
  let speed = "1";
  const pace = async (wanted) => {
    if (wanted !== speed) await page.getByTestId("speed").selectOption((speed = wanted));
  };
  const hints = new Set();
  const isDone = async () => {
    const { state, steps, now, height, time } = await page.evaluate((job) => {
      const card = document.querySelector(`[data-job=${job}]`);
      const steps = [...card.querySelectorAll(".hints li")];
      return { state: card.querySelector(".job-state").textContent, steps: steps.map(({ textContent }) => textContent), now: steps.findIndex((one) => one.classList.contains("now")), height: Number(document.querySelector("[data-testid=tip]").dataset.z), time: parseFloat(document.querySelector("[data-testid=time]").textContent) };
    }, id);
    if (/of 100 points/.test(state)) return state;
    if (now >= 0) hints.add(now + 1);
    const keys = now < 0 ? [] : keysFor(steps[now], height, time);
    await pace(keys.some((key) => key === "a" || key === "d") ? "0.25" : "1");
    await hold(keys);
    return "";
  };
  try {
    const text = await until("the score", isDone, kHard);
    return { text, hints: [...hints].sort() };
  } finally {
    await hold([]);
    await pace("1");
  }
}

const points = (text) => parseInt(text, 10);
const kCurl = 2.5; // s
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

  // What an excavator's hints ask for, as keys: Shift for the last of a swing; first the bucket in, then up.
  const digger = () => {
    let curlSince = NaN;
    return (hint, height, time) => {
      const isFree = height > 0.6;
      const isCurl = /Curl the bucket in/.test(hint);
      curlSince = !isCurl ? NaN : Number.isNaN(curlSince) ? time : curlSince;
      if (isCurl) return time < curlSince + kCurl ? ["j"] : ["j", "k"];
      const [, side, way] = hint.match(/swing (left|right): (\d+)/) ?? [];
      const key = side === "left" ? "a" : "d";
      if (side !== undefined) return !isFree ? ["k"] : Number(way) < 4 ? [] : Number(way) < 20 ? ["Shift", key] : [key];
      if (/^To the far end/.test(hint)) return isFree ? ["w"] : ["k"];
      if (/^Boom down/.test(hint)) return ["i"];
      if (/^Pull the arm in/.test(hint)) return height < -0.35 ? ["s", "k"] : ["s"];
      if (/farther out/.test(hint)) return ["w"];
      if (/less far/.test(hint)) return ["s"];
      if (/^Swing off/.test(hint)) return ["a"];
      return ["l"]; // tip
    };
  };

  test("a trench is dug and the earth tipped beside it", () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      const { text, hints } = await follow(page, "trench", digger());
      await shot(page, "trench");
      assert.ok(points(text) > 10 && points(text) <= 100, text);
      assert.match(text, /J for each of [1-3]\.\d t, \d+ kg spilled/);
      assert.deepEqual(hints, [1, 2, 3, 4, 5]);
      assert.ok((await channel(page, "soil.dug")) > 0.7);
    }));

  test("a truck is loaded", () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      const { text, hints } = await follow(page, "truck", digger());
      await shot(page, "truck");
      assert.ok(points(text) > 10 && points(text) <= 100, text);
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
