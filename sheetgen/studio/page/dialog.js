// Dialogs: one question at a time, in the browser's own modal element.

import { el, fresh } from "./element.js";
import { icon } from "./icon.js";
import { say } from "./words.js";

/**
 * Opens a dialog; resolves with what `choose` is given, or null when it is left.
 * @template T @param {string} title @param {(choose: (value: T) => void) => Child} content
 * @param {{ wide?: boolean }} look @returns {Promise<T | null>}
 */
export function dialog(title, content, { wide = false } = {}) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let chosen = null;
    const id = fresh("title");
    /** @param {T} value */
    const choose = (value) => {
      chosen = value;
      node.close();
    };
    const header = el("header", {}, el("h2", { id }, title), el(
      "button", { type: "button", class: "bare", "aria-label": say("Close"), onclick: () => node.close() },
      icon("close"),
    ));
    // In a section, its header and footer are none of the page.
    const node = el(
      "dialog",
      { class: wide ? "wide" : null, "aria-labelledby": id, onclose: () => (node.remove(), resolve(chosen)) },
      el("section", {}, header, content(choose)),
    );
    document.body.append(node);
    node.showModal();
    /** @type {HTMLElement | null} */ (node.querySelector("[autofocus]"))?.focus();
  });
}

/**
 * Asks a question whose answers are buttons: `[{value, label, main}]`.
 * @template T @param {string} title @param {string} text
 * @param {{ value: T, label: string, main?: boolean }[]} answers
 */
export function question(title, text, answers) {
  return dialog(title, (choose) => [
    el("p", {}, text),
    el(
      "footer",
      {},
      answers.map((one) =>
        el(
          "button",
          {
            type: "button", class: one.main ? "main" : null, autofocus: one.main,
            onclick: () => choose(one.value),
          },
          one.label,
        ),
      ),
    ),
  ]);
}

/**
 * Asks for one line of text; null when it is left. `tell(text)` says what there is to know of it.
 * @param {string} title @param {string} label @param {string} value @param {string} deed
 * @param {(text: string) => string} tell @returns {Promise<string | null>}
 */
export function line(title, label, value, deed, tell = () => "") {
  const id = fresh("line");
  return dialog(title, (choose) => {
    const told = el("p", { class: "soft", id: `${id}-told`, role: "status" }, tell(value));
    const input = el("input", {
      id, ".value": value, autofocus: true, autocomplete: "off", required: true, maxlength: 120,
      "aria-describedby": told.id, oninput: () => (told.textContent = tell(input.value)),
    });
    return el(
      "form",
      {
        method: "dialog",
        onsubmit: (event) => {
          event.preventDefault();
          if (input.value.trim()) choose(input.value.trim());
        },
      },
      el("label", { for: id }, label),
      input,
      told,
      el("footer", {}, el("button", { class: "main" }, deed)),
    );
  });
}

/**
 * Opens a menu below a button: `[{label, icon, run, danger}]`; arrow keys move in it.
 * @param {HTMLElement} anchor @param {(Deeds | false | null | undefined)[]} items @param {string} label
 */
export function menu(anchor, items, label) {
  const node = el("div", { class: "menu", role: "menu", popover: "auto", "aria-label": label });
  for (const item of items) {
    if (!item) continue;
    node.append(
      el(
        "button",
        {
          type: "button",
          role: "menuitem",
          tabindex: "-1",
          class: item.danger ? "danger" : null,
          onclick: () => {
            node.hidePopover();
            item.run();
          },
        },
        item.icon ? icon(item.icon) : el("span", { class: "icon" }),
        item.label,
      ),
    );
  }
  node.addEventListener("keydown", (event) => walk(event, [...node.querySelectorAll("button")]));
  node.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    node.remove();
    if (document.activeElement === document.body) anchor.focus();
  });
  (anchor.closest("dialog") ?? document.body).append(node);
  node.showPopover();
  const box = anchor.getBoundingClientRect();
  const top = Math.min(box.bottom + 4, innerHeight - node.offsetHeight - 8);
  node.style.top = `${Math.max(8, top)}px`;
  node.style.left = `${Math.max(8, Math.min(box.left, innerWidth - node.offsetWidth - 8))}px`;
  node.querySelector("button")?.focus();
}

/**
 * Moves the focus among elements with the arrow keys, Home and End.
 * @param {KeyboardEvent} event @param {HTMLElement[]} nodes
 */
export function walk(event, nodes) {
  const at = nodes.findIndex((one) => one === document.activeElement);
  const step = {
    ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: nodes.length - 1,
  }[event.key];
  if (step === undefined || nodes.length === 0) return false;
  event.preventDefault();
  nodes[(step + nodes.length) % nodes.length].focus();
  return true;
}
