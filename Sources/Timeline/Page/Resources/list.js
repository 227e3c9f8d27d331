// The records as a list of which only the visible part is in the document.

const rowHeight = 24;
/** A wait of at least this many milliseconds has a line of its own. */
const longWait = 600000;
/** Lines above and below the visible ones. */
const overscan = 4;
/** So many lines go on paper. */
const mostPrinted = 600;
/** More characters than these are never seen of a line. */
const longestText = 180;
const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * An element with a class, its text, and what else is set on it.
 * @param {string} tag
 * @param {string} className
 * @param {string} [text]
 */
function element(tag, className, text) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error("the page has no " + id);
  return found;
}

/** The lines of the list: rows, and long waits between them. */
class Lines {
  /**
   * @param {Trace} trace
   * @param {(row: number) => boolean} isShown
   */
  constructor(trace, isShown) {
    /** Rows; a wait is the row behind it as `-row - 1`. @type {number[]} */
    this.items = [];
    /** The line of each row, or of the next one that is shown. */
    this.lineOf = new Int32Array(trace.count + 1);
    let last = -1;
    for (let row = 0; row < trace.count; row += 1) {
      const isVisible = isShown(row);
      if (isVisible) {
        if (last >= 0 && trace.at(row) - trace.at(last) >= longWait) this.items.push(-row - 1);
        last = row;
      }
      this.lineOf[row] = this.items.length;
      if (isVisible) this.items.push(row);
    }
    this.lineOf[trace.count] = this.items.length;
  }

  get count() { return this.items.length; }

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
    let line = this.lineOf[row] + step;
    // A row that is not shown lies before its line.
    if (step > 0 && !this.has(row)) line -= 1;
    line = Math.max(0, Math.min(this.count - 1, line));
    while (this.items[line] < 0) line += direction;
    return this.items[line];
  }
}

/** Draws the visible lines, and the lanes beside them. */
class RecordList {
  /**
   * @param {Trace} trace
   * @param {(row: number) => void} onSelect
   */
  constructor(trace, onSelect) {
    this.trace = trace;
    this.list = byId("list");
    this.rows = byId("rows");
    this.lanes = new LaneDrawing(trace);
    this.lines = new Lines(trace, () => true);
    this.selected = -1;
    this.wanted = "";
    this.isPrinting = false;
    /** The lines in the document, by their item. @type {Map<number, HTMLElement>} */
    this.made = new Map();
    this.drawn = "";
    this.list.addEventListener("scroll", () => this.draw(), { passive: true });
    this.rows.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target.closest("[data-row]") : null;
      if (target instanceof HTMLElement) onSelect(Number(target.dataset.row));
    });
    this.list.style.setProperty("--lanes", this.lanes.width + "px");
    byId("heads").style.setProperty("--lanes", this.lanes.width + "px");
    byId("heads").style.height = this.lanes.headHeight + "px";
    byId("heads").replaceChildren(...this.lanes.heads());
  }

  /** @param {(row: number) => boolean} isShown */
  filter(isShown) {
    this.lines = new Lines(this.trace, isShown);
    byId("space").style.height = this.lines.count * rowHeight + "px";
    this.lanes.place(this.lines);
    this.redraw();
  }

  /** Draws everything anew, after something that is in every line has changed. */
  redraw() {
    this.list.parentElement?.style.setProperty("--time", this.timeWidth() + "px");
    this.made.clear();
    this.drawn = "";
    this.draw();
  }

  /** @param {number} row */
  select(row) {
    this.selected = row;
    const top = this.lines.lineOf[row] * rowHeight;
    const height = this.list.clientHeight;
    const margin = Math.min(3 * rowHeight, height / 4);
    // Whole rows at the top.
    if (top < this.list.scrollTop + margin) {
      this.list.scrollTop = Math.floor(Math.max(0, top - margin) / rowHeight) * rowHeight;
    } else if (top + rowHeight > this.list.scrollTop + height - margin) {
      this.list.scrollTop = Math.ceil((top + rowHeight + margin - height) / rowHeight) * rowHeight;
    }
    this.draw();
  }

  /** The lines that are seen, and a few more. */
  visible() {
    const top = this.list.scrollTop;
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

  /** How wide the longest instant is. */
  timeWidth() {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) return 86;
    let longest = "";
    for (let row = 0; row < this.trace.count; row += 1) {
      const text = this.trace.clock.text(this.trace.at(row));
      if (text.length > longest.length) longest = text;
    }
    context.font = getComputedStyle(this.list).font;
    return Math.ceil(context.measureText(longest).width) + 18;
  }

  draw() {
    const [first, last] = this.isPrinting ? this.printed() : this.visible();
    // Moving the selection scrolls, and scrolling draws: once is enough.
    const drawn = [first, last, this.selected].join();
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const causes = new Set(this.selected < 0 ? [] : this.trace.chain(this.selected));
    const consequences = new Set(
      this.selected < 0 ? [] : this.trace.consequences(this.selected, 1000));
    this.drawLines(first, last, causes, consequences);
    if (this.selected >= 0 && this.lines.has(this.selected)) {
      this.list.setAttribute("aria-activedescendant", "row-" + this.selected);
    } else {
      this.list.removeAttribute("aria-activedescendant");
    }
    this.lanes.draw(first, last, this.selected, causes, consequences);
  }

  /**
   * Puts the lines into the document; those that are there already stay.
   * @param {number} first
   * @param {number} last
   * @param {Set<number>} causes
   * @param {Set<number>} consequences
   */
  drawLines(first, last, causes, consequences) {
    /** @type {Map<number, HTMLElement>} */
    const made = new Map();
    for (let line = first; line < last; line += 1) {
      const item = this.lines.items[line];
      const place = this.made.get(item) ?? this.line(line);
      made.set(item, place);
      place.style.top = line * rowHeight + "px";
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
   */
  summary(row) {
    const fields = this.trace.fields(row);
    const kind = this.trace.kind(row);
    if (kind === "note" || kind === "state") return String(Object.values(fields)[0] ?? "");
    return summaryText(fields, this.trace.clock);
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
      const wait = element("div", "row wait");
      wait.dataset.item = String(item);
      wait.setAttribute("role", "presentation");
      wait.append(element("span", "text", text));
      return wait;
    }
    const made = element("div", "row " + trace.kind(item) + " " + trace.part(item));
    made.id = "row-" + item;
    made.dataset.row = made.dataset.item = String(item);
    made.setAttribute("role", "option");
    made.setAttribute("aria-posinset", String(line + 1));
    made.setAttribute("aria-setsize", String(this.lines.count));
    made.setAttribute("aria-selected", "false");
    if (this.wanted && trace.matches(item, this.wanted)) made.classList.add("match");
    const isNewTime = line === 0 || this.lines.items[line - 1] < 0
      || trace.at(this.lines.items[line - 1]) !== trace.at(item);
    const time = element("span", "time", trace.clock.text(trace.at(item)));
    if (!isNewTime) time.classList.add("again");
    const text = element("span", "text");
    text.append(element("b", "name", plain(trace.name(item))));
    const cause = trace.causes[item];
    if (cause >= 0 && !(trace.kind(item) === "effect" && cause === trace.events[item])) {
      const wait = trace.at(item) - trace.at(cause);
      text.append(element(
        "span", "origin", " ← " + trace.seq(cause) + (wait > 0 ? " +" + spanText(wait) : "")));
    }
    // What lies beyond the edge costs as much as what is seen.
    const fields = plain(this.summary(item)).slice(0, longestText);
    if (fields) text.append(element("span", "data", fields));
    made.append(time, element("span", "seq", String(trace.seq(item))), text);
    made.setAttribute("aria-label", trace.seq(item) + " " + plain(trace.name(item)) + ", "
      + plain(trace.data.parties[trace.party(item)]) + ", " + trace.clock.text(trace.at(item)));
    return made;
  }
}
