// The page as a whole: what is shown, selection, search and filters.

/** The page around one trace after the other. */
class Page {
  constructor() {
    const select = (/** @type {number} */ row) => this.select(row);
    this.trace = Trace.empty;
    this.list = new RecordList(select);
    this.filter = new Filter(() => this.applyFilter());
    this.strip = new Strip(select, (range) => this.filter.narrow(range));
    this.notes = new Notes(this);
    this.list.noteOf = (row) => this.notes.of(this.trace, row);
    this.inspector = new Inspector(
      (row) => this.link(row), (row) => this.notes.place(this.trace, row));
    this.selected = -1;
    /** @type {number[]} */
    this.history = [];
    this.linkTimer = 0;
    /**
     * The page as it was written, for a copy with other data.
     * @type {PageCopy|null}
     */
    this.copy = null;
    /**
     * Makes the data that a copy has.
     * @type {() => Promise<HTMLElement[]>}
     */
    this.content = async () => [];
    /**
     * The theme that paper has put aside.
     * @type {string|undefined}
     */
    this.themeBefore = undefined;
    this.search = new SearchField(this);
    this.list.onDraw = () => this.search.highlight();
    /**
     * Says that something failed.
     * @type {(what: string, error: Error) => void}
     */
    this.complain = (_, error) => { throw error; };
    /**
     * Adds what is shown besides to an address, where there is an engine.
     * @type {(address: Address) => void}
     */
    this.addToAddress = () => {};
    /**
     * Shows what an address says besides.
     * @type {(address: Address) => void}
     */
    this.followMore = () => {};
    /**
     * What keys do besides, where there is an engine.
     * @type {(key: string) => boolean}
     */
    this.moreKeys = () => false;
    this.listen();
  }

  listen() {
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => this.followMore(this.followLink()));
    window.addEventListener("resize", () => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    byId("range-zoom").addEventListener("click", () => this.strip.zoomToRange());
    byId("range-clear").addEventListener("click", () => this.filter.narrow(null));
    byId("go-form").addEventListener("submit", (event) => {
      const problem = this.goTo(inputById("go-to").value.trim());
      byId("go-problem").textContent = problem;
      if (problem) event.preventDefault();
    });
    byId("copy-link").addEventListener("click", () => this.copyLink());
    byId("clock").addEventListener("click", () => this.switchClock());
    byId("theme").addEventListener("click", () => this.switchTheme());
    byId("help").addEventListener("click", () => dialogById("keys").showModal());
    byId("closer").addEventListener("click", () => this.strip.zoomAround(0.5));
    byId("farther").addEventListener("click", () => this.strip.zoomAround(2));
    byId("whole").addEventListener("click", () => this.strip.whole());
  }

  /**
   * @param {string} file
   * @param {Trace} trace
   * @param {Finding[]} findings
   */
  open(file, trace, findings) {
    this.history = [];
    this.filter.clear();
    this.search.input.value = "";
    this.describe(file, trace, findings);
    this.show(trace, null);
    this.followLink();
    if (this.selected < 0 && trace.count > 0) this.select(0, false);
    byId("list").focus({ preventScroll: true });
  }

  /**
   * Shows a history; of one trace, several are alike enough to keep the place and the filters.
   * @param {Trace} trace
   * @param {Changer|null} changer
   * @param {boolean} isSame whether it is of the trace that was shown before
   */
  show(trace, changer, isSame = trace.head === this.trace.head) {
    const before = this.trace;
    const place = this.selected < 0 ? null
      : { seq: before.seq(this.selected), at: before.at(this.selected) };
    trace.clock.isCalendar = before.clock.isCalendar;
    this.trace = trace;
    this.selected = -1;
    this.history = [];
    this.list.show(trace);
    this.strip.show(trace);
    this.inspector.open(trace, changer);
    this.filter.offer(trace);
    this.offerLegend();
    this.applyFilter();
    this.search.run();
    if (place && isSame) this.select(this.nearest(place), false);
  }

  /** @param {{seq: number, at: number}} place */
  nearest({ seq, at }) {
    const row = seq < 0 ? -1 : this.trace.rowOf(seq);
    return row >= 0 ? row : Math.min(this.trace.firstRow(at), this.trace.count - 1);
  }

  /**
   * @param {string} file
   * @param {Trace} trace
   * @param {Finding[]} findings
   */
  describe(file, trace, findings) {
    const title = file.split("/").pop() ?? file;
    document.title = plain(title) + " – pushtrace";
    byId("title").textContent = plain(title);
    byId("title").title = plain(file);
    const facts = [trace.head.sdk, "profile " + trace.head.profile, trace.head.origin ?? "",
      counted(trace.count, "record"), "from " + trace.clock.calendar(trace.head.started)];
    byId("about").textContent = byId("about").title = (
      facts.filter((fact) => fact).map(plain).join(" · "));
    byId("findings").hidden = findings.length === 0;
    byId("findings").replaceChildren(...findings.map((finding) => element("p", finding.severity,
      plain(finding.severity + " " + finding.code + placeText(finding) + ": " + finding.message))));
  }

  offerLegend() {
    const legend = this.trace.gates.filter(([, , isTimed]) => isTimed).map(([gate, summary]) => {
      const entry = element("span", "gate " + gateColour(gate), gate);
      entry.title = summary;
      return entry;
    });
    byId("legend").replaceChildren(...legend, element("span", "gate request", "request"));
  }

  /**
   * @param {number} row
   * @param {boolean} isKept whether 'back' leads to the record before
   */
  select(row, isKept = true) {
    if (row < 0 || row >= this.trace.count || row === this.selected) return;
    if (isKept && this.selected >= 0) this.history.push(this.selected);
    this.selected = row;
    this.list.select(row);
    this.strip.select(row);
    this.inspect(row);
    this.report();
    this.search.report();
    // Browsers refuse an address that changes with every key of a held-down arrow.
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(() => this.writeAddress(), 300);
  }

  /** The address of what is shown, its part behind the file. */
  get address() {
    const address = new Address();
    address.record = this.selected < 0 ? "" : this.trace.label(this.selected);
    this.filter.addTo(address);
    this.addToAddress(address);
    return address;
  }

  /**
   * The link to a record of the trace that is shown, which leads there from another page too.
   * @param {number} row
   */
  link(row) {
    const address = this.address;
    address.record = this.trace.label(row);
    return recordLink(
      address.record, this.trace.name(row), address.text, () => this.select(row));
  }

  /** Saves the page with its trace, its notes and the place that is looked at. */
  async saveCopy() {
    const name = (byId("title").textContent ?? "trace").replace(/(\.trace)?\.jsonl(\.gz)?$/, "");
    const notes = dataElement("page-notes", "application/json",
      JSON.stringify([...this.notes.texts]), { address: this.address.text });
    const text = this.copy?.text([...await this.content(), notes]) ?? "";
    saveFile(name + ".html", text, "text/html");
  }

  writeAddress() {
    clearTimeout(this.linkTimer);
    const text = this.address.text;
    if (text !== location.hash) history.replaceState(null, "", text || "#");
  }

  async copyLink() {
    this.writeAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      this.say("The link is copied.");
    } catch {
      this.say("The browser did not allow it: copy the address of the page.");
    }
  }

  /**
   * Says in the status line what came of a key or a button.
   * @param {string} text
   */
  say(text) { byId("status").textContent = text; }

  /** @param {number} row */
  inspect(row) { this.inspector.show(row).catch((error) => this.complain("record", error)); }

  report() {
    const row = this.selected;
    const place = row < 0 ? "" : "record " + this.trace.label(row) + " at "
      + this.trace.clock.text(this.trace.at(row)) + " · ";
    const { shown } = this.list.lines;
    const all = counted(this.trace.count, "record");
    const isHidden = row >= 0 && !this.list.lines.has(row);
    this.say(place + (isHidden ? "not among the " : "")
      + (this.filter.isActive ? shown.toLocaleString("en") + " of " + all + " shown" : all));
  }

  /** Shows the record that the address names, with its filters. */
  followLink() {
    const address = Address.of(location.hash);
    if (this.filter.take(address)) {
      this.filter.offer(this.trace);
      this.applyFilter();
    }
    if (address.record) this.select(this.trace.rowLabelled(address.record));
    return address;
  }

  /**
   * Goes to a record by its number, or to the first one at or after a time, and says why not.
   * @param {string} text
   */
  goTo(text) {
    const time = millisecondsOf(text);
    if (/^\d+(\+\d+)?$/.test(text)) {
      const row = this.trace.rowLabelled(text);
      this.select(row);
      return row < 0 ? "There is no record " + text + "." : "";
    }
    if (time === null) return "Write the number of a record or a time, such as 529 or 4d13h.";
    const row = this.trace.firstRow(this.trace.head.started + time);
    this.select(Math.min(row, this.trace.count - 1));
    return "";
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.altKey || document.querySelector("dialog[open]")) return;
    const target = event.target;
    if (event.ctrlKey || event.metaKey) {
      const isTyping = target instanceof HTMLElement && target.matches("input, textarea");
      if (!isTyping && this.takeBack(event)) event.preventDefault();
      return;
    }
    if (target === this.search.input) {
      if (event.key === "Enter") this.search.goOn(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.endSearch();
      else return;
      event.preventDefault();
      return;
    }
    if (target instanceof HTMLElement && target.matches("select, input, textarea")) return;
    const isOnControl = target instanceof HTMLElement && target.matches("button, a, summary");
    if (isOnControl && (event.key === "Enter" || event.key === " ")) return;
    if (this.command(event.key) || this.moreKeys(event.key)) event.preventDefault();
  }

  /**
   * Undoes and redoes with the keys that other programs have for it.
   * @param {KeyboardEvent} event
   */
  takeBack({ key, shiftKey }) {
    const name = key.toLowerCase();
    if (name === "z") return this.moreKeys(shiftKey ? "r" : "u");
    return name === "y" && this.moreKeys("r");
  }

  /**
   * Does what a key stands for, and says whether it stands for anything.
   * @param {string} key
   */
  command(key) {
    const lines = this.list.lines;
    const row = this.selected;
    const page = Math.max(1, Math.floor(byId("list").clientHeight / rowHeight) - 2);
    switch (key) {
      case "ArrowDown": case "j": this.select(lines.move(row, 1)); return true;
      case "ArrowUp": case "k": this.select(lines.move(row, -1)); return true;
      case "PageDown": this.select(lines.move(row, page)); return true;
      case "PageUp": this.select(lines.move(row, -page)); return true;
      case "Home": this.select(lines.items[0] ?? -1); return true;
      case "End": this.select(lines.items[lines.count - 1] ?? -1); return true;
      case "n": this.select(this.sameName(1)); return true;
      case "p": this.select(this.sameName(-1)); return true;
      case "c": case "ArrowLeft": this.select(row < 0 ? -1 : this.trace.causes[row]); return true;
      case "o": case "ArrowRight": this.select(this.nextConsequence()); return true;
      case "b": this.select(this.history.pop() ?? -1, false); return true;
      case "g":
        byId("go-problem").textContent = "";
        dialogById("go").showModal();
        inputById("go-to").select();
        return true;
      case "/": this.search.focus(); return true;
      case "Escape": this.endSearch(); return true;
      case "[": case "]": return this.bound(key === "[" ? "from" : "to");
      case "l":
        if (row >= 0) this.strip.fold(this.trace.party(row));
        return true;
      case "<": this.strip.pan(-0.25); return true;
      case ">": this.strip.pan(0.25); return true;
      case "+": case "=": this.strip.zoomAround(0.5); return true;
      case "-": this.strip.zoomAround(2); return true;
      case "0": this.strip.whole(); return true;
      case "i": this.switchClock(); return true;
      case "t": this.switchTheme(); return true;
      case "N": this.notes.edit(); return true;
      case "?": dialogById("keys").showModal(); return true;
      default: return false;
    }
  }

  /** @param {number} step */
  sameName(step) {
    if (this.selected < 0) return -1;
    const name = this.trace.name(this.selected);
    let row = this.selected + step;
    while (row >= 0 && row < this.trace.count && this.trace.name(row) !== name) row += step;
    return row;
  }

  /** The first thing a record led to, or the next one of the same cause. */
  nextConsequence() {
    if (this.selected < 0) return -1;
    const first = this.trace.firstConsequence[this.selected];
    return first >= 0 ? first : this.trace.nextConsequence[this.selected];
  }

  /** @param {ArrayLike<number>} rows those that the search has found, in order */
  showFound(rows) {
    this.list.found = rows;
    this.strip.mark(rows);
    this.list.redraw();
  }

  /**
   * Narrows the list to what begins or ends with the selected record.
   * @param {"from"|"to"} side
   */
  bound(side) {
    if (this.selected >= 0) this.filter.bound(side, this.trace.at(this.selected));
    return true;
  }

  /** Ends the search; where there is none, shows all times again. */
  endSearch() {
    if (!this.search.wanted && this.filter.range) this.filter.narrow(null);
    this.search.end();
    byId("list").focus({ preventScroll: true });
  }

  applyFilter() {
    this.list.filter(this.filter.test);
    this.strip.filter(this.list.lines, this.filter);
    if (this.selected >= 0) this.list.select(this.selected);
    this.report();
    this.linkTimer = setTimeout(() => this.writeAddress(), 300);
  }

  switchClock() {
    this.trace.clock.isCalendar = !this.trace.clock.isCalendar;
    byId("clock").setAttribute("aria-pressed", String(this.trace.clock.isCalendar));
    document.body.classList.toggle("calendar", this.trace.clock.isCalendar);
    this.redraw();
  }

  switchTheme() {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const root = document.documentElement;
    const current = root.dataset.theme ?? (isDark ? "dark" : "light");
    root.dataset.theme = current === "dark" ? "light" : "dark";
    this.redraw();
  }

  redraw() {
    this.strip.measure();
    this.list.redraw();
    if (this.selected >= 0) this.inspect(this.selected);
    this.report();
  }

  /** @param {boolean} isPrinting */
  print(isPrinting) {
    const root = document.documentElement;
    if (isPrinting) {
      this.themeBefore = root.dataset.theme;
      root.dataset.theme = "light";
    } else if (this.themeBefore === undefined) {
      delete root.dataset.theme;
    } else {
      root.dataset.theme = this.themeBefore;
    }
    this.list.print(isPrinting);
    this.redraw();
    this.strip.paint();
  }
}
