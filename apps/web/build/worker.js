// Worker of the built app, for use without a network: it keeps the app's own files, and never an answer of the server. Pages are one
// shell, which it answers from what it keeps; other files of the app are kept once they were used.

/** Set by offline-worker.ts, which the build runs. */
const FILES = /* FILES */ [];
const VERSION = /* VERSION */ '';
const SHELL = '/index.html';
const PRECACHE = `app-${VERSION}`;
const USED = 'assets';
const USED_MAX = 100;
/** Calls of the server, and files by their ending: everything else is a page. */
const NO_PAGE = /^\/(api|trpc)(\/|$)|\.[a-z]+$/;

self.addEventListener('install', (event) => {
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldCaches().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname)) event.respondWith(answerKept(SHELL, request));
  } else if (FILES.includes(pathname)) event.respondWith(answerKept(pathname, request));
  else if (pathname.startsWith('/assets/')) event.respondWith(answerUsed(event));
});

/** Files under /assets have their hash in the name: one that an older version kept is the same. */
async function keepFiles() {
  const cache = await caches.open(PRECACHE);
  const keep = async (file) => {
    const kept = file.startsWith('/assets/') ? await caches.match(file) : undefined;
    await (kept === undefined ? cache.add(new Request(file, { cache: 'reload' })) : cache.put(file, kept));
  };
  await Promise.all(FILES.map(keep));
}

async function removeOldCaches() {
  const old = (await caches.keys()).filter((name) => name !== PRECACHE && name !== USED);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answerKept(file, request) {
  const cache = await caches.open(PRECACHE);
  return (await cache.match(file)) ?? fetch(request);
}

async function answerUsed(event) {
  const cache = await caches.open(USED);
  const kept = await cache.match(event.request);
  if (kept !== undefined) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keepUsed(cache, event.request, answer.clone()));
  return answer;
}

/** The oldest give way: files of older versions among them. */
async function keepUsed(cache, request, answer) {
  await cache.put(request, answer);
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -USED_MAX).map((old) => cache.delete(old)));
}
