// Bundles the pages: dist/report.js and .css (the report of a run), dist/live.js and .css (the live page).
// With --tests: the tests, for node.
import { build } from "esbuild";
import { readdirSync } from "node:fs";

const tests = readdirSync("test").filter((name) => name.endsWith(".test.ts"));

const page = {
  entryPoints: { report: "src/report.ts", live: "src/live.ts" },
  format: "iife",
  minify: true,
  target: ["chrome100", "firefox100", "safari15"],
};
const checks = {
  entryPoints: tests.map((name) => `test/${name}`),
  format: "esm",
  platform: "node",
  outExtension: { ".js": ".mjs" },
};

const wantsTests = process.argv.includes("--tests");
await build({
  ...(wantsTests ? checks : page),
  outdir: wantsTests ? "dist/test" : "dist",
  bundle: true,
  charset: "utf8",
  legalComments: "inline",
  logLevel: "warning",
});
