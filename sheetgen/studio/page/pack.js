// Packs: one that is dropped on the window is shown, and put into the project if that is wanted.

import { ask } from "./ask.js";
import { dialog } from "./dialog.js";
import { el } from "./element.js";
import { encode, importFiles, isKnown } from "./import.js";
import { notice, regret } from "./notice.js";
import { takeZip } from "./project.js";
import { send } from "./signal.js";
import { say } from "./words.js";

const ENDING = ".sheetpack";
const MOST = 6_500_000; // bytes that a question to sheetgen has room for

/** Takes packs and files to import that are dropped on the window. */
export function takeFiles() {
  window.addEventListener("dragover", (event) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  });
  window.addEventListener("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (!files.length) return;
    event.preventDefault(); // or the browser would leave the page for the file
    const pack = files.find((file) => file.name.toLowerCase().endsWith(ENDING));
    if (pack) show(pack).catch(regret);
    else if (document.querySelector("dialog[open]")) return;
    else if (files.length === 1 && /[.]zip$/i.test(files[0].name)) takeZip(files[0]).catch(regret);
    else if (files.length === 1 && files[0].type.startsWith("image/")) send("picture", files[0]);
    else if (files.every(isKnown)) importFiles(files).catch(regret);
    else notice(
      say("Packs ({}) can be dropped here, and files to import: JSON, XML, CSV, XLSX, YAML, text.", ENDING),
      { severity: "hint" },
    );
  });
}

/** @param {File} file */
async function show(file) {
  if (file.size > MOST) throw new Error(
    say("This pack is too large to be dropped here; install it with: sheetgen install {}", file.name),
  );
  const data = await encode(file);
  const told = await ask("POST", "api/pack", { name: file.name, data });
  const wanted = await dialog(say("Pack {}", told.label), (choose) => [
    el("dl", { class: "facts" }, told.facts.flatMap(
      ([name, text]) => [el("dt", {}, name), el("dd", {}, text)],
    )),
    told.changes.length ? el("h3", {}, say("What changes")) : null,
    told.changes.length ? el("ul", {}, told.changes.map((line) => el("li", {}, line))) : null,
    el(
      "footer",
      {},
      el("button", { type: "button", onclick: () => choose(null) }, told.done ? say("Close") : say("Cancel")),
      told.done ? null : el(
        "button", {
          type: "button", class: "main", autofocus: true, onclick: () => choose(true),
        }, say("Install"),
      ),
    ),
  ].filter(Boolean));
  if (!wanted) return;
  await ask("POST", "api/pack", { name: file.name, data, install: true });
  notice(say("{} is installed.", told.label));
}
