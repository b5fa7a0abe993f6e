/**
 * Stores the app's files, so that it opens without a network. It never answers requests to the
 * service: offline, a learner's data comes from the browser database.
 */
const CACHE = `wordloom-${"%VERSION%"}`;
const FILES = "%FILES%";
const PAGE = "./";
const KEPT = new Set(FILES.map(addressOf));
const ASSETS = addressOf("assets/");

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES])));
});

// A new version waits until the app reports that nobody is in the middle of something.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(removeOld().then(() => self.clients.claim()));
});

async function removeOld() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("wordloom-") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request, address));
  // Includes files at the root: the page waits for appearance.js before it draws anything.
  else if (KEPT.has(address.href) || address.href.startsWith(ASSETS)) {
    event.respondWith(file(request));
  }
});

function addressOf(file) {
  return new URL(file, self.registration.scope).href;
}

/** Pages of the app itself; the service's own (health, exports, the console) go to the network. */
async function page(request, address) {
  const scope = new URL(self.registration.scope).pathname;
  const path = address.pathname.slice(scope.length);
  if (/^(api|admin|health|metrics|avatars|packs)(\/|$)/.test(path)) return fetch(request);
  const cache = await caches.open(CACHE);
  return (await cache.match(PAGE)) ?? fetch(request);
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept) return kept;
  const reply = await fetch(request);
  if (reply.ok) await cache.put(request, reply.clone());
  return reply;
}
