// The search field: what is found, and the way from one place to the next.

/** Searches the records of a page's trace by what is shown of them. */
class SearchField {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.input = inputById("search");
    this.count = byId("matches");
    /**
     * The rows that were found, in order.
     * @type {number[]}
     */
    this.rows = [];
    /**
     * The search that runs.
     * @type {Promise<void>|null}
     */
    this.running = null;
    this.input.addEventListener("input", () => this.run());
  }

  get wanted() { return this.input.value.trim(); }

  focus() {
    this.input.focus();
    this.input.select();
  }

  end() {
    this.input.value = "";
    this.run();
  }

  /** Searches for what is typed; while one search runs, only the last text waits for the next. */
  run() {
    this.running ??= this.runOn().finally(() => { this.running = null; });
  }

  async runOn() {
    let [wanted, trace] = [this.wanted, this.page.trace];
    /** @type {number[]} */
    let rows = [];
    const isWanted = () => wanted === this.wanted && trace === this.page.trace;
    do {
      [wanted, trace] = [this.wanted, this.page.trace];
      if (wanted) this.count.textContent = "…";
      rows = wanted ? await this.find(wanted, trace, isWanted) : [];
    } while (!isWanted());
    const isOther = rows.length > 0 || this.rows.length > 0;
    this.rows = rows;
    if (isOther) this.page.showFound(rows);
    this.report();
  }

  /**
   * @param {string} text
   * @param {Trace} trace
   * @param {() => boolean} isWanted
   */
  async find(text, trace, isWanted) {
    try {
      const words = new RecordQuery(text, trace.clock).texts;
      const found = new Set(Array.from(await trace.source.find(text, isWanted)));
      for (const row of this.page.notes.rows(trace, words)) found.add(row);
      return [...found].sort((left, right) => left - right);
    } catch (error) {
      this.page.complain("search", error instanceof Error ? error : new Error(String(error)));
      return [];
    }
  }

  /** Says how much was found, and which of it is selected. */
  report() {
    const all = this.rows.length.toLocaleString("en");
    const place = lowerBound(this.rows, this.page.selected);
    const isFound = this.rows[place] === this.page.selected;
    this.count.textContent = !this.wanted ? ""
      : isFound ? (place + 1).toLocaleString("en") + " of " + all : all + " found";
  }

  /** Marks the words where they stand in the lines that are seen. */
  highlight() {
    if (!("highlights" in CSS)) return;
    CSS.highlights.delete("found");
    const words = this.rows.length > 0 ? new RecordQuery(this.wanted, new Clock(0)).texts : [];
    if (words.length === 0) return;
    const ranges = [];
    const texts = document.createTreeWalker(byId("rows"), NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = (node.textContent ?? "").toLowerCase();
      for (const word of words) {
        for (let at = text.indexOf(word); word && at >= 0; at = text.indexOf(word, at + 1)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + word.length, node.textContent?.length ?? 0));
          ranges.push(range);
        }
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  /** @param {number} step */
  async goOn(step) {
    await this.running;
    const { rows, page } = this;
    const start = lowerBound(rows, page.selected + (step > 0 ? 1 : 0)) - (step > 0 ? 0 : 1);
    for (let offset = 0; offset < rows.length; offset += 1) {
      const row = rows[(start + step * offset + rows.length * 2) % rows.length];
      if (page.list.lines.has(row)) return page.select(row);
    }
  }
}
