// Two histories as one: what both have, what only the recorded one has, what is new.

/**
 * The pairs of rows of two histories, in order; -1 where one side has none.
 * @param {Trace} left
 * @param {Trace} right
 * @returns {Generator<void, number[], void>}
 */
function* aligned(left, right) {
  /** @type {number[]} */
  const pairs = [];
  const ids = new Map();
  const leftKeys = yield* rowKeys(left, ids);
  const rightKeys = yield* rowKeys(right, ids);
  /** How often a key still comes at this instant on each side. */
  const rest = [new Int32Array(ids.size), new Int32Array(ids.size)];
  let [l, r] = [0, 0];
  let seen = 0;
  while (l < left.count || r < right.count) {
    if (l + r >= seen) {
      seen = l + r + rowsOfStep;
      yield;
    }
    const instant = Math.min(l < left.count ? left.at(l) : Infinity,
      r < right.count ? right.at(r) : Infinity);
    let [leftEnd, rightEnd] = [l, r];
    for (; leftEnd < left.count && left.at(leftEnd) <= instant; leftEnd += 1) {
      rest[0][leftKeys[leftEnd]] += 1;
    }
    for (; rightEnd < right.count && right.at(rightEnd) <= instant; rightEnd += 1) {
      rest[1][rightKeys[rightEnd]] += 1;
    }
    while (l < leftEnd || r < rightEnd) {
      const isPair = l < leftEnd && r < rightEnd && leftKeys[l] === rightKeys[r];
      const isGone = !isPair && l < leftEnd && (r >= rightEnd || rest[1][leftKeys[l]] === 0);
      if (isPair || isGone) rest[0][leftKeys[l]] -= 1;
      if (!isGone) rest[1][rightKeys[r]] -= 1;
      pairs.push(isPair || isGone ? l++ : -1, isGone ? -1 : r++);
    }
  }
  return pairs;
}

/**
 * A number for the name and party of each row, the same for both sides.
 * @param {Trace} trace
 * @param {Map<string, number>} ids
 * @returns {Generator<void, Int32Array, void>}
 */
function* rowKeys(trace, ids) {
  const width = trace.names.length;
  const known = new Int32Array(width * trace.parties.length).fill(-1);
  const keys = new Int32Array(trace.count);
  for (let row = 0; row < trace.count; row += 1) {
    if (row % rowsOfStep === 0) yield;
    const own = trace.party(row) * width + trace.columns.name[row];
    if (known[own] < 0) {
      const key = JSON.stringify(
        [trace.parties[trace.party(row)], trace.kind(row), trace.name(row)]);
      known[own] = ids.get(key) ?? ids.size;
      ids.set(key, known[own]);
    }
    keys[row] = known[own];
  }
  return keys;
}

/**
 * The data of two aligned histories.
 * @implements {Source}
 */
class AlignedSource {
  /**
   * @param {Trace} left
   * @param {Trace} right
   * @param {number[]} pairs
   */
  constructor(left, right, pairs) {
    this.left = left;
    this.right = right;
    this.pairs = pairs;
  }

  /** @param {number} row */
  side(row) {
    const right = this.pairs[row * 2 + 1];
    return right < 0 ? { trace: this.left, row: this.pairs[row * 2] }
      : { trace: this.right, row: right };
  }

  /**
   * @param {number} from
   * @param {number} count
   */
  rows(from, count) {
    return Promise.all(Array.from({ length: count }, (_, index) => {
      const { trace, row } = this.side(from + index);
      return trace.windows.wait(row);
    }));
  }

  /** @param {number} row */
  moment(row) {
    const { trace, row: own } = this.side(row);
    return trace.source.moment(own);
  }

  /**
   * @param {string} text
   * @param {() => boolean} isWanted
   */
  async find(text, isWanted) {
    const [left, right] = await Promise.all(
      [this.left, this.right].map((side) => side.source.find(text, isWanted)));
    const [inLeft, inRight] = [new Set(Array.from(left)), new Set(Array.from(right))];
    const found = [];
    for (let row = 0; row * 2 < this.pairs.length; row += 1) {
      if (inLeft.has(this.pairs[row * 2]) || inRight.has(this.pairs[row * 2 + 1])) found.push(row);
    }
    return found;
  }
}

/** One history with what two have in common, what is gone and what is new. */
class ComparedTrace extends Trace {
  /** The name under which it is offered, where that is not always the same. */
  title = "";

  /**
   * @param {Trace} left
   * @param {Trace} right
   * @param {Pairs} rows
   * @param {Overview} overview
   */
  constructor(left, right, rows, overview) {
    super(right.head, overview, new AlignedSource(left, right, rows.pairs), right.of);
    this.left = left;
    this.right = right;
    this.rows = rows;
  }

  /**
   * Aligns two histories.
   * @param {Trace} left
   * @param {Trace} right
   * @returns {Generator<void, ComparedTrace, void>}
   */
  static* of(left, right) {
    const rows = new Pairs(yield* aligned(left, right), left.count, right.count);
    yield* rows.connect();
    const overview = yield* mergedOverview(left, right, rows);
    return yield* new ComparedTrace(left, right, rows, overview).connect();
  }

  /** @param {number} row */
  mark(row) {
    const [l, r] = this.rows.pair(row);
    if (l < 0) return "new";
    // Notes and hashes of states come from the recorder.
    const kind = this.left.kind(l);
    if (kind !== "event" && kind !== "effect") return "";
    if (r < 0) return "gone";
    return this.left.columns.digest[l] === this.right.columns.digest[r] ? "" : "changed";
  }

  /** @param {number} row */
  origin(row) {
    const [l, r] = this.rows.pair(row);
    return r < 0 ? this.left.origin(l) : this.right.origin(r);
  }

  /**
   * @param {string} of
   * @param {number} seq
   */
  rowFrom(of, seq) {
    const side = of === this.right.of ? this.right : this.left;
    const row = side.rowFrom(of, seq);
    return row < 0 ? -1 : side === this.right ? this.rows.fromRight[row] : this.rows.fromLeft[row];
  }

  /** @param {number} row */
  async sides(row) {
    if (this.mark(row) !== "changed") return null;
    const [l, r] = this.rows.pair(row);
    return /** @type {[Fields, Fields]} */ (
      await Promise.all([this.left.windows.wait(l), this.right.windows.wait(r)]));
  }

  /**
   * The right history with the numbers that its records have in the left one.
   * @returns {Generator<void, Trace, void>}
   */
  * numbered() {
    const { head, source, of, parties, names, gates, effects } = this.right;
    const seq = this.right.columns.seq.map((_, row) => this.seq(this.rows.fromRight[row]));
    const columns = { ...this.right.columns, seq };
    const trace = new Trace(head, { parties, names, gates, effects, columns }, source, of);
    trace.own = this.right.own;
    return yield* trace.connect();
  }
}

/** The rows of two histories by the row that they have together. */
class Pairs {
  /**
   * @param {number[]} pairs
   * @param {number} left
   * @param {number} right
   */
  constructor(pairs, left, right) {
    this.pairs = pairs;
    this.count = pairs.length / 2;
    this.fromLeft = new Int32Array(left);
    this.fromRight = new Int32Array(right);
  }

  /**
   * Finds the rows from those of either side.
   * @returns {Generator<void, void, void>}
   */
  * connect() {
    for (let row = 0; row < this.count; row += 1) {
      if (row % rowsOfStep === 0) yield;
      const [l, r] = this.pair(row);
      if (l >= 0) this.fromLeft[l] = row;
      if (r >= 0) this.fromRight[r] = row;
    }
  }

  /** @param {number} row */
  pair(row) { return [this.pairs[row * 2], this.pairs[row * 2 + 1]]; }
}

/**
 * @param {Trace} left
 * @param {Trace} right
 * @param {Pairs} rows
 * @returns {Generator<void, Overview, void>}
 */
function* mergedOverview(left, right, rows) {
  const moved = (/** @type {number} */ row) => (row < 0 ? row : rows.fromRight[row]);
  const [names, parties] = [[...right.names], [...right.parties]];
  const leftNames = left.names.map((name) => place(names, name));
  const leftParties = left.parties.map((party) => place(parties, party));
  const count = rows.count;
  /** @type {Columns} */
  const columns = {
    seq: new Float64Array(count), at: new Float64Array(count), party: new Int32Array(count),
    name: new Int32Array(count), cause: new Int32Array(count), digest: new Int32Array(0),
    spans: right.spans.map(moved),
    bars: right.columns.bars.map((number, index) => (
      index % Bars.width < 5 ? number : moved(number))),
  };
  for (let row = 0; row < count; row += 1) {
    if (row % rowsOfStep === 0) yield;
    const [l, r] = rows.pair(row);
    columns.seq[row] = l < 0 ? -1 : left.seq(l);
    columns.at[row] = r < 0 ? left.at(l) : right.at(r);
    columns.party[row] = r < 0 ? leftParties[left.party(l)] : right.party(r);
    columns.name[row] = r < 0 ? leftNames[left.columns.name[l]] : right.columns.name[r];
    const cause = r < 0 ? left.causes[l] : right.causes[r];
    columns.cause[row] = cause < 0 ? -1 : r < 0 ? rows.fromLeft[cause] : rows.fromRight[cause];
  }
  return { parties, names, gates: right.gates, effects: right.effects, columns };
}

/**
 * The place of an item among others, which get it where they lack it.
 * @template Item
 * @param {Item[]} items
 * @param {Item} wanted
 */
function place(items, wanted) {
  const text = JSON.stringify(wanted);
  const found = items.findIndex((item) => JSON.stringify(item) === text);
  return found < 0 ? items.push(wanted) - 1 : found;
}
