// Compare: designs side by side, with their differences marked, and who would win.

import { ask } from "./ask.js";
import { current } from "./desk.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { regret } from "./notice.js";
import { gameTitle, shelf } from "./stock.js";
import { on } from "./signal.js";
import { say } from "./words.js";

let chosen = [];
const list = el("ul", { class: "chosen" });
const adder = el("select", { id: fresh("adder"), onchange: () => addChosen() });
const onlyDifferent = el("input", { type: "checkbox", onchange: () => show() });
const table = el("div", { class: "table-box" });
const duelForm = el("form", { class: "duel", onsubmit: (event) => (event.preventDefault(), duel()) });
const result = el("div", { class: "result", role: "status" });
let told = null;

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

/** Takes a definition into the comparison. */
export function add(entry) {
  if (chosen[0] && chosen[0].game !== entry.game) chosen = [];
  if (!chosen.some((one) => same(one, entry))) chosen.push(entry);
}

function same(a, b) {
  return a.file === b.file && a.document === b.document;
}

/** Opens the view with what is open, and what was chosen before. */
export async function open() {
  const entry = current()?.entry;
  if (entry && !chosen.length) chosen = [entry];
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
    chosen.map((entry, index) =>
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
            (chosen = chosen.filter((one) => one !== entry)), draw()
          ) },
          icon("close"),
        ),
      ),
    ),
  );
  const first = chosen[0];
  const offered = shelf.entries.filter(
    (one) => (!first || (one.game === first.game && one.kind === first.kind)) && one.kind && !chosen.some(
      (other) => same(one, other),
    ),
  );
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
  told = null;
  if (chosen.length >= 2) {
    try {
      told = await ask(
        "POST", "api/compare", { entries: chosen.map(({ file, document }) => ({ file, document })) },
      );
    } catch (error) {
      regret(error);
    }
  }
  show();
}

function show() {
  if (!told) {
    fill(
      table, el(
        "p", { class: "soft empty" }, say("Choose two designs of one kind, and see where they differ."),
      ),
    );
    return;
  }
  const rows = told.rows.filter((one) => !onlyDifferent.checked || one.differs);
  const count = told.rows.filter((one) => one.differs).length;
  fill(
    table,
    el(
      "table",
      { class: "comparison" },
      el(
        "caption", {},
        count ? say(
          "{} of {} values differ; they are marked ≠.", count, told.rows.length,
        ) : say("No value differs."),
      ),
      el("thead", {}, el("tr", {}, el("td", {}), told.columns.map((one, index) => el(
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
  const game = shelf.project.games.find((one) => one.id === chosen[0]?.game);
  duelForm.hidden = !(chosen.length === 2 && game?.duels !== false && chosen[0].kind !== "scenario");
  fill(result);
  if (duelForm.hidden || duelForm.dataset.game === game?.id) return;
  duelForm.dataset.game = game?.id ?? "";
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
  const [a, b] = chosen.map(({ file, document }) => ({ file, document }));
  const button = duelForm.querySelector("button");
  button.disabled = true;
  fill(result, el("p", { class: "soft" }, say("The dice are rolling …")));
  try {
    showResult(await ask("POST", "api/duel", { a, b, options }));
  } catch (error) {
    fill(result, el("p", { class: "remark error" }, icon("error"), error.message));
  } finally {
    button.disabled = false;
  }
}

function showResult(answer) {
  const total = answer.duels || 1;
  const parts = [
    [chosen[0].name, answer.wins_a, "part-0"],
    ["draws", answer.draws, "part-5"],
    [chosen[1].name, answer.wins_b, "part-3"],
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

function verdict(answer) {
  if (answer.wins_a === answer.wins_b) return say("An even match.");
  const [name, wins] =
    answer.wins_a > answer.wins_b ? [chosen[0].name, answer.wins_a] : [chosen[1].name, answer.wins_b];
  return say("{} wins {} % of the duels.", name, Math.floor((1000 * wins) / answer.duels) / 10);
}

// What a game lets one choose is known with its first answer.
function offer(name, label, words) {
  if (!words?.length || duelForm.elements[name]) return;
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
  duelForm.querySelector("button").before(field);
}

on("loaded", () => {
  chosen = chosen.map((one) => shelf.entries.find((other) => same(one, other)) ?? one);
});
