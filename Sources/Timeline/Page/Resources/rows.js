// The data of records, asked for in windows as they come into view.

/** Keeps the windows that were used last. */
class RowWindows {
  /**
   * @param {Source} source
   * @param {number} count
   */
  constructor(source, count) {
    this.source = source;
    this.count = count;
    /**
     * In the order of their last use.
     * @type {Map<number, Fields[]>}
     */
    this.windows = new Map();
    /** @type {Map<number, Promise<Fields[]>>} */
    this.awaited = new Map();
    this.onArrival = () => {};
  }

  static size = 256;
  static kept = 64;

  /**
   * The data of a row, or `null` while it is on its way.
   * @param {number} row
   */
  get(row) {
    const index = Math.floor(row / RowWindows.size);
    const window = this.windows.get(index);
    if (!window) {
      this.load(index).catch(() => {});
      return null;
    }
    this.keep(index, window);
    return window[row % RowWindows.size];
  }

  /** @param {number} row */
  async wait(row) {
    const index = Math.floor(row / RowWindows.size);
    const window = this.windows.get(index) ?? await this.load(index);
    return window[row % RowWindows.size];
  }

  /** @param {number} index */
  load(index) {
    const awaited = this.awaited.get(index);
    if (awaited) return awaited;
    const from = index * RowWindows.size;
    const count = Math.min(RowWindows.size, this.count - from);
    const window = this.source.rows(from, count);
    this.awaited.set(index, window);
    const arrived = (/** @type {Fields[]} */ rows) => {
      this.awaited.delete(index);
      this.keep(index, rows);
      this.onArrival();
    };
    window.then(arrived, () => this.awaited.delete(index));
    return window;
  }

  /**
   * @param {number} index
   * @param {Fields[]} window
   */
  keep(index, window) {
    this.windows.delete(index);
    this.windows.set(index, window);
    if (this.windows.size <= RowWindows.kept) return;
    const oldest = this.windows.keys().next().value;
    if (oldest !== undefined) this.windows.delete(oldest);
  }
}
