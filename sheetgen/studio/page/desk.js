// The desk: the file that is open, and everything on its way to the server, in order.

import { ask, Dropped, Gone, Latest, query, Refusal } from "./ask.js";
import { enqueue } from "./deed.js";
import { forget, keep } from "./memory.js";
import { notice, regret } from "./notice.js";
import { on, send } from "./signal.js";
import { say } from "./words.js";

/** What is open now. `state` is the server's last answer, `preview` the last drawing of it. */
export const desk = {
  /** @type {FileState | null} */
  state: null,
  document: 0,
  /** @type {string | null} */
  sheet: null,
  /** @type {Look} */
  look: { ink: "color", fillable: false, page: 0 },
  /** @type {string | null | undefined} */
  preview: null,
  /** Why there is no preview. @type {string | null} */
  note: null,
  pages: 1,
};

const line = {
  /** What is not yet sent, oldest first. @type {Deed[]} */
  waiting: [],
  /** @type {Promise<void> | null} */
  running: null,
  /** Which field shows where takes the server some drawings to find out: it is asked in a pause. */
  pause: 0,
  /** The drawing that is asked for. */
  drawing: new Latest(),
  /** Files whose conflict somebody has put off. @type {Set<string>} */
  asked: new Set(),
};

/** The document that is open: its entry, values, form, budgets, facts, sheets. */
export function current() {
  return desk.state?.documents?.[desk.document] ?? null;
}

/** What is open, where something must be. */
export function opened() {
  if (!desk.state) throw new Error("Nothing is open.");
  return desk.state;
}

/** The document that is open, where one must be. */
export function present() {
  return opened().documents[desk.document];
}

/** Whether something typed has not been answered yet. */
export function busy() {
  return line.waiting.length > 0 || line.running !== null;
}

/** Whether a change of what is open is still on its way. @param {Deed["kind"][]} kinds */
export function isTyped(kinds = ["change", "text"]) {
  return line.waiting.some((one) => kinds.includes(one.kind));
}

/**
 * Opens a file at one of its documents; raises Refusal and Gone.
 * @param {string} file @param {number} document @param {string | null} sheet
 */
export async function open(file, document = 0, sheet = null) {
  const drawn = line.waiting.findIndex((one) => one.kind === "draw" && !one.sent);
  if (drawn >= 0) line.waiting.splice(drawn, 1);
  line.drawing.stop(); // nobody will see it
  await settle();
  const state = await ask("GET", `api/file?${query({ file })}`);
  Object.assign(desk, {
    state, document: Math.min(document, Math.max(0, state.documents.length - 1)), preview: null, pages: 1,
  });
  desk.look.page = 0;
  chooseSheet(sheet);
  send("opened");
  send("state");
  draw();
}

/** @param {string | null} wanted */
function chooseSheet(wanted) {
  const sheets = current()?.sheets ?? [];
  const known = sheets.find((one) => one.id === (wanted ?? desk.sheet));
  desk.sheet = (known ?? sheets.find((one) => one.default) ?? sheets[0])?.id ?? null;
}

/** Shows another sheet of what is open. @param {string} sheet */
export function turnTo(sheet) {
  Object.assign(desk, { sheet, preview: null, pages: 1 });
  desk.look.page = 0;
  send("sheet");
  draw();
}

/** Shows the sheet in another ink, or with form fields. @param {Partial<Look>} changed */
export function look(changed) {
  Object.assign(desk.look, changed);
  draw();
}

/** Asks for the drawing of what is open. */
export function draw() {
  if (current() && desk.sheet && !line.waiting.some((one) => one.kind === "draw")) put({ kind: "draw" });
}

/** Changes values: `[{path, value}]`, and what lists take besides. @param {Change[]} changes */
export function change(changes) {
  put({ kind: "change", changes: changes.map((one) => ({ document: desk.document, ...one })) });
}

/** Puts a text in place of the whole file. @param {string} text */
export function write(text) {
  put({ kind: "text", text });
}

/** Takes the last change back. */
export function undo() {
  put({ kind: "undo" });
}

/** Does again what was taken back. */
export function redo() {
  put({ kind: "redo" });
}

/** Writes the file to disk; `force` also over what somebody else has written there. @param {boolean} force */
export function save(force = false) {
  put({ kind: "save", force });
}

/** Goes back to what is on disk. */
export function discard() {
  put({ kind: "discard" });
}

/** Resolves when everything has been answered. */
async function settle() {
  while (line.running) await line.running;
}

/** @param {Deed} deed */
function put(deed) {
  deed.file = opened().file;
  const isDropped = line.waiting[0]?.kind === "draw" && line.waiting[0].sent;
  line.drawing.stop(); // the newest wins
  enqueue(line.waiting, deed);
  if (isDropped && deed.kind === "save") line.waiting.push({ kind: "draw", file: deed.file });
  if (isTyped()) send("typed");
  line.running ??= work();
}

async function work() {
  const { waiting } = line;
  while (waiting.length) {
    const deed = waiting[0];
    try {
      const answer = await perform(deed);
      waiting.splice(waiting.indexOf(deed), 1);
      receive(deed, answer);
    } catch (error) {
      if (error instanceof Dropped) {
        waiting.splice(waiting.indexOf(deed), 1);
        continue;
      }
      if (!(await mend(deed, error))) break;
    }
  }
  line.running = null;
  send("settled");
}

/** @param {Deed} deed @returns {Promise<Partial<FileState> & Drawn>} */
function perform(deed) {
  deed.sent = true;
  const file = String(deed.file);
  const { version } = opened();
  const view = { document: desk.document, sheet: desk.sheet, ...desk.look };
  const preview = desk.sheet ? view : undefined;
  const { merge } = deed;
  if (deed.kind === "change")
    return ask("POST", "api/edit", { file, version, changes: deed.changes, merge, preview });
  if (deed.kind === "text")
    return ask("POST", "api/edit", { file, version, text: deed.text, merge, preview });
  if (deed.kind === "draw") return drawView({ file, ...view }, line.drawing.next());
  if (deed.kind === "save") return ask("POST", "api/save", { file, version, force: deed.force });
  return ask("POST", `api/${deed.kind}`, { file });
}

/**
 * The drawing of a sheet: `{preview, preview_pages, preview_note, problems}`.
 * @param {View} view @param {AbortSignal} signal
 */
export function drawView(view, signal) {
  return ask("POST", "api/view", view, signal);
}

/**
 * Takes an answer over: the state of the file that is open, or the drawing of a sheet.
 * @param {Deed} deed @param {Partial<FileState> & Drawn} answer
 */
export function receive(deed, answer) {
  if (deed.kind === "draw" && !answer.file) {
    if (deed.file === opened().file) receivePreview(answer);
    return;
  }
  if (answer.file !== desk.state?.file) return;
  const before = desk.state;
  const state = remember(/** @type {FileState} */ (answer), before);
  desk.state = state;
  if (!current()) desk.document = 0;
  if (!current()?.sheets.some((one) => one.id === desk.sheet)) chooseSheet(null);
  if (state.unsaved) keep(state);
  else forget(state.file);
  askOnce(state);
  if (deed.kind === "save") {
    notice(say("{} is saved.", current()?.entry.name ?? answer.file));
    send("shelf");
  }
  send("state", { before });
  if (answer.preview !== undefined) receivePreview(answer);
  else if (["undo", "redo", "discard"].includes(deed.kind)) draw();
}

function findPlaces() {
  clearTimeout(line.pause);
  line.pause = setTimeout(async () => {
    if (busy() || !desk.state || !desk.preview || !desk.sheet) return;
    const view = { file: desk.state.file, document: desk.document, sheet: desk.sheet, ...desk.look };
    const asked = JSON.stringify([view, desk.state.version]);
    const answer = await drawView({ ...view, places: true }, line.drawing.next()).catch(() => null);
    const now = JSON.stringify([
      { ...view, file: desk.state?.file, document: desk.document, sheet: desk.sheet, ...desk.look },
      desk.state?.version,
    ]);
    if (answer?.preview && now === asked && !busy()) show(answer);
  }, 500);
}

/** A conflict is asked about when it begins; after that, when the file is saved. @param {FileState} state */
function askOnce({ file, conflict }) {
  if (!conflict) line.asked.delete(file);
  else if (!line.asked.has(file)) {
    line.asked.add(file);
    send("conflict", { file });
  }
}

/** @param {Drawn} answer */
function receivePreview(answer) {
  show(answer);
  findPlaces();
}

/** @param {Drawn} answer */
function show(answer) {
  desk.preview = answer.preview;
  desk.note = answer.preview_note ?? null;
  desk.pages = answer.preview_pages ?? 1;
  send("preview");
}

/**
 * While a definition has mistakes, its form and its sheets are those that it had before.
 * @param {FileState} answer @param {FileState | null} before
 */
function remember(answer, before) {
  for (const [index, document] of answer.documents.entries()) {
    const known = before?.file === answer.file ? before.documents[index] : null;
    document.form ??= known?.form ?? null;
    if (!document.sheets.length && known) document.sheets = known.sheets;
  }
  return answer;
}

/** Whether work can go on after an error. @param {Deed} deed @param {unknown} error */
async function mend(deed, error) {
  if (error instanceof Gone) {
    deed.sent = false;
    if (isTyped()) keepTyped();
    return false;
  }
  line.waiting.splice(line.waiting.indexOf(deed), 1);
  if (!(error instanceof Refusal)) throw error;
  if (error.status === 409 && error.body.conflict) {
    send("conflict", { file: String(deed.file), ...error.body.conflict });
  } else if (error.status === 409 && (error.body.state ?? error.body.text) !== undefined) {
    overtaken(deed, error.body.state ?? error.body);
  } else if (deed.kind === "draw") {
    receivePreview({ preview: null });
  } else {
    regret(error);
    const state = await ask("GET", `api/file?${query({ file: deed.file })}`).catch(() => null);
    if (state) receive({ kind: "draw" }, state);
  }
  return true;
}

/**
 * Another window was quicker: its change stays, and ours is made on top of it.
 * @param {Deed} deed @param {FileState} state
 */
function overtaken(deed, state) {
  receive({ kind: "draw" }, state);
  if (["change", "draw", "save"].includes(deed.kind)) line.waiting.unshift(deed);
  else if (deed.kind === "text")
    send("conflict", { file: state.file, disk: state.text, draft: deed.text, window: true });
}

// What was typed while nobody answers survives a reload as well.
function keepTyped() {
  const state = opened();
  const last = line.waiting.findLastIndex((one) => one.kind === "text");
  const text = line.waiting[last]?.text ?? state.text;
  const changes = line.waiting.slice(last + 1).filter((one) => one.kind === "change");
  keep({ ...state, text, waiting: changes.map((one) => one.changes ?? []) });
}

/** Makes unsaved work from before the present text. @param {Kept} memory */
export function putBack(memory) {
  if (memory.text !== opened().text) write(memory.text);
  for (const changes of memory.waiting) put({ kind: "change", changes });
}

on("back", () => {
  if (line.waiting.length) line.running ??= work();
});
