// Jobs with hints and a score, done by keys alone, as a person would who does what the hint of the moment asks for; a hidden
// fault that is found.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { channel, launch, servedPages, shot, until, withServed } from "./browser.mjs";

const { served, withPage: withCrane } = servedPages();
const skip = process.env.BRAMAH_PROGRAM === undefined ? "the stand-in has one machine" : false;
const kHard = 300000; // ms: a busy computer
// Whoever drives by hints needs minutes, and a computer that shows the machine often enough: BRAMAH_JOBS=1 asks for it.
const driven = { skip: skip || (process.env.BRAMAH_JOBS === undefined ? "BRAMAH_JOBS=1 drives the jobs" : false) };

// In the page itself, so that a busy computer answers no later than a person would: turns the hint of the moment, the tip's
// height and the clock into keys that are held, until there is a score. Where the page gets to see the machine seldom, time goes
// slower: who sees it every other second cannot drive it.
function drive(id, keysFor, limit) {
  const kEvery = 40; // ms
  const kPatience = 6000; // ms: a connection that was lost has let the levers go
  const card = document.querySelector(`[data-job=${id}]`);
  const hints = new Set();
  let [held, isFine, pressed] = [[], false, performance.now()];
  const press = (type, key, repeat = false) => window.dispatchEvent(new KeyboardEvent(type, { key, shiftKey: isFine, repeat, bubbles: true }));
  const hold = (keys) => {
    if (performance.now() > pressed + kPatience) {
      for (const key of held) press("keyup", key); // as a person would whose key has no effect
      [held, pressed] = [[], performance.now()];
    }
    const [wanted, wasFine] = [keys.filter((key) => key !== "Shift"), isFine];
    isFine = keys.length > wanted.length;
    for (const key of held.filter((one) => !wanted.includes(one))) press("keyup", key);
    for (const key of wanted) if (!held.includes(key) || isFine !== wasFine) press("keydown", key, held.includes(key));
    held = wanted;
  };
  const kSpeeds = ["0.1", "0.25", "0.5", "1"];
  const kSeldom = 0.4; // s of the machine between two looks
  const kOften = 60; // looks
  const speed = document.querySelector("[data-testid=speed]");
  let [at, last, often] = [kSpeeds.length - 1, NaN, 0];
  const pace = (wanted) => {
    at = Math.max(0, Math.min(kSpeeds.length - 1, wanted));
    often = 0;
    if (speed.value === kSpeeds[at]) return;
    speed.value = kSpeeds[at];
    speed.dispatchEvent(new Event("change"));
  };
  const watch = (time) => {
    if (time - last > kSeldom) pace(at - 1);
    else if (++often > kOften) pace(at + 1);
    last = time;
  };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = card.querySelector(".job-state").textContent;
      const steps = [...card.querySelectorAll(".hints li")];
      const now = steps.findIndex((one) => one.classList.contains("now"));
      const isDone = /of 100 points/.test(state);
      const isLate = performance.now() > start + limit;
      if (now >= 0) hints.add(now + 1);
      const height = Number(document.querySelector("[data-testid=tip]").dataset.z);
      const time = parseFloat(document.querySelector("[data-testid=time]").textContent);
      watch(time);
      if (isDone || isLate) pace(kSpeeds.length - 1);
      hold(isDone || isLate || now < 0 ? [] : keysFor(steps[now].textContent, height, time));
      if (isDone) resolve({ text: state, hints: [...hints].sort() });
      else if (isLate) reject(new Error(`no score after ${state}: ${steps[now]?.textContent}`));
      else setTimeout(look, kEvery);
    };
    look();
  });
}

// Does a job with keys alone; `driver` makes what turns hints into keys, and knows nothing from outside of itself. The score's
// text and the hints that were given.
async function follow(page, id, driver) {
  await page.getByTestId("tab-jobs").click();
  await page.getByTestId(`job-start-${id}`).click();
  return page.evaluate(`(${drive})(${JSON.stringify(id)}, (${driver})(), ${kHard})`);
}

const points = (text) => parseInt(text, 10);

// Small corrections now and then where it is near: the load swings, and who answers each swing keeps it going.
function carrier() {
  const metres = (hint) => Number(hint.match(/: ([\d.]+) m/)?.[1] ?? NaN);
  const degrees = (hint) => Number(hint.match(/: (\d+)° to go/)?.[1] ?? NaN);
  const gently = (key, isFar, time) => (isFar || time % 3 < 0.5 ? [key] : []);
  return (hint, height, time) => {
    if (/^Lift/.test(hint)) return ["w"];
    if (/^Slew/.test(hint)) return gently(/left/.test(hint) ? "a" : "d", degrees(hint) > 22, time);
    if (/^Reach farther/.test(hint)) return gently("l", metres(hint) > 1, time);
    if (/^Reach less/.test(hint)) return gently("j", metres(hint) > 1, time);
    return /^Over the circle/.test(hint) ? ["s"] : [];
  };
}

// What an excavator's hints ask for: Shift for the last of a swing; first the bucket in, then up.
function digger() {
  const kCurl = 2.5; // s
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
}

describe("jobs", { concurrency: false, skip }, () => {
  let browser;
  before(async () => (browser = await launch()));
  after(() => browser?.close());

  test("the load is placed in the circle", driven, () =>
    withCrane({}, async (page) => {
      await page.getByTestId("reset").click();
      const { text, hints } = await follow(page, "place", carrier);
      assert.ok(points(text) > 20 && points(text) <= 100, text);
      assert.ok(hints.length >= 4, `${hints}`);
    }));

  test("a trench is dug and the earth tipped beside it", driven, () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      const { text, hints } = await follow(page, "trench", digger);
      await shot(page, "trench");
      assert.ok(points(text) > 10 && points(text) <= 100, text);
      assert.match(text, /J for each of [1-3]\.\d t, \d+ kg spilled/);
      assert.deepEqual(hints, [1, 2, 3, 4, 5]);
      assert.ok((await channel(page, "soil.dug")) > 0.7);
    }));

  test("a truck is loaded", driven, () =>
    withServed(browser, "excavator_dig", {}, async (page) => {
      const { text, hints } = await follow(page, "truck", digger);
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
