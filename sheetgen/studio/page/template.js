// Templates: the drawing of a sheet as text, and a sheet that is printed with it.

import { ask, query } from "./ask.js";
import { current, drawView } from "./desk.js";
import { Draft } from "./draft.js";
import { Editor } from "./editor.js";
import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { notice, regret } from "./notice.js";
import { shelf } from "./stock.js";
import { on, send } from "./signal.js";
import { pictureOf } from "./svg.js";

let game = null;
let sheet = null;
/** The template, once it is the project's own. */
export const draft = new Draft(() => {
  send("draft");
  draw();
});
let url = null;
let drawing = false;
let again = false;

const heading = el("h1", {}, "Template");
const where = el("p", { class: "soft" });
const own =
  el("button", { type: "button", class: "strong", onclick: () => eject() }, icon("copy"), "Make it mine");
const editor = new Editor("text of the template", (text) => draft.type(text));
const sample = el("select", { "aria-label": "Shown with", onchange: () => draw() });
const picture = el("img", { alt: "The sheet with this template" });
const note = el("span", { class: "soft", role: "status" });

export const panel = el(
  "div", { class: "form template" },
  el("div", { class: "top" }, el("div", { class: "head row-head" }, el("div", {}, heading, where), own)),
  editor.node,
);
export const stage = el(
  "div", { class: "sheet" },
  el(
    "div", { class: "desk", tabindex: "0", role: "group", "aria-label": "The sheet" },
    el("div", { class: "paper one" }, picture),
  ),
  el("div", { class: "foot" }, el("label", {}, "Shown with ", sample), note),
);

/** Opens the template of a sheet. */
export async function open(wantedGame, wantedSheet) {
  [game, sheet] = [wantedGame, wantedSheet];
  const known = shelf.templates.find((one) => one.game === game && one.sheet === sheet);
  heading.textContent = known?.title ?? sheet;
  const fitting = shelf.entries.filter((one) => one.game === game && one.kind);
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
  const told = await ask("GET", `api/template?${query({ game, sheet })}`);
  if (told.own) await draft.open(told.file);
  else draft.state = null;
  show(told.own ? draft.state.text : told.text, told);
}

function show(text, told) {
  editor.area.readOnly = !told.own;
  where.textContent =
    told.own
      ? `${told.file}. Save it from Inkscape or any editor: the sheet follows.`
      : "Comes with sheetgen. A copy of your own can be changed here, or in Inkscape.";
  own.hidden = told.own;
  send("draft");
  editor.show(told.file ?? "template.svg", text);
}

async function eject() {
  try {
    await ask("POST", "api/eject", { game, sheet });
    await read();
    notice("The template is in your project now.");
  } catch (error) {
    regret(error);
  }
}

async function draw() {
  again = drawing;
  if (drawing || !sample.value) return;
  drawing = true;
  const [file, document] = sample.value.split("#");
  try {
    const answer =
      await drawView({ file, document: Number(document), sheet, ink: "color", fillable: false, page: 0 });
    if (answer.preview) {
      if (url) URL.revokeObjectURL(url);
      url = pictureOf(answer.preview);
      picture.src = url;
      note.textContent = "";
    } else {
      const [problem] = answer.preview_problems ?? [];
      note.textContent = problem?.message ?? answer.preview_note ?? "This can’t be drawn.";
    }
    editor.show(
      editor.file, editor.area.value,
      (answer.preview_problems ?? []).filter((one) => one.file === editor.file),
    );
  } catch (error) {
    note.textContent = error.message;
    editor.show(
      editor.file, editor.area.value, (error.body?.problems ?? []).filter((one) => one.file === editor.file),
    );
  }
  drawing = false;
  if (again) draw();
}

const here = () => document.body.dataset.view === "template";
on("save", () => here() && draft.save());
on("event template", () => here() && !draft.running && read().then(draw).catch(regret));
on("event file", (event) => {
  if (here() && event.file === draft.file && !draft.running && event.version !== draft.state.version)
    read().then(draw).catch(regret);
});
