// The whole project: taken away and in as a zip, or as a folder where the browser can.

import { ask, carrier, fetchFile } from "./ask.js";
import { busy, desk } from "./desk.js";
import { dialog, menu } from "./dialog.js";
import { hand } from "./download.js";
import { el } from "./element.js";
import { encode } from "./import.js";
import { act } from "./news.js";
import { notice, regret } from "./notice.js";
import { load, shelf } from "./stock.js";
import { say, sayMany } from "./words.js";

const MOST = 6_500_000; // bytes that a question to a server has room for
const SHOWN = 12; // files that are listed

/** Offers what can be done with the whole project, below a button. @param {HTMLElement} anchor */
export function offerProject(anchor) {
  const folders = "showDirectoryPicker" in window;
  menu(anchor, [
    { label: say("Save it as a zip"), icon: "save", run: () => takeOut().catch(regret) },
    folders && {
      label: say("Save it in a folder …"), icon: "save", run: () => writeFolder().catch(regret),
    },
    { label: say("Take in a zip …"), icon: "import", run: chooseZip },
    folders && { label: say("Take in a folder …"), icon: "import", run: () => readFolder().catch(regret) },
    carrier.inside && { label: say("Where is my work?"), icon: "help", run: () => tellWhere().catch(regret) },
  ], say("The whole project"));
}

function warn() {
  if (desk.state?.unsaved || busy()) {
    notice(say("What is not saved yet is not in it."), { severity: "hint" });
  }
}

async function takeOut() {
  warn();
  hand(await fetchFile("POST", "api/take-out", {}), "project.zip");
}

/** Lets a person choose a zip. */
function chooseZip() {
  const input = el("input", {
    type: "file", accept: ".zip", onchange: () => input.files?.[0] && takeZip(input.files[0]).catch(regret),
  });
  input.click();
}

/** Shows what a zip brings, and takes it in if that is wanted. @param {File} file */
export async function takeZip(file) {
  if (!carrier.inside && file.size > MOST) {
    throw new Error(say("This zip is too large to be taken in here; unpack it into your project's folder."));
  }
  await takeIn({ name: file.name, zip: await encode(file) });
}

/**
 * Shows what files bring, a zip or some by their names, and takes them in if that is wanted.
 * @param {{name: string, zip?: string, files?: Record<string, string>}} parcel
 * @returns {Promise<boolean>} Whether they are in the project.
 */
export async function takeIn(parcel) {
  const told = await ask("POST", "api/take-in", parcel);
  const changed = [...told.new, ...told.others];
  const wanted = await dialog(say("Take in {}", parcel.name), (choose) => [
    ...listFiles(say("New"), told.new),
    ...listFiles(say("In place of yours"), told.others),
    ...listFiles(say("Left out, as no file of a project ends so"), told.left),
    el("p", { class: "soft" }, changed.length ? say("All other files stay.") : say("Nothing would change.")),
    el(
      "footer",
      {},
      el(
        "button", { type: "button", onclick: () => choose(null) },
        changed.length ? say("Cancel") : say("Close"),
      ),
      changed.length > 0 &&
        el("button", { class: "main", autofocus: true, onclick: () => choose(true) }, say("Take in")),
    ),
  ]);
  if (!wanted) return !changed.length;
  await act(async () => {
    await ask("POST", "api/take-in", { ...parcel, write: true });
    shelf.project = null; // there may be a game more
    await load();
  });
  if (told.others.includes(desk.state?.file)) location.hash = "#/";
  notice(sayMany("{} file is taken in.", "{} files are taken in.", changed.length));
  return true;
}

/** @param {string} title @param {string[]} names */
function listFiles(title, names) {
  if (!names.length) return [];
  const rest = names.length - SHOWN;
  const lines = names.slice(0, SHOWN).map((name) => el("li", {}, name));
  return [
    el("h3", {}, title),
    el("ul", {}, lines, rest > 0 && el("li", { class: "soft" }, say("and {} more", rest))),
  ];
}

async function writeFolder() {
  const folder = await pick("readwrite");
  if (!folder) return;
  warn();
  const { files } = await ask("POST", "api/take-out", { files: true });
  for (const [name, data] of Object.entries(files)) {
    const parts = name.split("/");
    let here = folder;
    for (const part of parts.slice(0, -1)) here = await here.getDirectoryHandle(part, { create: true });
    const file = await here.getFileHandle(parts.at(-1), { create: true });
    const stream = await file.createWritable();
    await stream.write(Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)));
    await stream.close();
  }
  notice(say("{} files are in {}.", Object.keys(files).length, folder.name));
}

async function readFolder() {
  const folder = await pick("read");
  if (!folder) return;
  /** @type {Record<string, string>} */
  const files = {};
  let size = 0;
  /** @param {any} here @param {string} above */
  const walk = async (here, above) => {
    for await (const [name, handle] of here.entries()) {
      if (name.startsWith(".") || name.startsWith("_")) continue;
      if (handle.kind === "directory") await walk(handle, `${above}${name}/`);
      else {
        const file = await handle.getFile();
        size += file.size;
        if (!carrier.inside && size > MOST) throw new Error(
          say("This folder is too large to be taken in here."),
        );
        files[`${above}${name}`] = await encode(file);
      }
    }
  };
  await walk(folder, "");
  await takeIn({ name: folder.name, files });
}

/**
 * A folder that a person chooses; null if none. No types know these folders yet.
 * @param {"read" | "readwrite"} mode @returns {Promise<any>}
 */
async function pick(mode) {
  try {
    return await /** @type {any} */ (window).showDirectoryPicker({ mode });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    throw error;
  }
}

/** Says what the browser keeps, and lets a person ask it to keep that for good. */
async function tellWhere() {
  const { usage = 0 } = (await navigator.storage?.estimate()) ?? {};
  const firm = (await navigator.storage?.persisted?.()) ?? false;
  const words = firm
    ? say("The browser keeps it until you delete the data of this site.")
    : say(
      "A browser that runs short of room may delete it, and a private window forgets it when it is closed.",
    );
  const wanted = await dialog(say("Where is my work?"), (choose) => [
    el("p", {}, say(
      "In this browser, on this device, for the address {}: your project, and the app itself so that it "
        + "opens without a network; {} MB together. Nothing is sent anywhere.",
      `${location.host}${location.pathname}`, Math.round(usage / 1e6),
    )),
    el("p", {}, words, " ", say("A zip of the project is yours whatever happens here.")),
    el(
      "footer",
      {},
      !firm && el("button", { type: "button", onclick: () => choose("keep") }, say("Keep it for good")),
      el("button", { type: "button", class: "main", onclick: () => choose("zip") }, say("Save a zip")),
    ),
  ]);
  if (wanted === "zip") await takeOut();
  if (wanted !== "keep") return;
  const kept = await navigator.storage.persist();
  notice(kept ? say("The browser keeps it.") : say("The browser did not agree; save a zip now and then."));
}
