// The overview: the whole trace, or a part of it, true to time.

/** Draws every party as a lane over a scale of time. */
class Strip {
  /**
   * @param {(row: number) => void} onSelect
   * @param {(range: {from: number, to: number}|null) => void} onRange
   */
  constructor(onSelect, onRange) {
    this.onSelect = onSelect;
    this.onRange = onRange;
    this.canvas = /** @type {HTMLCanvasElement} */ (byId("strip"));
    /** The overview without the selection, which alone changes from key to key. */
    this.picture = document.createElement("canvas");
    this.width = 0;
    this.colours = new Map();
    this.trace = Trace.empty;
    /** The rows that are shown. */
    this.lines = Lines.none;
    /** @type {{from: number, to: number}|null} */
    this.range = null;
    /**
     * The parties that have no lane.
     * @type {Set<string>}
     */
    this.hidden = new Set();
    /**
     * The lane of each party: where it begins, and how high it is; nothing where it is hidden.
     * @type {({top: number, height: number, isOpen: boolean}|null)[]}
     */
    this.lanes = [];
    /**
     * The parties whose lanes are closed to a line.
     * @type {Set<string>}
     */
    this.closed = new Set();
    this.height = 20;
    /** Where the lanes begin, behind the names of the parties. */
    this.left = 0;
    this.isFresh = this.isDue = false;
    /** The first and the last instant, and those between which the overview is drawn. */
    this.start = this.end = this.from = this.to = 0;
    this.selected = -1;
    /**
     * Rows that the search has found, in order.
     * @type {ArrayLike<number>}
     */
    this.found = [];
    new StripPointer(this);
  }

  /** @param {Trace} trace */
  show(trace) {
    this.trace = trace;
    this.left = 0;
    this.isFresh = false;
    this.start = trace.count > 0 ? trace.at(0) : trace.head.started;
    const end = trace.count > 0 ? trace.at(trace.count - 1) : this.start;
    this.end = Math.max(end, this.start + 1000);
    this.from = this.start;
    this.to = this.end;
    this.selected = -1;
    this.found = [];
    this.lines = Lines.none;
  }

  /**
   * Shows the same rows as the list.
   * @param {Lines} lines
   * @param {Filter} filter
   */
  filter(lines, { hidden, range }) {
    this.lines = lines;
    this.range = range;
    this.hidden = hidden;
    this.layOut();
  }

  /** Gives each party that is shown its lane. */
  layOut() {
    const { hidden } = this;
    const { parties } = this.trace;
    const open = parties.filter((name) => !hidden.has(name) && !this.closed.has(name)).length;
    const full = Math.max(10, Math.min(24, 110 / Math.max(1, open)));
    let top = 0;
    this.lanes = parties.map((name) => {
      if (hidden.has(name)) return null;
      const isOpen = !this.closed.has(name);
      const lane = { top, height: isOpen ? full : 8, isOpen };
      top += lane.height;
      return lane;
    });
    this.height = Math.ceil(top) + 20;
    this.measure();
  }

  /**
   * Closes the lane of a party to a line, or opens it again.
   * @param {number} party
   */
  fold(party) {
    const name = this.trace.parties[party];
    if (!this.closed.delete(name)) this.closed.add(name);
    this.layOut();
  }

  /**
   * The timed gates of a party that are closed at an instant.
   * @param {number} party
   * @param {number} at
   */
  gatesAt(party, at) {
    const { bars, gates } = this.trace;
    const names = new Set();
    for (let bar = 0; bar < bars.count; bar += 1) {
      const [name, , isTimed] = gates[bars.gate(bar)];
      const isThere = bars.party(bar) === party && bars.from(bar) <= at && at < bars.to(bar);
      if (isTimed && isThere) names.add(name);
    }
    return names;
  }

  /**
   * The party whose lane is at a height of the picture; -1 where there is none.
   * @param {number} y
   */
  partyAt(y) {
    return this.lanes.findIndex((lane) => lane && y >= lane.top && y < lane.top + lane.height);
  }

  /** @param {ArrayLike<number>} rows those that the search has found, in order */
  mark(rows) {
    this.found = rows;
    this.refresh();
  }

  /** Reads the colours of the theme, and how wide the page is. */
  measure() {
    const style = getComputedStyle(document.documentElement);
    const names = [
      "text", "faint", "line", "accent", "effect", "found", "bad", "back", ...gateColours,
    ];
    for (const name of names) this.colours.set(name, style.getPropertyValue("--" + name).trim());
    const padding = 32;
    const beside = byId("zoom").offsetWidth + 12;
    this.width = Math.max(100, (this.canvas.parentElement?.clientWidth ?? 800) - padding - beside);
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(this.width * scale);
    this.canvas.height = Math.round(this.height * scale);
    this.canvas.style.width = this.width + "px";
    this.canvas.style.height = this.height + "px";
    this.picture.width = this.canvas.width;
    this.picture.height = this.canvas.height;
    this.refresh();
  }

  /** @param {number} instant */
  x(instant) {
    return this.left + (instant - this.from) / (this.to - this.from) * (this.width - this.left);
  }
  /** @param {number} x */
  time(x) {
    return this.from + (x - this.left) / (this.width - this.left) * (this.to - this.from);
  }

  /**
   * The record of a party that is nearest to an instant, among those that are shown.
   * @param {number} instant
   * @param {number} party
   */
  nearest(instant, party) {
    const trace = this.trace;
    const start = trace.firstRow(instant);
    const isOther = (/** @type {number} */ row) => (
      trace.party(row) !== party || !this.lines.has(row));
    let [before, after] = [start - 1, start];
    while (before >= 0 && isOther(before)) before -= 1;
    while (after < trace.count && isOther(after)) after += 1;
    if (after >= trace.count) return before;
    if (before < 0) return after;
    return instant - trace.at(before) <= trace.at(after) - instant ? before : after;
  }

  /**
   * @param {number} factor
   * @param {number} centre
   */
  zoom(factor, centre) {
    const length = Math.max(200, Math.min(this.end - this.start, (this.to - this.from) * factor));
    const share = (centre - this.from) / (this.to - this.from);
    this.zoomTo(centre - length * share, length);
  }

  /**
   * Zooms around the selected record, or around the middle.
   * @param {number} factor
   */
  zoomAround(factor) {
    const at = this.selected >= 0 ? this.trace.at(this.selected) : (this.from + this.to) / 2;
    this.zoom(factor, at);
  }

  whole() { this.zoomTo(this.start, this.end - this.start); }

  /** @param {number} share of what is seen */
  pan(share) { this.zoomTo(this.from + share * (this.to - this.from), this.to - this.from); }

  zoomToRange() {
    if (!this.range) return;
    const from = Math.max(this.start, this.range.from);
    this.zoomTo(from, Math.max(200, Math.min(this.end, this.range.to) - from));
  }

  /**
   * @param {number} from
   * @param {number} length
   */
  zoomTo(from, length) {
    this.from = Math.max(this.start, Math.min(this.end - length, from));
    this.to = this.from + length;
    this.refresh();
  }

  /** Draws everything anew. */
  refresh() {
    this.isFresh = false;
    this.draw();
  }

  /** @param {number} row */
  select(row) {
    this.selected = row;
    const at = this.trace.at(row);
    if (at < this.from || at > this.to) {
      const length = this.to - this.from;
      this.zoomTo(at - length / 2, length);
    }
    this.draw();
  }

  /** @param {string} name */
  colour(name) { return this.colours.get(name) ?? "#888"; }

  /** Draws with the next picture, once however often it is asked to. */
  draw() {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.isDue = false;
    const context = this.canvas.getContext("2d");
    if (!context || this.width === 0) return;
    const scale = window.devicePixelRatio || 1;
    if (!this.isFresh) this.drawPicture(scale);
    this.isFresh = true;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.drawImage(this.picture, 0, 0);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    if (this.range) this.drawRange(context, this.range);
    const lane = this.selected < 0 ? null : this.lanes[this.trace.party(this.selected)];
    if (!lane) return;
    const x = Math.round(this.x(this.trace.at(this.selected))) + 0.5;
    context.strokeStyle = context.fillStyle = this.colour("accent");
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, this.height - 16);
    context.stroke();
    context.beginPath();
    context.arc(x, lane.top + lane.height / 2, 4, 0, 7);
    context.fill();
  }

  /**
   * Dims what lies before and after a range.
   * @param {CanvasRenderingContext2D} context
   * @param {{from: number, to: number}} range
   */
  drawRange(context, { from, to }) {
    const bottom = this.height - 16;
    const left = Math.max(this.left, this.x(Math.max(this.start, from)));
    const right = Math.min(this.width, this.x(Math.min(this.end, to)));
    context.globalAlpha = 0.7;
    context.fillStyle = this.colour("back");
    context.fillRect(this.left, 0, left - this.left, bottom);
    context.fillRect(right, 0, this.width - right, bottom);
    context.globalAlpha = 1;
    context.strokeStyle = this.colour("accent");
    context.strokeRect(left, 0.5, Math.max(1, right - left), bottom - 1);
  }

  /** @param {number} scale */
  drawPicture(scale) {
    const context = this.picture.getContext("2d");
    if (!context) return;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    this.drawNames(context);
    this.drawScale(context);
    context.save();
    context.beginPath();
    context.rect(this.left, 0, this.width - this.left, this.height);
    context.clip();
    this.drawBars(context);
    this.drawRequests(context);
    this.drawRecords(context);
    this.drawMarks(context);
    this.drawFound(context);
    context.restore();
  }

  /** @param {CanvasRenderingContext2D} context */
  drawNames(context) {
    context.font = "11px system-ui, sans-serif";
    const names = this.trace.parties.map(plain);
    const widths = names.map((name) => context.measureText(name).width);
    this.left = names.length < 2 ? 0 : Math.min(140, Math.max(...widths)) + 12;
    if (this.left === 0) return;
    context.textBaseline = "middle";
    context.fillStyle = this.colour("faint");
    names.forEach((name, party) => {
      const lane = this.lanes[party];
      if (!lane) return;
      if (!lane.isOpen) context.font = "8px system-ui, sans-serif";
      context.fillText(name, 0, lane.top + lane.height / 2, this.left - 12);
      context.font = "11px system-ui, sans-serif";
    });
  }

  /** @param {CanvasRenderingContext2D} context */
  drawScale(context) {
    context.font = "11px system-ui, sans-serif";
    context.textBaseline = "bottom";
    const steps = [
      1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 3e4, 6e4, 12e4, 3e5, 6e5, 18e5,
      36e5, 72e5, 108e5, 216e5, 432e5, 864e5, 1728e5, 6048e5, 2592e6, 7776e6, 31536e6,
    ];
    const least = (this.to - this.from) / (this.width - this.left) * 110;
    const step = steps.find((each) => each >= least) ?? steps[steps.length - 1];
    const started = this.trace.head.started;
    let at = started + Math.ceil((this.from - started) / step) * step;
    for (; at <= this.to; at += step) {
      const x = Math.round(this.x(at)) + 0.5;
      context.strokeStyle = this.colour("line");
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, this.height - 16);
      context.stroke();
      context.fillStyle = this.colour("faint");
      const text = this.trace.clock.text(Math.round(at));
      const width = context.measureText(text).width;
      context.fillText(text, Math.max(this.left, Math.min(this.width - width, x - width / 2)), this.height);
    }
  }

  /** @param {CanvasRenderingContext2D} context */
  drawBars(context) {
    const { bars, gates } = this.trace;
    /** The end of the last bar of each party and gate: of those in one column, one is seen. */
    const ends = new Float64Array(this.lanes.length * gates.length).fill(-1);
    for (let bar = 0; bar < bars.count; bar += 1) {
      const [name, , isTimed] = gates[bars.gate(bar)];
      const [from, to] = [bars.from(bar), bars.to(bar)];
      const lane = this.lanes[bars.party(bar)];
      if (!isTimed || !lane?.isOpen || from > this.to || to < this.from) continue;
      const left = this.x(from);
      const right = to === Infinity ? this.width : this.x(to);
      const place = bars.party(bar) * gates.length + bars.gate(bar);
      if (Math.max(right, left + 1) <= ends[place]) continue;
      ends[place] = Math.max(right, Math.ceil(left + 1));
      const colour = gateColour(name);
      const height = lane.height / (gateColours.length + 1);
      const top = lane.top + height / 2 + gateColours.indexOf(colour) * height;
      context.fillStyle = this.colour(colour);
      context.globalAlpha = 0.75;
      context.fillRect(left, top, Math.max(1, right - left), Math.max(1, height - 1));
    }
    context.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} context */
  drawRequests(context) {
    context.fillStyle = this.colour("effect");
    const spans = this.trace.spans;
    for (let index = 0; index < spans.length; index += 2) {
      const [request, answer] = [spans[index], spans[index + 1]];
      const from = this.trace.at(request);
      const to = answer < 0 ? from : this.trace.at(answer);
      const lane = this.lanes[this.trace.party(request)];
      if (!lane?.isOpen || !this.lines.has(request)) continue;
      if (from > this.to || to < this.from || to === from) continue;
      const width = Math.max(1, this.x(to) - this.x(from));
      context.fillRect(this.x(from), lane.top + lane.height - 4, width, 2);
    }
  }

  /**
   * Marks where two histories differ, at the top of each lane.
   * @param {CanvasRenderingContext2D} context
   */
  drawMarks(context) {
    if (!(this.trace instanceof ComparedTrace)) return;
    context.fillStyle = this.colour("bad");
    const last = this.trace.firstRow(this.to + 1);
    let drawn = "";
    for (let row = this.trace.firstRow(this.from); row < last; row += 1) {
      if (this.trace.mark(row) === "" || !this.lines.has(row)) continue;
      const x = Math.floor(this.x(this.trace.at(row)));
      const party = this.trace.party(row);
      // Of those in one column, one is seen.
      if (drawn === x + " " + party) continue;
      drawn = x + " " + party;
      context.fillRect(x - 1, this.lanes[party]?.top ?? 0, 3, 4);
    }
  }

  /**
   * Marks what the search has found, below the lanes.
   * @param {CanvasRenderingContext2D} context
   */
  drawFound(context) {
    context.fillStyle = this.colour("found");
    let drawn = -1;
    for (let index = lowerBound(this.found, this.trace.firstRow(this.from)); index < this.found.length;
      index += 1) {
      const at = this.trace.at(this.found[index]);
      if (at > this.to) break;
      if (!this.lines.has(this.found[index])) continue;
      const x = Math.floor(this.x(at));
      if (x > drawn) context.fillRect(x - 1, this.height - 20, 3, 4);
      drawn = x;
    }
  }

  /** @param {CanvasRenderingContext2D} context */
  drawRecords(context) {
    const columns = Math.ceil(this.width) + 1;
    const parties = this.trace.parties.length;
    const seen = new Uint8Array(columns * parties);
    const last = this.trace.firstRow(this.to + 1);
    for (let row = this.trace.firstRow(this.from); row < last; row += 1) {
      if (!this.lines.has(row)) continue;
      const column = Math.min(columns - 1, Math.floor(this.x(this.trace.at(row))));
      const index = column + columns * this.trace.party(row);
      seen[index] |= this.trace.kind(row) === "event" ? 1 : 2;
    }
    context.fillStyle = this.colour("text");
    for (let party = 0; party < parties; party += 1) {
      const lane = this.lanes[party];
      if (!lane) continue;
      const middle = lane.top + lane.height / 2;
      for (let column = 0; column < columns; column += 1) {
        const found = seen[column + columns * party];
        if (found === 0) continue;
        context.globalAlpha = found & 1 ? 0.8 : 0.4;
        context.fillRect(column, middle - (found & 1 ? 4 : 2), 1.5, found & 1 ? 8 : 4);
      }
    }
    context.globalAlpha = 1;
  }
}
