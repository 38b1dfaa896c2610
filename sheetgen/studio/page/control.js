// Controls: what takes one value of a definition, by its type, and what it is called.

import { el } from "./element.js";
import { faceControl } from "./face.js";
import { numberField } from "./number.js";
import { about } from "./stock.js";
import { themeControl } from "./theme.js";
import { say } from "./words.js";

/**
 * A field's label: around the ship and in rows, where it belongs is seen by its place, and only read out.
 * @param {Field} field
 */
export function labelOf(field) {
  const { above } = field;
  return [above && el("span", { class: "unseen" }, `${above} `), field.arc ? field.short : field.label];
}

/** What a field is called where nothing around it says where it belongs. @param {Field} field */
export function spell(field) {
  return [field.above, field.arc ? field.short : field.label].filter(Boolean).join(" ");
}

/**
 * The attributes by which a field's control is found: its key, and the same for people with other tools.
 * @param {string} key
 */
export function keyed(key) {
  return { "data-field": key, "data-key": key.replaceAll(" ", ".") };
}

/**
 * The key as the file writes it, for those who look for it, and for whoever listens.
 * @param {Field} field @param {string} id
 */
export function keyNote(field, id) {
  return el("span", { class: "unseen", id: `${id}-key` }, field.key);
}

/**
 * The part of a field that takes a value: `{node, input, set}`.
 * @param {Field} field @param {Values} given @param {Tell} tell @returns {Control}
 */
export function makeControl(field, given, tell) {
  if (field.type === "integer" || field.type === "number") return numberField(field, tell, given);
  if (field.type === "flag") return flagControl(field, given, tell);
  if (field.type === "theme") return themeControl(field, given, tell);
  if (field.type === "face") return faceControl(field, given, tell);
  if (field.type === "choice" || field.choices?.length) return choiceControl(field, given, tell);
  if (field.type === "reference") return referenceControl(field, given, tell);
  if (field.type === "long") return longControl(given, tell);
  if (field.type === "colour") return colourControl(field, given, tell);
  return textControl(field, given, tell);
}

/** @param {Field} field @param {Values} given @param {Tell} tell @returns {Control} */
function textControl(field, given, tell) {
  const input = el("input", {
    ...given,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: field.default ?? "",
    "aria-required": field.required ? "true" : null,
    oninput: () => tell(input.value === "" ? null : input.value),
  });
  return { node: input, input, set: (value) => keepText(input, value) };
}

/** @param {Values} given @param {Tell} tell @returns {Control} */
function longControl(given, tell) {
  const input = el("textarea", {
    ...given, rows: "3", oninput: () => (grow(), tell(input.value === "" ? null : input.value)),
  });
  const grow = () => {
    input.rows =
      Math.max(3, Math.min(14, input.value.split("\n").length + Math.floor(input.value.length / 70)));
  };
  return { node: input, input, set: (value) => (keepText(input, value), grow()) };
}

/**
 * What is being typed is never replaced by the same text in other words, such as with spaces at its end.
 * @param {HTMLInputElement | HTMLTextAreaElement} input @param {unknown} value
 */
function keepText(input, value) {
  const text = value === null || value === undefined ? "" : String(value);
  if (input.value === text) return;
  if (document.activeElement === input && input.value.trim() === text.trim()) return;
  input.value = text;
}

/** @param {Field} field @param {Values} given @param {Tell} tell @returns {Control} */
function flagControl(field, given, tell) {
  const input = el("input", { ...given, type: "checkbox", onchange: () => tell(input.checked) });
  return {
    node: el("label", { class: "check" }, input), input,
    set: (value) => (input.checked = Boolean(value ?? field.default)),
  };
}

/** @param {Field} field @param {Values} given @param {Tell} tell @returns {Control} */
function choiceControl(field, given, tell) {
  const values = new Map((field.choices ?? []).map((one) => [String(one.value), one.value]));
  const usual = field.default ?? null;
  const input = el("select", {
    ...given,
    "aria-required": field.required ? "true" : null,
    onchange: () =>
      tell(input.value === "" ? null : values.has(input.value) ? values.get(input.value) : input.value),
  });
  const options = () => [
    el("option", { value: "" }, (usual ?? "") !== "" ? say("{} (usual)", choiceOf(field, usual)) : "–"),
    ...(field.choices ?? []).map((one) => el(
      "option", { value: String(one.value) }, one.cost ? `${one.label}  ·  ${one.cost}` : one.label,
    )),
  ];
  input.append(...options());
  return {
    node: input,
    input,
    set(value) {
      const text =
        value === null || value === undefined
          ? ""
          : typeof value === "object"
          ? JSON.stringify(value)
          : String(value);
      if (text && !values.has(text)) {
        values.set(text, value);
        input.append(
          el(
            "option", { value: text },
            typeof value === "string" ? say("{} (not known)", text) : [value].flat().join(", "),
          ),
        );
      }
      input.value = text;
    },
  };
}

/** @param {Field} field @param {unknown} value */
function choiceOf(field, value) {
  return field.choices?.find((one) => one.value === value)?.label ?? String(value);
}

/** What a reference may name, as the shelf knows. @type {{ find: (field: Field) => Entry[] }} */
const known = { find: () => [] };

// All that may be chosen is only listed where it is in sight: a long fleet has hundreds of these.
const sight = new IntersectionObserver((seen) => {
  for (const { isIntersecting, target } of seen) if (isIntersecting) target.dispatchEvent(new Event("sight"));
});

/** @param {Field} field @param {Values} given @param {Tell} tell @returns {Control} */
function referenceControl(field, given, tell) {
  const input = el("select", {
    ...given, onfocus: () => renew(), onsight: () => renew(),
    onchange: () => tell(input.value === "" ? null : input.value),
  });
  let value = "";
  /** @param {Entry} one */
  const name = (one) => el("option", { value: one.id }, [one.name, about(one)].filter(Boolean).join(" · "));
  /** @param {Entry[]} known */
  const list = (known) => {
    const there = known.some((one) => one.id === value);
    const unknown = value && !there ? [el("option", { value }, say("{} (not known)", value))] : [];
    input.replaceChildren(el("option", { value: "" }, "–"), ...unknown, ...known.map(name));
    input.value = value;
  };
  const renew = () => {
    sight.unobserve(input);
    list(known.find(field));
  };
  return {
    node: input,
    input,
    set(next) {
      const text = next === null || next === undefined ? "" : String(next);
      if (input.options.length && input.value === text && text !== "") return;
      value = text;
      list(known.find(field).filter((one) => one.id === value));
      sight.observe(input);
    },
  };
}

/** Tells fields what references may name. @param {(field: Field) => Entry[]} find */
export function offer(find) {
  known.find = find;
}

/** @param {Field} field @param {Values} given @param {Tell} tell @returns {Control} */
function colourControl(field, given, tell) {
  const input = el("input", {
    ...given,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: field.default || "#1f4e79",
    oninput: () => (show(), tell(input.value === "" ? null : input.value)),
  });
  const palette = el("input", {
    type: "color",
    "aria-label": say("pick from a palette"),
    oninput: () => {
      input.value = palette.value;
      tell(palette.value);
    },
  });
  const show = () => {
    if (/^#[0-9a-f]{6}$/i.test(input.value)) palette.value = input.value;
    else if (/^#[0-9a-f]{3}$/i.test(input.value)) palette.value = input.value.replace(/[0-9a-f]/gi, "$&$&");
    palette.classList.toggle("none", input.value === "");
  };
  return {
    node: el("div", { class: "swatch" }, palette, input), input,
    set: (value) => (keepText(input, value), show()),
  };
}
