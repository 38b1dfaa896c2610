// The page: its parts put together, its addresses, and its keys.

import { listen } from "./ask.js";
import "./art.js";
import * as book from "./book.js";
import * as compare from "./compare.js";
import { askConflict } from "./conflict.js";
import {
  current, desk, discard, draw, isTyped, open, opened, putBack, redo, save, undo, write,
} from "./desk.js";
import { menu } from "./dialog.js";
import { el, fill, focused, hit } from "./element.js";
import "./fleet.js";
import { focusSoon, panel as form } from "./form.js";
import { icon } from "./icon.js";
import { showKeys } from "./keys.js";
import { lightSwitch } from "./light.js";
import * as link from "./link.js";
import "./look.js";
import "./map.js";
import { forget, kept, prefer, taste } from "./memory.js";
import { notice, notices, proclaim, regret, strip } from "./notice.js";
import { takeFiles } from "./pack.js";
import * as print from "./print.js";
import { panel as shelfPanel } from "./shelf.js";
import { load, project, shelf } from "./stock.js";
import { stage as sheet } from "./sheet.js";
import { on, send } from "./signal.js";
import * as template from "./template.js";
import { goTo, pane as textPane, showText } from "./text.js";
import "./variant.js";
import { welcome } from "./welcome.js";
import { say } from "./words.js";

const state = {
  /** How far down the form was left. */
  scrolled: 0,
  /** The key of the field that is focused once the form is there. @type {string | null} */
  wantedFocus: null,
  /** A file that is read again, even if it is open. @type {string | null} */
  outdated: null,
};

const views = {
  design: { panel: form, stage: sheet, words: [say("Form"), say("Sheet")] },
  print: { panel: print.panel, stage: print.stage, words: [say("What is printed"), say("Pages")] },
  compare: {
    panel: compare.panel, stage: compare.stage, words: [say("What is compared"), say("Comparison")],
  },
  book: { panel: book.panel, stage: book.stage, words: [say("Chapters"), say("Pages")] },
  template: { panel: template.panel, stage: template.stage, words: [say("Template"), say("Sheet")] },
  look: { panel: link.panel, stage: link.stage, words: [say("From a link"), say("Pages")] },
  welcome: { panel: null, stage: welcome, words: ["", say("Welcome")] },
};

// The views that work on one text of their own.
/** @type {Partial<Record<string, typeof template.draft>>} */
const drafts = { template: template.draft };

const title = el("a", { class: "project", href: "#/" }, "sheetgen");
const status = el("span", { class: "status", role: "status" });
const inBook = () => viewName() === "book";
const undoButton = button(say("Undo"), "undo", () => (inBook() ? book.deeds.undo() : undo()), "Ctrl+Z");
const redoButton = button(say("Redo"), "redo", () => (inBook() ? book.deeds.redo() : redo()), "Ctrl+Shift+Z");
const textButton =
  button(say("Text"), "text", () => (inBook() && book.deeds.turn()) || toggleText(), "Ctrl+E");
const compareButton = button(say("Compare"), "compare", () => go("compare"));
const saveButton = button(say("Save"), "save", keep, "Ctrl+S");
const printButton = button(say("Print"), "print", () => go("print"), "Ctrl+P");
printButton.classList.add("main");
const shelfButton = button(say("Shelf"), "shelf", () => drawShelf(!isDrawn()));
shelfButton.classList.add("only-narrow");
shelfButton.setAttribute("aria-controls", "shelf");
const light = lightSwitch();
const help = el(
  "button", {
    type: "button", class: "bare", "aria-label": say("Keys and help"), title: say("Keys and help (?)"),
    onclick: showKeys,
  },
  icon("help"),
);
// What the bar has no room for on a telephone.
const rare = [textButton, compareButton, light, help];
for (const one of rare) one.classList.add("rare");
const more = button(say("More"), "more", () => menu(
  more,
  rare.map((one) => !one.disabled && { label: one.ariaLabel ?? one.textContent, run: () => one.click() }),
  say("More"),
));
more.classList.add("only-small");
more.setAttribute("aria-haspopup", "menu");

const panelSlot = el("section", { id: "panel", tabindex: "-1" });
const stageSlot = el("section", { id: "stage", tabindex: "-1" });

/** @param {string} word @param {string} name @param {() => unknown} run @param {string | null} keys */
function button(word, name, run, keys = null) {
  return el(
    "button", { type: "button", title: keys ? `${word} (${keys})` : word, onclick: run }, icon(name),
    el("span", { class: "word" }, word),
  );
}

function keep() {
  if (inBook()) book.deeds.keep().catch(regret);
  else if (drafts[viewName()]) send("save");
  else save();
}

/** Whether the shelf lies over the page, where there is no room for it beside. */
function isDrawn() {
  return document.body.classList.contains("shelf-open");
}

/** @param {boolean} open */
function drawShelf(open) {
  document.body.classList.toggle("shelf-open", open);
  shelfButton.setAttribute("aria-expanded", String(open));
}

/** The view that is shown; empty before the first. */
function viewName() {
  return document.body.dataset.view ?? "";
}

function assemble() {
  document.body.append(
    el(
      "a", { class: "skip", href: "#panel", onclick: (event) => (event.preventDefault(), enter()) },
      say("Skip to the form"),
    ),
    strip(),
    el(
      "header",
      { class: "bar", id: "bar" },
      shelfButton,
      el("span", { class: "mark", "aria-hidden": "true" }),
      title,
      el("span", { class: "grow" }),
      status,
      el("div", { class: "pair" }, undoButton, redoButton),
      textButton,
      compareButton,
      saveButton,
      printButton,
      light,
      help,
      more,
    ),
    shelfPanel,
    el("main", {}, panelSlot, textPane, stageSlot),
    notices(),
  );
}

/** Moves the focus to where a view begins. */
function enter() {
  (panelSlot.hidden ? stageSlot : panelSlot).focus({ preventScroll: true });
}

/** @param {keyof typeof views} name */
function mount(name) {
  const view = views[name];
  const before = viewName();
  if (before === "design") state.scrolled = panelSlot.scrollTop;
  document.body.dataset.view = name;
  const held = panelSlot.contains(focused()) || stageSlot.contains(focused());
  fill(panelSlot, view.panel);
  fill(stageSlot, view.stage);
  if (name !== before) panelSlot.scrollTop = name === "design" ? state.scrolled : 0;
  panelSlot.setAttribute("aria-label", view.words[0]);
  stageSlot.setAttribute("aria-label", view.words[1]);
  panelSlot.hidden = !view.panel;
  if (held && name !== before) enter();
  toggleText(["design", "book"].includes(name) && taste("text", false), false);
  printButton.toggleAttribute("aria-current", name === "print");
  compareButton.toggleAttribute("aria-current", name === "compare");
  showState();
}

/**
 * Goes to an address of the page: `go("design", "ships/kestrel.yaml", 0)`.
 * @param {string} name @param {(string | number)[]} parts
 */
export function go(name, ...parts) {
  const wanted = `#/${[name, ...parts].map((one) => encodeURIComponent(String(one))).join("/")}`;
  if (location.hash === wanted) route();
  else location.hash = wanted;
}

async function route() {
  const [name, ...parts] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  try {
    if (name === "design" && parts[0]) await design(parts[0], Number(parts[1] ?? 0));
    else if (name === "print") (await print.open(), mount("print"));
    else if (name === "compare") (mount("compare"), await compare.open());
    else if (name === "book" && parts[0]) (mount("book"), await book.open(parts[0], parts[1]));
    else if (name === "template" && parts[1]) (mount("template"), await template.open(parts[0], parts[1]));
    else if (name === "look" && parts[0]) (mount("look"), await link.open(parts[0]));
    else mount("welcome");
  } catch (error) {
    regret(error);
    if (!panelSlot.childElementCount) mount("welcome");
  }
  entitle();
}

/** @param {string} file @param {number} document */
async function design(file, document) {
  const same = desk.state?.file === file && desk.document === document;
  const read = same && current() && state.outdated !== file;
  state.outdated = null;
  if (!read) await open(file, document);
  mount("design");
  prefer("last", { file, document });
  if (state.wantedFocus) focusSoon(state.wantedFocus);
  state.wantedFocus = null;
  const memory = kept(file);
  const { text, unsaved, own } = opened();
  if (!memory || !own) return;
  if (!memory.waiting.length && (unsaved || memory.text === text)) {
    if (!unsaved) forget(file);
  } else
    notice(say("There is unsaved work of yours on this file from before."), {
      severity: "hint",
      stay: 0,
      deed: { label: say("Put it back"), run: () => putBack(memory) },
    });
}

function entitle() {
  const view = viewName();
  const what = view === "design" ? current()?.entry.name : {
    print: say("Print"), compare: say("Compare"), book: say("Book"), template: say("Template"),
  }[view];
  document.title = [what, shelf.project?.title, "sheetgen studio"].filter(Boolean).join(" · ");
}

function showState() {
  const { state } = desk;
  const here = viewName() === "design" || inBook() ? state : null;
  const draft = drafts[viewName()];
  const own = draft ? draft.own : here?.own;
  const now = inBook() ? book.deeds : here;
  const unsaved = draft ? draft.unsaved : own && (now?.unsaved || isTyped());
  undoButton.disabled = !(now && (now.can_undo || isTyped()));
  redoButton.disabled = !now?.can_redo;
  saveButton.disabled = !unsaved;
  textButton.disabled = !here;
  status.className = `status${unsaved ? " unsaved" : ""}`;
  const words = !own ? "" : unsaved ? say("Not saved") : say("Saved");
  if (status.textContent !== words) status.textContent = words;
  entitle();
}

/** @param {boolean} open @param {boolean} keep */
function toggleText(open = Boolean(textPane.hidden), keep = true) {
  if (keep) prefer("text", open);
  showText(open);
  document.body.classList.toggle("with-text", open);
  textButton.setAttribute("aria-pressed", String(open));
}

const PANES = [
  () => shelfPanel.querySelector("[data-walk][tabindex='0']"),
  () => panelSlot.querySelector("input, select, textarea, button"),
  () => (textPane.hidden ? null : textPane.querySelector("textarea")),
  () => stageSlot.querySelector("[aria-selected=true], button, [tabindex='0']"),
];

/** @param {number} step */
function nextPane(step) {
  const slots = [shelfPanel, panelSlot, textPane, stageSlot];
  const at = slots.findIndex((one) => one.contains(document.activeElement));
  for (let tried = 1; tried <= slots.length; tried += 1) {
    const target = PANES[(at + step * tried + slots.length * 4) % slots.length]();
    if (target?.checkVisibility()) return target.focus();
  }
}

/** @param {KeyboardEvent} event */
function key(event) {
  const word = event.key.toLowerCase();
  const command = event.ctrlKey || event.metaKey;
  const typing = hit(event, "input, textarea, select");
  if (document.querySelector("dialog[open]")) return;
  const inDesign = viewName() === "design" || inBook();
  let run = null;
  if (command && word === "s") run = () => saveButton.disabled || saveButton.click();
  else if (command && word === "p") run = () => go("print");
  else if (command && word === "e") run = () => textButton.disabled || textButton.click();
  else if (command && word === "z" && inDesign)
    run = () => (event.shiftKey ? redoButton : undoButton).click();
  else if (command && word === "y" && inDesign) run = () => redoButton.click();
  else if (event.key === "F6") run = () => nextPane(event.shiftKey ? -1 : 1);
  else if ((command && word === "k") || (event.key === "/" && !typing))
    run = () => shelfPanel.querySelector("input")?.focus();
  else if (event.key === "?" && !typing) run = showKeys;
  else if (event.key === "Escape" && isDrawn()) run = () => (drawShelf(false), shelfButton.focus());
  if (!run) return;
  event.preventDefault();
  run();
}

on("open", ({ file, document: index = 0, focus = null }) => {
  state.wantedFocus = focus;
  state.outdated = file;
  go("design", file, index);
});
on("open book", (parts) => go("book", ...[parts].flat()));
on("turn to", ({ file, document: index }) => go("design", file, index));
on("compare", (entry) => (compare.add(entry), go("compare")));
on("place", (problem) => {
  toggleText(true);
  goTo(problem);
});
on("state", showState);
on("opened", () => (state.scrolled = 0));
on("typed", showState);
on("settled", showState);
on("draft", showState);
on("drawer", drawShelf);
on(
  "gone",
  () => proclaim(say("sheetgen does not answer. What you type is kept in this window; trying again …")),
);
on("moved", () => proclaim(
  say("sheetgen was started again, at another address. Open the one that it has printed: "
    + "your unsaved work is there."),
));
on("back", () => {
  proclaim(null);
  notice(say("sheetgen answers again."));
  if (desk.state) draw();
});
on("vanished", (file) => {
  const view = viewName();
  if (desk.state?.file === file) desk.state = null;
  else if (!drafts[view] || decodeURIComponent(location.hash.split("/")[2] ?? "") !== file) return;
  location.hash = "#/";
});
on("conflict", async (told) => {
  const answer = await askConflict(told);
  if (answer === "mine" && told.window) write(told.draft ?? "");
  else if (answer === "mine") save(true);
  else if (answer === "theirs" && !told.window) discard();
});
for (const slot of [panelSlot, stageSlot]) slot.addEventListener("pointerdown", () => drawShelf(false));
window.addEventListener("hashchange", () => (drawShelf(false), route()));
window.addEventListener("keydown", key);
window.addEventListener("error", (event) => regret(event.error ?? new Error(event.message)));
window.addEventListener("unhandledrejection", (event) => regret(event.reason));

assemble();
takeFiles();
// Where the shelf lies over the page, it begins below the bar, however high that is.
new ResizeObserver(() => document.body.style.setProperty(
  "--under", `${document.getElementById("bar")?.getBoundingClientRect().bottom}px`,
)).observe(stageSlot);
mount("welcome");
try {
  await load();
  document.documentElement.dataset.folder = project().folder;
  title.textContent = project().title;
  listen();
  const last = taste("last", /** @type {Place | null} */ (null));
  if (!location.hash && last && shelf.entries.some((one) => one.own && one.file === last.file))
    go("design", last.file, last.document);
  else await route();
} catch (error) {
  regret(error);
}
