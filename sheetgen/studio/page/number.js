// A number with a step down and a step up; anything else may be typed as well, and is judged by sheetgen.

import { el } from "./element.js";
import { icon } from "./icon.js";

/**
 * What a typed text means as a value: a number, several with × or – between, null where it is empty.
 * @param {string} text
 */
function readNumber(text) {
  const given = text.trim();
  if (given === "") return null;
  if (/^[-+]?\d{1,15}$/.test(given) && !/^[-+]?0\d/.test(given)) return Number(given);
  if (/^[\d.]+(\s*[×x–-]\s*[\d.]+)+$/.test(given)) return given.split(/[×x–-]/).map(Number);
  if (/^[-+]?\d{1,15}[.,]\d{0,9}$/.test(given)) return Number(given.replace(",", "."));
  return given;
}

/**
 * `{node, input, set}` of a field; `tell(value)` is called as one types.
 * @param {Field} field @param {Tell} tell @param {Values} given @returns {Control}
 */
export function numberField(field, tell, given) {
  const { minimum = null, maximum = null } = field;
  const whole = field.type === "integer";
  const input = el("input", {
    ...given,
    type: "text",
    inputmode: whole && (minimum ?? 0) >= 0 ? "numeric" : "decimal",
    role: "spinbutton",
    autocomplete: "off",
    "aria-valuemin": minimum,
    "aria-valuemax": maximum,
    "aria-required": field.required ? "true" : null,
    placeholder: field.default ?? "–",
    oninput: () => (show(), tell(readNumber(input.value))),
    onkeydown: (event) => {
      const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
      if (step && !event.altKey && !event.ctrlKey) {
        event.preventDefault();
        move(step);
      }
    },
  });
  const less = stepper("minus", -1);
  const more = stepper("plus", 1);

  /** @param {string} name @param {number} by */
  function stepper(name, by) {
    // Out of the tab order and unread: the arrow keys do the same in the field itself.
    return el(
      "button", { type: "button", tabindex: "-1", "aria-hidden": "true", onclick: () => move(by) },
      icon(name),
    );
  }

  /** @param {number} by */
  function move(by) {
    const value = readNumber(input.value);
    const from =
      typeof value === "number" ? value : (field.default ?? (by > 0 ? (minimum ?? 0) - by : (maximum ?? 0)));
    let next = Math.round((Number(from) + by) * 1000) / 1000;
    if (minimum !== null) next = Math.max(minimum, next);
    if (maximum !== null) next = Math.min(maximum, next);
    if (String(next) === input.value) return;
    input.value = String(next);
    show();
    tell(next);
  }

  function show() {
    const value = readNumber(input.value);
    const number = typeof value === "number" ? value : field.default;
    if (typeof value === "number") input.setAttribute("aria-valuenow", String(value));
    else input.removeAttribute("aria-valuenow");
    input.setAttribute("aria-valuetext", input.value || String(field.default ?? "none"));
    less.disabled = minimum !== null && Number(number ?? minimum) <= minimum;
    more.disabled = maximum !== null && Number(number ?? minimum) >= maximum;
  }

  return {
    node: el("div", { class: "step" }, less, input, more),
    input,
    set(value) {
      const text =
        value === null || value === undefined
          ? ""
          : Array.isArray(value)
          ? value.join(field.span ? "–" : " × ")
          : String(value);
      if (String(readNumber(input.value)) !== String(readNumber(text)) || document.activeElement !== input)
        input.value = text;
      show();
    },
  };
}
