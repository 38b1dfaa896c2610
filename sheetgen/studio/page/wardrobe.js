// The wardrobe: looks to print in, chosen from pictures of a sheet of what is printed in each of them.

import { query } from "./ask.js";
import { desk } from "./desk.js";
import { el } from "./element.js";
import { picture } from "./picture.js";
import { shelf } from "./stock.js";
import { say } from "./words.js";

/**
 * A field for the look in the options of a print; one that is gone is not wanted any more.
 * @param {Entry | undefined} entry @param {Values} options @param {(look: string) => void} take
 */
export function lookPicks(entry, options, take) {
  const { file, document } = entry ?? {};
  const version = entry?.file === desk.state?.file ? desk.state?.version : "";
  const known = [{ id: "", title: say("As each game has it") }, ...shelf.looks];
  if (!known.some((one) => one.id === options.look)) options.look = "";
  return el(
    "fieldset", { class: "looks themes" }, el("legend", {}, say("Look")),
    known.map((one) => {
      const address = `api/preview?${query({ file, document, look: one.id, ink: options.ink, version })}`;
      const input = el("input", {
        type: "radio", name: "look", value: one.id, ".checked": options.look === one.id,
        onchange: () => take(one.id),
      });
      const shown = entry && picture(`look ${one.id}`, address);
      return el("label", { class: "pick theme" }, shown, el("span", {}, input, one.title));
    }),
  );
}
