// Keeps the page for visits without a network, as a service worker. `urigram serve --export` writes
// two constants above: VERSION, which changes with any file, and FILES, their paths.

/* global VERSION, FILES */

// Other pages of this origin have caches too, and an origin can have this page in several folders.
const OURS = `urigram ${registration.scope} `;
const CACHE = OURS + VERSION;

addEventListener("install", (event) => {
  // What the browser has is asked for again with its date, so that nothing old gets in and little
  // is sent twice.
  const requests = FILES.map((path) => new Request(path, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(requests))
      .then(() => skipWaiting()),
  );
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  // `?embed` asks for the same page.
  const [path] = request.url.slice(registration.scope.length).split(/[?#]/);
  const file = path === "" ? "index.html" : path;
  if (!FILES.includes(file)) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(file))
      .then((found) => found ?? fetch(request)),
  );
});
