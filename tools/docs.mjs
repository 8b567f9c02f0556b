// docs/ as a static site: node tools/docs.mjs FOLDER VIEWER writes FOLDER/docs/*.html, a search index, and what pages link to of
// the repository, as pages. `./bramah docs` calls it after `./bramah tab`, whose module runs the machines of the pages.
//   --check   then looks whether every link of the site leads to a page and to a heading of it; exit code 1 if not
//
// A YAML block that is a whole machine runs in the page; so does a machine file behind
//   <!-- live: models/four_bar.yaml lift.length lift.A.p -->
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync, copyFileSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const [site, viewer] = process.argv.slice(2).filter((word) => !word.startsWith("--")).map((word) => resolve(word));
if (site === undefined || viewer === undefined) {
  console.error("expected: node tools/docs.mjs SITE VIEWER [--check]");
  process.exit(2);
}
const { Marked } = await import(pathToFileURL(`${viewer}/node_modules/marked/lib/marked.esm.js`));

const escape = (text) => text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);
// As GitHub names headings, and tools/check_links.
const slug = (title) => title.toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, "").replaceAll(" ", "-");
const plain = (tokens) => tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? ""))).join("");

function markdownFiles(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    return path.endsWith(".md") ? [path] : [];
  });
}

const pages = [...markdownFiles("docs"), "README.md", "CHANGELOG.md", "CONTRIBUTING.md"].filter((path) => existsSync(join(root, path)));
const isPage = new Set(pages);
const sources = new Set(); // files of the repository that pages link to
// Where a file of the repository is on the site.
const placeOf = (path) => {
  if (path.startsWith("docs/") && path.endsWith("README.md")) return path.replace(/README\.md$/, "index.html");
  if (path.startsWith("docs/")) return path.replace(/\.md$/, ".html");
  return isPage.has(path) ? `docs/about/${path.replace(/\.md$/, ".html").toLowerCase()}` : `docs/source/${path}.html`;
};

// A link of `page` as one of the site.
function linkFrom(page, href) {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [name, anchor] = href.split("#");
  let path = posix.normalize(posix.join(posix.dirname(page), name)).replace(/\/$/, "");
  if (existsSync(join(root, path, "README.md"))) path = posix.join(path, "README.md");
  const here = posix.dirname(placeOf(page));
  if (/^models\/[\w./]+\.yaml$/.test(path)) return `${posix.relative(here, ".") || "."}/?model=${path}`.replace(/^\.\.?\/\.\//, "");
  const image = /\.(svg|png)$/.test(path);
  if (!isPage.has(path) && !image) sources.add(path);
  const to = image ? path : placeOf(path);
  return posix.relative(here, to) + (anchor === undefined ? "" : `#${anchor}`);
}

const search = [];

function render(page) {
  const text = readFileSync(join(root, page), "utf8");
  let title = "";
  let section = null;
  const used = new Map();
  const note = (words) => section !== null && (section.text += ` ${words}`);
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const words = plain(tokens);
        const name = slug(words);
        const count = used.get(name) ?? 0;
        used.set(name, count + 1);
        const id = count === 0 ? name : `${name}-${count}`;
        if (title === "") title = words;
        section = { page: placeOf(page), id, title, heading: words, text: "" };
        search.push(section);
        return `<h${depth} id="${id}"><a class="anchor" href="#${id}" aria-label="Link to ${escape(words)}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escape(linkFrom(page, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: words }) {
        return `<img src="${escape(linkFrom(page, href))}" alt="${escape(words)}" loading="lazy">`;
      },
      paragraph({ tokens }) {
        note(plain(tokens));
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
      code({ text: code, lang }) {
        const box = `<pre><code>${escape(code)}</code></pre>\n`;
        if (lang !== "yaml" || !code.startsWith("bramah: 1")) return box;
        return `<bramah-machine data-testid="machine-block">${box}</bramah-machine>\n`;
      },
      html({ text: words }) {
        const live = /^<!-- live: (\S+)([^>]*)-->/.exec(words);
        return live === null ? "" : `<bramah-machine data-model="${escape(live[1])}" data-channels="${escape(live[2].trim())}"></bramah-machine>\n`;
      },
    },
    hooks: {
      processAllTokens(tokens) {
        return tokens;
      },
    },
  });
  const inner = marked.parse(text).replaceAll("<table>", '<div class="wide"><table>').replaceAll("</table>", "</table></div>");
  for (const match of text.matchAll(/^\|(.*)\|$/gm)) note(match[1]); // words of tables
  return { page, title, inner };
}

const order = ["docs/index.md", "README.md"];
const groups = [
  ["Start", (path) => ["docs/index.md", "docs/build-your-own.md", "docs/drive.md", "docs/tab.md", "docs/model-file.md", "docs/catalogue.md", "docs/cases.md", "docs/results.md", "docs/warnings.md", "docs/notation.md"].includes(path)],
  ["More", (path) => /^docs\/[^/]*\.md$/.test(path)],
  ["Theory", (path) => path.startsWith("docs/theory/")],
  ["Decisions", (path) => path.startsWith("docs/decisions/")],
  ["About", () => true],
];

function navigation(rendered, current) {
  const here = posix.dirname(placeOf(current));
  const left = new Set(rendered);
  return groups
    .map(([name, holds]) => {
      const own = [...left].filter(({ page }) => holds(page));
      own.forEach((one) => left.delete(one));
      own.sort((a, b) => (order.includes(b.page) ? 1 : 0) - (order.includes(a.page) ? 1 : 0) || (a.page < b.page ? -1 : 1));
      const isOpen = name === "Start" || own.some(({ page }) => page === current);
      const items = own.map(({ page, title }) => `<li><a href="${posix.relative(here, placeOf(page))}"${page === current ? ' aria-current="page"' : ""}>${escape(title)}</a></li>`);
      return `<details${isOpen ? " open" : ""}><summary>${name}</summary><ul>${items.join("")}</ul></details>`;
    })
    .join("\n");
}

function wrap({ page, title, inner }, rendered) {
  const up = posix.relative(posix.dirname(placeOf(page)), ".") || ".";
  return `<!DOCTYPE html>
<html lang="en" data-up="${up}/">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escape(title)} - Bramah</title>
<link rel="stylesheet" href="${up}/docs.css">
</head>
<body>
<header class="top"><a class="home" href="${up}/docs/index.html">Bramah</a>
<label class="search"><span class="unseen">Search</span><input type="search" id="search" placeholder="Search the pages" autocomplete="off"></label>
<a class="button" href="${up}/index.html">Playground</a></header>
<div class="columns">
<nav aria-label="Pages">${navigation(rendered, page)}</nav>
<main><div id="found" hidden></div><article>${inner}</article></main>
</div>
<script src="${up}/docs.js"></script>
</body>
</html>
`;
}

function write(place, content) {
  mkdirSync(join(site, dirname(place)), { recursive: true });
  writeFileSync(join(site, place), content);
}

// A file of the repository as a page, or the list of a folder.
function sourcePage(path) {
  const full = join(root, path);
  const isFolder = statSync(full).isDirectory();
  const content = isFolder ? readdirSync(full).sort().join("\n") : readFileSync(full, "utf8");
  return { page: path, title: path, inner: `<h1>${escape(path)}</h1>\n<pre class="source"><code>${escape(content)}</code></pre>` };
}

rmSync(join(site, "docs"), { recursive: true, force: true });
const rendered = pages.map(render);
for (const one of rendered) write(placeOf(one.page), wrap(one, rendered));
const missing = [...sources].filter((path) => !existsSync(join(root, path)));
for (const path of sources) if (!missing.includes(path)) write(placeOf(path), wrap(sourcePage(path), rendered));
const copyImages = (folder) => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) copyImages(path);
    else if (/\.(svg|png)$/.test(path)) {
      mkdirSync(join(site, dirname(path)), { recursive: true });
      copyFileSync(join(root, path), join(site, path));
    }
  }
};
copyImages("docs/images");
const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 1500);
write("docs/search.json", JSON.stringify(search.map((one) => ({ ...one, text: short(one.text) }))));
console.log(`${rendered.length} pages and ${sources.size} files that they link to, ${search.length} sections to search, in ${relative(process.cwd(), join(site, "docs"))}`);
for (const path of missing) console.error(`no such file in the repository: ${path}`);
if (process.argv.includes("--check")) process.exitCode = checkLinks() + missing.length > 0 ? 1 : 0;

// -------------------------------------------------------------------------------------- links
function checkLinks() {
  const walk = (folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? walk(join(folder, entry.name)) : [join(folder, entry.name)]));
  const read = new Map();
  const text = (file) => {
    if (!read.has(file)) read.set(file, readFileSync(file, "utf8"));
    return read.get(file);
  };
  let problems = 0;
  let links = 0;
  for (const file of walk(join(site, "docs")).filter((path) => path.endsWith(".html")))
    for (const [, href] of text(file).matchAll(/(?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      ++links;
      const [name, anchor] = href.replace(/\?[^#]*/, "").split("#");
      let target = name === "" ? file : join(dirname(file), name);
      if (existsSync(target) && statSync(target).isDirectory()) target = join(target, "index.html");
      const isThere = existsSync(target) && (!anchor || !target.endsWith(".html") || text(target).includes(`id="${decodeURIComponent(anchor)}"`));
      if (isThere) continue;
      ++problems;
      console.error(`${relative(site, file)}: ${href} leads nowhere`);
    }
  console.log(`${links} links, ${problems} of them lead nowhere`);
  return problems;
}
