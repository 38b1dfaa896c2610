// Compare: designs side by side, with their differences marked, and who would win.

import { ask, Dropped, Latest } from "./ask.js";
import { current } from "./desk.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { regret } from "./notice.js";
import { gameTitle, project, shelf } from "./stock.js";
import { on } from "./signal.js";
import { say } from "./words.js";

const view = {
  /** @type {Entry[]} */
  chosen: [],
  /** @type {Comparison | null} */
  told: null,
  work: new Latest(),
};
const list = el("ul", { class: "chosen" });
const adder = el("select", { id: fresh("adder"), onchange: () => addChosen() });
const onlyDifferent = el("input", { type: "checkbox", onchange: () => show() });
const table = el("div", { class: "table-box" });
const duelForm = el("form", { class: "duel", onsubmit: (event) => (event.preventDefault(), duel()) });
const result = el("div", { class: "result", role: "status" });

export const panel = el(
  "div",
  { class: "form compare" },
  el("div", { class: "top" }, el("div", { class: "head" }, el("h1", {}, say("Side by side")))),
  list,
  el(
    "div", { class: "field" },
    el("div", { class: "about" }, el("label", { for: adder.id }, say("Add to the comparison"))), adder,
  ),
  el("label", { class: "check" }, onlyDifferent, say("Only what differs")),
  duelForm,
  result,
);
export const stage = el("div", { class: "sheet" }, el(
  "div", {
    class: "desk plain", tabindex: "0", role: "group", "aria-label": say("Values side by side"),
  }, table,
));

/** Takes a definition into the comparison. @param {Entry} entry */
export function add(entry) {
  if (view.chosen[0] && view.chosen[0].game !== entry.game) view.chosen = [];
  if (!view.chosen.some((one) => same(one, entry))) view.chosen.push(entry);
}

/** @param {Entry} a @param {Entry} b */
function same(a, b) {
  return a.file === b.file && a.document === b.document;
}

/** Opens the view with what is open, and what was chosen before. */
export async function open() {
  const entry = current()?.entry;
  if (entry && entry.kind !== "book" && !view.chosen.length) view.chosen = [entry];
  await draw();
}

function addChosen() {
  const entry = shelf.entries.find((one) => `${one.file}#${one.document}` === adder.value);
  if (entry) add(entry);
  draw();
}

function showChosen() {
  fill(
    list,
    view.chosen.map((entry, index) =>
      el(
        "li",
        {},
        el("b", { class: "letter" }, String.fromCharCode(65 + index)),
        el("span", {}, entry.name, " ", el(
          "small", {}, [
            entry.note, entry.points && say("{} points", entry.points),
          ].filter(Boolean).join(" · "),
        )),
        el(
          "button",
          { type: "button", class: "bare", "aria-label": say("Leave {} out", entry.name), onclick: () => (
            (view.chosen = view.chosen.filter((one) => one !== entry)), draw()
          ) },
          icon("close"),
        ),
      ),
    ),
  );
  const first = view.chosen[0];
  const others = shelf.entries.filter((one) => one.kind && !view.chosen.some((other) => same(one, other)));
  const offered = others.filter((one) => !first || (one.game === first.game && one.kind === first.kind));
  fill(
    adder, el(
      "option", { value: "" }, offered.length ? say("Choose …") : say("There is nothing else of its kind"),
    ),
    offered.map((one) => el(
      "option", { value: `${one.file}#${one.document}` },
      [one.name, one.note, !first && gameTitle(one.game)].filter(Boolean).join(" · "),
    )),
  );
}

async function draw() {
  showChosen();
  showDuel();
  view.told = null;
  const signal = view.work.next();
  if (view.chosen.length >= 2) {
    try {
      view.told = await ask(
        "POST", "api/compare", { entries: view.chosen.map(({ file, document }) => ({ file, document })) },
        signal,
      );
    } catch (error) {
      if (error instanceof Dropped) return;
      regret(error);
    }
  }
  show();
}

function show() {
  if (!view.told) {
    fill(
      table, el(
        "p", { class: "soft empty" }, say("Choose two designs of one kind, and see where they differ."),
      ),
    );
    return;
  }
  const rows = view.told.rows.filter((one) => !onlyDifferent.checked || one.differs);
  const count = view.told.rows.filter((one) => one.differs).length;
  fill(
    table,
    el(
      "table",
      { class: "comparison" },
      el(
        "caption", {}, count
          ? say(
            "{} of {} values differ; they are marked ≠.", count, view.told.rows.length,
          ) : say("No value differs."),
      ),
      el("thead", {}, el("tr", {}, el("td", {}), view.told.columns.map((one, index) => el(
        "th", { scope: "col" }, el("b", { class: "letter" }, String.fromCharCode(65 + index)), " ",
        one.name ?? one,
      )))),
      el(
        "tbody",
        {},
        rows.map((one) => el(
          "tr", { class: one.differs ? "differs" : null },
          el(
            "th", { scope: "row" },
            one.differs && el("span", { class: "sign", "aria-label": "differs" }, "≠"), one.title,
          ),
          one.cells.map((cell) => el("td", {}, cell === null ? "–" : String(cell))),
        )),
      ),
    ),
  );
}

function showDuel() {
  const game = project().games.find((one) => one.id === view.chosen[0]?.game);
  const two = view.chosen.length === 2 && view.chosen[0].kind !== "scenario";
  duelForm.hidden = !(two && game?.duels !== false);
  fill(result);
  if (duelForm.hidden || duelForm.dataset.game === game?.id) return;
  duelForm.dataset.game = game?.id ?? "";
  /**
   * @param {string} name @param {string} label @param {number} value @param {number} min @param {number} max
   */
  const number = (name, label, value, min, max) => {
    const id = fresh("duel");
    return el("div", { class: "field" }, el("div", { class: "about" }, el("label", { for: id }, label)), el(
      "input", { id, name, type: "number", min, max, ".value": String(value) },
    ));
  };
  fill(
    duelForm,
    el("h2", {}, say("Who would win?")),
    number("duels", say("Duels"), 2000, 100, 20000),
    number("range", say("Range, inches"), 10, 1, 100),
    number("seed", say("Seed of the dice"), 1, 0, 999999),
    el("button", { class: "strong" }, icon("duel"), say("Duel")),
  );
}

async function duel() {
  const numbers = ["duels", "range", "seed"];
  const given = [...new FormData(duelForm)].filter(([, value]) => value !== "");
  const options =
    Object.fromEntries(given.map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]));
  const [a, b] = view.chosen.map(({ file, document }) => ({ file, document }));
  duelForm.inert = true;
  fill(result, el("p", { class: "soft" }, say("The dice are rolling …")));
  try {
    showResult(await ask("POST", "api/duel", { a, b, options }));
  } catch (error) {
    fill(result, el("p", { class: "remark error" }, icon("error"), error.message));
  } finally {
    duelForm.inert = false;
  }
}

/** @param {Duels} answer */
function showResult(answer) {
  const total = answer.duels || 1;
  /** @type {[string, number, string][]} */
  const parts = [
    [view.chosen[0].name, answer.wins_a, "part-0"],
    ["draws", answer.draws, "part-5"],
    [view.chosen[1].name, answer.wins_b, "part-3"],
  ];
  const track = el("div", { class: "track" });
  for (const [name, count, kind] of parts) {
    const piece = el("i", { class: `part ${kind}`, title: `${name} ${count}` });
    piece.style.width = `${(100 * count) / total}%`;
    track.append(piece);
  }
  fill(
    result,
    el("p", { class: "verdict" }, verdict(answer)),
    track,
    el("p", { class: "legend" }, parts.map(([name, count, kind]) => el(
      "span", {}, el("i", { class: `key ${kind}` }), name, " ",
      el("b", {}, `${Math.round((1000 * count) / total) / 10} %`),
    ))),
    answer.summary.map((one) => el("p", { class: "soft" }, one)),
  );
  offer("face", say("Facing"), answer.faces);
  offer("speed", say("Speed"), answer.speeds);
  offer("maneuver", say("Maneuver"), answer.maneuvers);
}

/** @param {Duels} answer */
function verdict(answer) {
  if (answer.wins_a === answer.wins_b) return say("An even match.");
  const [a, b] = view.chosen;
  const [name, wins] = answer.wins_a > answer.wins_b ? [a.name, answer.wins_a] : [b.name, answer.wins_b];
  return say("{} wins {} % of the duels.", name, Math.floor((1000 * wins) / answer.duels) / 10);
}

/**
 * What a game lets one choose is known with its first answer.
 * @param {string} name @param {string} label @param {string[] | undefined} words
 */
function offer(name, label, words) {
  if (!words?.length || duelForm.elements.namedItem(name)) return;
  const id = fresh("duel");
  const field = el(
    "div",
    { class: "field" },
    el("div", { class: "about" }, el("label", { for: id }, label)),
    el(
      "select", { id, name }, el("option", { value: "" }, say("As usual")),
      words.map((one) => el("option", { value: one }, one)),
    ),
  );
  duelForm.querySelector("button")?.before(field);
}

on("loaded", () => {
  view.chosen = view.chosen.map((one) => shelf.entries.find((other) => same(one, other)) ?? one);
});
