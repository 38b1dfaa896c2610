// Icons: strokes on a square of 20, always beside or instead of a word that is read out.

import { shape } from "./element.js";

/** @type {Record<string, string>} */
const PATHS = {
  undo: "M7.5 5.5 4 9l3.5 3.5M4.5 9H12a4 4 0 0 1 0 8H9.5",
  redo: "M12.5 5.5 16 9l-3.5 3.5M15.5 9H8a4 4 0 0 0 0 8h2.5",
  save: "M4 4.5h9.5L16 7v8.5H4zM7 4.5v4h5.5v-4M7 15.5v-4h6v4",
  print: "M6 8V3.5h8V8M6 13.5H3.5V8h13v5.5H14M6 11.5h8v5H6z",
  compare: "M10 3v14M3.5 5.5h4v9h-4zM12.5 5.5h4v9h-4z",
  find: "M8.8 13.6a4.8 4.8 0 1 0 0-9.6 4.8 4.8 0 0 0 0 9.6zM12.4 12.4 16.5 16.5",
  plus: "M10 4.5v11M4.5 10h11",
  import: "M10 3.5v9M6.5 9l3.5 3.5L13.5 9M3.5 12.5v4h13v-4",
  minus: "M4.5 10h11",
  more: "M5 10h.01M10 10h.01M15 10h.01",
  close: "M5 5l10 10M15 5 5 15",
  light: "M10 6.8a3.2 3.2 0 1 0 0 6.4 3.2 3.2 0 0 0 0-6.4zM10 2.5v1.8M10 15.7v1.8M2.5 10h1.8"
    + "M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M15.3 4.7 14 6M6 14l-1.3 1.3",
  dark: "M15.8 11.8A6.3 6.3 0 0 1 8.2 4.2a6.3 6.3 0 1 0 7.6 7.6z",
  help: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM8 8a2 2 0 1 1 2.7 1.9c-.5.2-.7.6-.7 1.1v.4M10 13.7h.01",
  error: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM7.5 7.5l5 5M12.5 7.5l-5 5",
  warning: "M10 3.5 17.5 16.5h-15zM10 8.5v4M10 14.6h.01",
  hint: "M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.3v4.2M10 6.6h.01",
  good: "M4.5 10.5 8.3 14.3 15.5 6.5",
  shelf: "M3.5 5h13M3.5 10h13M3.5 15h13",
  text: "M7 5 3 10l4 5M13 5l4 5-4 5",
  up: "M5 12.5 10 7.5l5 5",
  down: "M5 7.5 10 12.5l5-5",
  before: "M12.5 5 7.5 10l5 5",
  next: "M7.5 5 12.5 10l-5 5",
  fleet: "M4 5.5h12M4 10h12M4 14.5h12",
  ship: "M10 2.5 12.6 8v4l3.4 3-2 1-1.4-.6v1.1H7.4v-1.1L6 16l-2-1 3.4-3V8z",
  scenario: "M3.5 5.5 8 4l4 1.5L16.5 4v10.5L12 16l-4-1.5L3.5 16zM8 4v10.5M12 5.5V16",
  book: "M10 5.5C8.3 4.4 6 4 3.5 4v11c2.5 0 4.8.4 6.5 1.5"
    + "M10 5.5C11.7 4.4 14 4 16.5 4v11c-2.5 0-4.8.4-6.5 1.5M10 5.5v11",
  template: "M3.5 3.5h13v13h-13zM3.5 8h13M8 8v8.5",
  bin: "M4 6h12M8 6V4h4v2M5.5 6l.8 10.5h7.4L14.5 6",
  copy: "M7 7h9v9H7zM4 13V4h9",
  ruler: "M3 7.5h14v5H3zM6 7.5V10M9 7.5v3M12 7.5V10M15 7.5v3",
  fit: "M4 8V4h4M16 8V4h-4M4 12v4h4M16 12v4h-4",
  page: "M5.5 3h6l3 3v11h-9zM11.5 3v3h3",
  drag: "M8 5h.01M12 5h.01M8 10h.01M12 10h.01M8 15h.01M12 15h.01",
  list: "M4 5h.01M7.5 5H16M4 10h.01M7.5 10H16M4 15h.01M7.5 15H16",
  numbered: "M3.5 4 5 3v4M3.5 12.5c0-1.5 2.5-1.5 2.5 0 0 1-2.5 2-2.5 3.5H6M9 5h7.5M9 10h7.5M9 15h7.5",
  quote: "M4 6h4v4c0 2.5-1.5 4-3.5 4M11.5 6h4v4c0 2.5-1.5 4-3.5 4",
  link: "M8 12l4-4M9 6l1.5-1.5a3.5 3.5 0 0 1 5 5L14 11M11 14l-1.5 1.5a3.5 3.5 0 0 1-5-5L6 9",
  picture: "M3.5 4.5h13v11h-13zM3.5 13l4-4 3.5 3.5 2-2 3.5 3.5M13 7.5h.01",
  duel: "M4 4l9 9M16 4l-9 9M11 15l4-4M5 11l4 4M13.5 13.5l3 3M6.5 13.5l-3 3",
};

/** The icon of that name; unseen by screen readers. @param {string} name */
export function icon(name) {
  const svg = shape("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" });
  svg.append(shape("path", { d: PATHS[name] ?? PATHS.page }));
  return svg;
}
