// The form: a definition's fields with the game's words, filled from its text and back.

import { ask, query } from "./ask.js";
import { showBudgets } from "./budget.js";
import { busy, change, current, desk, opened, present } from "./desk.js";
import { el, fill, focused, fresh, hit } from "./element.js";
import { makeField } from "./field.js";
import { find } from "./list.js";
import { copy, takeOver } from "./entry.js";
import { regret } from "./notice.js";
import { picture, renew } from "./picture.js";
import { on, send } from "./signal.js";
import { countProblems, rank, remark } from "./problem.js";
import { say } from "./words.js";

const head = el("div", { class: "head" });
const facts = el("ul", { class: "chips", "aria-label": say("Facts") });
const bars = el("div", { class: "budgets" });
const general = el("div", { class: "general" });
const body = el("div", { class: "groups" });
const extras = el("div", { class: "extras" });
const live = el("div", { class: "unseen", role: "status", "aria-live": "polite" });
const state = {
  /** The groups of each form by "game/kind". @type {Map<string, Group[]>} */
  forms: new Map(),
  /** @type {Map<string, Placed>} */
  fields: new Map(),
  /** @type {{ path: Path, set: Tell }[]} */
  controls: [],
  /** Which form stands there. @type {string | null} */
  shown: null,
  /** The key of a field that is to be focused once it is there. @type {string | null} */
  awaited: null,
  /** What makes what a kind has besides its fields, such as a map. @type {Adornment[]} */
  adornments: [],
  asking: false,
  pause: 0,
  drawn: "",
  said: "",
};

/** The panel with the form. */
export const panel =
  el("div", { class: "form" }, el("div", { class: "top" }, head, facts, bars), general, extras, body, live);

/**
 * Adds what is shown above the fields of some kinds: `make(document)` gives a node or null.
 * @param {(document: OpenDocument) => HTMLElement | null} make
 */
export function adorn(make) {
  state.adornments.push(make);
}

/** All fields of the document's form. @param {OpenDocument} document */
export function listFields(document) {
  return (state.forms.get(document.form ?? "") ?? []).flatMap((group) => group.fields);
}

// What fields use: to register themselves, to change values, and to be focused later.
/** @type {Host} */
const form = {
  register: (key, field) => state.fields.set(key, field),
  tell: (path, value) => make([{ path, value }]),
  send: make,
  expect: (key) => (state.awaited = key),
  renew(node, make) {
    const key = node.contains(focused()) ? focused()?.dataset.field : null;
    make();
    if (key) queueMicrotask(() => focusField(key));
  },
};

/** What came with sheetgen is changed in a copy, once somebody agrees. @param {Change[]} changes */
async function make(changes) {
  if (opened().own) return change(changes);
  if (state.asking) return;
  state.asking = true;
  try {
    if (await takeOver(present().entry)) change(changes);
    else fillFields();
  } catch (error) {
    regret(error);
  } finally {
    state.asking = false;
  }
}

/** Focuses the field of a key, or the nearest one above it; false when there is none. @param {string} key */
export function focusField(key) {
  const field = nearest(key);
  if (!field) return false;
  (field.input ?? field.node).focus({ preventScroll: true });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  field.node.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
  field.node.classList.remove("found");
  requestAnimationFrame(() => field.node.classList.add("found"));
  if (field.input instanceof HTMLInputElement && field.input.type === "text") field.input.select();
  return true;
}

/** Focuses the field of a key once the form of what is open is there. @param {string} key */
export function focusSoon(key) {
  state.awaited = key;
  if (state.shown === nameForm()) fillFields();
}

/** What the field of a key is called, or the nearest one above it. @param {string} key */
export function labelOf(key) {
  return nearest(key)?.label ?? key;
}

/** @param {string} key @returns {Placed | null} */
function nearest(key) {
  for (let parts = String(key).split(" "); parts.length; parts.pop()) {
    const field = state.fields.get(parts.join(" "));
    if (field) return field;
  }
  return null;
}

/** Which form what is open has; null for none. */
function nameForm() {
  const name = current()?.form;
  return name ? `${opened().file}#${desk.document}#${name}` : null;
}

async function build() {
  const name = current()?.form ?? null;
  if (!name || !state.forms.has(name)) {
    Object.assign(state, { shown: null, fields: new Map(), controls: [] });
    // Until the form has come, nothing stands there: not that of what was open before.
    for (const part of [head, facts, extras, body]) fill(part);
    bars.hidden = true;
  }
  if (!name) return;
  if (!state.forms.has(name)) {
    const [game, kind] = name.split("/");
    const told = await ask("GET", game ? `api/form?${query({ game, kind })}` : `api/${kind}-form`);
    state.forms.set(name, told.groups);
  }
  state.shown = nameForm();
  state.fields = new Map();
  state.controls = [];
  fill(body, state.forms.get(name)?.map(makeGroup));
}

const ARCS = new Set(["forward", "left", "right", "rear", "port", "starboard", "aft", "bow", "stern"]);

/**
 * Fields of one stem that point to several sides, such as `primaries forward`, stand around the ship.
 * @param {Field[]} fields
 */
function findRoses(fields) {
  const roses = new Map();
  for (const field of fields) {
    const words = field.key.split(" ");
    const side = words.pop() ?? "";
    if (!words.length || !ARCS.has(side)) continue;
    const stem = words.join(" ");
    roses.set(stem, [...(roses.get(stem) ?? []), { field, side }]);
  }
  return new Map([...roses].filter(([, sides]) => sides.length > 2));
}

/** @param {Group} group */
function makeGroup(group) {
  const id = fresh("group");
  const box = el("fieldset", { "aria-labelledby": id }, el("legend", { id }, group.title));
  const roses = findRoses(group.fields);
  const standing = new Map();
  for (const field of group.fields) {
    const words = field.key.split(" ");
    const side = words.pop() ?? "";
    const stem = words.join(" ");
    const around = roses.has(stem) && ARCS.has(side);
    const about = around ? { arc: side, above: field.record } : { arc: null };
    const made = makeField({ ...field, ...about }, { key: field.key, path: field.path ?? [field.key] }, form);
    state.controls.push({ path: field.path ?? [field.key], set: made.set });
    if (!around) {
      box.append(made.node);
      continue;
    }
    if (!standing.has(stem)) {
      standing.set(stem, makeRose(field.record ?? "", field.type === "list"));
      box.append(standing.get(stem));
    }
    standing.get(stem).append(made.node);
  }
  return box;
}

/** @param {string} stem @param {boolean} wide */
function makeRose(stem, wide) {
  return el(
    "div",
    { class: `rose${wide ? " wide" : ""}`, role: "group", "aria-label": stem },
    el("span", { class: "stem", "aria-hidden": "true" }, stem),
    el("span", { class: "middle", "aria-hidden": "true" }),
  );
}

/** @param {OpenDocument} document */
function title(document) {
  const entry = document.entry;
  const names = opened().documents.length > 1 ? opened().documents.map((one) => one.entry) : null;
  return [
    el(
      "div",
      { class: "masthead" },
      entry.portrait && picture("head", entry.portrait, { class: "portrait" }),
      el("div", {}, el("h1", {}, entry.name || say("Without a name")), el(
        "p", { class: "soft" },
        [
          entry.note, opened().file.replace(/^shipped:/, `${say("comes with sheetgen")}: `),
        ].filter(Boolean).join(" · "),
      )),
    ),
    names &&
      el(
        "label",
        { class: "others" },
        say("In this file"), " ",
        el(
          "select",
          { onchange: (event) => send(
            "open", { file: opened().file, document: Number(event.currentTarget.value) },
          ) },
          names.map((one, index) => el(
            "option", { value: String(index), selected: index === desk.document }, one.name || `${index + 1}`,
          )),
        ),
      ),
    !opened().own &&
      el(
        "div",
        { class: "remark hint" },
        el("p", {}, say("Comes with sheetgen."), " "),
        el("p", { class: "deeds" }, el(
          "button", { type: "button", class: "quiet strong", onclick: () => copy(entry) }, say("Make a copy"),
        )),
      ),
  ];
}

/** Shows the state of what is open in all fields; those still typed in are left alone. */
async function show() {
  const isNew = nameForm() !== state.shown;
  if (isNew || !current()) await build();
  if (!current()) {
    fill(head, el("h1", {}, opened().file));
    fill(facts);
    bars.hidden = true;
    fill(extras);
    showProblems();
    return;
  }
  fill(head, title(present()));
  fill(facts, present().facts.map((fact) => el("li", {}, fact)));
  showBudgets(bars, present().budgets);
  const added = state.adornments.map((make) => make(present())).filter(Boolean);
  if (added.length !== extras.childElementCount || added.some((one, index) => one !== extras.children[index]))
    fill(extras, added);
  const { portrait } = present().entry;
  body.querySelectorAll(".middle").forEach(
    (middle, index) => fill(middle, portrait && picture(`middle ${index}`, portrait)),
  );
  renewSoon(portrait);
  body.inert = opened().readable === false;
  body.classList.toggle("stale", opened().readable === false);
  if (isNew || !busy()) fillFields();
  showProblems();
}

function fillFields() {
  for (const { path, set } of state.controls) set(find(present().values, path));
  if (!state.awaited || !state.fields.has(state.awaited)) return;
  const key = state.awaited;
  state.awaited = null;
  focusField(key);
}

/**
 * A problem may stand in a file that this one names, such as that of a fleet's ship.
 * @param {Problem} problem
 */
function lead(problem) {
  if (problem.file && problem.file !== opened().file) send("open", { file: problem.file });
  else send("place", problem);
}

// Portraits follow in a pause: while one types, only the sheet is drawn.
/** @param {string | null | undefined} portrait */
function renewSoon(portrait) {
  clearTimeout(state.pause);
  const what = `${portrait} ${opened().version}`;
  if (!portrait || state.drawn === what || !opened().can_undo) return;
  state.pause = setTimeout(() => {
    state.drawn = what;
    renew(portrait, opened().version);
  }, 900);
}

function showProblems() {
  const mine =
    rank((opened().problems ?? []).filter((one) => (one.document ?? desk.document) === desk.document));
  for (const { slot, input } of state.fields.values()) {
    slot.replaceChildren();
    input?.removeAttribute("aria-invalid");
  }
  /** @type {Problem[]} */
  const loose = [];
  for (const problem of mine) {
    const field = problem.key && problem.file === opened().file ? nearest(problem.key) : null;
    if (!field) {
      loose.push(problem);
      continue;
    }
    field.slot.append(remark(problem));
    if (problem.severity === "error") field.input?.setAttribute("aria-invalid", "true");
  }
  const count = countProblems(mine);
  const serious = mine.filter((one) => one.severity !== "hint" && !loose.includes(one));
  fill(
    general,
    opened().readable === false && el(
      "p", { class: "soft" }, say("The text can’t be read just now."), " ", state.controls.length
        ? say("The fields show what it last said.") : say("Fix it, and its fields and its sheet come back."),
    ),
    loose.map((problem) => remark(problem, { where: true, go: () => lead(problem) })),
    serious.length > 0 &&
      el(
        "p",
        { class: "tally" },
        `${countProblems(serious)}: `,
        [...new Set(serious.map((one) => one.key ?? ""))].slice(0, 6).map((key) =>
          el("button", { type: "button", class: "quiet", onclick: () => focusField(key) }, labelOf(key)),
        ),
      ),
  );
  if (count !== state.said) live.textContent = count || (state.said ? say("No more problems") : "");
  state.said = count;
}

on("state", show);
on("opened", () => {
  state.awaited = null;
  panel.parentElement?.scrollTo(0, 0);
});
// Once all is answered, the fields agree with the text again.
on("settled", () => {
  if (!current() || !state.shown || busy()) return; // busy: nobody answers, and what is typed stays
  fillFields();
  showProblems();
});
panel.addEventListener("focusin", (event) => {
  send("focus", hit(event, "[data-field]")?.dataset.field ?? null);
});
