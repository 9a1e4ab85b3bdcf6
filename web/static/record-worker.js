// Answers for the recorder where there is no network: with the set-up page, with the page of a draft
// as it was seen last, or with a desk whose script goes on with what this device keeps. Nothing else
// of the site comes through here. `shell` stands above: what to keep, and the digest of the assets.

const { digest, pages, files } = self.shell;
const NAME = "shengji-record";
const CACHE = `${NAME}-${digest}`;
const [START, DESK] = ["/record", "/record/afar"];
const DRAFT = /^\/record\/[\w-]{12}$/;
const PATIENCE = 6000;

// Pages and scripts of one digest belong together: they come and go together.
self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(clear()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    const ours = pathname === START || pathname === DESK || DRAFT.test(pathname);
    if (ours) event.respondWith(page(request, pathname));
  } else if (pathname.startsWith("/static/")) event.respondWith(file(request));
});
self.addEventListener("message", (event) => event.waitUntil(told(event.data)));

async function fill() {
  const cache = await caches.open(CACHE);
  await cache.addAll(files);
  for (const path of pages) await put(cache, path, await fetch(path, { cache: "no-store" }));
  await self.skipWaiting();
}

async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

// A page keeps itself, or takes back what was kept of it. One that was on its way when the worker
// began is claimed too.
async function told({ keep, forget }) {
  const cache = await caches.open(CACHE);
  if (forget) await cache.delete(forget);
  if (!keep) return;
  await put(cache, keep, await fetch(keep, { cache: "no-store" }));
  await self.clients.claim();
}

// By its path alone: a draft is kept once, whatever the address asks for beside it. What was erased,
// or is shown for another token by now, is kept no longer: the page has the token in it. A page of
// another version has other scripts, which the worker of that version keeps.
async function put(cache, path, response) {
  const { pathname } = new URL(path, self.location.origin);
  if (response.status === 404) await cache.delete(pathname);
  if (!response.ok || response.redirected) return;
  const text = await response.clone().text();
  if (text.includes(`/static/${digest}/`)) await cache.put(pathname, response);
}

// The network first; what is kept where there is none, or where it does not answer.
async function page(request, pathname) {
  const cache = await caches.open(CACHE);
  const kept = (await cache.match(pathname, { ignoreVary: true }))
    ?? (pathname === START ? undefined : await cache.match(DESK, { ignoreVary: true }));
  const asked = fetch(request).then(async (response) => {
    await put(cache, pathname, response.clone());
    return response;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => { setTimeout(resolve, PATIENCE, kept); });
  return Promise.race([asked.catch(() => kept), late]);
}

async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  return kept ?? fetch(request);
}
