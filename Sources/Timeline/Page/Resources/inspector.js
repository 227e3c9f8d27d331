// All there is to say about the selected record.

/** Shows one record: its data, what led to it and what it led to, the state around it. */
class Inspector {
  /**
   * @param {Trace} trace
   * @param {(row: number) => void} onSelect
   */
  constructor(trace, onSelect) {
    this.trace = trace;
    this.states = new States(trace.data);
    const bars = trace.data.bars;
    this.since = Int32Array.from(bars, (bar) => bar[5]);
    this.until = Int32Array.from(bars, (bar) => bar[6]);
    this.onSelect = onSelect;
    this.place = byId("inspector");
    this.showsState = false;
    /** So many links are shown; the last ones of a long chain are not. */
    this.limit = 6;
  }

  /** @param {number} row */
  show(row) {
    const trace = this.trace;
    const party = trace.data.parties[trace.party(row)];
    const head = element("header", "");
    head.append(
      element("p", "kind", trace.kind(row) + " " + trace.seq(row) + " of " + plain(party)),
      element("h2", "", plain(trace.name(row))));
    if (trace.summary(row)) head.append(element("p", "summary", trace.summary(row)));
    const time = element("p", "when", spanText(trace.at(row) - trace.data.head.started));
    time.append(element("span", "calendar", trace.clock.calendar(trace.at(row))));
    head.append(time);
    const parts = [head, this.data(row), this.request(row), this.chain(row), this.consequences(row),
      this.gates(row), ...this.state(row)];
    this.place.replaceChildren(...parts.flatMap((part) => part ?? []));
    this.place.scrollTop = 0;
  }

  /** @param {number} row */
  data(row) {
    const fields = this.trace.fields(row);
    if (Object.keys(fields).length === 0) return null;
    return section("Data", this.tree(fields));
  }

  /**
   * Fields by name, nested ones indented.
   * @param {Fields} fields
   */
  tree(fields) {
    const list = element("dl", "tree");
    for (const name of Object.keys(fields)) {
      const value = fields[name];
      list.append(element("dt", "", plain(fieldName(name))));
      const shown = element("dd", "");
      if (isFields(value)) {
        const count = Object.keys(value).length;
        shown.append(this.folded(value, count + (count === 1 ? " field" : " fields")));
      } else {
        shown.textContent = plain(valueText(value, this.trace.clock));
      }
      list.append(shown);
    }
    return list;
  }

  /**
   * Fields that are made when they are unfolded.
   * @param {Fields} fields
   * @param {string} title
   */
  folded(fields, title) {
    const details = element("details", "");
    details.append(element("summary", "", title));
    details.addEventListener("toggle", () => {
      if (details.childElementCount === 1) details.append(this.tree(fields));
    }, { once: true });
    return details;
  }

  /** @param {number} row */
  request(row) {
    const trace = this.trace;
    if (trace.part(row) !== "request" && trace.answers[row] < 0) return null;
    const other = trace.answers[row];
    const place = section("Request");
    if (other < 0) {
      place.append(element("p", "", "The trace has no answer to it."));
      return place;
    }
    const text = element("p", "", other > row ? "answered by " : "the answer to ");
    text.append(this.link(other), " after " + spanText(Math.abs(trace.at(other) - trace.at(row))));
    place.append(text);
    return place;
  }

  /** @param {number} row */
  chain(row) {
    const chain = this.trace.chain(row);
    if (chain.length === 0) return null;
    const place = section("Caused by");
    place.append(this.links(chain.slice(0, this.limit)));
    if (chain.length > this.limit) {
      const more = element("p", "more", "… and " + (chain.length - this.limit) + " more, from ");
      more.append(this.link(chain[chain.length - 1]));
      place.append(more);
    }
    return place;
  }

  /** @param {number} row */
  consequences(row) {
    const found = this.trace.consequences(row, this.limit + 1);
    if (found.length === 0) return null;
    const place = section("Led to");
    place.append(this.links(found.slice(0, this.limit)));
    if (found.length > this.limit) place.append(element("p", "more", "… and more"));
    return place;
  }

  /** @param {number[]} rows */
  links(rows) {
    const list = element("ol", "links");
    for (const row of rows) {
      const item = element("li", "");
      item.append(this.link(row));
      list.append(item);
    }
    return list;
  }

  /** @param {number} row */
  link(row) {
    const trace = this.trace;
    const link = /** @type {HTMLAnchorElement} */ (element("a", "link"));
    link.href = "#seq=" + trace.seq(row);
    link.append(element("span", "seq", String(trace.seq(row))), " " + plain(trace.name(row)));
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.onSelect(row);
    });
    return link;
  }

  /**
   * The difference that the event made, and the state after it.
   * @param {number} row
   */
  state(row) {
    const trace = this.trace;
    const event = trace.events[row];
    if (event < 0) return [];
    const found = this.states.around(trace.party(row), event);
    if (!found) return [];
    const changed = section(event === row ? "Changed" : "Changed by record " + trace.seq(event));
    const fields = differences(found.before, found.after);
    if (fields.length === 0) changed.append(element("p", "none", "nothing"));
    const list = element("dl", "changes");
    for (const field of fields.slice(0, 200)) {
      list.append(element("dt", "", plain(field.path)));
      if (field.before !== undefined) {
        list.append(mark("del", "before", plain(valueText(field.before, trace.clock))));
      }
      if (field.after !== undefined) {
        list.append(mark("ins", "after", plain(valueText(field.after, trace.clock))));
      }
    }
    if (fields.length > 0) changed.append(list);
    return [changed, this.folded(found.before, "State before"),
      this.folded(found.after, "State after")];
  }

  /**
   * The gates that were closed for the party when the record was written.
   * @param {number} row
   */
  gates(row) {
    const trace = this.trace;
    const at = trace.at(row);
    const closed = [];
    for (let index = 0; index < this.since.length; index += 1) {
      const until = this.until[index];
      if (this.since[index] > row || (until >= 0 && row >= until)) continue;
      const bar = trace.data.bars[index];
      if (bar[0] !== trace.party(row)) continue;
      if (until >= 0 || bar[4] === null || at < bar[4]) closed.push(bar);
    }
    if (closed.length === 0) return null;
    const place = section("Held back");
    const list = element("dl", "gates");
    for (const [, gate, effects, , to, since] of closed.slice(0, 40)) {
      const [name, summary, isTimed] = trace.data.gates[gate];
      const title = element("dt", "gate " + gateColour(isTimed ? name : ""), name);
      title.title = summary;
      const until = isTimed && to !== null ? " until " + trace.clock.text(to) : "";
      const text = element("dd", "", effects.join(", ") + until + " since ");
      text.append(this.link(since));
      list.append(title, text);
    }
    place.append(list);
    return place;
  }
}

/**
 * @param {string} title
 * @param {HTMLElement} [content]
 */
function section(title, content) {
  const made = element("section", "");
  made.append(element("h3", "", title));
  if (content) made.append(content);
  return made;
}

/**
 * @param {string} tag
 * @param {string} label what a screen reader says before it
 * @param {string} text
 */
function mark(tag, label, text) {
  const place = element("dd", "");
  const made = element(tag, "", text);
  made.setAttribute("aria-label", label + " " + text);
  place.append(made);
  return place;
}
