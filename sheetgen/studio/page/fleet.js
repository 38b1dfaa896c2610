// Fleets: ships that join by being dragged from the shelf, or chosen from a list.

import { change, desk, open, opened, present } from "./desk.js";
import { takeDrops } from "./drag.js";
import { el, fill } from "./element.js";
import { adorn, listFields } from "./form.js";
import { icon } from "./icon.js";
import { notice, regret } from "./notice.js";
import { about, shelf } from "./stock.js";
import { on, send } from "./signal.js";
import { say } from "./words.js";

const chooser = el("select", { "aria-label": say("Ship to add") });
const zone = el(
  "div",
  { class: "dropzone" },
  icon("ship"),
  el("p", {}, say("Drag ships here from the shelf, or choose one:")),
  el("div", { class: "adder" }, chooser, el(
    "button", { type: "button", onclick: () => addChosen() }, icon("plus"), say("Add"),
  )),
);
takeDrops(zone, (ship) => enlist(ship));

/**
 * The list of a fleet's form whose rows name a definition of that kind.
 * @param {OpenDocument} document @param {string} kind
 */
function listFor(document, kind) {
  return listFields(document).find(
    (field) => field.type === "list" && (field.item?.fields ?? []).some((one) => one.key === kind),
  );
}

/** @param {OpenDocument} document */
function candidates(document) {
  const { game } = document.entry;
  return shelf.entries.filter((one) => one.game === game && !["fleet", "scenario", ""].includes(one.kind));
}

function addChosen() {
  const ship = candidates(present()).find((one) => `${one.file}#${one.document}` === chooser.value);
  if (ship) enlist(ship);
}

/** @param {Entry} ship */
function enlist(ship) {
  const document = present();
  const field = listFor(document, ship.kind);
  if (!field || ship.game !== document.entry.game || !opened().own) {
    notice(say("{} can't join {}.", ship.name, document.entry.name), { severity: "warning" });
    return;
  }
  const path = field.path ?? [field.key];
  const rows = path.reduce((value, part) => value?.[part], document.values) ?? [];
  /** @param {Values} row */
  const fits = (row) => row?.[ship.kind] === ship.id && !row.ids && !row.names;
  const same = rows.findIndex(fits);
  const counted = (field.item?.fields ?? []).some((one) => one.key === "count");
  if (same >= 0 && counted) {
    change([{ path: [...path, same, "count"], value: (rows[same].count ?? 1) + 1 }]);
    notice(say("{}: {} now.", ship.name, (rows[same].count ?? 1) + 1));
  } else {
    change([{ path: [...path, rows.length], insert: { [ship.kind]: ship.id } }]);
    notice(say("{} has joined {}.", ship.name, document.entry.name));
  }
}

adorn((document) => {
  if (document.entry.kind !== "fleet" || !opened().own) return null;
  const ships = candidates(document);
  const key = ships.map((one) => one.file).join();
  if (chooser.dataset.key !== key) {
    chooser.dataset.key = key;
    fill(chooser, ships.map((one) => el(
      "option", { value: `${one.file}#${one.document}` },
      [one.name, about(one), one.points].filter(Boolean).join(" · "),
    )));
  }
  return zone;
});

on("enlist", async ({ fleet, ship }) => {
  try {
    if (desk.state?.file !== fleet.file || desk.document !== fleet.document)
      await open(fleet.file, fleet.document);
    send("turn to", { file: fleet.file, document: fleet.document });
    enlist(ship);
  } catch (error) {
    regret(error);
  }
});
on("dragging", (entry) => zone.classList.toggle("awaiting", Boolean(entry)));
