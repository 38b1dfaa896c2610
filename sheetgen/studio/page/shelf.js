// The shelf: everything in the project, and what comes with sheetgen.

import { offer } from "./control.js";
import { menu, walk } from "./dialog.js";
import { desk } from "./desk.js";
import { carry, takeDrops } from "./drag.js";
import { el, fill, focused, hit } from "./element.js";
import { begin, copy, copyBook, openBin, remove, rename, vary } from "./entry.js";
import { icon } from "./icon.js";
import { chooseFiles } from "./import.js";
import { share } from "./link.js";
import { kept, prefer, taste } from "./memory.js";
import { picture } from "./picture.js";
import { regret } from "./notice.js";
import { countProblems } from "./problem.js";
import { offerProject } from "./project.js";
import { on, send } from "./signal.js";
import { about, entryOf, gameTitle, load, project, shelf } from "./stock.js";
import { say } from "./words.js";

const pauses = { load: 0, show: 0 };
const list = el("div", { class: "items" });
const search = el("input", {
  type: "search", placeholder: say("Find a ship or a fleet"), "aria-label": say("Find on the shelf"),
  oninput: () => show(),
});
const games = el(
  "select", { "aria-label": say("Game"), onchange: () => (prefer("game", games.value), show()) },
);
const found = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
const newButton = el(
  "button", { type: "button", class: "wide strong", onclick: () => begin() }, icon("plus"), say("New …"),
);

/** The left side. */
export const panel = el(
  "nav",
  { class: "shelf", "aria-label": say("Shelf"), id: "shelf" },
  el("div", { class: "find" }, search, games),
  list,
  found,
  el(
    "div", { class: "shelf-foot" }, newButton,
    el(
      "button", {
        type: "button", title: say("Make ships of a file of another program"), onclick: chooseFiles,
      },
      icon("import"), say("Import …"),
    ),
    el(
      "button",
      {
        type: "button", class: "bare", "aria-label": say("Whole project"), title: say("Whole project"),
        "aria-haspopup": "menu", onclick: (event) => offerProject(event.currentTarget),
      },
      icon("more"),
    ),
    el(
      "button",
      {
        type: "button", class: "bare", "aria-label": say("Bin"), title: say("Bin"), onclick: () => openBin(),
      },
      icon("bin"),
    ),
  ),
);

function renew() {
  const present = project().games.filter((game) => shelf.entries.some((one) => one.game === game.id));
  fill(games, el("option", { value: "" }, say("All games")), present.map(
    (game) => el("option", { value: game.id }, game.title),
  ));
  games.value = taste("game", "");
  if (games.selectedIndex < 0) games.value = "";
  games.hidden = present.length < 2;
  show();
}
on("loaded", renew);

/** @type {Record<string, string>} */
const PLURALS = {
  ship: say("Ships"), fighter: say("Fighters"), fleet: say("Fleets"), scenario: say("Scenarios"),
};
const ORDER = ["fleet", "ship", "fighter", "scenario"];

/** @param {string} kind */
function plural(kind) {
  return PLURALS[kind] ?? (kind ? `${kind[0].toUpperCase()}${kind.slice(1)}s` : say("Not readable yet"));
}

function show() {
  const words = search.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  /** @param {Entry} one */
  const fits = (one) => {
    const text = `${one.name} ${one.note ?? ""} ${one.id} ${one.kind} ${gameTitle(one.game)}`.toLowerCase();
    return (!games.value || one.game === games.value || !one.game)
      && words.every((word) => text.includes(word));
  };
  const seen = shelf.entries.filter(fits).sort((a, b) => a.name.localeCompare(b.name));
  const own = seen.filter((one) => one.own);
  const shipped = seen.filter((one) => !one.own);
  const sections = [];
  const several = new Set(own.map((one) => one.game)).size > 1;
  for (const kind of kindsOf(own))
    sections.push(section(plural(kind), own.filter((one) => one.kind === kind), several));
  /** @param {{ title: string }} one */
  const titled = (one) => words.every((word) => one.title.toLowerCase().includes(word));
  const books = shelf.books.filter(titled);
  const ownBooks = books.filter((one) => one.own);
  if (ownBooks.length) sections.push(shelfOf(say("Books"), ownBooks.map(bookRow)));
  const templates = shelf.templates.filter((one) => one.own && titled(one));
  const looks = shelf.looks.filter((one) => one.own && titled(one));
  if (looks.length) sections.push(shelfOf(say("Looks of your own"), looks.map(lookRow)));
  if (templates.length) sections.push(shelfOf(say("Templates of your own"), templates.map(templateRow)));
  if (!own.length && !ownBooks.length && !words.length) sections.push(el(
    "p", { class: "soft empty" },
    say("Nothing of your own yet. Start something new, or look at what comes with sheetgen."),
  ));
  sections.push(...shippedSections(shipped, books.filter((one) => !one.own), words.length > 0));
  const held = list.contains(focused()) ? focused()?.getAttribute("href") : null;
  const scrolled = list.scrollTop;
  fill(list, sections);
  list.scrollTop = scrolled;
  mark();
  if (held) list.querySelector(`[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
  found.textContent = words.length ? say("{} found", seen.length) : "";
}

/** @param {Entry[]} entries */
function kindsOf(entries) {
  const kinds = [...new Set(entries.map((one) => one.kind))];
  /** @param {string} kind */
  const rank = (kind) => (ORDER.includes(kind) ? ORDER.indexOf(kind) : 9);
  return kinds.sort((a, b) => rank(a) - rank(b));
}

/** @param {string} title @param {Entry[]} entries @param {boolean} withGame */
function section(title, entries, withGame) {
  return shelfOf(title, entries.map((one) => row(one, withGame)));
}

/** @param {string} title @param {HTMLElement[]} rows */
function shelfOf(title, rows) {
  return el("section", {}, el("h2", {}, title), el("ul", {}, rows));
}

/** @param {Entry[]} shipped @param {Book[]} books @param {boolean} open */
function shippedSections(shipped, books, open) {
  const byGame = project().games.filter((game) => shipped.some((one) => one.game === game.id));
  if (!byGame.length && !books.length) return [];
  const parts = byGame.map((game) => {
    const entries = shipped.filter((one) => one.game === game.id).sort(
      (a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind),
    );
    return fold(`shipped ${game.id}`, game.title, entries.map((one) => row(one, false)), open);
  });
  if (books.length) parts.push(fold("shipped books", say("Books"), books.map(bookRow), open));
  parts.push(fold("shipped templates", say("Templates"), templateRows(), false));
  return [el("section", {}, el("h2", {}, say("Comes with sheetgen")), parts)];
}

function templateRows() {
  return shelf.templates.filter(
    (one) => !one.own && (!games.value || one.game === games.value),
  ).map(templateRow);
}

/**
 * In a project without anything of its own, what comes along lies open.
 * @param {string} key @param {string} title @param {HTMLElement[]} rows @param {boolean} open
 */
function fold(key, title, rows, open) {
  const empty = !shelf.entries.some((one) => one.own) && !key.endsWith("templates");
  const node = el(
    "details", { ".open": open || taste(`open ${key}`, empty) },
    el("summary", {}, title, " ", el("span", { class: "soft" }, String(rows.length))), el("ul", {}, rows),
  );
  node.addEventListener("toggle", () => open || prefer(`open ${key}`, node.open));
  return node;
}

/** @param {Place} place */
const addressOf = ({ file, document }) => `#/design/${encodeURIComponent(file)}/${document}`;

/** @param {Entry} entry @param {boolean} withGame */
function row(entry, withGame) {
  const problems = countProblems(entry.problems);
  const severity = entry.problems?.error ? "error" : entry.problems?.warning ? "warning" : "hint";
  const node = el(
    "li",
    { class: "item", "data-file": entry.file, "data-document": String(entry.document) },
    entry.portrait && entry.kind !== "fleet"
      ? picture(`shelf ${entry.file}#${entry.document}`, entry.portrait)
      : icon(entry.kind === "fleet" ? "fleet" : entry.kind === "scenario" ? "scenario" : "ship"),
    el("a", { href: addressOf(entry), "data-walk": "", tabindex: "-1" }, entry.name),
    problems && el(
      "span", { class: `flag ${severity}`, title: problems }, icon(severity),
      el("span", { class: "unseen" }, problems),
    ),
    el(
      "small", {},
      el("span", {}, [about(entry), withGame && gameTitle(entry.game)].filter(Boolean).join(" · ")),
      (entry.unsaved || kept(entry.file)) && el(
        "span", { class: "unsaved", title: say("Not saved") }, "●", el(
          "span", { class: "unseen" }, say("Not saved"),
        ),
      ),
      el("span", { class: "points" }, entry.points ?? ""),
    ),
    el(
      "button",
      {
        type: "button", class: "bare dots", tabindex: "-1", "aria-label": say("More for {}", entry.name),
        onclick: (event) => openMenu(event.currentTarget, entry),
      },
      icon("more"),
    ),
  );
  node.addEventListener(
    "click", (event) => hit(event, "a, button") || node.querySelector("a")?.click(),
  );
  node.addEventListener(
    "contextmenu", (event) => (event.preventDefault(), openMenu(node, entry)),
  );
  carry(node, entry, entry.name);
  if (entry.kind === "fleet" && entry.own) takeDrops(node, (ship) => send("enlist", { fleet: entry, ship }));
  return node;
}

/** @param {Book} book */
function bookRow(book) {
  return otherRow(book, "book", `#/book/${encodeURIComponent(book.file)}`, null, [
    { label: book.own ? say("Copy") : say("Copy into the project"), icon: "copy", run: () => copyBook(book) },
    book.own && { label: say("Delete"), icon: "bin", danger: true, run: () => remove(
      { file: book.file, document: 0, name: book.title },
    ) },
  ]);
}

/** @param {KnownLook} one */
function lookRow(one) {
  const doomed = { file: one.file, document: 0, name: one.title };
  return otherRow(one, "template", addressOf(doomed), one.about, [
    { label: say("Delete"), icon: "bin", danger: true, run: () => remove(doomed) },
  ]);
}

/** @param {Template} one */
function templateRow(one) {
  const address = `#/template/${encodeURIComponent(one.game)}/${encodeURIComponent(one.sheet)}`;
  const doomed = { file: one.file, document: 0, name: say("Your template {}", one.title) };
  const label = say("Delete, and use sheetgen’s again");
  return otherRow(one, "template", address, gameTitle(one.game), [
    one.own && { label, icon: "bin", danger: true, run: () => remove(doomed) },
  ]);
}

/**
 * @param {{ file: string, title: string }} one @param {string} sign @param {string} address
 * @param {string | null} note
 * @param {(Deeds | false)[]} deeds
 */
function otherRow(one, sign, address, note, deeds) {
  const link = el("a", { href: address, "data-walk": "", tabindex: "-1" }, one.title);
  const open = () => menu(link, deeds, say("For {}", one.title));
  const node =
    el("li", { class: "item", "data-file": one.file }, icon(sign), link, note && el("small", {}, note));
  if (!deeds.some(Boolean)) return node;
  node.append(el(
    "button",
    {
      type: "button", class: "bare dots", tabindex: "-1", "aria-label": say("More for {}", one.title),
      onclick: open,
    },
    icon("more"),
  ));
  node.addEventListener("contextmenu", (event) => (event.preventDefault(), open()));
  node.addEventListener("keydown", (event) => {
    if (event.key !== "ContextMenu" && !(event.key === "F10" && event.shiftKey)) return;
    event.preventDefault();
    open();
  });
  return node;
}

/** The fleets that a ship may join: the open one first. @param {Entry} entry */
function fleetsFor(entry) {
  if (["fleet", "scenario", ""].includes(entry.kind)) return [];
  /** @param {Entry} one */
  const open = (one) => one.file === desk.state?.file && one.document === desk.document;
  return shelf.entries.filter((one) => one.own && one.kind === "fleet" && one.game === entry.game).sort(
    (a, b) => Number(open(b)) - Number(open(a)),
  );
}

/** @param {HTMLElement} anchor @param {Entry} entry */
function openMenu(anchor, entry) {
  menu(
    anchor,
    [
      ...fleetsFor(entry).slice(0, 6).map((fleet) => (
        {
          label: say("Add to {}", fleet.name), icon: "fleet",
          run: () => send("enlist", { fleet, ship: entry }),
        }
      )),
      { label: say("Compare"), icon: "compare", run: () => send("compare", entry) },
      { label: entry.own ? say("Copy") : say("Copy into the project"), icon: "copy", run: () => copy(entry) },
      entry.kind !== "" && { label: say("Variant"), icon: "plus", run: () => vary(entry) },
      entry.kind !== "" && { label: say("Link"), icon: "next", run: () => share(entry).catch(regret) },
      entry.own && { label: say("Rename"), icon: "text", run: () => rename(entry) },
      entry.own && { label: say("Delete"), icon: "bin", danger: true, run: () => remove(entry) },
    ],
    say("For {}", entry.name),
  );
}

list.addEventListener(
  "click", (event) => hit(event, "a") && send("drawer", false),
);

// One stop for the Tab key; arrow keys move within.
list.addEventListener("keydown", (event) => {
  const anchors = [...list.querySelectorAll("[data-walk], summary")].filter((one) => one.checkVisibility());
  if (["ArrowDown", "ArrowUp", "Home", "End"].includes(event.key)) walk(event, anchors);
  const item = hit(event, ".item[data-document]");
  const entry = item && entryOf(item.dataset.file ?? "", Number(item.dataset.document));
  if (!entry) return;
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    event.preventDefault();
    openMenu(item, entry);
  } else if (event.key === "F2" && entry.own) rename(entry);
  else if (event.key === "Delete" && entry.own) remove(entry);
});
search.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "Enter") {
    event.preventDefault();
    const first = list.querySelector("[data-walk]");
    if (event.key === "Enter") first?.click();
    else first?.focus();
  }
});

// What is open is marked; while it is printed or compared as well.
function mark() {
  /** @type {HTMLElement | null} */
  let first = null;
  const [, view = "", book] = location.hash.split("/");
  const whole = view === "book" ? `#/book/${book}` : location.hash; // whichever of its chapters is open
  const open = ["print", "compare"].includes(view) && desk.state ? addressOf(
    { file: desk.state.file, document: desk.document },
  ) : whole;
  for (const item of list.querySelectorAll(".item")) {
    const anchor = item.querySelector("[data-walk]");
    if (!anchor) continue;
    const here = anchor.getAttribute("href") === open;
    item.classList.toggle("on", here);
    if (here) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
    anchor.tabIndex = here ? 0 : -1;
    if (here) first ??= anchor;
  }
  if (!first) list.querySelector("[data-walk]")?.setAttribute("tabindex", "0");
}

offer((field) => {
  const game = desk.state?.documents?.[desk.document]?.entry?.game;
  return shelf.entries.filter((one) => one.game === game && one.kind === field.refers);
});

function soon() {
  clearTimeout(pauses.load);
  pauses.load = setTimeout(() => load().catch(regret), 250);
}
on("event shelf", soon);
on("shelf", soon);
on("back", soon);
on("opened", () => {
  mark();
  list.querySelector(".item.on")?.scrollIntoView({ block: "nearest" });
});
addEventListener("hashchange", mark);
// What is typed shows on the shelf at once, before anything is saved.
on("state", ({ before } = {}) => {
  let changed = before?.unsaved !== desk.state?.unsaved;
  for (const { entry } of desk.state?.documents ?? []) {
    const at = shelf.entries.findIndex((one) => one.file === entry.file && one.document === entry.document);
    if (at < 0 || JSON.stringify(shelf.entries[at]) === JSON.stringify(entry)) continue;
    shelf.entries[at] = entry;
    changed = true;
  }
  if (changed) showSoon();
});
function showSoon() {
  clearTimeout(pauses.show);
  pauses.show = setTimeout(show, 120);
}
