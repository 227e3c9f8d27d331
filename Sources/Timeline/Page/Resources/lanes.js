// The lanes beside the list: a rail for each party with its records, the gates that were closed,
// the requests that were open, and the causes and consequences of the selected record.

/** How the gates are drawn: by what they say, not by which machine has them. */
const gateColours = ["throttle", "window", "backoff", "limit", "other"];

/** @param {string} name */
function gateColour(name) {
  if (/window/.test(name)) return "window";
  if (/back|retry/.test(name)) return "backoff";
  if (/throttle/.test(name)) return "throttle";
  if (/limit/.test(name)) return "limit";
  return "other";
}

/** Draws the visible part of the lanes as one picture. */
class LaneDrawing {
  /** @param {Trace} trace */
  constructor(trace) {
    this.svg = byId("lanes");
    this.trace = trace;
    this.lines = Lines.none;
    const parties = trace.parties.length;
    const room = Math.min(260, window.innerWidth * 0.2);
    this.step = Math.max(14, Math.min(46, room / Math.max(1, parties)));
    this.width = Math.ceil(this.step * Math.max(0, parties - 1)) + 44;
    /** Names stand in so many lines that they do not run into each other. */
    this.headLines = parties < 2 ? 1 : Math.min(parties, 4);
    this.headHeight = this.headLines * 14 + 8;
    /**
     * The bars that are drawn: those of gates that time opens.
     * @type {number[]}
     */
    this.drawn = [];
    for (let index = 0; index < trace.bars.count; index += 1) {
      if (trace.gates[trace.bars.gate(index)][2]) this.drawn.push(index);
    }
    this.barLines = new Int32Array(this.drawn.length * 2);
    this.spanLines = new Int32Array(trace.spans.length);
  }

  heads() {
    return this.trace.parties.map((name, party) => {
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
    const bars = this.trace.bars;
    this.drawn.forEach((bar, index) => {
      const end = bars.to(bar) === Infinity ? this.trace.count : this.trace.firstRow(bars.to(bar));
      this.barLines[index * 2] = lines.lineOf[bars.since(bar)];
      this.barLines[index * 2 + 1] = lines.lineOf[Math.max(end, bars.since(bar))];
    });
    this.trace.spans.forEach((row, index) => {
      this.spanLines[index] = row < 0 ? lines.count : lines.lineOf[row];
    });
  }

  /**
   * @param {number} first
   * @param {number} last
   * @param {number} shift how far the lines lie below their place in the scrolled part
   * @param {number} selected
   * @param {Set<number>} causes
   * @param {Set<number>} consequences
   */
  draw(first, last, shift, selected, causes, consequences) {
    const trace = this.trace;
    /** @type {SVGElement[]} */
    const shapes = [];
    const y = (/** @type {number} */ line) => (line - first + 0.5) * rowHeight;
    const bottom = (last - first) * rowHeight;
    const clamp = (/** @type {number} */ value) => Math.max(-rowHeight, Math.min(bottom + rowHeight, value));
    trace.parties.forEach((_, party) => {
      const top = clamp(y(this.lines.lineOf[trace.firstOf[party]]));
      const end = clamp(y(this.lines.lineOf[trace.lastOf[party]]));
      if (trace.firstOf[party] >= 0 && end > top) {
        shapes.push(shape("line", "rail", { x1: this.x(party), x2: this.x(party), y1: top, y2: end }));
      }
    });
    for (let index = 0; index < this.drawn.length; index += 1) {
      const from = this.barLines[index * 2];
      const to = this.barLines[index * 2 + 1];
      if (to < first || from > last || from === this.lines.count) continue;
      const bar = this.drawn[index];
      const colour = gateColour(trace.gates[trace.bars.gate(bar)][0]);
      const top = clamp(y(from));
      const end = clamp(y(to) - (to > from ? rowHeight / 2 : -rowHeight / 2));
      const x = this.x(trace.bars.party(bar)) + 7 + gateColours.indexOf(colour) * 5;
      const drawn = shape("rect", "gate " + colour, { x, y: top, width: 4, height: Math.max(4, end - top), rx: 2 });
      drawn.append(svgTitle(this.barText(bar)));
      shapes.push(drawn);
    }
    for (let index = 0; index < trace.spans.length; index += 2) {
      const from = this.spanLines[index];
      const to = this.spanLines[index + 1];
      if (to < first || from > last || from === this.lines.count) continue;
      const isOpen = trace.spans[index + 1] < 0;
      const x = this.x(trace.party(trace.spans[index])) - 6;
      shapes.push(shape("path", "request" + (isOpen ? " open" : ""), {
        d: "M" + (x + 3) + " " + clamp(y(from)) + "H" + x + "V" + clamp(y(to))
          + (isOpen ? "" : "H" + (x + 3)),
      }));
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
      const mark = shape("circle", ["mark", kind, trace.mark(row)].join(" ").trim()
        + (row === selected ? " selected" : causes.has(row) ? " cause"
          : consequences.has(row) ? " consequence" : ""), {
        cx: this.x(trace.party(row)), cy: y(line), r: kind === "small" ? 2 : 4,
      });
      shapes.push(mark);
    }
    this.svg.style.transform = "translateY(" + (first * rowHeight - shift) + "px)";
    this.svg.setAttribute("width", String(this.width));
    this.svg.setAttribute("height", String(bottom));
    this.svg.replaceChildren(...shapes);
  }

  /** @param {number} bar */
  barText(bar) {
    const { bars, gates, effects } = this.trace;
    const [name, summary] = gates[bars.gate(bar)];
    const span = bars.to(bar) === Infinity ? "to the end"
      : "for " + spanText(bars.to(bar) - bars.from(bar));
    const held = effects[bars.effects(bar)].join(", ");
    return plain(name + " holds " + held + " " + span + ": " + summary);
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
