// Themes and looks of a book, chosen from pictures of itself: its cover and a page in each of them.

import { query } from "./ask.js";
import { desk } from "./desk.js";
import { el } from "./element.js";
import { picture } from "./picture.js";

/**
 * The part of a field that takes the name of a theme or of a look.
 * @param {Field} field @param {Record<string, any>} given @param {(value: any) => void} tell
 * @returns {Control}
 */
export function themeControl(field, given, tell) {
  const { id, ...about } = given;
  const { file = "", version = 0 } = desk.state ?? {};
  /** @param {string | null} name @param {boolean} page */
  const show = (name, page) => {
    const address = `api/theme?${query({ file, [field.key]: name ?? "-", page, version })}`;
    return picture(`${field.key} ${file} ${name} ${page}`, address);
  };
  const picks = (field.choices ?? []).map(({ value, label }) => {
    const input = el("input", { type: "radio", name: id, value: value ?? "", onchange: () => tell(value) });
    const covers = el("span", { class: "covers" }, show(value, false), show(value, true));
    return { input, node: el("label", { class: "pick theme" }, covers, el("span", {}, input, label)) };
  });
  const node = el(
    "div", { class: "themes", role: "radiogroup", id, "aria-label": field.label, ...about },
    picks.map((one) => one.node),
  );
  return {
    node,
    input: picks[0].input,
    set(value) {
      const wanted = value ?? field.default ?? "";
      picks.forEach(({ input }) => (input.checked = input.value === wanted));
    },
  };
}
