// The page without a server: its questions go to a worker that runs sheetgen.

import { carrier } from "./ask.js";

const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let last = 0;

worker.addEventListener("message", ({ data }) => {
  const { resolve, reject } = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.failed) reject(new Error(data.failed));
  else {
    const { status, type, bytes, name } = data;
    resolve({ status, type, body: new Blob([bytes], { type }), name });
  }
});

carrier.inside = true;
carrier.carry = (method, path, body) =>
  new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, method, path, body: body === undefined ? "" : JSON.stringify(body) });
  });
