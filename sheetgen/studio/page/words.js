// Words: what the page says, in the language of whoever looks at it; English where there is no other.

import { taste } from "./memory.js";

/** The languages that the page has, by their codes, each called as its speakers do. */
export const LANGUAGES = {
  en: "English", de: "Deutsch", fr: "Français", es: "Español", it: "Italiano", pl: "Polski",
};

/** The language of the page: the one that was chosen here, or the first of the browser's that it has. */
export const language = choose();

/** @type {Record<string, string[]>} Words in that language by the English ones; with all plurals. */
const catalogue = language === "en" ? {} : await load();

document.documentElement.lang = language;

function choose() {
  const wanted = [taste("language", ""), ...navigator.languages].map((one) => one.split("-")[0]);
  return wanted.find((one) => one in LANGUAGES) ?? "en";
}

async function load() {
  try {
    return (await import(`./words/${language}.js`)).default;
  } catch {
    return {}; // without its words, the page is in English
  }
}

/**
 * Words as the page says them, with values for what stands in braces.
 * @param {string} words @param {...unknown} values @returns {string}
 */
export function say(words, ...values) {
  return fill(catalogue[words]?.[0] || words, values);
}

/**
 * The same for a number of things; the first `{}` is the number.
 * @param {string} one @param {string} many @param {number} number @param {...unknown} values
 */
export function sayMany(one, many, number, ...values) {
  const printed = catalogue[one];
  const forms = printed?.length > 1 ? printed : [one, many];
  const rule = new Intl.PluralRules(language).select(number);
  const at = rule === "one" ? 0 : rule === "few" ? 1 : forms.length - 1;
  return fill(forms[at], [number, ...values]);
}

/** A label as it stands in the midst of a sentence: "points limit". @param {string} label */
export function lower(label) {
  return language === "en" ? label.slice(0, 1).toLowerCase() + label.slice(1) : label;
}

/** @param {string} text @param {unknown[]} values */
function fill(text, values) {
  let next = 0;
  return text.replace(/\{(\d*)\}/g, (_, at) => String(values[at === "" ? next++ : Number(at)]));
}
