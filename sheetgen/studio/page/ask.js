// Questions to sheetgen, and its news: from its server, or from a worker where there is none.

import { on, send } from "./signal.js";
import { language, say } from "./words.js";

/** An answer that refuses: what it says, its status and its whole body. */
export class Refusal extends Error {
  /** @param {number} status @param {Values | null} body */
  constructor(status, body) {
    super(body?.error ?? say("sheetgen gave no reason"));
    this.status = status;
    /** @type {Values} */
    this.body = body ?? {};
  }
}

/** Nobody answers: the server has ended, or can't be reached. */
export class Gone extends Error {
  constructor() {
    super(say("sheetgen does not answer."));
  }
}

/** A question that was taken back before its answer came. */
export class Dropped extends Error {}

const LONG = 1000; // milliseconds

/** A place for one question at a time: with a newer one, the older is taken back. */
export class Latest {
  constructor() {
    /** @type {AbortController | null} */
    this.asked = null;
    this.since = 0;
  }

  /** The signal of the newest question. */
  next() {
    this.stop();
    this.asked = new AbortController();
    this.since = Date.now();
    return this.asked.signal;
  }

  /** Takes back what was asked. */
  stop() {
    this.asked?.abort();
  }

  /** Takes it back if it takes long; what is soon there is shown even while others wait. */
  hurry() {
    if (Date.now() - this.since > LONG) this.stop();
  }
}

/** How a question is carried; a page without a server puts a worker's in its place. */
export const carrier = {
  /** Whether sheetgen runs inside the page itself, without a server. */
  inside: false,

  /** Whether somebody answered the last time. */
  here: true,

  /** Where news come from. @type {EventSource | null} */
  news: null,

  /**
   * Resolves with the answer as it came; rejects if the signal is given before.
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {AbortSignal} [signal]
   * @returns {Promise<{ status: number, type: string, body: Blob, name: string | null }>}
   */
  async carry(method, path, body, signal) {
    /** @type {RequestInit & { headers: Record<string, string> }} */
    const asked = { method, headers: {}, cache: "no-store", redirect: "error", signal };
    if (body !== undefined) {
      asked.body = JSON.stringify(body);
      asked.headers["Content-Type"] = "application/json";
    }
    const answer = await fetch(path, asked);
    const named = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "");
    return {
      status: answer.status,
      type: answer.headers.get("Content-Type") ?? "",
      body: await answer.blob(),
      name: named ? named[1] : null,
    };
  },
};

/**
 * The answer's value: parsed JSON, or text. Raises Refusal, Gone, and Dropped after the signal.
 * @template {string} P
 * @param {string} method
 * @param {P} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answer<P>>}
 */
export async function ask(method, path, body, signal) {
  const answer = await carried(method, path, body, signal);
  const text = await answer.body.text();
  const value = answer.type.includes("json") ? JSON.parse(text) : text;
  if (answer.status >= 400)
    throw new Refusal(answer.status, typeof value === "object" ? value : { error: value });
  return value;
}

/**
 * A file as the answer. While it is being made, `tell` is told how much of it is done, and it is
 * asked for again. Raises Refusal, Gone, and Dropped after the signal.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 * @param {(told: { done: number, total: number }) => void} [tell]
 */
export async function fetchFile(method, path, body, signal, tell) {
  let answer = await carried(method, path, body, signal);
  for (; answer.status === 202; answer = await carried(method, path, body, signal))
    tell?.(JSON.parse(await answer.body.text()));
  if (answer.status >= 400) throw new Refusal(answer.status, JSON.parse(await answer.body.text()));
  return { name: answer.name, body: answer.body };
}

/**
 * @param {string} method @param {string} path @param {unknown} body
 * @param {AbortSignal} [signal]
 */
async function carried(method, path, body, signal) {
  let answer;
  try {
    answer = await carrier.carry(method, spoken(path), body, signal);
  } catch {
    if (signal?.aborted) throw new Dropped();
    lost();
    throw new Gone();
  }
  if (signal?.aborted) throw new Dropped();
  if (!carrier.here && answer.status !== 403) {
    carrier.here = true;
    send("back");
  }
  return answer;
}

/** An address that asks in the language of the page. @param {string} path */
function spoken(path) {
  return language === "en" ? path : `${path}${path.includes("?") ? "&" : "?"}language=${language}`;
}

/** Says that nobody answers, and asks until somebody does. */
export function lost() {
  if (!carrier.here) return;
  carrier.here = false;
  send("gone");
  knock();
}

async function knock() {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  if (carrier.here) return;
  try {
    const answer = await carrier.carry("GET", "api/project");
    // Another studio on the same port knows nothing of this page's token.
    if (answer.status === 403) return send("moved");
    if (answer.status !== 200) throw new Gone();
    if (carrier.here) return;
    carrier.here = true;
    send("back");
  } catch {
    knock();
  }
}

/** A query string of what is neither null nor undefined. @param {Values} values */
export function query(values) {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

/** Listens for good to what changes, here and in other windows; after the server was away, from the start. */
export function listen() {
  connect();
  on("back", connect);
}

function connect() {
  carrier.news?.close();
  if (carrier.inside) return;
  const news = new EventSource("api/events");
  carrier.news = news;
  news.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.event === "bye") lost();
    else send(`event ${event.event}`, event);
  };
  news.onerror = () => {
    if (news.readyState === EventSource.CLOSED) lost();
  };
}
