// The ruler: how many pixels of this screen are a millimetre.

import { dialog } from "./dialog.js";
import { el } from "./element.js";
import { prefer, taste } from "./memory.js";
import { say } from "./words.js";

const USUAL = 96 / 25.4;
const CARD = 85.6; // mm, the width of a bank card (ISO 7810 ID-1)

/** Pixels of this screen in a millimetre; what browsers believe until somebody measured. */
export function pixels() {
  return taste("pixels", USUAL);
}

/** Asks to hold a bank card against the screen. */
export function measureScreen() {
  return dialog(say("True size on this screen"), (choose) => {
    let size = pixels();
    const card = el("div", { class: "bankcard", "aria-hidden": "true" }, say("bank card, 85.6 mm"));
    const show = () => {
      card.style.width = `${CARD * size}px`;
      card.style.height = `${53.98 * size}px`;
    };
    const slide = el("input", {
      type: "range",
      min: "2",
      max: "9",
      step: "0.01",
      ".value": String(size),
      "aria-label": say("Width of the card on the screen"),
      oninput: () => ((size = Number(slide.value)), show()),
    });
    show();
    return [
      el(
        "p", {},
        say(
          "Hold a bank card (or any card of that size) against the screen, and make the box as wide as it.",
        ),
        " ",
        say("Sheets at 100 % are then as large as on paper."),
      ),
      card,
      slide,
      el(
        "footer",
        {},
        el(
          "button", { type: "button", onclick: () => (prefer("pixels", USUAL), choose("usual")) },
          say("Back to usual"),
        ),
        el(
          "button",
          { type: "button", class: "main", onclick: () => (prefer("pixels", size), choose("measured")) },
          say("Keep this"),
        ),
      ),
    ];
  }, { wide: true });
}
