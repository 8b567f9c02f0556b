// What bodies look like: as a glTF file says, in the live page and in a report; hidden by the ground; in the middle of the
// picture.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { glb } from "./gltf.mjs";
import { filled, hueIn, launch, program, Served, shot, until, withPage } from "./browser.mjs";

const skip = program === undefined ? "needs the program" : false;
const kColour = [230, 20, 200];
const kOrange = [217, 130, 43];

// A pendulum that hangs still, with shapes.
const machine = (...looks) => `bramah: 1
name: Pendulum with a mesh
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
bodies:
  rod:
    mass: 2 kg
    com: [0 m, 0 m, -1 m]
    inertia: [0.1 kg m2, 0.1 kg m2, 0.1 kg m2]
    points: {top: [0 m, 0 m, 0 m], end: [0 m, 0 m, -1 m]}
    look:
      - {rod: {from: top, to: end, radius: 20 mm}, colour: "#334455"}
${looks.map((look) => `      - {${look}}\n`).join("")}joints:
  hinge: {type: revolute, between: [ground, rod.top], axis: [0, 1, 0], start: 0 deg}
solver: {step: 1 ms, until: 1 s}
`;

// A block that falls beside a post, from 1 m above the ground to as far as it likes.
const kFalling = `bramah: 1
name: Falling block
mechanism: spatial
gravity: "[0, 0, -9.81] m/s2"
ground:
  points: {top: [0 m, 0 m, 1 m]}
  look:
    - {box: [0.2 m, 0.2 m, 2 m], at: [0 m, 0.6 m, 1 m], colour: "#334455"}
bodies:
  block:
    mass: 2 kg
    com: [0 m, 0 m, 0 m]
    inertia: [0.1 kg m2, 0.1 kg m2, 0.1 kg m2]
    points: {middle: [0 m, 0 m, 0 m]}
    look:
      - {box: [0.5 m, 0.5 m, 0.4 m], colour: "#e614c8"}
joints:
  rail: {type: prismatic, between: [ground.top, block.middle], axis: [0, 0, 1], start: 0 m, damping: 3 N s/m}
solver: {step: 1 ms, until: 10 s}
`;

describe("shapes", { concurrency: false, skip }, () => {
  let browser;
  let folder;
  before(async () => {
    browser = await launch();
    folder = mkdtempSync(join(tmpdir(), "bramah-meshes-"));
    writeFileSync(join(folder, "weight.glb"), glb([0.5, 0.5, 0.4], [0, 0, -0.8], kColour));
    writeFileSync(join(folder, "broken.glb"), glb([0.5, 0.5, 0.4], [0, 0, -0.8], kColour).subarray(0, 300));
    for (const mesh of ["weight", "broken"]) writeFileSync(join(folder, `${mesh}.yaml`), machine(`mesh: ${mesh}.glb`));
    writeFileSync(join(folder, "falls.yaml"), kFalling);
  });
  after(async () => {
    await browser?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });

  const serve = async (mesh, act) => {
    const served = new Served(join(folder, `${mesh}.yaml`));
    await served.start();
    try {
      await withPage(browser, served, {}, act);
    } finally {
      await served.stop();
    }
  };
  const picture = async (page) => {
    const view = page.locator(".machine-view");
    await until("pictures", async () => Number(await view.getAttribute("data-pictures")) > 2);
    return view.locator("canvas").screenshot();
  };
  const found = async (page) => hueIn(page, await picture(page), kColour);
  const isThere = ({ share, y }) => share > 0.01 && y > 0.5; // in the lower half, where the weight hangs

  test("the live page shows a binary glTF file: its place, its texture", () =>
    serve("weight", async (page) => {
      await until("the weight", async () => isThere(await found(page)));
      await shot(page, "mesh");
    }));

  test("a report has the file in itself", async () => {
    const path = join(folder, "report.html");
    execFileSync(program, ["run", join(folder, "weight.yaml"), "--report", path], { stdio: "ignore" });
    const page = await browser.newPage();
    const problems = [];
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    page.on("request", (request) => /^https?:/.test(request.url()) && problems.push(request.url()));
    await page.setContent(filled(readFileSync(path, "utf8")));
    await until("the weight", async () => isThere(await found(page)));
    assert.deepEqual(problems, []);
    await page.close();
  });

  test("a broken file is told, the rest is drawn", () =>
    serve("broken", async (page) => {
      await page.reload({ waitUntil: "commit" });
      await page.locator(".toast.alarm", { hasText: "The mesh broken.glb could not be loaded" }).waitFor();
      assert.ok((await found(page)).share < 0.001);
    }));

  test("the ground hides what has sunk into it", () =>
    serve("falls", async (page) => {
      const seconds = async () => parseFloat(await page.getByTestId("time").textContent());
      await page.getByTestId("pause").click();
      await page.getByTestId("reset").click();
      await until("the block in the air", async () => (await found(page)).share > 3e-3);
      await page.getByTestId("pause").click();
      await until("the fall", async () => (await seconds()) > 1.2);
      const { share } = await found(page);
      assert.ok(share < 2e-4, `${share} of the picture`);
    }));

  // Its rods are steel and orange; the sky and the lines of the ground are neither.
  test("a linkage without shapes stays in the middle of the picture while it moves", async () => {
    const served = new Served("models/bricard.yaml");
    await served.start();
    try {
      await withPage(browser, served, {}, async (page) => {
        for (let k = 0; k < 4; ++k) {
          const start = parseFloat(await page.getByTestId("time").textContent());
          const { share, x, y } = await hueIn(page, await picture(page), kOrange);
          assert.ok(share > 1e-3 && x > 0.25 && x < 0.75 && y > 0.2 && y < 0.8, `${start} s: ${share} at ${x}, ${y}`);
          await until("time", async () => parseFloat(await page.getByTestId("time").textContent()) > start + 1.5);
        }
      });
    } finally {
      await served.stop();
    }
  });
});
