// The address of a page: what somebody sees, so that somebody else sees it too.

/** What the part of an address behind `#` says, such as `#seq=529&view=changed&skip=529`. */
class Address {
  constructor() {
    /** The number of the selected record as it is shown; empty where none is selected. */
    this.record = "";
    /** The history that is shown, and the panel; empty for those that are shown unasked. */
    this.view = "";
    this.panel = "";
    /**
     * The names and kinds that are shown.
     * @type {string[]}
     */
    this.names = [];
    /**
     * The range of time that is shown, from the start of the trace.
     * @type {number|null}
     */
    this.from = null;
    /** @type {number|null} */
    this.to = null;
    /**
     * The parties that are hidden.
     * @type {string[]}
     */
    this.hidden = [];
    /** @type {TraceChange[]} */
    this.changes = [];
    /** The profile or the value of a reading beside the recording; empty without one. */
    this.variant = "";
    /** The record at which a branch begins, behind the name of its history; empty without one. */
    this.branch = "";
    /**
     * The steps of the branch.
     * @type {string[]}
     */
    this.steps = [];
  }

  /**
   * Reads an address; what it does not say stays as it is without one.
   * @param {string} hash
   */
  static of(hash) {
    const address = new Address();
    for (const [key, value] of new URLSearchParams(hash.replace(/^#/, ""))) {
      const assignment = /^(\d+) ([^=]+)=([^]*)$/.exec(value);
      if (key === "seq") address.record = value.replace(" ", "+");
      else if (key === "view") address.view = value;
      else if (key === "panel") address.panel = value;
      else if (key === "name") address.names.push(value);
      else if (key === "from" || key === "to") address[key] = millisecondsOf(value);
      else if (key === "variant") address.variant = value;
      else if (key === "branch") address.branch = value;
      else if (key === "step") address.steps.push(value);
      else if (key === "hide") address.hidden.push(value);
      else if (key === "skip") address.changes.push({ kind: "skip", seq: Number(value) });
      else if (key === "insert") address.changes.push({ kind: "insert", line: value });
      else if (key === "set" && assignment) {
        const [, seq, path, text] = assignment;
        address.changes.push({ kind: "set", seq: Number(seq), path, text });
      }
    }
    return address;
  }

  get text() {
    const words = new URLSearchParams();
    if (this.record) words.append("seq", this.record);
    if (this.view) words.append("view", this.view);
    if (this.panel) words.append("panel", this.panel);
    for (const name of this.names) words.append("name", name);
    if (this.from !== null) words.append("from", spanText(this.from));
    if (this.to !== null) words.append("to", spanText(this.to));
    for (const party of this.hidden) words.append("hide", party);
    for (const change of this.changes) {
      if (change.kind === "skip") words.append("skip", String(change.seq));
      else if (change.kind === "insert") words.append("insert", change.line);
      else words.append("set", change.seq + " " + change.path + "=" + change.text);
    }
    if (this.variant) words.append("variant", this.variant);
    if (this.branch) words.append("branch", this.branch);
    for (const step of this.steps) words.append("step", step);
    const text = words.toString();
    return text ? "#" + text : "";
  }
}
