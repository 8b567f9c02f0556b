// Once loaded, the pages need no network: every file of theirs is kept, under the name of what they are made of.
// `kept` and `version` are put in front of this by tools/tab.
export {};
declare const kept: string[];
declare const version: string;

interface Stage {
  addEventListener(type: "install" | "activate" | "fetch", act: (event: StageEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}
interface StageEvent {
  request: Request;
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}
declare const self: Stage;

const kName = `bramah-${version}`;

self.addEventListener("install", (event) =>
  event.waitUntil(
    caches
      .open(kName)
      .then((cache) => cache.addAll(kept))
      .then(() => self.skipWaiting()),
  ),
);

self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("bramah-") && name !== kName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  ),
);

// What is kept comes from there; all else, and what was never kept, from the network.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.open(kName).then(async (cache) => (await cache.match(event.request, { ignoreSearch: true })) ?? fetch(event.request)),
  );
});
