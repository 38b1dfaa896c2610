// News: what other windows and other programs make of the files, as far as it concerns what is open.

import { ask, query, Refusal } from "./ask.js";
import { busy, desk, draw, opened, receive } from "./desk.js";
import { notice } from "./notice.js";
import { on, send } from "./signal.js";
import { say } from "./words.js";

const state = {
  /** The last event of this file that came while work was on its way. @type {News | null} */
  missed: null,
  /** How many deeds are done that change files without the desk, such as a rename. */
  acting: 0,
  pause: 0,
};

on("event file", (event) => {
  if (!desk.state) return;
  if (event.file !== desk.state.file) lookAround();
  else if (busy() || state.acting) state.missed = event;
  else follow(event);
});
on("settled", catchUp);

function catchUp() {
  if (busy() || state.acting) return;
  const event = state.missed;
  state.missed = null;
  if (event) follow(event);
}

// A template is another one now, or what took long to draw is done.
on("event template", () => {
  if (desk.state && desk.sheet && !busy()) draw();
});

/**
 * Does something to files; that they change by it is no news from elsewhere.
 * @param {() => Promise<unknown>} run
 */
export async function act(run) {
  state.acting += 1;
  try {
    await run();
  } finally {
    state.acting -= 1;
    catchUp();
  }
}

// Other files may be in what is open, as ships are in a fleet: it is looked at again in a pause.
function lookAround() {
  clearTimeout(state.pause);
  state.pause = setTimeout(async () => {
    const { file, version } = desk.state ?? {};
    if (!file || busy() || state.acting) return;
    const now = await ask("GET", `api/file?${query({ file })}`).catch(() => null);
    if (!now || busy() || desk.state?.file !== file || now.version !== version) return;
    receive({ kind: "event" }, now);
    draw();
  }, 400);
}

/** Takes over what another window or another program has made of the file. @param {News} event */
async function follow(event) {
  const before = opened();
  if (event.version === before.version && event.unsaved === before.unsaved && !event.conflict) return;
  try {
    const now = await ask("GET", `api/file?${query({ file: event.file })}`);
    if (busy() || now.file !== opened().file || now.version < opened().version) return;
    receive({ kind: "event" }, now);
    draw();
    if (now.text !== before.text)
      notice(
        say("{} was changed elsewhere. What you see is the new text.", event.file), { severity: "hint" },
      );
  } catch (error) {
    if (error instanceof Refusal) send("vanished", event.file);
  }
}
