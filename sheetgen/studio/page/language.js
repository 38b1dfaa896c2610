// The choice of the page's language.

import { el, fresh } from "./element.js";
import { prefer } from "./memory.js";
import { LANGUAGES, language, say } from "./words.js";

/** A list of the languages that the page has; it is shown again in the one that is chosen. */
export function languageChoice() {
  const id = fresh("language");
  const list = el(
    "select", { id, onchange: () => (prefer("language", list.value), location.reload()) },
    Object.entries(LANGUAGES).map(([code, name]) => el("option", { value: code, lang: code }, name)),
  );
  list.value = language;
  return el("p", { class: "tongue" }, el("label", { for: id }, say("Language of this page")), " ", list);
}
