// Signals: what one part of the page tells the others.

/** @type {Map<PropertyKey, ((value: any) => unknown)[]>} */
const listeners = new Map();

/**
 * Calls `listener` whenever `name` is sent.
 * @template {keyof Signals} N
 * @param {N} name
 * @param {(value: Signals[N]) => unknown} listener
 */
export function on(name, listener) {
  listeners.set(name, [...(listeners.get(name) ?? []), listener]);
}

/**
 * Sends `name` with a value to all who listen.
 * @template {keyof Signals} N
 * @param {N} name
 * @param {Signals[N]} [value]
 */
export function send(name, value) {
  for (const listener of listeners.get(name) ?? []) listener(value);
}
