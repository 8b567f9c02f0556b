// A stand-in for `bramah serve`: node test/mock_server.mjs [PORT]. Same messages, made-up machine.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { rope } from "./mock_model.mjs";
import { csv, greet, join, leave, model, obey, pass, tellAll } from "./mock_session.mjs";

const kPage = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bramah</title>
<link rel="stylesheet" href="/live.css"><body><script src="/live.js"></script></body></html>`;
const dist = new URL("../dist/", import.meta.url);

function encode(text) {
  const data = Buffer.from(text);
  const head =
    data.length < 126
      ? Buffer.from([0x81, data.length])
      : data.length < 65536
        ? Buffer.from([0x81, 126, data.length >> 8, data.length & 255])
        : Buffer.from([
            0x81,
            127,
            0,
            0,
            0,
            0,
            data.length >>> 24,
            (data.length >> 16) & 255,
            (data.length >> 8) & 255,
            data.length & 255,
          ]);
  return Buffer.concat([head, data]);
}

// Masked text frames of up to 64 kB, which is all that the page sends.
function decode(client, chunk) {
  client.rest = Buffer.concat([client.rest, chunk]);
  for (;;) {
    const b = client.rest;
    if (b.length < 2) return;
    const short = b[1] & 127;
    const start = short === 126 ? 4 : 2;
    if (b.length < start + 4) return;
    const length = short === 126 ? b.readUInt16BE(2) : short;
    if (b.length < start + 4 + length) return;
    const mask = b.subarray(start, start + 4);
    const data = Buffer.from(b.subarray(start + 4, start + 4 + length)).map((x, k) => x ^ mask[k % 4]);
    client.rest = b.subarray(start + 4 + length);
    if ((b[0] & 15) === 8) return client.socket.end();
    if ((b[0] & 15) === 1) obey(client, JSON.parse(data.toString()));
  }
}

const routes = {
  "/": () => ["text/html", kPage],
  "/model.json": () => ["application/json", JSON.stringify(model)],
  "/recording.csv": () => ["text/csv", csv()],
  "/mesh/6": () => ["text/plain", rope],
  "/drive": () => ["text/plain", "drive\n"],
};

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://x").pathname;
  const file = new URL("." + path, dist);
  const asset = /^\/live\.(js|css)$/.test(path) && existsSync(file);
  const [type, body] = asset
    ? [path.endsWith("css") ? "text/css" : "text/javascript", readFileSync(file)]
    : (routes[path]?.() ?? ["", ""]);
  response.writeHead(type === "" ? 404 : 200, { "content-type": `${type}; charset=utf-8` });
  response.end(body);
});
server.on("upgrade", (request, socket) => {
  const key = createHash("sha1").update(
    request.headers["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11",
  );
  socket.write(
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
      `Sec-WebSocket-Accept: ${key.digest("base64")}\r\n\r\n`,
  );
  const send = (message) => socket.writable && socket.write(encode(JSON.stringify(message)));
  const client = { socket, send, rest: Buffer.alloc(0), id: 0, greeted: false };
  join(client);
  socket.on("data", (chunk) => decode(client, chunk));
  socket.on("close", () => leave(client));
  socket.on("error", () => leave(client));
  setTimeout(() => client.greeted || greet(client, false), 200);
});

let last = performance.now();
setInterval(() => {
  const now = performance.now();
  pass(now - last);
  last = now;
}, 33);
setInterval(tellAll, 500);
process.on("SIGTERM", () => process.exit(0));
server.listen(Number(process.argv[2] ?? 8123), "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${server.address().port}/`),
);
