// A server and real browser pages for the tests of the live page.
//   BRAMAH_PROGRAM, BRAMAH_MODEL  the program and the machine it serves; otherwise the stand-in of viewer/test
//   BRAMAH_URL                    a server that is already there (tests that restart it are skipped)
//   BRAMAH_VIEWER                 where npm has put playwright-core; otherwise viewer/
//   BRAMAH_BUNDLE                 a folder with live.js and live.css to use in place of the program's own
//   BRAMAH_SHOTS                  a folder for pictures of what some tests see
//   BRAMAH_CHROMIUM               the browser; otherwise /usr/bin/chromium
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve as fullPath } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

export const viewer = fullPath(process.env.BRAMAH_VIEWER ?? fileURLToPath(new URL("../../viewer", import.meta.url)));
const executablePath = process.env.BRAMAH_CHROMIUM ?? "/usr/bin/chromium";
const kSkipped = 77;

function skip(reason) {
  console.log(`skipped: ${reason}`);
  process.exit(kSkipped);
}

if (!existsSync(executablePath)) skip(`${executablePath} does not exist`);
if (!existsSync(`${viewer}/node_modules/playwright-core`)) skip(`playwright-core is not in ${viewer}/node_modules`);
const { chromium } = createRequire(`${viewer}/package.json`)("playwright-core");

export const program = process.env.BRAMAH_PROGRAM;
export const canRestart = process.env.BRAMAH_URL === undefined;

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(what, check, limit = 15000) {
  const end = Date.now() + limit;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`waited ${limit / 1000} s for ${what}`);
    await sleep(50);
  }
}

// The served machine; can be stopped and started again at the same address.
export class Served {
  constructor(model = process.env.BRAMAH_MODEL ?? "models/patu655.yaml") {
    this.file = model;
  }

  async start() {
    if (!canRestart) {
      this.url = process.env.BRAMAH_URL;
      return;
    }
    this.port ??= await freePort();
    this.url = `http://127.0.0.1:${this.port}/`;
    const [command, ...rest] =
      program !== undefined
        ? [program, "serve", this.file, "--port", String(this.port)]
        : [
            process.execPath,
            `${fileURLToPath(new URL("../../viewer", import.meta.url))}/test/mock_server.mjs`,
            String(this.port),
          ];
    this.log = "";
    this.child = spawn(command, rest, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.child.stdout, this.child.stderr]) stream.on("data", (text) => (this.log += text));
    this.ended = new Promise((resolve) => this.child.on("exit", resolve));
    let isGone = false;
    void this.ended.then(() => (isGone = true));
    await until("the server", async () => {
      if (isGone) throw new Error(`the server ended: ${this.log}`);
      return fetch(this.url).then(
        (answer) => answer.ok,
        () => false,
      );
    });
    this.model = await (await fetch(`${this.url}model.json`)).json();
  }

  async stop() {
    if (this.child === undefined) return;
    this.child.kill("SIGTERM");
    await Promise.race([this.ended, sleep(5000).then(() => this.child.kill("SIGKILL"))]);
  }
}

export async function launch() {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--enable-unsafe-swiftshader"] });
}

// A page with what the tests ask of it. `problems`: everything that a console without errors must not have.
export async function openPage(browser, url, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  const problems = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    const { host } = new URL(request.url());
    if (host !== "" && host !== new URL(url).host) problems.push(`asked for ${request.url()}`);
  });
  const { BRAMAH_BUNDLE: bundle } = process.env;
  if (bundle !== undefined)
    await page.route(/live\.(js|css)/, (route) =>
      route.fulfill({ path: `${bundle}/${new URL(route.request().url()).pathname}` }),
    );
  await page.goto(url);
  await until("the connection", async () => (await page.getByTestId("connection").textContent()) === "live");
  await until("the first frame", async () => (await tick(page)) >= 0);
  return { page, context, problems };
}

// Opens a page, gives it the levers and a fresh machine, closes it, and wants a clean console.
export async function withPage(browser, served, options, act, allowed = () => false) {
  const opened = await openPage(browser, served.url, options);
  const { page, context, problems } = opened;
  try {
    if ((await page.getByTestId("role").textContent()) !== "driver") await page.getByTestId("drive").click();
    await until("the levers", async () => (await page.getByTestId("role").textContent()) === "driver");
    await setPaused(page, false);
    await act(page, opened);
    assert.deepEqual(
      problems.filter((problem) => !allowed(problem)),
      [],
      "console errors",
    );
  } finally {
    await context.close();
  }
}

// A page of another machine than that of the environment.
export async function withServed(browser, model, options, act) {
  const served = new Served(`models/${model}.yaml`);
  await served.start();
  try {
    await withPage(browser, served, options, (page) => act(page, served));
  } finally {
    await served.stop();
  }
}

// Value of a channel, read from the machine's own telemetry.
export const channel = (page, name) =>
  page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        let at = -1;
        socket.onopen = () => socket.send(JSON.stringify({ type: "hello", protocol: 2, name: "test", watch: true }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "hello") at = message.model.channels.findIndex((c) => c.name === wanted);
          if (message.type !== "frame" || at < 0) return;
          socket.close();
          resolve(message.values[at]);
        };
      }),
    name,
  );

// One server and one browser for all tests of a file: they begin before the first and end after the last.
export function servedPages() {
  const served = new Served();
  let browser;
  before(async () => {
    await served.start();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await served.stop();
  });
  return {
    served,
    withPage: (options, act, allowed) => withPage(browser, served, options, act, allowed),
    openAnother: () => openPage(browser, served.url),
  };
}

// Pages that the program writes once for all tests of a file: words of its command line by the page's name. `folder` and
// `browser` are there when the tests run.
export function writtenPages(commands) {
  const written = { pages: {}, browser: null, folder: "" };
  before(async () => {
    if (program === undefined) return;
    written.folder = mkdtempSync(join(tmpdir(), "bramah-pages-"));
    for (const [name, words] of Object.entries(commands)) {
      const path = join(written.folder, `${name}.html`);
      execFileSync(program, [...words, "--report", path], { stdio: "ignore" });
      written.pages[name] = readFileSync(path, "utf8");
    }
    written.browser = await launch();
  });
  after(async () => {
    await written.browser?.close();
    if (written.folder !== "") rmSync(written.folder, { recursive: true });
  });
  return written;
}

const kData = /(<script[^>]*id="report-data"[^>]*>)([^]*?)(<\/script>)/;

// The page with other data in it; the scripts under test in place of the program's, if there are any.
export function filled(html, data) {
  const text = data === undefined ? html : html.replace(kData, (_, open, __, close) => open + JSON.stringify(data) + close);
  const { BRAMAH_BUNDLE: bundle } = process.env;
  if (bundle === undefined) return text;
  const kind = text.match(kData)[2].includes('"sections"') ? "page" : "report";
  const own = (ending) => readFileSync(`${bundle}/${kind}.${ending}`, "utf8").replaceAll("</", "<\\/");
  return text
    .replace(/(<style nonce="bramah">)[^]*?(<\/style>)/, (_, open, close) => open + own("css") + close)
    .replace(/(<script nonce="bramah">)[^]*?(<\/script>)/, (_, open, close) => open + own("js") + close);
}

// Opens a written page (by name, or its text), closes it, and wants a clean console.
export async function openReport(written, page, options, act) {
  const context = await written.browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...options });
  const opened = await context.newPage();
  const problems = [];
  opened.on("pageerror", (error) => problems.push(String(error)));
  opened.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    await opened.setContent(written.pages[page] === undefined ? page : filled(written.pages[page]));
    await until("the page", async () => (await opened.locator("main > header, .failure").count()) > 0);
    await act(opened);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}

// A picture of the page, for those who ask for it with BRAMAH_SHOTS=folder.
export async function shot(page, name) {
  if (process.env.BRAMAH_SHOTS !== undefined) await page.screenshot({ path: `${process.env.BRAMAH_SHOTS}/${name}.png` });
}

// Where a picture (PNG) has a colour's hue: the share of it, and the middle of that (from 0 left to 1 right, 0 top to 1 bottom).
export const hueIn = (page, picture, colour) =>
  page.evaluate(
    async ([data, wanted]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const brush = new OffscreenCanvas(image.width, image.height).getContext("2d");
      brush.drawImage(image, 0, 0);
      const { data: pixels } = brush.getImageData(0, 0, image.width, image.height);
      const brightest = Math.max(...wanted);
      let [count, across, down] = [0, 0, 0];
      for (let k = 0; k < pixels.length; k += 4) {
        const rgb = [pixels[k], pixels[k + 1], pixels[k + 2]];
        const size = Math.max(...rgb);
        if (size < 60 || Math.hypot(...rgb.map((one, c) => one / size - wanted[c] / brightest)) > 0.25) continue;
        ++count;
        across += ((k / 4) % image.width) / image.width;
        down += Math.floor(k / 4 / image.width) / image.height;
      }
      return { share: count / (image.width * image.height), x: across / Math.max(1, count), y: down / Math.max(1, count) };
    },
    [picture.toString("base64"), colour],
  );

export const tick = async (page) => Number((await page.getByTestId("time").getAttribute("data-tick")) ?? -1);

export async function tip(page) {
  return page
    .getByTestId("tip")
    .evaluate((element) => ["x", "y", "z"].map((axis) => Number(element.dataset[axis] ?? 0)));
}

export const distance = (a, b) => Math.hypot(...a.map((value, k) => value - b[k]));

export const pressures = (page) => page.locator(".bar-number").allTextContents();

export const isPaused = async (page) => (await page.getByTestId("pause").getAttribute("aria-pressed")) === "true";

export async function setPaused(page, wanted) {
  if ((await isPaused(page)) !== wanted) await page.getByTestId("pause").click();
  await until(wanted ? "the pause" : "going on", async () => (await isPaused(page)) === wanted);
}

// Holds a lever through its slider; 0 lets it go.
export async function holdLever(page, signal, value) {
  await page.getByTestId(`lever-${signal}`).evaluate((input, way) => {
    input.value = String(way);
    input.dispatchEvent(new Event(way === 0 ? "keyup" : "input", { bubbles: true }));
  }, value);
}

// WCAG's contrast of an element's colour (or fill) with what is painted behind it.
export async function contrast(locator, property) {
  const [paper, ink] = await locator.evaluate((element, name) => {
    const brush = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const paint = (colour, opacity) => {
      brush.globalAlpha = opacity;
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1);
      return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
    };
    const line = [];
    for (let up = element; up !== null; up = up.parentElement) line.unshift(getComputedStyle(up));
    let [opacity, paper] = [1, paint("white", 1)];
    for (const style of line) {
      opacity *= Number(style.opacity);
      paper = paint(style.backgroundColor, opacity);
    }
    return [paper, paint(line.at(-1)[name], opacity)];
  }, property);
  const luminance = (rgb) => {
    const linear = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const [low, high] = [luminance(paper), luminance(ink)].sort((p, q) => p - q);
  return (high + 0.05) / (low + 0.05);
}
