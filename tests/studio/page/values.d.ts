// The values that the modules of the page share: what sheetgen answers, and what signals carry.

type Path = (string | number)[];
type Values = Record<string, any>;
type Severity = "error" | "warning" | "hint" | "good";

/** A definition by its place. */
interface Place {
  file: string;
  document: number;
}

interface Change {
  document?: number;
  path: Path;
  value?: unknown;
  insert?: unknown;
  remove?: boolean;
  move?: number;
  rename?: string;
}

interface Problem {
  severity: Severity;
  message: string;
  hint?: string;
  rule?: string;
  file?: string;
  line: number;
  column: number;
  end_column: number;
  document?: number;
  key?: string | null;
  explain?: string;
  fix?: { label: string; changes: Change[] } | null;
}

/** The definition that another one is a variant of, and where they differ. */
interface Base extends Place {
  name: string;
  lines: { key: string; label: string; before: string; now: string; path: Path | null }[];
}

/** What the shelf shows of a definition. */
interface Entry extends Place {
  id: string;
  name: string;
  game: string;
  kind: string;
  own: boolean;
  note?: string;
  points?: string | null;
  problems?: Partial<Record<Severity, number>>;
  portrait?: string | null;
  unsaved?: boolean;
}

interface Sheet {
  id: string;
  title: string;
  default: boolean;
  about?: string;
  logo?: boolean;
}

interface Budget {
  title: string;
  used: number;
  total: number | null;
  parts: { label: string; value: number }[];
  over?: boolean;
}

/** One of a file's documents: its values, and what follows from them. */
interface OpenDocument {
  entry: Entry;
  values: Values;
  form: string | null;
  budgets: Budget[];
  facts: string[];
  chapters?: Chapter[];
  base?: Base | null;
  contrasts?: Contrast[];
  worn?: boolean;
  sheets: Sheet[];
}

/** How well one colour of a look is seen on another: in colour, and in grey. */
interface Contrast {
  label: string;
  on: string;
  colours: string[];
  ratios: number[];
  good: boolean;
}

interface KnownLook {
  id: string;
  title: string;
  about: string;
  own: boolean;
  file: string;
}

/** What sheetgen knows of an open file. */
interface FileState {
  file: string;
  text: string;
  version: number;
  saved_version: number;
  unsaved: boolean;
  own: boolean;
  can_undo: boolean;
  can_redo: boolean;
  conflict: unknown;
  readable: boolean;
  documents: OpenDocument[];
  problems: Problem[];
}

/** The drawing of a sheet. */
interface Drawn {
  preview?: string | null;
  preview_pages?: number;
  preview_note?: string | null;
  preview_problems?: Problem[];
}

interface Look {
  ink: string;
  fillable: boolean;
  page: number;
}

interface View extends Look {
  file?: string;
  document: number;
  sheet: string | null;
  places?: boolean;
}

interface Choice {
  value: any;
  label: string;
  cost?: string | null;
}

/** A field of a form, or what a list has as its items. */
interface Field {
  key: string;
  path: Path;
  label: string;
  type: string;
  help?: string;
  unit?: string | null;
  span?: boolean;
  minimum?: number | null;
  maximum?: number | null;
  required?: boolean;
  default?: any;
  record?: string;
  short?: string;
  arc?: string | null;
  above?: string;
  inside?: Path;
  refers?: string;
  choices?: Choice[];
  item?: Item;
}

interface Item extends Partial<Field> {
  fields?: Field[];
  groups?: Group[];
  starter?: unknown;
}

interface Group {
  title: string;
  fields: Field[];
}

/** A field as the form knows it. */
interface Placed {
  node: HTMLElement;
  slot: HTMLElement;
  input: HTMLElement | null;
  path: Path;
  label: string;
}

/** A field as it is made: its element, and how a value is shown in it. */
interface Made {
  node: HTMLElement;
  set(value: any): void;
}

interface Control extends Made {
  input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
}

/** What fields use of the form that they stand in. */
interface Host {
  register(key: string, field: Placed): void;
  tell(path: Path, value: unknown): void;
  send(changes: Change[]): void;
  expect(key: string): void;
  renew(node: HTMLElement, make: () => void): void;
}

interface GameKind {
  id: string;
  title: string;
  starter?: boolean;
  empty?: boolean;
}

interface Game {
  id: string;
  title: string;
  about?: string;
  kinds: GameKind[];
  duels: boolean;
}

interface Project {
  title: string;
  folder: string;
  games: Game[];
  papers: { id: string; title: string }[];
  inks: string[];
  packs: string[];
  duplexes: string[];
  profiles: { id: string; title: string }[];
  themes: string[];
  version: string;
}

interface Book {
  file: string;
  title: string;
  own: boolean;
}

interface Template extends Book {
  game: string;
  sheet: string;
}

interface Stock {
  entries: Entry[];
  books: Book[];
  templates: Template[];
  looks: KnownLook[];
  users: Record<string, string[]>;
}

interface Printout {
  pages: string[];
  total: number;
  laid: number;
  names: string[];
  paper: string;
  command: string;
  problems: Problem[];
  sheets?: Sheet[];
  parts?: { id: string; title: string }[];
}

/** A chapter of a book, and its place in the book file. */
interface Chapter {
  file: string;
  title: string;
  at: number;
  missing: boolean;
  unsaved: boolean;
}

interface BookPages {
  problems: Problem[];
  pages: string[];
  start?: number;
  total?: number;
  title?: string;
  command?: string;
  error?: string;
}

/** A box of a page, in shares of its size, and the line that is in it. */
interface PageMark {
  page: number;
  line: number;
  box: [number, number, number, number];
}

interface ChapterPages extends BookPages {
  marks?: PageMark[];
}

interface Comparison {
  columns: { name: string }[];
  rows: { title: string; differs: boolean; cells: unknown[] }[];
}

interface Duels {
  duels: number;
  wins_a: number;
  wins_b: number;
  draws: number;
  summary: string[];
  faces: string[];
  speeds: string[];
  maneuvers: string[];
}

interface Imported {
  ways: string[];
  way: string;
  output: string;
  error: string;
  files: { file: string; new: boolean; lines: string[] }[];
  problems: Problem[];
  things?: string[];
  ignored?: string;
  more: number;
}

interface Pack {
  label: string;
  facts: [string, string][];
  changes: string[];
  done: boolean;
}

/** What was changed by somebody else as well: both texts, if they are known. */
interface Conflict {
  file: string;
  disk?: string;
  draft?: string;
  window?: boolean;
}

/** Something on its way to sheetgen. */
interface Deed {
  kind: "change" | "text" | "draw" | "undo" | "redo" | "save" | "discard" | "event";
  file?: string;
  changes?: Change[];
  text?: string;
  force?: boolean;
  merge?: boolean;
  sent?: boolean;
}

/** An unsaved text that this browser keeps. */
interface Kept {
  text: string;
  saved: number;
  waiting: Change[][];
  at: number;
}

interface News {
  event: string;
  file: string;
  version: number;
  unsaved: boolean;
  conflict?: unknown;
}

/** What sheetgen answers, by the path that is asked. */
type Answer<P extends string> =
  P extends `api/${"file?" | "edit" | "save" | "undo" | "redo" | "discard"}${string}` ? FileState & Drawn
  : P extends "api/view" ? Drawn
  : P extends "api/project" ? Project
  : P extends "api/shelf" ? Stock
  : P extends `api/form?${string}` ? { groups: Group[] }
  : P extends "api/print" ? Printout
  : P extends "api/profiles" ? { id: string; title: string; needs: string }[]
  : P extends "api/book" ? BookPages
  : P extends "api/chapter" ? ChapterPages
  : P extends "api/compare" ? Comparison
  : P extends "api/duel" ? Duels
  : P extends "api/import" ? Imported
  : P extends "api/pack" ? Pack
  : P extends `api/disk?${string}` ? { disk: string | null; draft: string }
  : P extends `api/template?${string}` ? { own: boolean; file: string | null; text: string }
  : P extends `api/explain/${string}` ? { what: string; why?: string; example?: string }
  : P extends "api/bin" ? { entries: { id: string; name?: string; file: string; when: string }[] }
  : P extends "api/delete" ? { id: string }
  : P extends `api/${"new" | "copy" | "rename" | "restore"}` ? Place & { name?: string }
  : any;

/** What each signal carries. */
interface Signals {
  "open": { file: string; document?: number; focus?: string | null };
  "open book": string | string[];
  "turn to": Place;
  "compare": Entry;
  "place": Problem;
  "state": { before?: FileState | null } | undefined;
  "conflict": Conflict;
  "vanished": string;
  "drawer": boolean;
  "enlist": { fleet: Entry; ship: Entry };
  "dragging": unknown;
  "focus": string | null;
  "event file": News;
  [name: string]: any;
}

type Child = Node | string | number | null | undefined | boolean | readonly Child[];

/** The attributes, properties and listeners that an element is made with. */
type Given<E> = { [name: string]: unknown } & {
  [K in keyof GlobalEventHandlersEventMap as `on${K}`]?: (
    event: GlobalEventHandlersEventMap[K] & { currentTarget: E },
  ) => void;
};

type Tell = (value: any) => void;
type Adornment = (document: OpenDocument) => HTMLElement | null;
type Maker = (field: Field, place: { key: string; path: Path; above?: string }) => Made;
type Sent = { name: string; data: string };
type Notice = { deed?: Deeds | null; severity?: Severity; stay?: number };
type Rules = [string, RegExp][];
/** Pieces of a line: their text, and what it is. */
type Pieces = [string, string | null][];

/** A line of a menu. */
interface Deeds {
  label: string;
  icon?: string;
  danger?: boolean;
  run: () => unknown;
}

/** A choice of a print. */
interface Option {
  value: any;
  label: string;
  disabled?: boolean;
}

/** A piece of terrain that is being drawn, moved or resized on a map. */
interface Moving {
  index: number;
  value: Values;
  start: [number, number];
  from: [number, number];
  resize?: boolean;
  fresh?: boolean;
  moved?: boolean;
}

/** A ship on the map of a scenario: `at` and `size` in shares of the table's width, if it is shown. */
interface MapShip {
  side: number;
  id: string;
  title: string;
  placed: boolean;
  at?: [number, number];
  turn?: number;
  size?: number;
}

/** A ship that is being moved or turned on a map. */
interface MovingShip {
  ship: MapShip;
  at: [number, number];
  turn: number;
  start: [number, number];
  from: [number, number];
  turns: boolean;
  moved: boolean;
}

/** Where a side deploys, while it is stretched or moved on a map. */
interface Stretching {
  zone: number;
  area: Values;
  start: [number, number];
  moved?: boolean;
}

// What is looked for in the page is an element of HTML, or does as one: it has a dataset and a focus.
interface ParentNode {
  querySelector(selectors: "svg"): SVGSVGElement | null;
  querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}
interface Window {
  /** A person chooses a folder, where the browser can. */
  showDirectoryPicker(options: { mode: "read" | "readwrite" }): Promise<any>;
}
interface Element {
  closest(selector: string): HTMLElement | null;
}

// What the site without a server uses of a service worker and of Pyodide, whose types no library has.

interface Service {
  addEventListener(type: "install" | "activate", hear: (event: Lasting) => void): void;
  addEventListener(type: "fetch", hear: (event: Lasting & Asking) => void): void;
  registration: { scope: string };
  clients: { claim(): Promise<void> };
}

interface Lasting {
  waitUntil(done: Promise<unknown>): void;
}

interface Asking {
  request: Request;
  respondWith(answer: Promise<Response>): void;
}

/** The files that Python has in the browser. */
interface Disk {
  chmod(path: string, mode: number): void;
  chdir(path: string): void;
  mkdirTree(path: string, mode?: number): void;
  mount(kind: unknown, options: object, path: string): void;
  analyzePath(path: string): { exists: boolean };
  syncfs(back: boolean, done: (error?: unknown) => void): void;
  writeFile(path: string, bytes: Uint8Array, options: { canOwn: boolean; mode: number }): void;
  filesystems: { IDBFS: unknown };
}

declare module "*/pyodide.mjs" {
  export function loadPyodide(options: { indexURL: string; env: Record<string, string> }): Promise<{
    FS: Disk;
    runPython(code: string): unknown;
    unpackArchive(bytes: ArrayBuffer, kind: string, options: { extractDir: string }): void;
    pyimport(module: string): any;
  }>;
}
