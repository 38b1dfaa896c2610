// Templates: the drawing of a sheet as text, and a sheet that is printed with it.

import { ask, Dropped, Latest, query } from "./ask.js";
import { current, drawView } from "./desk.js";
import { Draft } from "./draft.js";
import { Editor } from "./editor.js";
import { el, fill } from "./element.js";
import { remove } from "./entry.js";
import { icon } from "./icon.js";
import { notice, regret } from "./notice.js";
import { redrawing } from "./redraw.js";
import { shelf } from "./stock.js";
import { on, send } from "./signal.js";
import { pictureOf } from "./svg.js";
import { say } from "./words.js";

const LOOK = { ink: "color", fillable: false, page: 0 };
const view = { game: "", sheet: "", url: "", drawing: false, again: false, work: new Latest() };
/** The template, once it is the project's own. */
export const draft = new Draft(() => {
  send("draft");
  draw();
});

const heading = el("h1", {}, say("Template"));
const where = el("p", { class: "soft" });
const own =
  el(
    "button", { type: "button", class: "strong", onclick: () => eject() }, icon("copy"), say("Make it mine"),
  );
const back = el(
  "button", { type: "button", class: "quiet", onclick: () => giveBack().catch(regret) }, icon("undo"),
  say("Use sheetgen’s again"),
);
const editor = new Editor(say("text of the template"), (text) => draft.type(text));
const sample = el("select", { "aria-label": say("Shown with"), onchange: () => draw() });
const picture = el("img", { alt: say("The sheet with this template") });
const note = el("span", { class: "soft", role: "status" });

const redraw = redrawing({
  shown() {
    const [file, document] = sample.value.split("#");
    return sample.value ? { game: view.game, sheet: view.sheet, file, document: Number(document) } : null;
  },
  here: () => here(),
  renew: async () => (await read(), await draw()),
  fail(name, text, problems) {
    editor.area.readOnly = true;
    editor.show(name, text, problems);
  },
});

export const panel = el(
  "div", { class: "form template" },
  el(
    "div", { class: "top" }, el("div", { class: "head row-head" }, el("div", {}, heading, where), own, back),
  ),
  redraw.node,
  editor.node,
);
export const stage = el(
  "div", { class: "sheet" },
  el(
    "div", { class: "desk", tabindex: "0", role: "group", "aria-label": say("The sheet") },
    el("div", { class: "paper one" }, picture),
  ),
  el("div", { class: "foot" }, el("label", {}, say("Shown with"), " ", sample), note),
);

/** Opens the template of a sheet. @param {string} wantedGame @param {string} wantedSheet */
export async function open(wantedGame, wantedSheet) {
  [view.game, view.sheet] = [wantedGame, wantedSheet];
  redraw.clear();
  const known = shelf.templates.find((one) => one.game === view.game && one.sheet === view.sheet);
  heading.textContent = known?.title ?? view.sheet;
  const fitting = shelf.entries.filter((one) => one.game === view.game && one.kind);
  const here = current()?.entry;
  fill(sample, fitting.map((one) => el(
    "option",
    {
      value: `${one.file}#${one.document}`,
      selected: here && one.file === here.file && one.document === here.document,
    },
    [one.name, one.note].filter(Boolean).join(" · "),
  )));
  await read();
  await draw();
}

async function read() {
  const told = await ask("GET", `api/template?${query({ game: view.game, sheet: view.sheet })}`);
  if (told.own) await draft.open(told.file ?? "");
  else draft.state = null;
  show(told.own ? draft.text : told.text, told);
}

/** @param {string} text @param {{ own: boolean, file: string | null }} told */
function show(text, told) {
  editor.area.readOnly = !told.own;
  where.textContent =
    told.own
      ? say("{}. Save it from Inkscape or any editor: the sheet follows.", told.file)
      : say("Comes with sheetgen. A copy of your own can be changed here, or in Inkscape.");
  own.hidden = told.own;
  back.hidden = !told.own;
  send("draft");
  editor.show(told.file ?? "template.svg", text);
}

async function eject() {
  try {
    await ask("POST", "api/eject", { game: view.game, sheet: view.sheet });
    await read();
    notice(say("The template is in your project now."));
  } catch (error) {
    regret(error);
  }
}

/** The shipped template is used again; that of the project goes into the bin. */
async function giveBack() {
  await remove({ file: draft.file, document: 0, name: say("Your template {}", heading.textContent ?? "") });
  await read();
  await draw();
}

async function draw() {
  view.again = view.drawing;
  if (view.drawing) return view.work.hurry();
  if (!sample.value) return;
  view.drawing = true;
  const [file, document] = sample.value.split("#");
  try {
    const answer =
      await drawView({ ...LOOK, file, document: Number(document), sheet: view.sheet }, view.work.next());
    if (answer.preview) {
      if (view.url) URL.revokeObjectURL(view.url);
      view.url = pictureOf(answer.preview);
      picture.src = view.url;
      note.textContent = "";
    } else {
      const [problem] = answer.preview_problems ?? [];
      note.textContent = problem?.message ?? answer.preview_note ?? say("This can’t be drawn.");
    }
    editor.show(
      editor.file, editor.area.value,
      (answer.preview_problems ?? []).filter((one) => one.file === editor.file),
    );
  } catch (error) {
    if (!(error instanceof Dropped)) {
      note.textContent = error.message;
      /** @type {Problem[]} */
      const found = error.body?.problems ?? [];
      editor.show(editor.file, editor.area.value, found.filter((one) => one.file === editor.file));
    }
  }
  view.drawing = false;
  if (view.again) draw();
}

const here = () => document.body.dataset.view === "template";
on("save", () => here() && draft.save());
on("event template", () => here() && !draft.running && read().then(draw).catch(regret));
on("event file", (event) => {
  if (here() && event.file === draft.file && !draft.running && event.version !== draft.version)
    read().then(draw).catch(regret);
});
