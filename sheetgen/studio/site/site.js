// The page without a server: its questions go to a worker that runs sheetgen.

import { carrier } from "./ask.js";
import { send } from "./signal.js";
import { language } from "./words.js";

/** @typedef {{status: number, type: string, body: Blob, name: string | null, written?: boolean}} Carried */

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
/** @type {Map<number, {resolve: (told: Carried) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
const state = { last: 0, isReady: false };

worker.addEventListener("message", ({ data }) => {
  const one = waiting.get(data.id);
  if (!one) return; // it was taken back
  waiting.delete(data.id);
  if (data.failed) one.reject(new Error(data.failed));
  else {
    const { status, type, bytes, name, written } = data;
    one.resolve({ status, type, body: new Blob([bytes], { type }), name, written });
  }
});

/**
 * Asks Python; what is taken back before its turn never has one.
 * @param {string} method @param {string} path @param {string} body @param {AbortSignal} [signal]
 * @returns {Promise<Carried>}
 */
function consult(method, path, body, signal) {
  return new Promise((resolve, reject) => {
    const id = ++state.last;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, method, path, body });
    signal?.addEventListener("abort", () => {
      if (waiting.delete(id)) worker.postMessage({ drop: id });
      reject(new Error("taken back"));
    });
  });
}

// Until Python is there, what was made of the project with the page answers, or what was kept the
// last time: the shelf and its pictures. A question is `METHOD path body`.
const KEPT = /^GET api\/(project|shelf|portrait)/;
const CHANGED = "changed"; // kept once the project in this browser is not the page's any more
const SPOKEN = /^(GET api\/portrait.*?|POST api\/view)[?&]language=\w+/; // drawn alike in any language
const home = new URL("./", location.href);
const early = readEarly();
/** @type {Map<string, string>} The texts of early answers by their questions. */
const used = new Map();

async function readEarly() {
  const read = async (/** @type {string} */ name) => (await fetch(name)).json();
  const [parts, first] = await Promise.all([read("parts.json"), read("first.json")]);
  const name = `answers ${home.pathname} ${parts.build}`;
  const store = await caches.open(name);
  const project = { folder: `/at${decodeURIComponent(home.pathname)}${parts.title}` };
  return { store, project, first: (await store.match(CHANGED)) ? {} : first };
}

const address = (/** @type {string} */ question) => new URL(`?${encodeURIComponent(question)}`, home);

/** @param {string} question @returns {Promise<Carried | null>} */
async function recall(question) {
  const { store, first, project } = await early;
  const found = await store.match(address(question));
  const kept = found && [200, found.headers.get("Content-Type"), await found.text()];
  const drawn = question.replace(SPOKEN, "$1");
  const [status, type, said] = kept ?? first[question] ?? first[drawn] ?? [404];
  if (status !== 200) return null;
  const isProject = question.startsWith("GET api/project");
  const text = isProject ? JSON.stringify({ ...JSON.parse(said), ...project }) : said;
  used.set(question, text);
  return { status, type, body: new Blob([text], { type }), name: null };
}

/**
 * Keeps an answer for the next start, or forgets all of them as files have changed.
 * @param {string} question @param {Carried} told
 */
async function note(question, told) {
  const { store } = await early;
  if (told.written) {
    for (const one of await store.keys()) await store.delete(one);
    await store.put(CHANGED, new Response());
  } else if (KEPT.test(question) && told.status === 200) {
    await store.put(address(question), new Response(told.body));
  }
}

carrier.inside = true;
carrier.carry = async (method, path, body, signal) => {
  const said = body === undefined ? "" : JSON.stringify(body);
  const question = `${method} ${path} ${said}`;
  const known = state.isReady ? null : await recall(question).catch(() => null);
  if (known) return known;
  const told = await consult(method, path, said, signal);
  note(question, told).catch(() => {}); // a full or forbidden store costs a convenience, nothing more
  return told;
};

// Once Python is there, a shelf that was recalled is looked at again, and the app is kept for use
// without a network.
const shelf = language === "en" ? "api/shelf" : `api/shelf?language=${language}`;
consult("GET", shelf, "").then(async (told) => {
  state.isReady = true;
  document.documentElement.dataset.python = "ready";
  const before = used.get(`GET ${shelf} `);
  if (before !== undefined && before !== (await told.body.text())) send("event shelf", {});
  await navigator.serviceWorker?.register("service.js");
});
