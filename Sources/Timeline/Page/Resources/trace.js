// The records of a history, by their place in the list of rows.

/** @typedef {{of: string, seq: number}} Origin where a row comes from */

/** A history whose records are found by row, by number and by cause. */
class Trace {
  /**
   * @param {Head} head
   * @param {Overview} overview
   * @param {Source} source
   * @param {string} of the name of the history
   */
  constructor(head, overview, source, of = "recorded") {
    this.head = head;
    this.of = of;
    this.source = source;
    this.parties = overview.parties;
    this.names = overview.names;
    this.gates = overview.gates;
    this.effects = overview.effects;
    this.columns = overview.columns;
    this.bars = new Bars(overview.columns.bars);
    this.spans = overview.columns.spans;
    this.causes = overview.columns.cause;
    this.count = this.columns.seq.length;
    this.clock = new Clock(head.started);
    this.windows = new RowWindows(source, this.count);
    /** The numbers by which the engine knows the records. */
    this.own = this.columns.seq;
    this.firstConsequence = new Int32Array(this.count).fill(-1);
    this.nextConsequence = new Int32Array(this.count).fill(-1);
    this.answers = new Int32Array(this.count).fill(-1);
    /** How many rows without a number of their own end at a row, since the last one with one. */
    this.added = new Int32Array(this.count);
    /** The event whose fold gave the state at a row. */
    this.events = new Int32Array(this.count).fill(-1);
    /** The first and the last row of each party. */
    this.firstOf = new Int32Array(this.parties.length).fill(-1);
    this.lastOf = new Int32Array(this.parties.length).fill(-1);
  }

  /** What is shown before there is a trace. */
  static get empty() {
    const none = new Int32Array(0);
    const wide = new Float64Array(0);
    /** @type {Columns} */
    const columns = {
      seq: wide, at: wide, party: none, name: none, cause: none, digest: none, spans: none,
      bars: wide,
    };
    const head = { sdk: "", engine: "", profile: "", started: 0 };
    const source = { rows: async () => [], moment: async () => null, find: async () => [] };
    return new Trace(head, { parties: [], names: [], gates: [], effects: [], columns }, source);
  }

  /**
   * Finds what follows from what, which has to be done before anything is asked.
   * @returns {Generator<void, this, void>}
   */
  * connect() {
    const last = new Int32Array(this.count).fill(-1);
    const lastEvent = new Int32Array(this.parties.length).fill(-1);
    for (let row = 0; row < this.count; row += 1) {
      if (row % rowsOfStep === 0) yield;
      const party = this.party(row);
      if (this.firstOf[party] < 0) this.firstOf[party] = row;
      this.lastOf[party] = row;
      if (this.kind(row) === "event") lastEvent[party] = row;
      this.events[row] = lastEvent[party];
      if (this.seq(row) < 0) this.added[row] = row > 0 ? this.added[row - 1] + 1 : 1;
      const cause = this.causes[row];
      if (cause < 0 || cause >= row) continue;
      if (last[cause] < 0) this.firstConsequence[cause] = row;
      else this.nextConsequence[last[cause]] = row;
      last[cause] = row;
    }
    for (let index = 0; index < this.spans.length; index += 2) {
      const [request, answer] = [this.spans[index], this.spans[index + 1]];
      if (answer < 0) continue;
      this.answers[request] = answer;
      this.answers[answer] = request;
    }
    return this;
  }

  /** Whether its numbers are other ones than those of the recording. */
  get hasOwnNumbers() { return false; }

  /** @param {number} row */
  seq(row) { return this.columns.seq[row]; }
  /** @param {number} row */
  at(row) { return this.columns.at[row]; }
  /** @param {number} row */
  party(row) { return this.columns.party[row]; }
  /** @param {number} row */
  name(row) { return this.names[this.columns.name[row]][0]; }
  /** @param {number} row */
  kind(row) { return this.names[this.columns.name[row]][1]; }
  /** @param {number} row */
  part(row) { return this.names[this.columns.name[row]][2]; }
  /** @param {number} row */
  summary(row) { return this.names[this.columns.name[row]][3]; }
  /**
   * A record's number as it is shown; those that a comparison adds are counted behind the record
   * before them, as in 529+1.
   * @param {number} row
   */
  label(row) {
    const added = this.added[row];
    if (added === 0) return String(this.seq(row));
    return (row < added ? 0 : this.seq(row - added)) + "+" + added;
  }
  /**
   * What a comparison says of a row: gone, new, changed or nothing.
   * @param {number} _row
   */
  mark(_row) { return ""; }
  /** The data on both sides of a row that a comparison finds changed.
   * @param {number} _row
   * @returns {Promise<[before: Fields, after: Fields]|null>} */
  async sides(_row) { return null; }
  /**
   * The data of a row, or `null` while it is on its way.
   * @param {number} row
   */
  fields(row) { return this.windows.get(row); }

  /**
   * @param {number} row
   * @returns {Origin}
   */
  origin(row) { return { of: this.of, seq: this.own[row] }; }

  /**
   * The row of a record that the engine names, or -1.
   * @param {string} _of the history that it is from
   * @param {number} seq
   */
  rowFrom(_of, seq) { return indexOf(this.own, seq); }

  /**
   * The row of a record's number, or -1.
   * @param {number} seq
   */
  rowOf(seq) { return indexOf(this.columns.seq, seq); }

  /**
   * The row of a record's number as it is shown, or -1.
   * @param {string} label
   */
  rowLabelled(label) {
    const [, seq, added = 0] = /^(\d+)(?:\+(\d+))?$/.exec(label) ?? [];
    if (seq === undefined) return -1;
    const row = this.rowOf(Number(seq)) + Number(added);
    const isThere = row >= 0 && row < this.count && this.added[row] === Number(added);
    return isThere && parseInt(this.label(row), 10) === Number(seq) ? row : -1;
  }

  /**
   * The records that led to a row, the nearest first.
   * @param {number} row
   */
  chain(row) {
    const found = [];
    for (let next = this.causes[row]; next >= 0; next = this.causes[next]) {
      found.push(next);
      if (this.causes[next] >= next) break;
    }
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
   * Whether gates were seen to hold something of a party back.
   * @param {number} party
   */
  hasGates(party) {
    for (let bar = 0; bar < this.bars.count; bar += 1) if (this.bars.party(bar) === party) return true;
    return false;
  }

  /**
   * The first row at or after an instant.
   * @param {number} instant
   */
  firstRow(instant) { return lowerBound(this.columns.at, instant); }
}

/**
 * The first index whose number is not below another one; the numbers never fall.
 * @param {ArrayLike<number>} numbers
 * @param {number} least
 */
function lowerBound(numbers, least) {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < least) low = middle + 1; else high = middle;
  }
  return low;
}

/**
 * The index of a record's number, or -1. Numbers rise by one but where a trace is damaged.
 * @param {Float64Array} numbers
 * @param {number} seq
 */
function indexOf(numbers, seq) {
  const guess = seq - numbers[0];
  return numbers[guess] === seq ? guess : numbers.indexOf(seq);
}
