// All there is to say about the selected record.

/**
 * What can be done with a record, where there is an engine.
 * @typedef {object} Changer
 * @property {(row: number) => boolean} canChange whether the record is an event of the trace
 * @property {(row: number) => boolean} isSkipped
 * @property {(row: number) => void} skip
 * @property {(row: number, path: string, text: string) => void} set
 * @property {(row: number) => void} insert
 * @property {(row: number) => Promise<{of: string, explanation: Explanation}|null>} why
 */

/** How a value came about that the trace does not explain itself, by the command's words. */
const origins = /** @type {{[origin: string]: string}} */ ({
  outside: "From outside: the app, the user or the system.",
  harness: "Set by the harness.",
  missing: "Its cause is named, but the trace does not have it.",
  unexplained: "Nothing recorded or folded before it leads to it.",
  remark: "A note or the hash of a state, which follows from nothing.",
  cut: "… and earlier records.",
});

/** Shows one record: its data, what led to it and what it led to, the state around it. */
class Inspector {
  /**
   * @param {(row: number) => HTMLElement} link makes the link to a row
   * @param {(row: number) => HTMLElement|null} note makes the place for the note on it
   */
  constructor(link, note) {
    this.link = link;
    this.note = note;
    this.place = byId("inspector");
    this.trace = Trace.empty;
    this.row = -1;
    /** @type {Changer|null} */
    this.changer = null;
    /** So many links are shown; the last ones of a long chain are not. */
    this.limit = 6;
  }

  /**
   * @param {Trace} trace
   * @param {Changer|null} changer
   */
  open(trace, changer) {
    this.trace = trace;
    this.changer = changer;
    this.row = -1;
    this.place.replaceChildren();
  }

  /** @param {number} row */
  async show(row) {
    const trace = this.trace;
    this.row = row;
    const event = trace.events[row];
    const [fields, moment, sides] = await Promise.all([
      trace.windows.wait(row), event < 0 ? null : trace.source.moment(event), trace.sides(row)]);
    // Another record was selected meanwhile.
    if (this.row !== row || this.trace !== trace) return;
    // What an event changed comes first; an effect changes nothing, its event did.
    const [first, later] = event === row ? [this.change(row, moment), null]
      : [null, this.change(row, moment)];
    const parts = [this.head(row), this.actions(row), this.note(row), this.sides(sides), first,
      this.data(row, fields), this.request(row), this.chain(row), this.consequences(row),
      this.gates(row), later, ...this.states(moment)];
    this.place.replaceChildren(...parts.flatMap((part) => part ?? []));
    this.place.scrollTop = 0;
  }

  /** @param {number} row */
  head(row) {
    const trace = this.trace;
    const party = trace.parties[trace.party(row)];
    const mark = trace.mark(row);
    const kind = element(
      "p", "kind", trace.kind(row) + " " + trace.label(row) + " of " + plain(party));
    if (mark) kind.append(" ", element("span", "badge " + mark, mark));
    const head = element("header", "", kind, element("h2", "", plain(trace.name(row))));
    if (trace.summary(row)) head.append(element("p", "summary", trace.summary(row)));
    head.append(element("p", "when", spanText(trace.at(row) - trace.head.started),
      element("span", "calendar", trace.clock.calendar(trace.at(row)))));
    return head;
  }

  /**
   * What can be changed about a record.
   * @param {number} row
   */
  actions(row) {
    const changer = this.changer;
    if (!changer) return null;
    const place = element("p", "actions");
    if (changer.canChange(row)) {
      const isSkipped = changer.isSkipped(row);
      place.append(button(isSkipped ? "Let it happen" : "Skip", () => changer.skip(row),
        "What if it had not happened (x)"));
    }
    place.append(button("Insert…", () => changer.insert(row),
      "What if something else had happened (a)"));
    place.append(button("Why", () => this.why(row), "What led to it (w)"));
    return place;
  }

  /**
   * @param {number} row
   * @param {Fields} fields
   */
  data(row, fields) {
    if (Object.keys(fields).length === 0) return null;
    const isOpen = this.changer?.canChange(row) && !this.changer.isSkipped(row);
    return section("Data", this.tree(fields, isOpen ? row : -1, ""));
  }

  /**
   * Fields by name, nested ones indented.
   * @param {Fields} fields
   * @param {number} row whose fields can be changed; -1: none
   * @param {string} path of the fields themselves
   */
  tree(fields, row = -1, path = "") {
    const list = element("dl", "tree");
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      const own = path + fieldName(name);
      list.append(element("dt", "", plain(fieldName(name))));
      const shown = isFields(value)
        ? this.folded(value, counted(Object.keys(value).length, "field"), row, own + ".")
        : row >= 0 && !Array.isArray(value) ? this.editable(row, own, value)
          : plain(valueText(value, this.trace.clock));
      list.append(element("dd", "", shown));
    }
    return list;
  }

  /**
   * A value that a click opens for another one.
   * @param {number} row
   * @param {string} path
   * @param {Value} value
   */
  editable(row, path, value) {
    const shown = button(plain(valueText(value, this.trace.clock)), () => {
      const input = /** @type {HTMLInputElement} */ (element("input", "edit"));
      input.value = typeof value === "string" ? value : valueText(value, this.trace.clock);
      input.setAttribute("aria-label", path);
      input.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.changer?.set(row, path, input.value);
        else if (event.key === "Escape") input.replaceWith(shown);
        else return;
        event.preventDefault();
        byId("list").focus({ preventScroll: true });
      });
      shown.replaceWith(input);
      input.focus();
      input.select();
    }, "What if it had another value (e)");
    shown.className = "value";
    return shown;
  }

  /** Opens the first value of the record that can be changed. */
  edit() {
    const value = this.place.querySelector("button.value");
    if (value instanceof HTMLElement) value.click();
  }

  /**
   * Fields that are made when they are unfolded.
   * @param {Fields} fields
   * @param {string} title
   * @param {number} row
   * @param {string} path
   */
  folded(fields, title, row = -1, path = "") {
    const details = element("details", "", element("summary", "", title));
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(this.tree(fields, row, path));
    }, { once: true });
    return details;
  }

  /**
   * What is different in a record that two histories have.
   * @param {[before: Fields, after: Fields]|null|undefined} sides
   */
  sides(sides) {
    if (!sides) return null;
    return section("Different here", differenceList(differences(...sides), this.trace.clock));
  }

  /** @param {number} row */
  request(row) {
    const trace = this.trace;
    if (trace.part(row) !== "request" && trace.answers[row] < 0) return null;
    const other = trace.answers[row];
    if (other < 0) return section("Request", element("p", "", "The trace has no answer to it."));
    return section("Request", element("p", "", other > row ? "answered by " : "the answer to ",
      this.link(other), " after " + spanText(Math.abs(trace.at(other) - trace.at(row)))));
  }

  /** @param {number} row */
  chain(row) {
    const chain = this.trace.chain(row);
    if (chain.length === 0) return null;
    const place = section("Caused by", this.links(chain.slice(0, this.limit)));
    if (chain.length > this.limit) {
      place.append(element("p", "more", "… and " + (chain.length - this.limit) + " more, from ",
        this.link(chain[chain.length - 1])));
    }
    return place;
  }

  /** @param {number} row */
  consequences(row) {
    const found = this.trace.consequences(row, this.limit + 1);
    if (found.length === 0) return null;
    const place = section("Led to", this.links(found.slice(0, this.limit)));
    if (found.length > this.limit) place.append(element("p", "more", "… and more"));
    return place;
  }

  /** @param {number[]} rows */
  links(rows) { return listOf("ol", "links", rows.map((row) => [this.link(row)])); }

  /**
   * The difference that the event made.
   * @param {number} row
   * @param {Moment|null} moment
   */
  change(row, moment) {
    if (!moment) return null;
    const event = this.trace.events[row];
    const title = event === row ? "Changed" : "Changed by record " + this.trace.label(event);
    return section(
      title, differenceList(differences(moment.before, moment.after), this.trace.clock));
  }

  /** @param {Moment|null} moment */
  states(moment) {
    if (!moment) return [];
    return [this.folded(moment.before, "State before"), this.folded(moment.after, "State after")];
  }

  /**
   * The gates that were closed for the party when the record was written. Those matter that time
   * opens, that hold such an effect back, or that the event closed; the others are folded away.
   * @param {number} row
   */
  gates(row) {
    const { bars, gates, effects } = this.trace;
    const at = this.trace.at(row);
    const closed = [];
    for (let bar = 0; bar < bars.count; bar += 1) {
      const until = bars.until(bar);
      if (bars.since(bar) > row || (until >= 0 && row >= until)) continue;
      if (bars.party(bar) !== this.trace.party(row)) continue;
      if (until >= 0 || at < bars.to(bar)) closed.push(bar);
    }
    if (closed.length === 0) return null;
    const matters = (/** @type {number} */ bar) => gates[bars.gate(bar)][2]
      || bars.since(bar) === this.trace.events[row]
      || effects[bars.effects(bar)].includes(this.trace.name(row));
    const [near, far] = [closed.filter(matters), closed.filter((bar) => !matters(bar))];
    const parts = near.length > 0 ? [this.gateList(near)] : [];
    if (far.length > 0) {
      const word = near.length > 0 ? " more gate" : " gate";
      const title = far.length + word + (far.length === 1 ? "" : "s") + " without a time";
      parts.push(element("details", "", element("summary", "", title), this.gateList(far)));
    }
    return section("Held back", ...parts);
  }

  /** @param {number[]} closed bars */
  gateList(closed) {
    const { bars, gates, effects, clock } = this.trace;
    const list = element("dl", "gates");
    for (const bar of closed.slice(0, 40)) {
      const [name, summary, isTimed] = gates[bars.gate(bar)];
      const title = element("dt", "gate " + gateColour(isTimed ? name : ""), name);
      title.title = summary;
      const until = isTimed && bars.to(bar) !== Infinity ? " until " + clock.text(bars.to(bar)) : "";
      list.append(title, element("dd", "", effects[bars.effects(bar)].join(", ") + until
        + " since ", this.link(bars.since(bar))));
    }
    return list;
  }

  /**
   * The chain of causes as the engine explains it, with what each record stands for.
   * @param {number} row
   */
  async why(row) {
    const answer = await this.changer?.why(row);
    if (!answer || this.row !== row) return;
    const { of, explanation } = answer;
    const list = listOf("ol", "why", explanation.chain.map(({ record, evidence }, index) => {
      const later = explanation.chain[index - 1]?.record;
      const own = this.trace.rowFrom(of, record.seq);
      const item = [own < 0 ? plain(record.name) : this.link(own)];
      if (later) {
        const wait = later.at - record.at;
        const distance = wait > 0 ? " " + spanText(wait) + " earlier" : " at once";
        item.push(element("span", "origin", distance));
      }
      if (evidence !== "recorded") item.push(element("span", "origin", " (not recorded)"));
      const summary = own < 0 ? "" : this.trace.summary(own);
      return summary ? [...item, element("p", "summary", summary)] : item;
    }));
    const place = section("Why", list, element("p", "origin", origins[explanation.origin] ?? ""));
    place.id = "why";
    place.tabIndex = -1;
    document.getElementById("why")?.remove();
    this.place.querySelector(".actions")?.after(place);
    place.focus();
  }
}

/** A record as the command's JSON has it. */
/**
 * @typedef {{seq: number, at: number, party: string, kind: string, name: string,
 *   data: Fields}} JSONRecord
 */
/**
 * @typedef {object} Explanation
 * @property {{record: JSONRecord, evidence: string}[]} chain
 * @property {string} origin
 */

/**
 * A link that leads to a record.
 * @param {string} label
 * @param {string} name
 * @param {string} address
 * @param {() => void} action
 */
function recordLink(label, name, address, action) {
  const link = /** @type {HTMLAnchorElement} */ (
    element("a", "link", element("span", "seq", label), " " + plain(name)));
  link.href = address;
  link.addEventListener("click", (event) => {
    event.preventDefault();
    action();
  });
  return link;
}
