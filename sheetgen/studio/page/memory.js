// Memory of this browser: texts not saved yet, in case even the server forgets them, and tastes.

const PREFIX = "sheetgen:";

function scope() {
  return document.documentElement.dataset.folder ?? "";
}

/**
 * Keeps an unsaved text, with the saved one that it began from.
 * @param {FileState & { waiting?: Change[][] }} state
 */
export function keep(state) {
  put(`draft:${scope()}:${state.file}`, {
    text: state.text, saved: state.saved_version, waiting: state.waiting ?? [], at: Date.now(),
  });
}

/** Forgets the unsaved text of a file. @param {string} file */
export function forget(file) {
  localStorage.removeItem(`${PREFIX}draft:${scope()}:${file}`);
}

/** The unsaved text kept for a file, or null. @param {string} file @returns {Kept | null} */
export function kept(file) {
  return get(`draft:${scope()}:${file}`, null);
}

/**
 * A taste of the person at this browser, such as light or dark.
 * @template T @param {string} name @param {T} usual @returns {T}
 */
export function taste(name, usual) {
  return get(`taste:${name}`, usual);
}

/** Keeps a taste. @param {string} name @param {unknown} value */
export function prefer(name, value) {
  put(`taste:${name}`, value);
}

/** @param {string} name @param {unknown} value */
function put(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store costs a convenience, nothing more.
  }
}

/** @param {string} name @param {any} usual */
function get(name, usual) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? usual : JSON.parse(text);
  } catch {
    return usual;
  }
}
