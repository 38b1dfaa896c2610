// Runs sheetgen in a worker of the browser. What is saved stays in this browser.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const home = new URL("./", import.meta.url);
const CACHES = "/caches"; // as freezing.py has it
/** Questions that change no file. */
const READING = [
  "edit", "undo", "redo", "discard", "view", "print", "profiles", "download", "book-pdf", "compare", "duel",
  "take-out", "link", "label", "look", "book", "chapter", "sample",
];
const ready = start();
const state = { turn: Promise.resolve() };

async function start() {
  const env = { HOME: "/home/pyodide", XDG_CACHE_HOME: CACHES };
  const [python, parts, names, whole, own] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", home).href, env }),
    get("parts.json").then((answer) => answer.json()),
    get("python.json").then((answer) => answer.json()),
    get("python.bin").then(({ body }) => inflate(body).arrayBuffer()),
    get("project.zip").then((answer) => answer.arrayBuffer()),
  ]);
  const { FS } = python;
  FS.chmod("/", 0o755); // or sheetgen trusts no cache
  unpack(FS, names, whole);
  python.runPython("import sys; sys.path.append('/python')");
  // Other sites of the same server have projects of their own.
  const project = `/at${decodeURIComponent(home.pathname)}${parts.title || "sheetgen"}`;
  FS.mkdirTree(project);
  FS.mount(FS.filesystems.IDBFS, {}, project);
  await keep(FS, true);
  if (!FS.analyzePath(`${project}/templates`).exists) {
    FS.mkdirTree(`${project}/templates`);
    python.unpackArchive(own, "zip", { extractDir: project });
    await keep(FS, false);
  }
  FS.chdir(project);
  const { open_inside } = python.pyimport("sheetgen.studio.calls");
  return { FS, carry: open_inside(project) };
}

/** What is compressed in a stream. @param {ReadableStream<Uint8Array<ArrayBuffer>> | null} body */
const inflate = (body) => new Response(body?.pipeThrough(new DecompressionStream("gzip")));

/** A file of the site. @param {string} name */
async function get(name) {
  const answer = await fetch(new URL(name, home));
  if (!answer.ok) throw new Error(`${name} can't be had: ${answer.status}`);
  return answer;
}

/**
 * Lays files that follow each other in one buffer out; `names` are `[name, size]`.
 * @param {Disk} FS @param {[string, number][]} names @param {ArrayBuffer} whole
 */
function unpack(FS, names, whole) {
  const made = new Set();
  let at = 0;
  for (const [name, size] of names) {
    const folder = `/${name.slice(0, name.lastIndexOf("/"))}`;
    if (!made.has(folder)) FS.mkdirTree(folder, 0o700);
    made.add(folder);
    FS.writeFile(`/${name}`, new Uint8Array(whole, at, size), { canOwn: true, mode: 0o600 });
    at += size;
  }
}

/**
 * Brings the project from the browser's store (`back`), or into it.
 * @param {Disk} FS @param {boolean} back
 */
function keep(FS, back) {
  return new Promise((resolve) => FS.syncfs(back, resolve));
}

/** Questions that were taken back before their turn. */
const dropped = new Set();

/** Answers a question. @param {{id: number, method: string, path: string, body: string}} asked */
async function answer({ id, method, path, body }) {
  await new Promise((resolve) => setTimeout(resolve)); // what was taken back meanwhile is heard of
  if (dropped.delete(id)) return;
  try {
    const { FS, carry } = await ready;
    const told = carry(method, path, body);
    const [status, type, bytes, name] = told.toJs();
    told.destroy();
    const written = method === "POST" && !READING.includes(path.replace("api/", "").replace(/[?].*/, ""));
    if (written) await keep(FS, false);
    postMessage({ id, status, type, bytes, name: name ?? null, written });
  } catch (error) {
    postMessage({ id, failed: String(error) });
  }
}

addEventListener("message", ({ data }) => {
  if (data.drop) dropped.add(data.drop);
  else state.turn = state.turn.then(() => answer(data));
});
