// Where the page's records come from: data stored in the page, or an engine that folds the trace.

/** @typedef {[name: string, kind: string, part: string, summary: string]} RecordName */
/** @typedef {[name: string, summary: string, timed: boolean]} Gate */
/** @typedef {{before: Fields, after: Fields}} Moment the state of a party around an event */
/** @typedef {{severity: string, code: string, message: string, notes?: string[],
 *   place?: {line: number}}} Finding */
/**
 * What all records of a history have in common.
 * @typedef {object} Head
 * @property {string} sdk
 * @property {string} engine
 * @property {string} profile
 * @property {string} [origin]
 * @property {number} started
 */
/**
 * What the page knows of every record of a history.
 * @typedef {object} Overview
 * @property {string[]} parties
 * @property {RecordName[]} names
 * @property {Gate[]} gates
 * @property {string[][]} effects the sets of effects that bars hold back
 * @property {Columns} columns
 */
/**
 * A record's fields by row; rows of causes, requests and answers are -1 where there are none.
 * @typedef {object} Columns
 * @property {Float64Array} seq
 * @property {Float64Array} at
 * @property {Int32Array} party
 * @property {Int32Array} name
 * @property {Int32Array} cause
 * @property {Int32Array} digest
 * @property {Int32Array} spans a request's row and its answer's, one pair after the other
 * @property {Float64Array} bars seven numbers a bar, as `Bars` reads them
 */
/**
 * The part of a history that is asked for when it is needed.
 * @typedef {object} Source
 * @property {(from: number, count: number) => Promise<Fields[]>} rows
 * @property {(row: number) => Promise<Moment|null>} moment the row is an event's
 * @property {(query: string, isWanted: () => boolean) => Promise<ArrayLike<number>>} find rows in
 *   ascending order; a search that is not wanted any more may end before all are found
 */

/** The times during which gates were closed, from seven numbers for each. */
class Bars {
  /** @param {Float64Array} numbers */
  constructor(numbers) {
    this.numbers = numbers;
    this.count = numbers.length / Bars.width;
  }

  static width = 7;

  /** @param {number} index */
  party(index) { return this.numbers[index * Bars.width]; }
  /** @param {number} index */
  gate(index) { return this.numbers[index * Bars.width + 1]; }
  /** @param {number} index */
  effects(index) { return this.numbers[index * Bars.width + 2]; }
  /** @param {number} index */
  from(index) { return this.numbers[index * Bars.width + 3]; }
  /**
   * When it opened; never where it was still closed at the end.
   * @param {number} index
   */
  to(index) {
    const instant = this.numbers[index * Bars.width + 4];
    return instant >= never ? Infinity : instant;
  }
  /**
   * The row of the event that closed it.
   * @param {number} index
   */
  since(index) { return this.numbers[index * Bars.width + 5]; }
  /**
   * The row of the event that opened it; -1 where time did.
   * @param {number} index
   */
  until(index) { return this.numbers[index * Bars.width + 6]; }
}
