// The records of the page's trace, by their place in the list of rows.

/** @typedef {[seq: number, at: number, party: number, name: number, cause: number, data: Fields]} Row */
/** @typedef {[path: (string|number)[], ...rest: unknown[]]} Change */
/** @typedef {{party: number, gate: number, effects: string[], from: number, to: number|null,
 *   since: number, until: number}} Bar */
/**
 * @typedef {object} PageData
 * @property {string} file
 * @property {{sdk: string, engine: string, profile: string, origin?: string, started: number}} head
 * @property {{severity: string, code: string, message: string}[]} findings
 * @property {string[]} parties
 * @property {[name: string, kind: string, part: string, summary: string][]} names
 * @property {Row[]} rows
 * @property {[request: number, answer: number][]} spans
 * @property {[name: string, summary: string, timed: boolean][]} gates
 * @property {[party: number, gate: number, effects: string[], from: number, to: number|null,
 *   since: number, until: number][]} bars
 * @property {[row: number, silent: Change[], changes: Change[], whole?: Fields][][]} states
 */

/** A trace whose records are found by row, by number and by cause. */
class Trace {
  /** @param {PageData} data */
  constructor(data) {
    this.data = data;
    this.clock = new Clock(data.head.started);
    this.count = data.rows.length;
    /** @type {Map<number, number>} */
    this.bySeq = new Map();
    this.causes = new Int32Array(this.count).fill(-1);
    this.firstConsequence = new Int32Array(this.count).fill(-1);
    this.nextConsequence = new Int32Array(this.count).fill(-1);
    this.answers = new Int32Array(this.count).fill(-1);
    /** The event whose fold gave the state at a row. */
    this.events = new Int32Array(this.count).fill(-1);
    for (let row = 0; row < this.count; row += 1) this.bySeq.set(this.seq(row), row);
    const last = new Int32Array(this.count).fill(-1);
    const lastEvent = new Int32Array(data.parties.length).fill(-1);
    for (let row = 0; row < this.count; row += 1) {
      const cause = this.bySeq.get(data.rows[row][4]) ?? -1;
      if (this.kind(row) === "event") lastEvent[this.party(row)] = row;
      this.events[row] = lastEvent[this.party(row)];
      if (cause < 0 || cause >= row) continue;
      this.causes[row] = cause;
      if (last[cause] < 0) this.firstConsequence[cause] = row;
      else this.nextConsequence[last[cause]] = row;
      last[cause] = row;
    }
    for (const [request, answer] of data.spans) {
      if (answer < 0) continue;
      this.answers[request] = answer;
      this.answers[answer] = request;
    }
    /** @type {(string|undefined)[]} */
    this.texts = [];
  }

  /** @param {number} row */
  seq(row) { return this.data.rows[row][0]; }
  /** @param {number} row */
  at(row) { return this.data.rows[row][1]; }
  /** @param {number} row */
  party(row) { return this.data.rows[row][2]; }
  /** @param {number} row */
  name(row) { return this.data.names[this.data.rows[row][3]][0]; }
  /** @param {number} row */
  kind(row) { return this.data.names[this.data.rows[row][3]][1]; }
  /** @param {number} row */
  part(row) { return this.data.names[this.data.rows[row][3]][2]; }
  /** @param {number} row */
  summary(row) { return this.data.names[this.data.rows[row][3]][3]; }
  /** @param {number} row */
  fields(row) { return this.data.rows[row][5]; }

  /**
   * The records that led to a row, the nearest first.
   * @param {number} row
   */
  chain(row) {
    const found = [];
    for (let next = this.causes[row]; next >= 0; next = this.causes[next]) found.push(next);
    return found;
  }

  /**
   * What a row led to directly.
   * @param {number} row
   * @param {number} limit
   */
  consequences(row, limit = Infinity) {
    const found = [];
    let next = this.firstConsequence[row];
    for (; next >= 0 && found.length < limit; next = this.nextConsequence[next]) found.push(next);
    return found;
  }

  /**
   * The first row at or after an instant.
   * @param {number} instant
   */
  firstRow(instant) {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle) < instant) low = middle + 1; else high = middle;
    }
    return low;
  }

  /**
   * Whether a row has a text in its name, its party, its number or its data.
   * @param {number} row
   * @param {string} wanted in lower case
   */
  matches(row, wanted) {
    let text = this.texts[row];
    if (text === undefined) {
      const party = this.data.parties[this.party(row)];
      text = (this.seq(row) + " " + party + " " + this.name(row) + " "
        + JSON.stringify(this.fields(row))).toLowerCase();
      this.texts[row] = text;
    }
    return text.includes(wanted);
  }
}
