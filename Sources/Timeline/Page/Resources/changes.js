// The changes that were made to the trace, in their order, with a way back and forth.

/** @typedef {{kind: "skip", seq: number}} SkippedEvent */
/** @typedef {{kind: "set", seq: number, path: string, text: string}} SetField */
/** @typedef {{kind: "insert", line: string}} InsertedEvent */
/** @typedef {SkippedEvent|SetField|InsertedEvent} TraceChange */

/** What was changed and what was taken back. */
class Changes {
  constructor() {
    /** @type {TraceChange[]} */
    this.made = [];
    /** @type {TraceChange[]} */
    this.undone = [];
  }

  /** @param {TraceChange} change */
  add(change) {
    this.made.push(change);
    this.undone = [];
  }

  undo() {
    const last = this.made.pop();
    if (last) this.undone.push(last);
    return last !== undefined;
  }

  redo() {
    const next = this.undone.pop();
    if (next) this.made.push(next);
    return next !== undefined;
  }

  /** @param {number} index */
  remove(index) { this.made.splice(index, 1); }

  clear() {
    this.made = [];
    this.undone = [];
  }

  /** @param {number} seq */
  skips(seq) {
    return this.made.findIndex((change) => change.kind === "skip" && change.seq === seq);
  }

  /** As the engine takes them: of two values for one field, the later one. */
  get request() {
    /** @type {Map<string, SetField>} */
    const set = new Map();
    /** @type {number[]} */
    const skip = [];
    const lines = [];
    for (const change of this.made) {
      if (change.kind === "skip") skip.push(change.seq);
      else if (change.kind === "insert") lines.push(change.line + "\n");
      else set.set(change.seq + " " + change.path, change);
    }
    const assignments = [...set.values()].filter(({ seq }) => !skip.includes(seq))
      .map(({ seq, path, text }) => ({ seq, path, text }));
    return { skip, set: assignments, insert: lines.join("") };
  }

  /**
   * The same question for the command; what is inserted goes into a file of its own.
   * @param {string} file
   */
  command(file) {
    const { skip, set, insert } = this.request;
    const words = ["pushtrace", "replay"];
    for (const seq of skip) words.push("--skip", String(seq));
    for (const { seq, path, text } of set) {
      words.push("--set", String(seq), quotedWord(path + "=" + text));
    }
    if (insert) words.push("--insert", "inserted.jsonl");
    words.push(quotedWord(fileArgument(file)));
    const line = words.join(" ") + "\n";
    return insert ? "cat >inserted.jsonl <<'END'\n" + insert + "END\n" + line : line;
  }
}

/** @param {TraceChange} change */
function changeText(change) {
  switch (change.kind) {
    case "skip": return "record " + change.seq + " does not happen";
    case "set": return "record " + change.seq + ": " + change.path + " is " + change.text;
    case "insert": return "happens too: " + change.line;
  }
}

/**
 * A file's name that is not taken for an option.
 * @param {string} file
 */
function fileArgument(file) { return file.startsWith("-") ? "./" + file : file; }

/**
 * A word of a command line for a shell.
 * @param {string} word
 */
function quotedWord(word) {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : "'" + word.replace(/'/g, "'\\''") + "'";
}
