// Print: what, on which paper, and the pages as they will come out.

import { ask, carrier, Dropped, fetchFile } from "./ask.js";
import { current } from "./desk.js";
import { hand, printFile } from "./download.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { prefer, taste } from "./memory.js";
import { notice, regret } from "./notice.js";
import { Progress } from "./progress.js";
import { entryOf, gameTitle, project, shelf } from "./stock.js";
import { on } from "./signal.js";
import { remark } from "./problem.js";
import { pictureOf } from "./svg.js";
import { lookPicks } from "./wardrobe.js";
import { say } from "./words.js";

/** @type {Record<string, string>} */
const WORDS = {
  color: say("Colour"), grey: say("Grey"), low: say("Low ink"),
  none: say("One side"), long: say("Both sides, long edge"), short: say(
    "Both sides, short edge",
  ), fold: say("Fold over"),
  tight: say("As tight as possible"), ship: say("Each ship together"),
  sheet: say("Each kind of sheet together"),
};
/** @type {Values} */
const usual = {
  paper: "a4", landscape: null, ink: "color", duplex: "long", pack: "tight", copies: 1, marks: true,
  bleed: null, fillable: false, counter_size: "", profile: "", look: "",
};
const NOWHERE = { line: 0, column: 0, end_column: 0 };
const once = { copies: 1, counter_size: "", profile: "" }; // what is not kept for the next print
/** @type {Values} */
const options = { ...usual, ...taste("print", {}), ...once };
// Without a server there is nothing that makes pictures of dots.
const files = { format: "pdf", dpi: 300, piece: carrier.inside ? "svg" : "png" };
const view = {
  /** The sheets that are ticked; null for the usual ones. @type {string[] | null} */
  wanted: null,
  /** The ships that are ticked; none for all. @type {string[]} */
  only: [],
  /** What is printed, by "file#document". @type {Map<string, Entry>} */
  chosen: new Map(),
  /** Of the pages that are shown. @type {string[]} */
  urls: [],
  /** What the server says of what they are pages of. @type {unknown} */
  laid: null,
  /** How many pages there are; 0 until that is known. */
  total: 0,
  /** The profiles for what is chosen. @type {{ id: string, title: string, needs: string }[]} */
  suiting: [],
  /** The sheets that there are. @type {Sheet[]} */
  known: [],
  /** What else may be chosen. @type {{ id: string, title: string }[]} */
  ships: [],
};

const what = el("div", { class: "what" });
const choices = el("div", { class: "fields options" });
const sheets = el("fieldset", { class: "sheets" });
const parts = el("details", { class: "parts" });
sheets.hidden = parts.hidden = true; // until it is known what there is
const pages =
  el(
    "div",
    { class: "pages", "aria-label": say("Pages as they will be printed"), role: "group", tabindex: "0" },
  );
const summary = el("p", { class: "sum", role: "status" });
const showing = new Progress(() => {
  pages.classList.remove("stale");
  pages.focus({ preventScroll: true });
  const shown = view.total ? view.urls.length : 0;
  if (!shown) fill(pages); // which has the pages of another print
  notice(shown ? say("Stopped: {} of {} pages.", shown, view.total) : say("Stopped."), {
    severity: "hint",
    deed: { label: shown ? say("Show the rest") : say("Show the pages"), run: () => draw(shown) },
  });
});
const making = new Progress(() => notice(say("The download is stopped."), { severity: "hint" }));
const problems = el("div", { class: "general" });
const command = el("code", {
  class: "command", role: "group", tabindex: "0", "aria-label": say("Command line"),
});

const downloads = el(
  "div",
  { class: "downloads" },
  el(
    "button", { type: "button", class: "main", onclick: (event) => download("pdf", event.currentTarget) },
    icon("page"), "PDF",
  ),
  el(
    "button",
    {
      type: "button", title: say("Send the PDF to a printer"),
      onclick: (event) => download("pdf", event.currentTarget, printFile),
    },
    icon("print"), say("Printer"),
  ),
  !carrier.inside
    && el("button", { type: "button", onclick: (event) => download("png", event.currentTarget) }, "PNG"),
  el("button", { type: "button", onclick: (event) => download("svg", event.currentTarget) }, "SVG"),
  el(
    "button",
    {
      type: "button", title: say("One picture a piece, for chat"),
      onclick: (event) => download("pieces", event.currentTarget),
    },
    say("Pieces"),
  ),
);

export const panel = el(
  "div",
  { class: "form print" },
  el("div", { class: "top" }, el("div", { class: "head" }, el("h1", {}, say("On paper")))),
  downloads,
  making.node,
  making.voice,
  what,
  sheets,
  parts,
  choices,
  el("section", { class: "same" }, el("h2", {}, say("The same on the command line")), el(
    "div", { class: "told" }, command,
    el("button", { type: "button", class: "quiet", onclick: copyCommand }, icon("copy"), say("Copy")),
  )),
);
export const stage = el(
  "div", { class: "sheet" }, el("div", { class: "desk" }, problems, pages),
  el("div", { class: "foot" }, summary, showing.node, showing.voice),
);

/** Opens the view for what is open, or for what was chosen before. */
export async function open() {
  const entry = openEntry();
  const key = `${entry?.file}#${entry?.document}`;
  if (entry && !view.chosen.has(key)) {
    view.chosen = new Map([[key, entry]]);
    Object.assign(options, once);
    startOver();
  }
  if (!view.chosen.size) for (
    const one of shelf.entries.filter((one) => one.own && one.kind === "fleet").slice(0, 1)
  ) view.chosen.set(`${one.file}#${one.document}`, one);
  showWhat();
  showChoices();
  draw();
  findSuiting();
}

// A book has a view of its own, and a look is not printed.
function openEntry() {
  const entry = current()?.entry;
  return ["book", "look"].includes(entry?.kind ?? "") ? undefined : entry;
}

// Other things have other sheets and ships.
function startOver() {
  view.wanted = null;
  view.only = [];
}

function showWhat() {
  const open = openEntry();
  const own = shelf.entries.filter((one) => one.own);
  const isOwn = own.some((one) => one.file === open?.file && one.document === open?.document);
  /** @param {Entry} one */
  const taken = (one) => view.chosen.has(`${one.file}#${one.document}`);
  const list = [...own.filter(taken), ...(open && !isOwn ? [open] : []), ...own.filter((one) => !taken(one))];
  fill(
    what,
    el("h2", {}, say("What")),
    el(
      "ul",
      { class: "checks" },
      list.map((one) => {
        const key = `${one.file}#${one.document}`;
        const box = el("input", {
          type: "checkbox",
          ".checked": view.chosen.has(key),
          onchange: () => {
            if (box.checked) view.chosen.set(key, one);
            else view.chosen.delete(key);
            startOver();
            draw();
            findSuiting();
          },
        });
        return el("li", {}, el("label", { class: "check" }, box, el(
          "span", {}, one.name, " ", el("small", {}, one.note ?? gameTitle(one.game)),
        )));
      }),
    ),
  );
}

/** @param {Sheet[] | undefined} offered */
function showSheets(offered) {
  view.known = offered ?? view.known;
  const { known } = view;
  sheets.hidden = known.length < 2;
  const ticked = view.wanted ?? known.filter((one) => one.default).map((one) => one.id);
  showTicks(
    sheets, el("legend", {}, say("Sheets")), known.map((one) => ({ ...one, label: one.title })), ticked,
    (next) => (view.wanted = next),
  );
}

/** @param {{ id: string, title: string }[]} offered */
function showParts(offered = view.ships) {
  view.ships = offered;
  parts.hidden = offered.length < 2;
  const boxes = offered.map((one) => ({ id: one.id, label: [one.id, " ", el("small", {}, one.title)] }));
  view.only = view.only.filter((id) => offered.some((one) => one.id === id));
  const words = view.only.length ? say("Only {}", view.only.join(", ")) : say("Only some of it");
  showTicks(parts, el("summary", {}, words), boxes, view.only, (next) => (view.only = next));
}

/**
 * Boxes to tick; they stay as they are while what they offer is the same.
 * @param {HTMLElement} node @param {HTMLElement} head @param {{ id: string, label: Child }[]} offered
 * @param {string[]} ticked @param {(ids: string[]) => void} take
 */
function showTicks(node, head, offered, ticked, take) {
  const same = offered.map((one) => one.id).join();
  if (node.dataset.offered === same && node.childElementCount) {
    node.firstElementChild?.replaceWith(head);
    for (const box of node.querySelectorAll("input")) box.checked = ticked.includes(box.value);
    return;
  }
  node.dataset.offered = same;
  const boxes = offered.map((one) => el("input", {
    type: "checkbox", value: one.id, ".checked": ticked.includes(one.id),
    onchange: () => (take(boxes.filter((box) => box.checked).map((box) => box.value)), draw()),
  }));
  fill(node, head, offered.map(
    (one, index) => el("label", { class: "check" }, boxes[index], el("span", {}, one.label)),
  ));
}

function showChoices() {
  const { papers, inks, duplexes, packs, profiles } = project();
  /** @param {any[]} values @returns {Option[]} */
  const words = (values) =>
    values.map((one) => ({ value: one.id ?? one, label: one.title ?? WORDS[one] ?? one }));
  fill(
    choices,
    el("h2", {}, say("How")),
    profiles?.length ? select(
      say("For"), "profile", [{ value: "", label: say("As set below") }, ...offer(profiles)],
    ) : null,
    select(say("Paper"), "paper", words(papers)),
    select(say("Turned"), "landscape", [
      { value: null, label: say("As it fits best") }, { value: false, label: say("Upright") },
      { value: true, label: say("Across") },
    ]),
    select(say("Ink"), "ink", words(inks)),
    select(say("Sides"), "duplex", words(duplexes)),
    select(say("Packing"), "pack", words(packs)),
    count(say("Copies"), "copies", 1, 99),
    count(say("Bleed, mm"), "bleed", 0, 10),
    text(say("Width of counters"), "counter_size", say("usual, or such as 25mm")),
    flag(say("Crop marks"), "marks"),
    flag(say("Form fields to fill in on a screen"), "fillable"),
    lookPicks([...view.chosen.values()][0], options, (look) => set("look", look)),
    el("h2", {}, say("Pictures")),
    !carrier.inside && select(
      say("Dots per inch"), "dpi",
      [
        { value: 150, label: say("150, for a screen") }, { value: 300, label: "300" },
        { value: 600, label: say("600, very fine") },
      ],
      files,
    ),
    select(
      say("Pieces as"), "piece",
      [
        ...(carrier.inside ? [] : [{ value: "png", label: say("PNG, without a background") }]),
        { value: "svg", label: "SVG" }, { value: "pdf", label: "PDF" },
      ],
      files,
    ),
  );
}

/**
 * Those that print something of what is chosen come first; the others say what they need.
 * @param {Project["profiles"]} profiles @returns {Option[]}
 */
function offer(profiles) {
  const known = new Map(view.suiting.map((one) => [one.id, one.needs]));
  const offered =
    profiles.map((one) => ({ value: one.id, label: one.title, needs: known.get(one.id) ?? "" }));
  const others = offered.filter((one) => one.needs).map(
    (one) => ({ ...one, label: say("{} – needs {}", one.label, one.needs), disabled: true }),
  );
  return [...offered.filter((one) => !one.needs), ...others];
}

async function findSuiting() {
  const mine = [...view.chosen.keys()].join();
  try {
    view.suiting = view.chosen.size ? await ask("POST", "api/profiles", { entries: order().entries }) : [];
  } catch {
    view.suiting = [];
  }
  if (mine !== [...view.chosen.keys()].join()) return;
  const needs = view.suiting.find((one) => one.id === options.profile)?.needs;
  if (needs) set("profile", "");
  const control = choices.querySelector("select");
  if (control && document.activeElement !== control) showChoices();
}

/** @param {string} label @param {HTMLElement} control */
function row(label, control) {
  const id = fresh("option");
  control.id = id;
  return el(
    "div", { class: "field" }, el("div", { class: "about" }, el("label", { for: id }, label)), control,
  );
}

/** @param {string} key @param {unknown} value @param {Values} where */
function set(key, value, where = options) {
  where[key] = value;
  if (where === options) prefer("print", { ...options, ...once });
  draw();
}

/** @param {string} label @param {string} key @param {Option[]} values @param {Values} where */
function select(label, key, values, where = options) {
  const control = el(
    "select", { onchange: () => set(key, values[control.selectedIndex].value, where) },
    values.map((one) => el("option", { disabled: one.disabled ?? false }, one.label)),
  );
  control.selectedIndex = Math.max(0, values.findIndex((one) => one.value === where[key]));
  return row(label, control);
}

/** @param {string} label @param {string} key @param {string} placeholder */
function text(label, key, placeholder) {
  const control = el("input", {
    type: "text", ".value": options[key], placeholder, autocomplete: "off",
    onchange: () => set(key, control.value.trim()),
  });
  return row(label, control);
}

/** @param {string} label @param {string} key @param {number} min @param {number} max */
function count(label, key, min, max) {
  const control = el("input", {
    type: "number", min, max, ".value": String(options[key] ?? ""), placeholder: say("usual"),
    oninput: () =>
      control.checkValidity() && set(key, control.value === "" ? usual[key] : Number(control.value)),
  });
  return row(label, control);
}

/** @param {string} label @param {string} key */
function flag(label, key) {
  const control =
    el("input", { type: "checkbox", ".checked": options[key], onchange: () => set(key, control.checked) });
  return el("label", { class: "check" }, control, label);
}

function order() {
  /** @type {Values} */
  const given = {};
  for (const [key, value] of Object.entries(options)) {
    if (JSON.stringify(value) !== JSON.stringify(usual[key])) given[key] = value;
  }
  if (view.only.length) given.only = view.only;
  Object.assign(given, narrowed());
  return {
    entries: [...view.chosen.values()].map(({ file, document }) => ({ file, document })), options: given,
    ...files
  };
}

// The usual sheets but for some are said as those that are left out, others as those that are printed.
function narrowed() {
  const { wanted, known } = view;
  const ids = known.filter((one) => one.default).map((one) => one.id);
  if (wanted === null || !known.length) return {};
  if (wanted.some((id) => !ids.includes(id))) return { sheets: wanted };
  const left = ids.filter((id) => !wanted.includes(id));
  return left.length ? { skip: left } : {};
}

// The pages come a few at a time; whatever is chosen meanwhile ends that, and all begins again.
async function draw(start = 0) {
  const signal = showing.begin(say("The pages are being drawn …"));
  if (!view.chosen.size) {
    show({ pages: [], paper: say("Choose what is printed."), command: "", problems: [] });
    return showing.end(signal);
  }
  if (!start) {
    pages.classList.add("stale");
    view.total = 0;
  }
  const without = view.wanted !== null && !view.wanted.length;
  try {
    if (without) throw new Error(say("Choose at least one sheet."));
    await drawFrom(start, signal);
  } catch (error) {
    if (error instanceof Dropped) return;
    const found = error.body?.problems ?? [];
    show({
      pages: [], paper: say("Nothing can be printed like this."), command: "",
      problems: found.length ? found : [{ ...NOWHERE, severity: "error", message: error.message }],
    });
  }
  showing.end(signal);
}

/** @param {number} start @param {AbortSignal} signal */
async function drawFrom(start, signal) {
  const asked = { ...order(), brief: true };
  for (let at = start, total = start + 1; at < total;) {
    const answer = await ask("POST", "api/print", { ...asked, start: at }, signal);
    if (at && answer.laid !== view.laid) return drawFrom(0, signal); // files have changed meanwhile
    show(answer, at);
    view.laid = answer.laid;
    view.total = answer.total;
    at += answer.pages.length;
    total = answer.pages.length ? answer.total : 0;
    showing.tell(at, total, say("{} of {} pages", at, total));
  }
}

/** @param {Partial<Printout> & { pages: string[] }} answer @param {number} start the first page in it */
function show(answer, start = 0) {
  if (!start) {
    for (const url of view.urls) URL.revokeObjectURL(url);
    fill(pages);
    view.urls = [];
    summary.textContent = answer.paper ?? "";
    command.textContent = answer.command ?? "";
    showSheets(answer.sheets);
    showParts(answer.parts);
  }
  const { names = [] } = answer;
  const urls = answer.pages.map(pictureOf);
  view.urls.push(...urls);
  pages.classList.remove("stale");
  pages.classList.toggle("single", (answer.total ?? 0) < 2);
  pages.append(...urls.map((url, at) => el(
    "figure", {}, el("img", { src: url, alt: say("Page {}", names[at]) }), el("figcaption", {}, names[at]),
  )));
  showProblems(answer.problems ?? []);
}

/** @param {Problem[]} found */
function showProblems(found) {
  fill(problems, found.map((one) => remark(one, { where: true })));
}

/** @param {string} format @param {HTMLButtonElement} button */
async function download(format, button, give = hand) {
  const signal = making.begin(say("The file is being made …"));
  for (const one of downloads.querySelectorAll("button")) one.disabled = true;
  try {
    give(
      await fetchFile(
        "POST", "api/download", { ...order(), format, brief: true }, signal,
        ({ done, total }) => making.tell(done, total, say("{} % done", Math.floor((100 * done) / total))),
      ),
      `sheets.${format === "pieces" ? "zip" : format}`,
    );
    if (files.format !== format) set("format", format, files);
  } catch (error) {
    if (!(error instanceof Dropped)) regret(error);
    if (error.body?.problems) showProblems(error.body.problems);
  } finally {
    for (const one of downloads.querySelectorAll("button")) one.disabled = false;
    making.end(signal);
    button.focus();
  }
}

async function copyCommand() {
  try {
    await navigator.clipboard.writeText(command.textContent);
    notice(say("The command is copied."));
  } catch {
    getSelection()?.selectAllChildren(command);
    notice(say("The command is selected; copy it with Ctrl+C."), { severity: "hint" });
  }
}

on("loaded", () => {
  for (const key of view.chosen.keys()) {
    const [file, document] = key.split("#");
    const entry = entryOf(file, Number(document));
    if (entry) view.chosen.set(key, entry);
  }
});
