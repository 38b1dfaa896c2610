// Print: what, on which paper, and the pages as they will come out.

import { ask, fetchFile } from "./ask.js";
import { current, desk } from "./desk.js";
import { hand } from "./download.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { prefer, taste } from "./memory.js";
import { notice, regret } from "./notice.js";
import { entryOf, gameTitle, shelf } from "./stock.js";
import { on } from "./signal.js";
import { remark } from "./problem.js";
import { pictureOf } from "./svg.js";

const WORDS = {
  a4: "A4", letter: "US Letter", a3: "A3", legal: "US Legal", tabloid: "Tabloid",
  color: "Colour", grey: "Grey", low: "Low ink",
  none: "One side", long: "Both sides, long edge", short: "Both sides, short edge", fold: "Fold over",
  tight: "As tight as possible", ship: "Each ship together", sheet: "Each kind of sheet together",
};
const usual = { paper: "a4", landscape: null, ink: "color", duplex: "long", pack: "tight", copies: 1, marks: true, bleed: null, fillable: false, sheets: [], profile: "" };
const options = { ...usual, ...taste("print", {}), sheets: [], copies: 1 };
let chosen = new Map(); // "file#document" to entries
let urls = [];
let number = 0;

const what = el("div", { class: "what" });
const choices = el("div", { class: "fields options" });
const sheets = el("fieldset", { class: "sheets" });
const pages = el("div", { class: "pages", "aria-label": "Pages as they will come out", role: "group", tabindex: "0" });
const summary = el("p", { class: "sum", role: "status" });
const problems = el("div", { class: "general" });
const command = el("code", { class: "command", tabindex: "0", "aria-label": "Command line" });

export const panel = el(
  "div",
  { class: "form print" },
  el("div", { class: "top" }, el("div", { class: "head" }, el("h1", {}, "On paper"))),
  el(
    "div",
    { class: "downloads" },
    el("button", { type: "button", class: "main", onclick: (event) => download("pdf", event.currentTarget) }, icon("page"), "PDF"),
    el("button", { type: "button", onclick: (event) => download("png", event.currentTarget) }, "PNG"),
    el("button", { type: "button", onclick: (event) => download("svg", event.currentTarget) }, "SVG"),
    el("button", { type: "button", title: "One picture a piece, for chat", onclick: (event) => download("pieces", event.currentTarget) }, "Pieces"),
  ),
  what,
  sheets,
  choices,
  el("section", { class: "same" }, el("h2", {}, "The same on the command line"), el("div", { class: "line" }, command, el("button", { type: "button", class: "quiet", onclick: copyCommand }, icon("copy"), "Copy"))),
);
export const stage = el("div", { class: "sheet" }, el("div", { class: "desk" }, problems, pages), el("div", { class: "foot" }, summary));

/** Opens the view for what is open, or for what was chosen before. */
export async function open() {
  const entry = current()?.entry;
  const key = entry && `${entry.file}#${entry.document}`;
  if (entry && !chosen.has(key)) {
    chosen = new Map([[key, entry]]);
    options.sheets = [];
  }
  if (!chosen.size) for (const one of shelf.entries.filter((one) => one.own && one.kind === "fleet").slice(0, 1)) chosen.set(`${one.file}#${one.document}`, one);
  showWhat();
  showSheets();
  showChoices();
  draw();
}

function showWhat() {
  const open = current()?.entry;
  const own = shelf.entries.filter((one) => one.own);
  const list = open && !own.some((one) => one.file === open.file && one.document === open.document) ? [open, ...own] : own;
  fill(
    what,
    el("h2", {}, "What"),
    el(
      "ul",
      { class: "checks" },
      list.map((one) => {
        const key = `${one.file}#${one.document}`;
        const box = el("input", {
          type: "checkbox",
          ".checked": chosen.has(key),
          onchange: () => {
            if (box.checked) chosen.set(key, one);
            else chosen.delete(key);
            options.sheets = [];
            showSheets();
            draw();
          },
        });
        return el("li", {}, el("label", { class: "check" }, box, el("span", {}, one.name, " ", el("small", {}, one.note ?? gameTitle(one.game)))));
      }),
    ),
  );
}

// The sheets of what is open are known; of several things together, their usual ones are printed.
function showSheets() {
  const only = chosen.size === 1 ? [...chosen.values()][0] : null;
  const known = only && desk.state?.file === only.file ? (desk.state.documents[only.document]?.sheets ?? []) : [];
  sheets.hidden = known.length < 2;
  if (!options.sheets.length) options.sheets = known.filter((one) => one.default).map((one) => one.id);
  fill(
    sheets,
    el("legend", {}, "Sheets"),
    known.map((one) => {
      const box = el("input", {
        type: "checkbox",
        ".checked": options.sheets.includes(one.id),
        onchange: () => {
          options.sheets = known.filter((other) => (other.id === one.id ? box.checked : options.sheets.includes(other.id))).map((other) => other.id);
          draw();
        },
      });
      return el("label", { class: "check" }, box, one.title);
    }),
  );
}

function showChoices() {
  const { papers, inks, duplexes, packs, profiles } = shelf.project;
  const words = (values) => values.map((one) => ({ value: one.id ?? one, label: one.title ?? WORDS[one] ?? one }));
  fill(
    choices,
    el("h2", {}, "How"),
    profiles?.length ? select("For", "profile", [{ value: "", label: "As set below" }, ...words(profiles)]) : null,
    select("Paper", "paper", words(papers)),
    select("Turned", "landscape", [{ value: null, label: "As it fits best" }, { value: false, label: "Upright" }, { value: true, label: "Across" }]),
    select("Ink", "ink", words(inks)),
    select("Sides", "duplex", words(duplexes)),
    select("Packing", "pack", words(packs)),
    count("Copies", "copies", 1, 99),
    count("Bleed, mm", "bleed", 0, 10),
    flag("Crop marks", "marks"),
    flag("Form fields to fill in on a screen", "fillable"),
  );
}

function row(label, control) {
  const id = fresh("option");
  control.id = id;
  return el("div", { class: "field" }, el("div", { class: "about" }, el("label", { for: id }, label)), control);
}

function set(key, value) {
  options[key] = value;
  prefer("print", { ...options, sheets: [], copies: 1 });
  draw();
}

function select(label, key, values) {
  const control = el("select", { onchange: () => set(key, values[control.selectedIndex].value) }, values.map((one) => el("option", {}, one.label)));
  control.selectedIndex = Math.max(0, values.findIndex((one) => one.value === options[key]));
  return row(label, control);
}

function count(label, key, min, max) {
  const control = el("input", { type: "number", min, max, ".value": String(options[key] ?? ""), placeholder: "usual", oninput: () => control.checkValidity() && set(key, control.value === "" ? usual[key] : Number(control.value)) });
  return row(label, control);
}

function flag(label, key) {
  const control = el("input", { type: "checkbox", ".checked": options[key], onchange: () => set(key, control.checked) });
  return el("label", { class: "check" }, control, label);
}

function order() {
  const given = {};
  for (const [key, value] of Object.entries(options)) {
    const same = JSON.stringify(value) === JSON.stringify(usual[key]);
    if (!same && !(key === "sheets" && !value.length)) given[key] = value;
  }
  return { entries: [...chosen.values()].map((one) => ({ file: one.file, document: one.document })), options: given };
}

async function draw() {
  number += 1;
  const mine = number;
  if (!chosen.size) {
    show({ pages: [], paper: "Choose what is printed.", command: "", problems: [] });
    return;
  }
  pages.classList.add("stale");
  try {
    const answer = await ask("POST", "api/print", order());
    if (mine === number) show(answer);
  } catch (error) {
    if (mine !== number) return;
    const found = error.body?.problems ?? [];
    show({ pages: [], paper: "Nothing can be printed like this.", command: "", problems: found.length ? found : [{ severity: "error", message: error.message }] });
  }
}

function show(answer) {
  for (const url of urls) URL.revokeObjectURL(url);
  urls = answer.pages.map(pictureOf);
  pages.classList.remove("stale");
  fill(
    pages,
    urls.map((url, index) => el("figure", {}, el("img", { src: url, alt: `Page ${index + 1}` }), el("figcaption", {}, String(index + 1)))),
  );
  summary.textContent = answer.paper ?? "";
  command.textContent = answer.command ?? "";
  fill(problems, (answer.problems ?? []).map((one) => remark(one, { where: true })));
}

async function download(format, button) {
  button.disabled = true;
  try {
    hand(await fetchFile("POST", "api/download", { ...order(), format }), `sheets.${format === "pieces" ? "zip" : format}`);
  } catch (error) {
    regret(error);
    if (error.body?.problems) fill(problems, error.body.problems.map((one) => remark(one, { where: true })));
  } finally {
    button.disabled = false;
    button.focus();
  }
}

async function copyCommand() {
  try {
    await navigator.clipboard.writeText(command.textContent);
    notice("The command is copied.");
  } catch {
    getSelection().selectAllChildren(command);
    notice("The command is marked; copy it with Ctrl+C.", { severity: "hint" });
  }
}

on("loaded", () => {
  for (const key of chosen.keys()) {
    const [file, document] = key.split("#");
    const entry = entryOf(file, Number(document));
    if (entry) chosen.set(key, entry);
  }
});
