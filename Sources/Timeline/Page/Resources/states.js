// The states of the parties, from the changes that the page has of them.

/** The state of each party after any row, rebuilt from the nearest whole one. */
class States {
  /** @param {StoredData} data */
  constructor(data) {
    this.entries = data.states;
    /** @type {{party: number, index: number, state: Fields}|null} */
    this.last = null;
  }

  /**
   * The states around the event of a row, or `null` where the trace does not give them.
   * @param {number} party
   * @param {number} event
   */
  around(party, event) {
    const entries = this.entries[party] ?? [];
    const index = entries.findIndex(([row]) => row === event);
    if (index < 0) return null;
    const before = structuredClone(index > 0 ? this.after(party, index - 1) : {});
    for (const change of entries[index][1]) apply(change, before);
    return { before, after: this.after(party, index) };
  }

  /**
   * @param {number} party
   * @param {number} index
   * @returns {Fields}
   */
  after(party, index) {
    const entries = this.entries[party];
    let start = index;
    while (start > 0 && entries[start][3] === undefined) start -= 1;
    const last = this.last;
    const isNear = last !== null && last.party === party && last.index >= start && last.index <= index;
    let next = isNear && last ? last.index : start;
    const state = structuredClone(isNear && last ? last.state : entries[start][3] ?? {});
    for (next += 1; next <= index; next += 1) {
      for (const change of [...entries[next][1], ...entries[next][2]]) apply(change, state);
    }
    this.last = { party, index, state };
    return state;
  }
}

/**
 * Makes one change: [path, value] sets, [path] removes, [path, start, count, items] replaces a part
 * of a list.
 * @param {Change} change
 * @param {Fields} state
 */
function apply(change, state) {
  const [path, ...rest] = change;
  /** @type {any} */
  let place = state;
  for (const step of path.slice(0, -1)) place = place[step];
  const last = path[path.length - 1];
  if (rest.length === 3) place[last].splice(rest[0], rest[1], .../** @type {Value[]} */ (rest[2]));
  else if (rest.length === 1) place[last] = rest[0];
  else delete place[last];
}
