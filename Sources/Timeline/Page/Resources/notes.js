// Notes that people attach to records. They travel with a copy of the page.

/** The notes on the records of a trace, by the numbers of the records. */
class Notes {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** @type {Map<string, string>} */
    this.texts = new Map();
    this.button = byId("notes");
    this.button.addEventListener("click", () => this.list());
    byId("notes-save").addEventListener("click", () => this.page.saveCopy());
  }

  /** @param {[record: string, text: string][]} texts */
  open(texts) {
    this.texts = new Map(texts);
    this.report();
  }

  /**
   * The note on a row; empty where there is none.
   * @param {Trace} trace
   * @param {number} row
   */
  of(trace, row) { return trace.hasOwnNumbers ? "" : this.texts.get(trace.label(row)) ?? ""; }

  /**
   * The rows whose notes have all of these words, in order.
   * @param {Trace} trace
   * @param {string[]} words in small letters
   */
  rows(trace, words) {
    if (trace.hasOwnNumbers || words.length === 0) return [];
    return [...this.texts].filter(([, text]) => words.every((word) => text.toLowerCase().includes(word)))
      .map(([label]) => trace.rowLabelled(label)).filter((row) => row >= 0);
  }

  /**
   * The place for the note on a row; none where the record has no number in the recording.
   * @param {Trace} trace
   * @param {number} row
   */
  place(trace, row) {
    if (trace.hasOwnNumbers || trace.seq(row) < 0) return null;
    const label = trace.label(row);
    const known = this.texts.get(label) ?? "";
    const place = /** @type {HTMLDetailsElement} */ (element("details", "note"));
    place.open = known !== "";
    const text = /** @type {HTMLTextAreaElement} */ (element("textarea", ""));
    text.rows = 2;
    text.value = known;
    text.setAttribute("aria-label", "Note on record " + label);
    text.addEventListener("change", () => this.write(label, text.value.trim()));
    text.addEventListener("keydown", (event) => {
      if (event.key === "Escape") byId("list").focus({ preventScroll: true });
    });
    place.append(element("summary", "", "Note"), text);
    return place;
  }

  /** Opens the note on the selected record. */
  edit() {
    const place = byId("inspector").querySelector("details.note");
    if (!(place instanceof HTMLDetailsElement)) return;
    place.open = true;
    place.querySelector("textarea")?.focus();
  }

  /**
   * @param {string} label
   * @param {string} text
   */
  write(label, text) {
    if (text) this.texts.set(label, text);
    else this.texts.delete(label);
    this.report();
    this.page.list.redraw();
  }

  report() {
    this.button.hidden = this.texts.size === 0;
    this.button.textContent = counted(this.texts.size, "note");
  }

  /** Lists the notes. */
  list() {
    const { trace } = this.page;
    const dialog = dialogById("notes-list");
    byId("notes-all").replaceChildren(...[...this.texts].map(([label, text]) => {
      const row = trace.rowLabelled(label);
      const link = row < 0 ? plain(label) : this.page.link(row);
      if (link instanceof Element) link.addEventListener("click", () => dialog.close());
      return element("li", "", link, " ", plain(text));
    }));
    dialog.showModal();
  }
}
