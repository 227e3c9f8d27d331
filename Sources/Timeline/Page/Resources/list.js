// The records as a list of which only the visible part is in the document.

const rowHeight = 24;
/** The columns of times and of numbers are at least so wide. */
const leastTime = window.innerWidth < narrow ? 40 : 86;
const leastLabel = window.innerWidth < narrow ? 40 : 52;
/** A wait of at least this many milliseconds has a line of its own. */
const longWait = 600000;
/** Lines above and below the visible ones. */
const overscan = 4;
/** So many lines go on paper. */
const mostPrinted = 600;
/** More characters than these are never seen of a line. */
const longestText = 180;
/** Browsers lay nothing out that is higher than about 33 million pixels. */
const mostHeight = 16000000;

/** The lines of the list: rows, and long waits between them. */
class Lines {
  /**
   * @param {Trace} trace
   * @param {(row: number) => boolean} isShown
   */
  constructor(trace, isShown) {
    /** The line of each row, or of the next one that is shown. */
    this.lineOf = new Int32Array(trace.count + 1);
    const items = new Int32Array(trace.count * 2);
    let count = 0;
    let last = -1;
    for (let row = 0; row < trace.count; row += 1) {
      const isVisible = isShown(row);
      if (isVisible) {
        if (last >= 0 && trace.at(row) - trace.at(last) >= longWait) items[count++] = -row - 1;
        last = row;
      }
      this.lineOf[row] = count;
      if (isVisible) items[count++] = row;
    }
    this.lineOf[trace.count] = count;
    /** Rows; a wait is the row behind it as `-row - 1`. */
    this.items = items.slice(0, count);
  }

  /** What is shown before there is a filter. */
  static get none() { return new Lines(Trace.empty, () => true); }

  get count() { return this.items.length; }

  /** The number of rows among the lines. */
  get shown() {
    let waits = 0;
    for (const item of this.items) if (item < 0) waits += 1;
    return this.count - waits;
  }

  /** @param {number} row */
  has(row) { return this.items[this.lineOf[row]] === row; }

  /**
   * The row some lines away, past the waits; the nearest one at the ends.
   * @param {number} row
   * @param {number} step
   */
  move(row, step) {
    if (this.count === 0) return -1;
    const direction = Math.sign(step);
    let line = this.lineOf[Math.max(row, 0)] + step;
    // A row that is not shown lies before its line.
    if (step > 0 && !this.has(row)) line -= 1;
    line = Math.max(0, Math.min(this.count - 1, line));
    while (this.items[line] < 0) line += direction;
    return this.items[line];
  }
}

/** Draws the visible lines, and the lanes beside them. */
class RecordList {
  /** @param {(row: number) => void} onSelect */
  constructor(onSelect) {
    this.list = byId("list");
    this.rows = byId("rows");
    /**
     * The lines in the document, by their item.
     * @type {Map<number, HTMLElement>}
     */
    this.made = new Map();
    this.list.addEventListener("scroll", () => this.draw(), { passive: true });
    this.rows.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest("[data-row]") : null;
      if (target instanceof HTMLElement) onSelect(Number(target.dataset.row));
    });
    this.isPrinting = false;
    /**
     * The note on a row; empty where there is none.
     * @type {(row: number) => string}
     */
    this.noteOf = () => "";
    /** Hears that the lines that are seen have changed. */
    this.onDraw = () => {};
    this.trace = Trace.empty;
    this.lines = Lines.none;
    this.lanes = new LaneDrawing(this.trace);
    this.selected = -1;
    /**
     * Rows that the search has found, in order.
     * @type {ArrayLike<number>}
     */
    this.found = [];
    this.drawn = "";
    this.timeWidth = leastTime;
    this.labelWidth = leastLabel;
    this.context = document.createElement("canvas").getContext("2d");
  }

  /**
   * Prepares to show a trace, whose lines come with a filter.
   * @param {Trace} trace
   */
  show(trace) {
    this.trace = trace;
    this.lines = Lines.none;
    this.selected = -1;
    this.found = [];
    trace.windows.onArrival = () => this.fill();
    this.lanes = new LaneDrawing(trace);
    const heads = byId("heads");
    this.list.style.setProperty("--lanes", this.lanes.width + "px");
    heads.style.setProperty("--lanes", this.lanes.width + "px");
    heads.style.height = this.lanes.headHeight + "px";
    heads.replaceChildren(...this.lanes.heads());
    this.list.scrollTop = 0;
  }

  /** @param {(row: number) => boolean} isShown */
  filter(isShown) {
    this.lines = new Lines(this.trace, isShown);
    byId("space").style.height = this.height + "px";
    this.lanes.place(this.lines);
    this.redraw();
  }

  /** Draws everything anew, after something that is in every line has changed. */
  redraw() {
    this.timeWidth = leastTime;
    this.labelWidth = leastLabel;
    this.made.clear();
    this.drawn = "";
    this.draw();
  }

  /** Draws the lines anew whose data has come. */
  fill() {
    for (const [item, place] of this.made) {
      if (place.classList.contains("waiting")) this.made.delete(item);
    }
    this.drawn = "";
    this.draw();
  }

  // Where the lines would be higher than a page can be, the place of the scroll bar stands for a
  // share of the lines, and the lines that are seen are drawn around it.

  get height() { return Math.min(this.lines.count * rowHeight, mostHeight); }

  /** How far the lines lie below the place that they have in the scrolled part. */
  get shift() {
    const hidden = this.lines.count * rowHeight - this.height;
    const room = this.height - this.list.clientHeight;
    return hidden <= 0 || this.isPrinting ? 0 : Math.round(this.list.scrollTop / room * hidden);
  }

  /**
   * Scrolls so that the pixels of the lines from `top` on are seen.
   * @param {number} top
   */
  scroll(top) {
    const whole = this.lines.count * rowHeight - this.list.clientHeight;
    const room = this.height - this.list.clientHeight;
    this.list.scrollTop = whole <= room ? top : top / whole * room;
  }

  /** @param {number} row */
  select(row) {
    this.selected = row;
    const top = this.lines.lineOf[row] * rowHeight;
    const height = this.list.clientHeight;
    const margin = Math.min(3 * rowHeight, height / 4);
    const seen = this.list.scrollTop + this.shift;
    // Whole rows at the top.
    if (top < seen + margin) {
      this.scroll(Math.floor(Math.max(0, top - margin) / rowHeight) * rowHeight);
    } else if (top + rowHeight > seen + height - margin) {
      this.scroll(Math.ceil((top + rowHeight + margin - height) / rowHeight) * rowHeight);
    }
    this.draw();
  }

  /** The lines that are seen, and a few more. */
  visible() {
    const top = this.list.scrollTop + this.shift;
    const bottom = top + this.list.clientHeight;
    return [Math.max(0, Math.floor(top / rowHeight) - overscan),
      Math.min(this.lines.count, Math.ceil(bottom / rowHeight) + overscan)];
  }

  /** The lines that go on paper: those around the selected record. */
  printed() {
    const line = this.selected < 0 ? 0 : this.lines.lineOf[this.selected];
    const first = Math.max(0, Math.min(line - mostPrinted / 2, this.lines.count - mostPrinted));
    return [first, Math.min(this.lines.count, first + mostPrinted)];
  }

  /**
   * Lays the list out for paper, which does not scroll, or for the screen again.
   * @param {boolean} isPrinting
   */
  print(isPrinting) {
    this.isPrinting = isPrinting;
    const [first, last] = this.printed();
    this.list.style.height = isPrinting ? (last - first) * rowHeight + "px" : "";
    const top = isPrinting ? -first * rowHeight + "px" : "";
    this.rows.style.top = top;
    byId("lanes").style.top = top;
  }

  /**
   * The instant of a row: as much of it as there is room for.
   * @param {number} row
   */
  time(row) {
    const text = this.trace.clock.text(this.trace.at(row));
    return window.innerWidth < narrow ? (/^-?(\d+[a-z]+){1,2}/.exec(text)?.[0] ?? text) : text;
  }

  /**
   * Makes room for the instants and numbers of the visible lines; what has room once keeps it.
   * @param {number} first
   * @param {number} last
   */
  measure(first, last) {
    let [time, label] = ["", ""];
    for (let line = first; line < last; line += 1) {
      const item = this.lines.items[line];
      if (item < 0) continue;
      const [ownTime, ownLabel] = [this.time(item), this.trace.label(item)];
      if (ownTime.length > time.length) time = ownTime;
      if (ownLabel.length > label.length) label = ownLabel;
    }
    if (!this.context) return;
    const style = getComputedStyle(this.list);
    this.context.font = style.fontSize + " " + style.fontFamily;
    const width = (/** @type {string} */ text) => (
      Math.ceil(this.context?.measureText(text).width ?? 0));
    this.timeWidth = Math.max(this.timeWidth, width(time) + 24);
    this.labelWidth = Math.max(this.labelWidth, width(label) + 24);
    const place = this.list.parentElement?.style;
    place?.setProperty("--time", this.timeWidth + "px");
    place?.setProperty("--seq", this.labelWidth + "px");
  }

  draw() {
    const [first, last] = this.isPrinting ? this.printed() : this.visible();
    const shift = this.shift;
    // Moving the selection scrolls, and scrolling draws: once is enough.
    const drawn = [first, last, shift, this.selected].join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.measure(first, last);
    const causes = new Set(this.selected < 0 ? [] : this.trace.chain(this.selected));
    const consequences = new Set(
      this.selected < 0 ? [] : this.trace.consequences(this.selected, 1000));
    this.drawLines(first, last, shift, causes, consequences);
    if (this.selected >= 0 && this.lines.has(this.selected)) {
      this.list.setAttribute("aria-activedescendant", "row-" + this.selected);
    } else {
      this.list.removeAttribute("aria-activedescendant");
    }
    this.lanes.draw(first, last, shift, this.selected, causes, consequences);
    this.onDraw();
  }

  /**
   * Puts the lines into the document; those that are there already stay.
   * @param {number} first
   * @param {number} last
   * @param {number} shift
   * @param {Set<number>} causes
   * @param {Set<number>} consequences
   */
  drawLines(first, last, shift, causes, consequences) {
    /** @type {Map<number, HTMLElement>} */
    const made = new Map();
    for (let line = first; line < last; line += 1) {
      const item = this.lines.items[line];
      const place = this.made.get(item) ?? this.line(line);
      made.set(item, place);
      place.style.top = line * rowHeight - shift + "px";
      if (place.parentNode !== this.rows) this.rows.append(place);
      if (item < 0) continue;
      place.classList.toggle("cause", causes.has(item));
      place.classList.toggle("consequence", consequences.has(item));
      const isSelected = String(item === this.selected);
      if (place.getAttribute("aria-selected") !== isSelected) {
        place.setAttribute("aria-selected", isSelected);
      }
    }
    for (const child of [...this.rows.children]) {
      const item = Number(child instanceof HTMLElement ? child.dataset.item : 0);
      if (made.get(item) !== child) child.remove();
    }
    this.made = made;
  }

  /**
   * The data on one line; of a note or a state, what it says.
   * @param {number} row
   * @param {Fields} fields
   */
  summary(row, fields) {
    const kind = this.trace.kind(row);
    if (kind === "note" || kind === "state") return String(Object.values(fields)[0] ?? "");
    return summaryText(fields, this.trace.clock, longestText);
  }

  /**
   * A line, as it is whatever is selected.
   * @param {number} line
   */
  line(line) {
    const trace = this.trace;
    const item = this.lines.items[line];
    if (item < 0) {
      const row = -item - 1;
      const before = this.lines.items[line - 1];
      const text = spanText(trace.at(row) - trace.at(before)) + " later";
      const wait = element("div", "row wait", element("span", "text", text));
      wait.dataset.item = String(item);
      wait.setAttribute("role", "presentation");
      return wait;
    }
    const mark = trace.mark(item);
    const made = element("div", ["row", trace.kind(item), trace.part(item), mark].join(" ").trim());
    made.id = "row-" + item;
    made.dataset.row = made.dataset.item = String(item);
    made.setAttribute("role", "option");
    made.setAttribute("aria-posinset", String(line + 1));
    made.setAttribute("aria-setsize", String(this.lines.count));
    made.setAttribute("aria-selected", "false");
    if (this.found[lowerBound(this.found, item)] === item) made.classList.add("match");
    const isNewTime = line === 0 || this.lines.items[line - 1] < 0
      || trace.at(this.lines.items[line - 1]) !== trace.at(item);
    const time = element("span", "time", this.time(item));
    if (!isNewTime) time.classList.add("again");
    const text = element("span", "text", element("b", "name", plain(trace.name(item))));
    const cause = trace.causes[item];
    if (cause >= 0 && !(trace.kind(item) === "effect" && cause === trace.events[item])) {
      const wait = trace.at(item) - trace.at(cause);
      text.append(element(
        "span", "origin", " ← " + trace.label(cause) + (wait > 0 ? " +" + spanText(wait) : "")));
    }
    const note = plain(this.noteOf(item)).slice(0, longestText);
    if (note) text.append(element("span", "remark", note));
    const known = trace.fields(item);
    made.classList.toggle("waiting", known === null);
    // What lies beyond the edge costs as much as what is seen.
    const fields = plain(known ? this.summary(item, known) : "").slice(0, longestText);
    if (fields) text.append(element("span", "data", fields));
    made.append(time, element("span", "seq", trace.label(item)), text);
    made.setAttribute("aria-label", trace.label(item) + " " + plain(trace.name(item)) + ", "
      + plain(trace.parties[trace.party(item)]) + ", " + trace.clock.text(trace.at(item))
      + (mark ? ", " + mark : "") + (cause < 0 ? "" : ", caused by " + trace.label(cause))
      + (fields ? ", " + fields : "") + (note ? ", note: " + note : ""));
    return made;
  }
}
