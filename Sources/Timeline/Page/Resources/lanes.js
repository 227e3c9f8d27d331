// The lanes beside the list: a rail for each party with its records, the gates that were closed,
// the requests that were open, and the causes and consequences of the selected record.

/** How the gates are drawn: by what they say, not by which machine has them. */
const gateColours = ["throttle", "window", "backoff", "other"];

/** @param {string} name */
function gateColour(name) {
  if (/window/.test(name)) return "window";
  if (/back|retry/.test(name)) return "backoff";
  if (/throttle|limit/.test(name)) return "throttle";
  return "other";
}

/** Draws the visible part of the lanes as one picture. */
class LaneDrawing {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    const parties = trace.data.parties.length;
    const room = Math.min(260, window.innerWidth * 0.2);
    this.step = Math.max(14, Math.min(46, room / Math.max(1, parties)));
    this.width = Math.ceil(this.step * (parties - 1)) + 44;
    /** Names stand in so many lines that they do not run into each other. */
    this.headLines = parties < 2 ? 1 : Math.min(parties, 4);
    this.headHeight = this.headLines * 14 + 8;
    this.svg = byId("lanes");
    const bars = trace.data.bars.filter((bar) => trace.data.gates[bar[1]][2]);
    /** @type {Bar[]} */
    this.bars = bars.map(([party, gate, effects, from, to, since, until]) => (
      { party, gate, effects, from, to, since, until }));
    this.barLines = new Int32Array(this.bars.length * 2);
    this.spanLines = new Int32Array(trace.data.spans.length * 2);
    this.firstRow = new Int32Array(parties).fill(-1);
    this.lastRow = new Int32Array(parties).fill(-1);
    for (let row = 0; row < trace.count; row += 1) {
      const party = trace.party(row);
      if (this.firstRow[party] < 0) this.firstRow[party] = row;
      this.lastRow[party] = row;
    }
    this.lines = new Lines(trace, () => true);
    this.place(this.lines);
  }

  heads() {
    return this.trace.data.parties.map((name, party) => {
      const head = element("span", "head", plain(name));
      head.title = plain(name);
      const top = 4 + (party % this.headLines) * 14;
      head.style.left = this.x(party) + "px";
      head.style.top = top + "px";
      head.style.height = this.headHeight - top + "px";
      return head;
    });
  }

  /** @param {number} party */
  x(party) { return 14 + this.step * party; }

  /**
   * Finds the lines between which bars and requests are drawn.
   * @param {Lines} lines
   */
  place(lines) {
    this.lines = lines;
    this.bars.forEach((bar, index) => {
      const end = bar.to === null ? this.trace.count : this.trace.firstRow(bar.to);
      this.barLines[index * 2] = lines.lineOf[bar.since];
      this.barLines[index * 2 + 1] = lines.lineOf[Math.max(end, bar.since)];
    });
    this.trace.data.spans.forEach(([request, answer], index) => {
      this.spanLines[index * 2] = lines.lineOf[request];
      this.spanLines[index * 2 + 1] = answer < 0 ? lines.count : lines.lineOf[answer];
    });
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {number} selected
   * @param {Set<number>} causes
   * @param {Set<number>} consequences
   */
  draw(first, last, selected, causes, consequences) {
    const trace = this.trace;
    /** @type {SVGElement[]} */
    const shapes = [];
    const y = (/** @type {number} */ line) => (line - first + 0.5) * rowHeight;
    const bottom = (last - first) * rowHeight;
    const clamp = (/** @type {number} */ value) => Math.max(-rowHeight, Math.min(bottom + rowHeight, value));
    trace.data.parties.forEach((_, party) => {
      const top = clamp(y(this.lines.lineOf[this.firstRow[party]]));
      const end = clamp(y(this.lines.lineOf[this.lastRow[party]]));
      if (this.firstRow[party] >= 0 && end > top) {
        shapes.push(shape("line", "rail", { x1: this.x(party), x2: this.x(party), y1: top, y2: end }));
      }
    });
    for (let index = 0; index < this.bars.length; index += 1) {
      const from = this.barLines[index * 2];
      const to = this.barLines[index * 2 + 1];
      if (to < first || from > last) continue;
      const bar = this.bars[index];
      const [name, summary] = trace.data.gates[bar.gate];
      const colour = gateColour(name);
      const top = clamp(y(from));
      const end = clamp(y(to) - (to > from ? rowHeight / 2 : -rowHeight / 2));
      const x = this.x(bar.party) + 7 + gateColours.indexOf(colour) * 5;
      const drawn = shape("rect", "gate " + colour, { x, y: top, width: 4, height: Math.max(4, end - top), rx: 2 });
      drawn.append(svgTitle(this.barText(bar, name, summary)));
      shapes.push(drawn);
    }
    for (let index = 0; index < trace.data.spans.length; index += 1) {
      const from = this.spanLines[index * 2];
      const to = this.spanLines[index * 2 + 1];
      if (to < first || from > last) continue;
      const [request, answer] = trace.data.spans[index];
      const x = this.x(trace.party(request)) - 6;
      const drawn = shape("path", "request" + (answer < 0 ? " open" : ""), {
        d: "M" + (x + 3) + " " + clamp(y(from)) + "H" + x + "V" + clamp(y(to))
          + (answer < 0 ? "" : "H" + (x + 3)),
      });
      shapes.push(drawn);
    }
    if (selected >= 0) {
      let next = selected;
      for (const cause of causes) {
        this.link(shapes, cause, next, "cause", y, clamp);
        next = cause;
      }
      for (const row of consequences) this.link(shapes, selected, row, "consequence", y, clamp);
    }
    for (let line = first; line < last; line += 1) {
      const row = this.lines.items[line];
      if (row < 0) continue;
      const cause = trace.causes[row];
      if (cause >= 0 && trace.party(cause) !== trace.party(row) && row !== selected) {
        const x1 = this.x(trace.party(cause));
        shapes.push(shape("line", "across", { x1, x2: this.x(trace.party(row)), y1: y(line), y2: y(line) }));
      }
      const kind = trace.kind(row) === "effect" && /timer|internal/.test(trace.part(row))
        ? "small" : trace.kind(row);
      const mark = shape("circle", "mark " + kind
        + (row === selected ? " selected" : causes.has(row) ? " cause"
          : consequences.has(row) ? " consequence" : ""), {
        cx: this.x(trace.party(row)), cy: y(line), r: kind === "small" ? 2 : 4,
      });
      shapes.push(mark);
    }
    this.svg.style.transform = "translateY(" + first * rowHeight + "px)";
    this.svg.setAttribute("width", String(this.width));
    this.svg.setAttribute("height", String(bottom));
    this.svg.replaceChildren(...shapes);
  }

  /**
   * @param {Bar} bar
   * @param {string} name
   * @param {string} summary
   */
  barText(bar, name, summary) {
    const span = bar.to === null ? "to the end" : "for " + spanText(bar.to - bar.from);
    return plain(name + " holds " + bar.effects.join(", ") + " " + span + ": " + summary);
  }

  /**
   * @param {SVGElement[]} shapes
   * @param {number} from
   * @param {number} to
   * @param {string} kind
   * @param {(line: number) => number} y
   * @param {(value: number) => number} clamp
   */
  link(shapes, from, to, kind, y, clamp) {
    const top = clamp(y(this.lines.lineOf[from]));
    const end = clamp(y(this.lines.lineOf[to]));
    if (top === end) return;
    const x1 = this.x(this.trace.party(from));
    const x2 = this.x(this.trace.party(to));
    const bend = x1 === x2 ? x1 - 9 : (x1 + x2) / 2;
    shapes.push(shape("path", "link " + kind, {
      d: "M" + x1 + " " + top + "C" + bend + " " + top + " " + bend + " " + end + " " + x2 + " " + end,
    }));
  }
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {{[name: string]: string|number}} attributes
 * @returns {SVGElement}
 */
function shape(tag, className, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
  made.setAttribute("class", className);
  for (const name of Object.keys(attributes)) made.setAttribute(name, String(attributes[name]));
  return made;
}

/** @param {string} text */
function svgTitle(text) {
  const title = document.createElementNS(svgNamespace, "title");
  title.textContent = text;
  return title;
}
