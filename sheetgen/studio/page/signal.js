// Signals: what one part of the page tells the others.

const listeners = new Map();

/** Calls `listener` whenever `name` is sent. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

/** Sends `name` with a value to all who listen. */
export function send(name, value) {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(value);
}
