// Themes: how a book may look, chosen from pictures of itself: its cover and a page in each of them.

import { query } from "./ask.js";
import { desk } from "./desk.js";
import { el } from "./element.js";
import { picture } from "./picture.js";

/**
 * The part of a field that takes the name of a theme.
 * @param {Field} field @param {Record<string, any>} given @param {(value: any) => void} tell
 * @returns {Control}
 */
export function themeControl(field, given, tell) {
  const { id, ...about } = given;
  const { file = "", version = 0 } = desk.state ?? {};
  /** @param {string} theme @param {boolean} page */
  const show = (theme, page) => {
    const address = `api/theme?${query({ file, theme, page, version })}`;
    return picture(`theme ${file} ${theme} ${page}`, address, { loading: "lazy" });
  };
  const picks = (field.choices ?? []).map(({ value, label }) => {
    const input = el("input", { type: "radio", name: id, value, onchange: () => tell(value) });
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
    set: (value) => picks.forEach(({ input }) => (input.checked = input.value === (value ?? field.default))),
  };
}
