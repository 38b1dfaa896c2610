// Welcome: what stands there before anything is open.

import { el, fill } from "./element.js";
import { begin } from "./entry.js";
import { icon } from "./icon.js";
import { languageChoice } from "./language.js";
import { picture } from "./picture.js";
import { project, shelf } from "./stock.js";
import { on, send } from "./signal.js";
import { lower, say } from "./words.js";

const box =
  el(
    "div", { class: "welcome-box" },
    el("p", { class: "lead", role: "status" }, say("Opening the project …")),
  );

/** The first page. */
export const welcome = el("div", { class: "welcome" }, box);

function show() {
  const own = shelf.entries.filter((one) => one.own);
  fill(
    box,
    el("h1", {}, own.length ? project().title : say("What do you play?")),
    el(
      "p",
      { class: "lead" },
      own.length
        ? say("Open something on the shelf, or start a new ship.")
        : say("Choose a game to design your first ship, or look at one that comes with sheetgen."),
      " ",
      say("The sheet is drawn while you type; Print makes the PDF."),
    ),
    el("div", { class: "games" }, project().games.map((game) => card(game))),
    languageChoice(),
  );
}

/** @param {Game} game */
function card(game) {
  const sample = shelf.entries.find(
    (one) => one.game === game.id && !one.own && one.portrait && !["fleet", "scenario"].includes(one.kind),
  );
  const first = game.kinds.find((kind) => !["fleet", "scenario"].includes(kind.id)) ?? game.kinds[0];
  return el(
    "article",
    { class: "card" },
    el(
      "div", { class: "picture" },
      sample ? picture(`welcome ${game.id}`, sample.portrait ?? "") : icon("ship"),
    ),
    el("h2", {}, game.title),
    el("p", { class: "soft" }, game.about ?? ""),
    el(
      "p",
      { class: "deeds" },
      el(
        "button", { type: "button", class: "strong", onclick: () => begin(game.id, first?.id) }, icon("plus"),
        say("New {}", lower(first?.title ?? "")),
      ),
      sample && el(
        "button",
        { type: "button", class: "quiet", onclick: () => send(
          "open", { file: sample.file, document: sample.document },
        ) },
        say("Look at {}", sample.name),
      ),
    ),
  );
}

on("loaded", show);
