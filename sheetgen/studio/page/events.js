// Events from the server: files that change, here and in other windows.

import { carrier, lost } from "./ask.js";
import { on, send } from "./signal.js";

let source = null;

/** Listens for good; after the server was away, from the start. */
export function listen() {
  connect();
  on("back", connect);
}

function connect() {
  source?.close();
  if (carrier.inside) return;
  source = new EventSource("api/events");
  source.onmessage = (message) => {
    const event = JSON.parse(message.data);
    if (event.event === "bye") lost();
    else send(`event ${event.event}`, event);
  };
  source.onerror = () => {
    if (source.readyState === EventSource.CLOSED) lost();
  };
}
