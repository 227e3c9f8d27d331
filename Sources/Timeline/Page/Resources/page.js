// The page as a whole: selection, keys, search and filters.

/** The page around one trace. */
class Page {
  /** @param {PageData} data */
  constructor(data) {
    this.trace = new Trace(data);
    const select = (/** @type {number} */ row) => this.select(row);
    this.list = new RecordList(this.trace, select);
    this.strip = new Strip(this.trace, select);
    this.inspector = new Inspector(this.trace, select);
    this.selected = -1;
    /** @type {number[]} */
    this.history = [];
    /** @type {Set<number>} */
    this.hiddenParties = new Set();
    this.name = "";
    this.linkTimer = 0;
    /** The theme that paper has put aside. @type {string|undefined} */
    this.themeBefore = undefined;
    this.search = /** @type {HTMLInputElement} */ (byId("search"));
    this.keys = /** @type {HTMLDialogElement} */ (byId("keys"));
    this.describe();
    this.listen();
    this.applyFilter();
    this.strip.measure();
    this.followLink();
    if (this.selected < 0 && this.list.lines.count > 0) this.select(this.list.lines.items[0], false);
    byId("list").focus({ preventScroll: true });
  }

  describe() {
    const { file, head, findings, parties, names } = this.trace.data;
    const title = file.split("/").pop() ?? file;
    document.title = plain(title) + " – pushtrace";
    byId("title").textContent = plain(title);
    byId("title").title = plain(file);
    const facts = [head.sdk, "profile " + head.profile, head.origin ?? "",
      this.trace.count.toLocaleString("en") + " records",
      "from " + this.trace.clock.calendar(head.started)];
    byId("about").textContent = facts.filter((fact) => fact).map(plain).join(" · ");
    const place = byId("findings");
    place.hidden = findings.length === 0;
    for (const finding of findings) {
      place.append(element("p", finding.severity, plain(finding.severity + " " + finding.code + ": "
        + finding.message)));
    }
    for (const [gate, summary, isTimed] of this.trace.data.gates) {
      if (!isTimed) continue;
      const entry = element("span", "gate " + gateColour(gate), gate);
      entry.title = summary;
      byId("legend").append(entry);
    }
    byId("legend").append(element("span", "gate request", "request"));
    const select = byId("name");
    select.append(new Option("all records", ""), new Option("events", ":event"),
      new Option("effects", ":effect"), new Option("requests and answers", ":exchange"));
    const seen = [...new Set(names.map(([name]) => name))].sort();
    for (const name of seen) select.append(new Option(plain(name), name));
    if (parties.length < 2) return;
    parties.forEach((name, party) => {
      const chip = element("button", "chip", plain(name));
      chip.setAttribute("type", "button");
      chip.setAttribute("aria-pressed", "true");
      chip.addEventListener("click", () => {
        const isHidden = !this.hiddenParties.delete(party);
        if (isHidden) this.hiddenParties.add(party);
        chip.setAttribute("aria-pressed", String(!isHidden));
        this.applyFilter();
      });
      byId("parties").append(chip);
    });
  }

  listen() {
    document.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("hashchange", () => this.followLink());
    window.addEventListener("resize", () => this.redraw());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    window.addEventListener("beforeprint", () => this.print(true));
    window.addEventListener("afterprint", () => this.print(false));
    this.search.addEventListener("input", () => this.find());
    byId("name").addEventListener("change", (event) => {
      this.name = event.target instanceof HTMLSelectElement ? event.target.value : "";
      this.applyFilter();
    });
    byId("clock").addEventListener("click", () => this.switchClock());
    byId("theme").addEventListener("click", () => this.switchTheme());
    byId("help").addEventListener("click", () => this.keys.showModal());
    byId("closer").addEventListener("click", () => this.strip.zoomAround(0.5));
    byId("farther").addEventListener("click", () => this.strip.zoomAround(2));
    byId("whole").addEventListener("click", () => this.strip.whole());
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
    this.inspector.show(row);
    this.report();
    // Browsers refuse an address that changes with every key of a held-down arrow.
    clearTimeout(this.linkTimer);
    this.linkTimer = setTimeout(
      () => history.replaceState(null, "", "#seq=" + this.trace.seq(row)), 300);
  }

  report() {
    const row = this.selected;
    const shown = this.list.lines.items.length;
    const place = row < 0 ? "" : "record " + this.trace.seq(row) + " at "
      + this.trace.clock.text(this.trace.at(row)) + " · ";
    byId("status").textContent = place + (shown === this.trace.count || !this.isFiltered
      ? this.trace.count + " records" : "filtered");
  }

  get isFiltered() { return this.hiddenParties.size > 0 || this.name !== ""; }

  followLink() {
    const found = /^#seq=(\d+)$/.exec(location.hash);
    const row = found ? this.trace.bySeq.get(Number(found[1])) : undefined;
    if (row !== undefined) this.select(row);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.keys.open) return;
    if (event.target === this.search) {
      if (event.key === "Enter") this.goToMatch(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") this.endSearch();
      else return;
      event.preventDefault();
      return;
    }
    if (event.target instanceof HTMLSelectElement) return;
    const isOnControl = event.target instanceof HTMLButtonElement
      || event.target instanceof HTMLAnchorElement;
    if (isOnControl && (event.key === "Enter" || event.key === " ")) return;
    if (this.command(event.key)) event.preventDefault();
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
      case "/": this.search.focus(); this.search.select(); return true;
      case "Escape": this.endSearch(); return true;
      case "+": case "=": this.strip.zoomAround(0.5); return true;
      case "-": this.strip.zoomAround(2); return true;
      case "0": this.strip.whole(); return true;
      case "i": this.switchClock(); return true;
      case "t": this.switchTheme(); return true;
      case "?": this.keys.showModal(); return true;
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

  find() {
    this.list.wanted = this.search.value.trim().toLowerCase();
    const wanted = this.list.wanted;
    let count = 0;
    if (wanted) {
      for (let row = 0; row < this.trace.count; row += 1) {
        if (this.trace.matches(row, wanted)) count += 1;
      }
    }
    byId("matches").textContent = wanted ? count.toLocaleString("en") + " found" : "";
    this.list.redraw();
  }

  /** @param {number} step */
  goToMatch(step) {
    const wanted = this.list.wanted;
    const count = this.trace.count;
    for (let offset = 1; wanted && offset <= count; offset += 1) {
      const row = (Math.max(this.selected, 0) + step * offset + count * 2) % count;
      if (!this.list.lines.has(row) || !this.trace.matches(row, wanted)) continue;
      this.select(row);
      return;
    }
  }

  endSearch() {
    this.search.value = "";
    this.find();
    byId("list").focus({ preventScroll: true });
  }

  applyFilter() {
    const trace = this.trace;
    const name = this.name;
    this.list.filter((row) => {
      if (this.hiddenParties.has(trace.party(row))) return false;
      if (name === ":event" || name === ":effect") return trace.kind(row) === name.slice(1);
      if (name === ":exchange") return trace.part(row) === "request" || trace.answers[row] >= 0;
      return name === "" || trace.name(row) === name;
    });
    if (this.selected >= 0) this.list.select(this.selected);
    this.report();
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
    if (this.selected >= 0) this.inspector.show(this.selected);
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
  }
}

/** @param {string} id */
function parsed(id) {
  const place = byId(id);
  const value = JSON.parse(place.textContent ?? "");
  // The text is not needed any more, and it is most of the page.
  place.remove();
  return value;
}

new Page({
  ...parsed("trace-data"), rows: parsed("trace-rows"), states: parsed("trace-states"),
});
