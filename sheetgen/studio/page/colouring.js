// Colouring: which words of a line are keys, values, comments, marks; YAML, SVG with Jinja, Markdown.

/** @type {Rules} */
const YAML = [
  ["comment", /(?:^|(?<=\s))#.*$/],
  ["mark", /^---\s*$|^\.\.\.\s*$/],
  ["key", /[A-Za-z_][\w ./-]*(?=\s*:(?:\s|$))/],
  ["string", /"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/],
  ["number", /(?<![\w.#-])[-+]?\d+(?:\.\d+)?(?![\w-])/],
  ["word", /(?<![\w-])(?:true|false|null|yes|no)(?![\w-])/],
  ["mark", /[{}[\],]|^\s*-(?=\s)|:(?=\s|$)|[|>][-+]?$/],
];
/** @type {Rules} */
const SVG = [
  ["comment", /<!--(?!\s*\{).*?-->|<!--(?!\s*\{).*$/],
  ["word", /\{\{.*?\}\}|\{%.*?%\}|<!--\s*\{.*?\}\s*-->/],
  ["mark", /<\/?[\w:-]+|\/?>/],
  ["string", /"[^"]*"/],
  ["key", /[\w:-]+(?==)/],
];
/** @type {Rules} */
const MARKDOWN = [
  ["key", /^#{1,6} .*$/],
  ["word", /\{\{.*?\}\}|\{%.*?%\}/],
  ["string", /\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`/],
  ["number", /!?\[[^\]]*\]\([^)]*\)/],
  ["mark", /^\s*(?:[-*+]|\d+\.)\s|^>|\|/],
];

/** @type {Record<string, Rules>} */
const LANGUAGES = { yaml: YAML, yml: YAML, svg: SVG, md: MARKDOWN };
/** @type {Map<Rules, RegExp | null>} */
const compiled = new Map();

/**
 * A function from a line to its pieces, `[[text, name or null], …]`, for files of that ending.
 * @param {string} file @returns {(line: string) => Pieces}
 */
export function colouring(file) {
  const rules = LANGUAGES[file.split(".").at(-1)?.toLowerCase() ?? ""] ?? [];
  if (!compiled.has(rules)) {
    const source = rules.map(([, pattern], index) => `(?<r${index}>${pattern.source})`).join("|");
    compiled.set(rules, rules.length ? new RegExp(source, "g") : null);
  }
  const pattern = compiled.get(rules) ?? null;
  return (line) => split(line, pattern, rules);
}

/** @param {string} line @param {RegExp | null} pattern @param {Rules} rules @returns {Pieces} */
function split(line, pattern, rules) {
  if (!pattern || line.length > 2000) return [[line, null]];
  /** @type {Pieces} */
  const pieces = [];
  let at = 0;
  for (const found of line.matchAll(pattern)) {
    if (!found[0]) continue;
    if (found.index > at) pieces.push([line.slice(at, found.index), null]);
    const index = rules.findIndex((_, number) => found.groups?.[`r${number}`] !== undefined);
    pieces.push([found[0], rules[index][0]]);
    at = found.index + found[0].length;
  }
  if (at < line.length) pieces.push([line.slice(at), null]);
  return pieces;
}

/**
 * Cuts pieces at columns (from 0) so that `marks` (`[{from, to, name}]`) can be laid on them.
 * @param {Pieces} pieces @param {{ from: number, to: number, name: string }[]} marks
 */
export function underline(pieces, marks) {
  let cut = pieces.map(([text, name]) => ({ text, names: name ? [name] : [] }));
  for (const { from, to, name } of marks) {
    const next = [];
    let at = 0;
    for (const piece of cut) {
      const start = Math.max(0, Math.min(piece.text.length, from - at));
      const end = Math.max(start, Math.min(piece.text.length, to - at));
      if (start > 0) next.push({ text: piece.text.slice(0, start), names: piece.names });
      if (end > start) next.push({ text: piece.text.slice(start, end), names: [...piece.names, name] });
      if (end < piece.text.length) next.push({ text: piece.text.slice(end), names: piece.names });
      at += piece.text.length;
    }
    cut = next;
  }
  return cut;
}
