// A draft: a text that is open apart from the desk, such as a chapter or a template.

import { ask, Gone, query, Refusal } from "./ask.js";
import { askConflict } from "./conflict.js";
import { notice, regret } from "./notice.js";
import { on } from "./signal.js";
import { say } from "./words.js";

/** A text on its way to the server, the latest only; `changed()` is called after each answer. */
export class Draft {
  constructor(changed) {
    this.changed = changed;
    this.state = null;
    this.wanted = null; // the text that is not sent yet
    this.running = null;
    on("back", () => this.wanted !== null && (this.running ??= this.work()));
  }

  get file() {
    return this.state?.file ?? null;
  }

  /** Whether there is something to save. */
  get unsaved() {
    return Boolean(this.state?.own && (this.state.unsaved || this.running || this.wanted !== null));
  }

  /** Opens a file; raises Refusal and Gone. */
  async open(file) {
    await this.running;
    this.wanted = null;
    this.state = await ask("GET", `api/file?${query({ file })}`);
  }

  /** Takes what was typed. */
  type(text) {
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
          await ask("POST", "api/edit", { file: this.file, version: this.state.version, text, merge: true });
      } catch (error) {
        if (error instanceof Gone) {
          this.wanted ??= text; // sent once somebody answers again
          break;
        }
        if (error instanceof Refusal && error.status === 409) this.state = error.body.state ?? error.body;
        regret(error);
      }
    }
    this.running = null;
    this.changed();
  }

  /** Writes it to disk; whether that was done. */
  async save(force = false) {
    await this.running;
    if (!this.state?.own) return false;
    try {
      this.state = await ask("POST", "api/save", { file: this.file, version: this.state.version, force });
      notice(say("{} is saved.", this.file));
      this.changed();
      return true;
    } catch (error) {
      if (error instanceof Refusal && error.body.conflict) return this.decide(error.body.conflict);
      regret(error);
      return false;
    }
  }

  async decide(conflict) {
    const answer = await askConflict({ file: this.file, ...conflict });
    if (answer === "mine") return this.save(true);
    if (answer === "theirs") this.state = await ask("POST", "api/discard", { file: this.file });
    return answer === "theirs";
  }
}
