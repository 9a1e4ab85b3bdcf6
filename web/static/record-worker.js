// Answers for the recorder where there is no network: with the page as it was seen last, whose script
// goes on with what this device keeps. Nothing else of the site comes through here.

const CACHE = "shengji-record";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function page(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok && !response.redirected) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    // What a page was asked for with is not asked for again: there is no other one.
    const kept = await cache.match(request, { ignoreVary: true });
    const same = kept ?? (await cache.match(request, { ignoreSearch: true, ignoreVary: true }));
    const shell = same ?? (await cache.match("/record", { ignoreSearch: true, ignoreVary: true }));
    if (shell) return shell;
    throw error;
  }
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}
