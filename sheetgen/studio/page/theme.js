// Themes: how a book may look, chosen from pictures of itself: its cover and a page in each of them.

import { query } from "./ask.js";
import { desk } from "./desk.js";
import { el } from "./element.js";
import { picture } from "./picture.js";

/** The part of a field that takes the name of a theme: `{node, input, set}`. */
export function themeControl(field, given, tell) {
  const { id, ...about } = given;
  const { file, version } = desk.state;
  const show = (theme, page) => picture(`theme ${file} ${theme} ${page}`, `api/theme?${query({ file, theme, page, version })}`, { loading: "lazy" });
  const picks = field.choices.map(({ value, label }) => {
    const input = el("input", { type: "radio", name: id, value, onchange: () => tell(value) });
    return { input, node: el("label", { class: "pick theme" }, el("span", { class: "covers" }, show(value, false), show(value, true)), el("span", {}, input, label)) };
  });
  const node = el("div", { class: "themes", role: "radiogroup", id, "aria-label": field.label, ...about }, picks.map((one) => one.node));
  return {
    node,
    input: picks[0]?.input,
    set: (value) => picks.forEach(({ input }) => (input.checked = input.value === (value ?? field.default))),
  };
}
