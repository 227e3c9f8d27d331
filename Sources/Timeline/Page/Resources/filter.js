// Which records are shown: those of some names, some parties and a range of time.

/** Kinds of records that are chosen as names are. */
const filteredKinds = /** @type {[value: string, text: string][]} */ ([
  [":event", "events"], [":effect", "effects"], [":exchange", "requests and answers"],
  [":mark", "differences"],
]);

/** The filters above the list, and what they let through. */
class Filter {
  /** @param {() => void} onChange */
  constructor(onChange) {
    this.onChange = onChange;
    /**
     * The names and kinds of which one has to be a record's; none lets all through.
     * @type {Set<string>}
     */
    this.names = new Set();
    /** @type {Set<string>} */
    this.hidden = new Set();
    /** @type {{from: number, to: number}|null} */
    this.range = null;
    this.trace = Trace.empty;
    this.menu = /** @type {HTMLDetailsElement} */ (byId("name"));
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !this.menu.contains(target)) this.menu.open = false;
    });
    this.menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.menu.open = false;
      this.menu.querySelector("summary")?.focus();
    });
  }

  clear() {
    this.names.clear();
    this.hidden.clear();
    this.range = null;
  }

  get isActive() { return this.names.size > 0 || this.hidden.size > 0 || this.range !== null; }

  /**
   * Whether a row is shown.
   * @returns {(row: number) => boolean}
   */
  get test() {
    const { trace, names, range } = this;
    const hidden = trace.parties.map((party) => this.hidden.has(party));
    const chosen = trace.names.map(([name, kind, part]) => (
      names.has(name) || names.has(":" + kind) || (names.has(":exchange") && part === "request")));
    return (row) => {
      if (hidden[trace.party(row)]) return false;
      if (range && (trace.at(row) < range.from || trace.at(row) > range.to)) return false;
      return names.size === 0 || chosen[trace.columns.name[row]]
        || (names.has(":exchange") && trace.answers[row] >= 0)
        || (names.has(":mark") && trace.mark(row) !== "");
    };
  }

  /**
   * Offers the names and parties of a trace; of one trace, several histories keep what is chosen.
   * @param {Trace} trace
   */
  offer(trace) {
    this.trace = trace;
    const seen = new Set(trace.names.map(([name]) => name));
    const kinds = filteredKinds.filter(
      ([value]) => value !== ":mark" || trace instanceof ComparedTrace);
    const counts = new Int32Array(trace.names.length);
    for (const name of trace.columns.name) counts[name] += 1;
    const count = (/** @type {string} */ wanted) => trace.names.reduce(
      (sum, [name], index) => sum + (name === wanted ? counts[index] : 0), 0);
    const known = new Set([...seen, ...kinds.map(([value]) => value)]);
    for (const name of this.names) if (!known.has(name)) this.names.delete(name);
    byId("names").replaceChildren(
      button("All records", () => this.choose([])),
      ...kinds.map(([value, text]) => this.choice(value, text)),
      ...[...seen].sort().map(
        (name) => this.choice(name, plain(name), count(name).toLocaleString("en"))));
    const parties = trace.parties.length < 2 ? [] : trace.parties;
    byId("parties").replaceChildren(...parties.map((name) => this.chip(name)));
    this.tell();
  }

  /**
   * @param {string} value
   * @param {string} text
   * @param {string} count
   */
  choice(value, text, count = "") {
    const { box, label } = choice(value, text, " ", element("span", "origin", count));
    box.addEventListener("change", () => {
      const names = new Set(this.names);
      if (box.checked) names.add(value); else names.delete(value);
      this.choose(names);
    });
    return label;
  }

  /** @param {string} name */
  chip(name) {
    const chip = button(plain(name), ({ shiftKey }) => {
      if (shiftKey) this.showAlone(name);
      else if (!this.hidden.delete(name)) this.hidden.add(name);
      this.changed();
    }, "Show or hide; with Shift, show this one alone");
    chip.className = "chip";
    chip.dataset.party = name;
    return chip;
  }

  /**
   * Hides all other parties, or none where they are hidden already.
   * @param {string} name
   */
  showAlone(name) {
    const others = this.trace.parties.filter((party) => party !== name);
    const isAlone = !this.hidden.has(name) && others.every((party) => this.hidden.has(party));
    this.hidden = new Set(isAlone ? [] : others);
  }

  /** @param {Iterable<string>} names */
  choose(names) {
    this.names = new Set(names);
    this.changed();
  }

  /** @param {{from: number, to: number}|null} range */
  narrow(range) {
    this.range = range;
    this.changed();
  }

  /**
   * Narrows the range to what begins or ends with an instant.
   * @param {"from"|"to"} side
   * @param {number} at
   */
  bound(side, at) {
    const range = { from: -Infinity, to: Infinity, ...this.range, [side]: at };
    if (range.from > range.to) range[side === "from" ? "to" : "from"] = at;
    this.narrow(range);
  }

  changed() {
    this.tell();
    this.onChange();
  }

  /** Brings the controls in line with what is chosen. */
  tell() {
    const texts = new Map(filteredKinds);
    const first = [...this.names][0] ?? "";
    byId("name-chosen").textContent = this.names.size === 0 ? "All records"
      : this.names.size === 1 ? texts.get(first) ?? plain(first) : this.names.size + " names";
    for (const box of byId("names").querySelectorAll("input")) {
      box.checked = this.names.has(box.value);
    }
    for (const chip of byId("parties").querySelectorAll("button")) {
      chip.setAttribute("aria-pressed", String(!this.hidden.has(chip.dataset.party ?? "")));
    }
    const { range, trace } = this;
    byId("range").hidden = range === null || trace.count === 0;
    if (!range || trace.count === 0) return;
    const from = Math.max(range.from, trace.at(0));
    const to = Math.max(from, Math.min(range.to, trace.at(trace.count - 1)));
    byId("range-text").textContent = spanText(to - from) + " from " + trace.clock.text(from);
  }

  /**
   * Takes what an address says, and says whether that is something else.
   * @param {Address} address
   */
  take(address) {
    const before = this.key;
    this.names = new Set(address.names);
    this.hidden = new Set(address.hidden.filter((name) => this.trace.parties.includes(name)));
    const { from, to } = address;
    const { started } = this.trace.head;
    this.range = from === null && to === null ? null
      : { from: from === null ? -Infinity : started + from, to: to === null ? Infinity : started + to };
    return this.key !== before;
  }

  /** @param {Address} address */
  addTo(address) {
    address.names = [...this.names];
    address.hidden = [...this.hidden];
    const { started } = this.trace.head;
    if (this.range && this.range.from > -Infinity) address.from = Math.round(this.range.from) - started;
    if (this.range && this.range.to < Infinity) address.to = Math.round(this.range.to) - started;
  }

  get key() {
    return JSON.stringify([[...this.names], [...this.hidden], this.range?.from, this.range?.to]);
  }
}
