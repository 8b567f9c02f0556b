// A plain static file server on the loopback: what site/ must be content with.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

const kTypes = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm" };

export async function serveFiles(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    let file = join(folder, path);
    try {
      if (statSync(file).isDirectory()) file = join(file, "index.html");
      const content = readFileSync(file);
      response.writeHead(200, { "Content-Type": kTypes[extname(file)] ?? "application/octet-stream" }).end(content);
    } catch {
      response.writeHead(404).end("nothing here");
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
