// The sheet: the drawing of what is open, as it will be printed.

import { walk, menu } from "./dialog.js";
import { change, current, desk, look, present, turnTo } from "./desk.js";
import { el, fill, focused, hit } from "./element.js";
import { focusField, labelOf } from "./form.js";
import { icon } from "./icon.js";
import { prefer, taste } from "./memory.js";
import { measureScreen, pixels } from "./ruler.js";
import { on, send } from "./signal.js";
import { measure, readDrawing } from "./svg.js";
import { say } from "./words.js";

const view = {
  /** Sheets whose tabs find no room. @type {Sheet[]} */
  crowded: [],
  zoom: taste("zoom", /** @type {number | "fit"} */ ("fit")),
  /** The size of the drawing in millimetres. */
  drawn: [0, 0],
  /** The key of the field that has the focus. @type {string | null} */
  focused: null,
};
const tabs = el("div", { class: "tablist", role: "tablist", "aria-label": say("Sheets") });
const more = el(
  "button",
  { type: "button", class: "more", "aria-haspopup": "menu", onclick: () => menu(
    more, view.crowded.map((one) => ({ label: one.title, run: () => turnTo(one.id) })), say("More sheets"),
  ) },
  say("More"), icon("down"),
);
const tabRow = el("div", { class: "tabs" }, tabs, more);
const paper = el("div", { class: "paper", id: "sheet", role: "tabpanel", "data-preview": "", tabindex: "0" });

const size = el("span", { class: "size" });
const state = el("p", { class: "state", role: "status" });
const table = el("div", { class: "desk" }, paper, state);
const percent = el("output", { class: "percent" });

const ink = el(
  "select",
  { "aria-label": say("Ink"), onchange: () => look({ ink: ink.value }) },
  el("option", { value: "color" }, say("Colour")),
  el("option", { value: "grey" }, say("Grey")),
  el("option", { value: "low" }, say("Low ink")),
);
const fillable = el("input", { type: "checkbox", onchange: () => look({ fillable: fillable.checked }) });

/** @param {string} label @param {string} sign @param {number} step */
const turning = (label, sign, step) => el("button", {
  type: "button", class: "bare", "aria-label": label,
  onclick: () => look({ page: Math.max(0, Math.min(desk.pages - 1, desk.look.page + step)) }),
}, icon(sign));
const turn = {
  back: turning(say("Page before"), "before", -1), at: el("output", { class: "percent" }),
  on: turning(say("Page after"), "next", 1),
};
const turner = el(
  "div", { class: "zoom", role: "group", "aria-label": say("Page") }, turn.back, turn.at, turn.on,
);
turner.hidden = true;

/** The right side: tabs, the sheet, and how it is looked at. */
export const stage = el(
  "div",
  { class: "sheet" },
  tabRow,
  table,
  el(
    "div",
    { class: "foot" },
    size,
    turner,
    el("span", { class: "grow" }),
    el("label", { class: "check" }, fillable, say("Fillable")),
    ink,
    el(
      "div",
      { class: "zoom", role: "group", "aria-label": say("Zoom") },
      el(
        "button",
        {
          type: "button", class: "bare", "aria-label": say("Smaller"),
          onclick: () => setZoom(scale() / 1.25),
        },
        icon("minus"),
      ),
      percent,
      el(
        "button",
        {
          type: "button", class: "bare", "aria-label": say("Larger"), onclick: () => setZoom(scale() * 1.25),
        },
        icon("plus"),
      ),
    ),
    el("button", { type: "button", class: "quiet", onclick: () => setZoom("fit") }, say("Fit")),
    el("button", { type: "button", class: "quiet", onclick: () => setZoom(1) }, say("True size")),
    el(
      "button",
      {
        type: "button", class: "bare", "aria-label": say("Measure this screen"),
          title: say("Measure this screen"),
        onclick: async () => (await measureScreen()) && setZoom(1),
      },
      icon("ruler"),
    ),
  ),
);

/** @param {number | "fit"} value */
function setZoom(value) {
  view.zoom = value === "fit" ? value : Math.min(8, Math.max(0.1, value));
  prefer("zoom", view.zoom);
  fit();
}

function scale() {
  if (view.zoom !== "fit") return view.zoom;
  const [width, height] = view.drawn;
  if (!width) return 1;
  const room = [table.clientWidth - 48, table.clientHeight - 48];
  return Math.max(
    0.1, Math.min(room[0] / (width * pixels()), Math.max(room[1], room[0] * 0.5) / (height * pixels()), 2),
  );
}

function fit() {
  const [width, height] = view.drawn;
  const factor = scale() * pixels();
  paper.style.width = width ? `${width * factor}px` : "";
  paper.style.height = height ? `${height * factor}px` : "";
  percent.textContent = `${Math.round(scale() * 100)} %`;
}

function showTabs() {
  const sheets = [...(current()?.sheets ?? [])].sort((a, b) => Number(b.default) - Number(a.default));
  const made = sheets.map((one) =>
    el(
      "button",
      {
        type: "button",
        role: "tab",
        "aria-selected": String(one.id === desk.sheet),
        "aria-controls": "sheet",
        tabindex: one.id === desk.sheet ? "0" : "-1",
        title: one.about ?? null,
        onclick: () => turnTo(one.id),
      },
      one.title,
    ),
  );
  fill(tabs, made);
  paper.setAttribute("aria-label", made.length ? sheetTitle() : "");
  tabRow.hidden = !made.length;
  crowd(sheets, made);
}

/**
 * Tabs that find no room are in a menu at the end of the row.
 * @param {Sheet[]} sheets @param {HTMLElement[]} made
 */
function crowd(sheets, made) {
  view.crowded = [];
  more.hidden = true;
  if (!tabs.clientWidth || tabs.scrollWidth <= tabs.clientWidth) return;
  more.hidden = false;
  for (let at = made.length - 1; at > 0 && tabs.scrollWidth > tabs.clientWidth; at -= 1) {
    if (sheets[at].id === desk.sheet) continue;
    made[at].hidden = true;
    view.crowded.unshift(sheets[at]);
  }
}

tabs.addEventListener("keydown", (event) => {
  const seen = [...tabs.querySelectorAll("button")].filter((one) => !one.hidden);
  if (!["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key) || !walk(event, seen)) return;
  if (focused()?.role === "tab") {
    focused()?.click();
    tabs.querySelector("[aria-selected=true]")?.focus();
  }
});

function show() {
  if (desk.preview === null || desk.preview === undefined) {
    paper.classList.toggle("stale", paper.childElementCount > 0);
    const told = desk.note ?? say("there is nothing to draw yet");
    const why = told[0].toUpperCase() + told.slice(1);
    state.textContent =
      paper.childElementCount ? say("{}. You see the sheet as it was before.", why.replace(/[.]$/, "")) : why;
    return;
  }
  const drawing = readDrawing(desk.preview);
  if (!drawing) return;
  view.drawn = measure(drawing);
  for (const place of drawing.querySelectorAll(".place")) name(place);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", say("{} of {}", sheetTitle(), present().entry.name));
  drawing.setAttribute("width", "100%");
  drawing.setAttribute("height", "100%");
  paper.replaceChildren(drawing);
  paper.classList.remove("stale");
  state.textContent = "";
  const [width, height] = view.drawn.map((one) => Math.round(one));
  size.textContent = `${width} × ${height} mm`;
  const page = Math.min(desk.look.page, desk.pages - 1);
  turner.hidden = desk.pages < 2;
  turn.at.textContent = say("{} of {}", page + 1, desk.pages);
  turn.back.disabled = page === 0;
  turn.on.disabled = page >= desk.pages - 1;
  fit();
  highlight();
  send("painted");
}

/** A place says what a click on it does. @param {HTMLElement | SVGElement} place */
function name(place) {
  place.removeAttribute("fill");
  const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
  title.textContent = place.dataset.title ?? labelOf(place.dataset.place ?? "");
  place.append(title);
}

function sheetTitle() {
  return present().sheets.find((one) => one.id === desk.sheet)?.title ?? say("Sheet");
}

function highlight() {
  for (const place of paper.querySelectorAll(".place")) {
    place.classList.toggle("lit", view.focused !== null && place.dataset.place === view.focused);
  }
}

paper.addEventListener("click", (event) => {
  const place = hit(event, ".place");
  if (!place) return;
  if (place.dataset.changes) {
    change(JSON.parse(place.dataset.changes));
  } else if (place.dataset.place) focusField(place.dataset.place);
});

table.addEventListener(
  "wheel",
  (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    setZoom(scale() * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
  },
  { passive: false },
);

new ResizeObserver(() => {
  fit();
  showTabs();
}).observe(table);

on("opened", () => {
  paper.replaceChildren();
  view.drawn = [0, 0];
  fit();
  size.textContent = "";
  state.textContent = "";
  showTabs();
});
on("sheet", showTabs);
on("state", ({ before } = {}) => {
  /** @param {FileState | null | undefined} one */
  const ids = (one) => (one?.documents?.[desk.document]?.sheets ?? []).map((sheet) => sheet.id).join();
  if (ids(before) !== ids(desk.state)) showTabs();
});
on("preview", show);
on("focus", (key) => {
  view.focused = key;
  highlight();
  if (view.zoom === "fit") return;
  paper.querySelector(".place.lit")?.scrollIntoView({ block: "nearest", inline: "nearest" });
});
