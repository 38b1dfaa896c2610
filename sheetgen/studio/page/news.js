// News: what other windows and other programs make of the files, as far as it concerns what is open.

import { ask, query, Refusal } from "./ask.js";
import { busy, desk, draw, receive } from "./desk.js";
import { notice } from "./notice.js";
import { on, send } from "./signal.js";
import { say } from "./words.js";

let missed = null; // the last event of this file that came while work was on its way
let acting = 0; // how many deeds are done that change files without the desk, such as a rename

on("event file", (event) => {
  if (!desk.state) return;
  if (event.file !== desk.state.file) lookAround();
  else if (busy() || acting) missed = event;
  else follow(event);
});
on("settled", catchUp);

function catchUp() {
  if (busy() || acting) return;
  const event = missed;
  missed = null;
  if (event) follow(event);
}

// A template is another one now, or what took long to draw is done.
on("event template", () => {
  if (desk.state && desk.sheet && !busy()) draw();
});

/** Does something to files; that they change by it is no news from elsewhere. */
export async function act(run) {
  acting += 1;
  try {
    await run();
  } finally {
    acting -= 1;
    catchUp();
  }
}

// Other files may be in what is open, as ships are in a fleet: it is looked at again in a pause.
let around = null;
function lookAround() {
  clearTimeout(around);
  around = setTimeout(async () => {
    const { file, version } = desk.state ?? {};
    if (!file || busy() || acting) return;
    const state = await ask("GET", `api/file?${query({ file })}`).catch(() => null);
    if (!state || busy() || desk.state?.file !== file || state.version !== version) return;
    receive({ kind: "event" }, state);
    draw();
  }, 400);
}

// Takes over what another window or another program has made of the file.
async function follow(event) {
  const before = desk.state;
  if (event.version === before?.version && event.unsaved === before.unsaved && !event.conflict) return;
  try {
    const state = await ask("GET", `api/file?${query({ file: event.file })}`);
    if (busy() || state.file !== desk.state.file || state.version < desk.state.version) return;
    receive({ kind: "event" }, state);
    draw();
    if (state.text !== before.text)
      notice(
        say("{} was changed elsewhere. What you see is the new text.", event.file), { severity: "hint" },
      );
  } catch (error) {
    if (error instanceof Refusal) send("vanished", event.file);
  }
}
