// Mappings: rows by name, such as the losses of each ship by its ID.

import { keyed, keyNote, labelOf, spell } from "./control.js";
import { el, fill, fresh } from "./element.js";
import { icon } from "./icon.js";
import { fieldsOf, find, singular } from "./list.js";
import { say } from "./words.js";

/** @param {Item | undefined} item */
function isWhole(item) {
  return Boolean(item?.fields || item?.groups);
}

/** What a new row begins with. @param {Item | undefined} item */
function starter(item) {
  if (item?.starter !== undefined) return item.starter;
  /** @type {Record<string, unknown>} */
  const usual = { integer: 1, number: 1, list: [], text: "" };
  return usual[item?.type ?? ""] ?? {};
}

/**
 * A field whose keys a person chooses, each with a form of its own; `make` makes its fields.
 * @param {Field} field @param {Host} form @param {Maker} make @returns {Made}
 */
export function mapField(field, form, make) {
  const id = fresh("map");
  const rows = el("div", { class: "rows" });
  const slot = el("div", { class: "slot" });
  const given = { id: `${id}-new`, "data-field": field.key };
  const name = field.choices
    ? el("select", given, field.choices.map((one) => el("option", { value: one.value }, one.label)))
    : el("input", {
      ...given, type: "text", placeholder: "ID", autocomplete: "off",
      onkeydown: (event) => event.key === "Enter" && (event.preventDefault(), add()),
    });
  const node = el(
    "section",
    { class: "field list", ...keyed(field.key) },
    el(
      "div", { class: "about" }, el("label", { for: name.id, title: field.key }, labelOf(field)),
      keyNote(field, id), field.help && el("small", {}, field.help),
    ),
    rows,
    slot,
    el("div", { class: "adder" }, name, el(
      "button", { type: "button", class: "quiet", onclick: () => add() }, icon("plus"),
      say("Add {}", singular(field.label)),
    )),
  );
  form.register(field.key, { node, slot, input: name, path: field.path, label: spell(field) });
  /** @type {Map<string, ReturnType<typeof row>>} */
  let made = new Map();

  function add() {
    const given = name.value.trim();
    if (!given || made.has(given)) return name.focus();
    if (!field.choices) name.value = "";
    form.send([{ path: [...field.path, given], value: starter(field.item) }]);
    form.expect(`${field.key} ${given}`);
  }

  /** @param {string} label */
  function row(label) {
    const key = `${field.key} ${label}`;
    const whole = isWhole(field.item);
    const named = `${spell(field)} ${label}`;
    // A row that is one value has that value's field, which is called as the row is.
    const one = { type: "text", ...field.item, key: "", path: [], label };
    const inner = whole ? fieldsOf(one) : [one];
    const controls = inner.map((one) => ({
      path: one.path ?? [one.key],
      control: make(one, {
        key: `${key} ${one.key}`.trim(), path: [...field.path, label, ...(one.path ?? [one.key])],
        above: whole ? named : spell(field),
      }),
    }));
    const slot = el("div", { class: "slot" });
    const item = el(
      "div",
      { class: "row" },
      el(
        "div",
        { class: "handle" },
        el("b", {}, whole ? label : null),
        el(
          "button",
          { type: "button", class: "bare", "aria-label": say("Remove {}", named), onclick: () => form.send(
            [{ path: [...field.path, label], value: null }],
          ) },
          icon("close"),
        ),
      ),
      el("div", { class: "fields" }, controls.map((one) => one.control.node)),
      slot,
    );
    if (whole) form.register(key, {
      node: item, slot, input: item.querySelector("input, select"), path: [...field.path, label],
      label: named,
    });
    return { item, controls };
  }

  return {
    node,
    set(/** @type {any} */ value) {
      const data = value && typeof value === "object" && !Array.isArray(value) ? value : {};
      const names = Object.keys(data);
      if (names.join("\n") !== [...made.keys()].join("\n")) {
        form.renew(rows, () => {
          made = new Map(names.map((one) => [one, row(one)]));
          fill(rows, [...made.values()].map((one) => one.item));
        });
      }
      for (const [label, { controls }] of made)
        for (const { path, control } of controls) control.set(find(data[label], path));
    },
  };
}
