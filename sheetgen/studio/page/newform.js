// The form for something new: of which game, what it is, what it starts from, and its name.

import { dialog } from "./dialog.js";
import { el, fill } from "./element.js";
import { icon } from "./icon.js";
import { about, namesakes, project, shelf } from "./stock.js";
import { say } from "./words.js";

/** @typedef {{path: string, body: object, game: string, isBook: boolean}} Made */

/** @type {GameKind} */
const BOOK = { id: "book", title: say("Book"), empty: false };
/** @type {GameKind} */
const LOOK = { id: "look", title: say("Look"), empty: false };
/** @type {Record<string, string>} */
const SIGNS = { fleet: "fleet", scenario: "scenario", book: "book", look: "template" };

/**
 * Asks what is to be made; resolves with the question to sheetgen that makes it, or null.
 * @param {string} game @param {string | null} kind what is chosen at first
 * @returns {Promise<Made | null>}
 */
export function askNew(game, kind) {
  return dialog(say("Something new"), (choose) => newForm(choose, game, kind));
}

/**
 * Two of one name are allowed, but nobody should make them unawares.
 * @param {Parameters<typeof namesakes>[0]} wanted
 */
export function tellTaken(wanted) {
  const [other] = wanted.name.trim() ? namesakes(wanted) : [];
  if (!other) return "";
  return say(
    "There is one called {} already: {}.", other.name, [other.note, other.file].filter(Boolean).join(", "),
  );
}

/** @param {(made: Made) => void} choose @param {string} game @param {string | null} kind */
function newForm(choose, game, kind) {
  const kinds = el("div", {
    class: "choices", role: "radiogroup", "aria-label": say("What it is"), onchange: renew,
  });
  const games = project().games.map((one) => el("option", { value: one.id }, one.title));
  const gameField = el("select", { id: "new-game", onchange: () => (showKinds(), renew()) }, games);
  gameField.value = game;
  const name = el("input", {
    id: "new-name", autofocus: true, required: true, maxlength: "120", autocomplete: "off",
    "aria-describedby": "new-taken", oninput: warn,
  });
  const taken = el("p", { class: "soft", id: "new-taken", role: "status" });
  const start = el("select", { id: "new-start", onchange: () => (stays.hidden = !origin()) });
  const begun =
    el("div", { class: "begun" }, el("label", { for: "new-start" }, say("What does it start from?")), start);
  const variant = el("input", { type: "checkbox" });
  const stays = el("label", { class: "check" }, variant, say("As a variant: it only says what is different"));

  const chosen = () => kinds.querySelector("input:checked")?.getAttribute("value") ?? "";
  const origin = () => shelf.entries.find((one) => `${one.file}#${one.document}` === start.value);
  /** @returns {GameKind[]} */
  const known = () =>
    [...(project().games.find((one) => one.id === gameField.value)?.kinds ?? []), BOOK, LOOK];

  function warn() {
    taken.textContent = tellTaken({ name: name.value, game: gameField.value, kind: chosen() });
  }

  function renew() {
    const isBook = chosen() === BOOK.id;
    const isLook = chosen() === LOOK.id;
    begun.hidden = isBook;
    gameField.disabled = isBook || isLook;
    const { starter, empty } = known().find((one) => one.id === chosen()) ?? BOOK;
    const alike = shelf.entries.filter((one) => one.game === gameField.value && one.kind === chosen());
    /** @param {Entry} one */
    const offer = (one) => {
      const label = [one.name, about(one)].filter(Boolean).join(" · ");
      return el("option", { value: `${one.file}#${one.document}` }, label);
    };
    /** @param {string} label @param {Entry[]} entries */
    const list = (label, entries) => entries.length > 0 && el("optgroup", { label }, entries.map(offer));
    const looks = shelf.looks.map((one) => el(
      "option", { value: one.id }, [one.title, one.about].filter(Boolean).join(" · "),
    ));
    if (isLook) fill(start, looks);
    else fill(
      start,
      starter && el("option", { value: "starter" }, say("An example with notes")),
      empty && el("option", { value: "empty" }, say("Nothing: the least that it needs")),
      list(say("Like one of yours"), alike.filter((one) => one.own)),
      list(say("Like one that comes with sheetgen"), alike.filter((one) => !one.own)),
    );
    stays.hidden = isBook || !origin();
    warn();
  }

  function showKinds() {
    /** @param {GameKind} one @param {number} index */
    const pick = (one, index) =>
      el(
        "label", { class: "pick" },
        el("input", {
          type: "radio", name: "kind", value: one.id, ".checked": kind ? one.id === kind : index === 0,
        }),
        icon(SIGNS[one.id] ?? "ship"), one.title,
      );
    fill(kinds, known().map(pick));
    const first = kinds.querySelector("input");
    if (first && !chosen()) first.checked = true;
  }

  /** @returns {Made} */
  function answer() {
    const { file, document } = origin() ?? {};
    const title = name.value.trim();
    const told = { game: gameField.value, isBook: chosen() === BOOK.id };
    const copied = { file, document, name: title, variant: variant.checked };
    if (file && !told.isBook) return { ...told, path: "api/copy", body: copied };
    const like = chosen() === LOOK.id ? start.value : "";
    const made = { game: told.game, kind: chosen(), name: title, empty: start.value === "empty", like };
    return { ...told, path: "api/new", body: made };
  }

  showKinds();
  renew();
  return el(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        if (name.value.trim()) choose(answer());
      },
    },
    el("label", { for: "new-game" }, say("Game")),
    gameField,
    kinds,
    begun,
    stays,
    el("label", { for: "new-name" }, say("What is it called?")),
    name,
    taken,
    el("footer", {}, el("button", { class: "main" }, say("Create"))),
  );
}
