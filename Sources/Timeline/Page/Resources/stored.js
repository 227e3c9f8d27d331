// A trace whose states are stored in the page, so that no engine is needed to look at it.

/** @typedef {[seq: number, at: number, party: number, name: number, cause: number, data: Fields]} Row */
/** @typedef {[path: (string|number)[], ...rest: unknown[]]} Change */
/**
 * @typedef {object} StoredData
 * @property {string} file
 * @property {Head} head
 * @property {Finding[]} findings
 * @property {string[]} parties
 * @property {RecordName[]} names
 * @property {Row[]} rows
 * @property {number[]} spans
 * @property {Gate[]} gates
 * @property {string[][]} effects
 * @property {number[]} bars
 * @property {[row: number, silent: Change[], changes: Change[], whole?: Fields][][]} states
 */

/**
 * A history from stored data.
 * @implements {Source}
 */
class StoredSource {
  /** @param {StoredData} data */
  constructor(data) {
    this.data = data;
    this.states = new States(data);
    this.clock = new Clock(data.head.started);
    /** @type {(string|undefined)[]} */
    this.texts = [];
  }

  /**
   * @param {number} from
   * @param {number} count
   */
  async rows(from, count) { return this.data.rows.slice(from, from + count).map((row) => row[5]); }

  /** @param {number} row */
  async moment(row) { return this.states.around(this.data.rows[row][2], row); }

  /** @param {string} text */
  async find(text) {
    const query = new RecordQuery(text, this.clock);
    /** @type {number[]} */
    const found = [];
    this.data.rows.forEach(([, , , name, , fields], row) => {
      if (query.finds(this.text(row), this.data.names[name][0], fields)) found.push(row);
    });
    return found;
  }

  /**
   * The text that is shown of a record, in small letters.
   * @param {number} row
   */
  text(row) {
    const [seq, at, party, name, , fields] = this.data.rows[row];
    const [title, kind] = this.data.names[name];
    const content = kind === "note" || kind === "state" ? String(Object.values(fields)[0] ?? "")
      : valueText(fields, this.clock);
    return this.texts[row] ??= [seq, this.data.parties[party], title, this.clock.text(at), content]
      .join(" ").toLowerCase();
  }

  /** @returns {Overview} */
  overview() {
    const { parties, names, gates, effects, rows, spans, bars } = this.data;
    const bySeq = new Map(rows.map(([seq], row) => [seq, row]));
    return {
      parties, names, gates, effects,
      columns: {
        seq: Float64Array.from(rows, (row) => row[0]),
        at: Float64Array.from(rows, (row) => row[1]),
        party: Int32Array.from(rows, (row) => row[2]),
        name: Int32Array.from(rows, (row) => row[3]),
        cause: Int32Array.from(rows, (row, index) => {
          const cause = bySeq.get(row[4]) ?? -1;
          return cause < index ? cause : -1;
        }),
        digest: new Int32Array(0),
        spans: Int32Array.from(spans), bars: Float64Array.from(bars),
      },
    };
  }
}
