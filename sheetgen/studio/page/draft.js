// A draft: a text that is open apart from the desk, such as a chapter or a template.

import { ask, Gone, query, Refusal } from "./ask.js";
import { askConflict } from "./conflict.js";
import { notice, regret } from "./notice.js";
import { on } from "./signal.js";
import { say } from "./words.js";

/** A text on its way to the server, the latest only; `changed()` is called after each answer. */
export class Draft {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {FileState | null} */
    this.state = null;
    /** The text that is not sent yet. @type {string | null} */
    this.wanted = null;
    this.merge = false; // whether that goes on with the step before
    this.typed = { at: 0, since: 0 }; // when something was typed, and since when without a pause
    /** @type {Promise<void> | null} */
    this.running = null;
    on("back", () => this.wanted !== null && (this.running ??= this.work()));
  }

  /** The name of the file; empty before one is open. */
  get file() {
    return this.state?.file ?? "";
  }

  get text() {
    return this.state?.text ?? "";
  }

  get own() {
    return this.state?.own ?? false;
  }

  get version() {
    return this.state?.version ?? 0;
  }

  /** Whether there is something to save. */
  get unsaved() {
    return Boolean(this.state?.own && (this.state.unsaved || this.running || this.wanted !== null));
  }

  /** Opens a file; raises Refusal and Gone. @param {string} file */
  async open(file) {
    await this.running;
    this.wanted = null;
    this.state = await ask("GET", `api/file?${query({ file })}`);
  }

  /**
   * Takes what was typed; letters of one word are one step back, what is done `apart` is another.
   * @param {string} text
   */
  type(text, apart = false) {
    const now = Date.now();
    const soon = !apart && now - this.typed.at < 1200 && now - this.typed.since < 4000;
    this.merge = soon && (this.wanted === null || this.merge);
    this.typed = { at: apart ? 0 : now, since: soon ? this.typed.since : now };
    this.wanted = text;
    this.running ??= this.work();
    this.changed();
  }

  async work() {
    while (this.wanted !== null) {
      const text = this.wanted;
      this.wanted = null;
      try {
        this.state =
          await ask("POST", "api/edit", { file: this.file, version: this.version, text, merge: this.merge });
      } catch (error) {
        if (error instanceof Gone) {
          this.wanted ??= text; // sent once somebody answers again
          break;
        }
        if (error instanceof Refusal && error.body.state) {
          const mine = this.wanted ?? text;
          const answer = await this.choose(mine, error.body.state);
          if (answer !== "theirs") Object.assign(this, { wanted: mine, merge: false });
        } else regret(error);
      }
    }
    this.running = null;
    this.changed();
  }

  /** Takes the last step back, or with `redo` does it again. */
  async undo(redo = false) {
    await this.running;
    if (!this.state?.own) return;
    this.typed.at = 0;
    this.state = await ask("POST", redo ? "api/redo" : "api/undo", { file: this.file });
    this.changed();
  }

  /** Writes it to disk; whether that was done. @param {boolean} force @returns {Promise<boolean>} */
  async save(force = false) {
    await this.running;
    if (!this.state?.own) return false;
    try {
      this.state = await ask("POST", "api/save", { file: this.file, version: this.version, force });
      notice(say("{} is saved.", this.file));
      this.changed();
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.body.conflict) return this.decide(error.body.conflict);
      if (!(error instanceof Refusal && error.body.state)) {
        regret(error);
        return false;
      }
      const mine = this.text;
      const answer = await this.choose(mine, error.body.state);
      if (answer !== "theirs") this.type(mine, true);
      return answer ? this.save(force) : false;
    }
  }

  /**
   * Another window was quicker: its text is open now, and which one stays is asked unless they agree.
   * @param {string} mine @param {FileState} state
   */
  async choose(mine, state) {
    this.state = state;
    this.wanted = null;
    if (state.text === mine) return "theirs";
    return askConflict({ file: this.file, disk: state.text, draft: mine, window: true });
  }

  /** @param {{ disk?: string, draft?: string }} conflict */
  async decide(conflict) {
    const answer = await askConflict({ file: this.file, ...conflict });
    if (answer === "mine") return this.save(true);
    if (answer === "theirs") {
      this.state = await ask("POST", "api/discard", { file: this.file });
      this.changed();
    }
    return answer === "theirs";
  }
}
