// Keeps all files of the site, so that it opens without a network. Another build is another store,
// which takes this one's place once no window of it is open any more.

const NAME = `files ${new URL("./", self.location.href).pathname} `;
const STORE = `${NAME}BUILD`;
const service = /** @type {Service} */ (/** @type {unknown} */ (self));

service.addEventListener("install", (event) => event.waitUntil(fill()));
service.addEventListener("activate", (event) =>
  event.waitUntil(clear().then(() => service.clients.claim())));
service.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = request.url.startsWith(service.registration.scope);
  if (request.method === "GET" && isOurs) event.respondWith(find(request));
});

async function fill() {
  const { files } = await (await fetch("parts.json", { cache: "no-cache" })).json();
  const store = await caches.open(STORE);
  await store.addAll(["./", ...files]);
}

async function clear() {
  for (const name of await caches.keys()) {
    if (name.startsWith(NAME) && name !== STORE) await caches.delete(name);
  }
}

/** A file of the site, from the store if it is there. @param {Request} request */
async function find(request) {
  const store = await caches.open(STORE);
  return (await store.match(request, { ignoreSearch: true })) ?? fetch(request);
}
