// The pointer in the overview: it chooses a range, moves and zooms, and shows what it is over.

/** So many pixels are no drag yet. */
const leastDrag = 4;

/** Turns clicks, drags and the wheel into selections, ranges, moves and zooms of the overview. */
class StripPointer {
  /** @param {Strip} strip */
  constructor(strip) {
    this.strip = strip;
    this.tip = byId("tip");
    /**
     * The drag that goes on: where it began, and what was seen and chosen then.
     * @type {{x: number, from: number, range: Strip["range"], isPan: boolean, isMoved: boolean}|null}
     */
    this.drag = null;
    const { canvas } = strip;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event));
    canvas.addEventListener("pointercancel", () => this.drop());
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    canvas.addEventListener("wheel", (event) => this.turn(event), { passive: false });
    canvas.addEventListener("dblclick", () => this.strip.zoomToRange());
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button > 1) return;
    const { strip } = this;
    // The scale below the lanes is moved, as the middle button and Shift move all of it.
    const isPan = event.shiftKey || event.button === 1 || event.offsetY > strip.height - 18;
    const { from, range } = strip;
    this.drag = { x: event.offsetX, from, range, isPan, isMoved: false };
    strip.canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { drag, strip } = this;
    if (!drag) return this.tell(event);
    drag.isMoved ||= Math.abs(event.offsetX - drag.x) >= leastDrag;
    if (!drag.isMoved) return;
    this.tip.hidden = true;
    if (drag.isPan) {
      const length = strip.to - strip.from;
      strip.zoomTo(drag.from - (event.offsetX - drag.x) / (strip.width - strip.left) * length, length);
    } else {
      strip.range = this.range(drag.x, event.offsetX);
      strip.draw();
    }
  }

  /** @param {PointerEvent} event */
  release(event) {
    const { drag, strip } = this;
    this.drag = null;
    if (!drag) return;
    if (drag.isMoved) {
      if (!drag.isPan) strip.onRange(this.range(drag.x, event.offsetX));
      return;
    }
    const party = strip.partyAt(event.offsetY);
    if (party < 0) return;
    if (event.offsetX < strip.left) return strip.fold(party);
    const row = strip.nearest(strip.time(event.offsetX), party);
    if (row >= 0) strip.onSelect(row);
  }

  /** Gives up a drag, as if it had not begun. */
  drop() {
    if (this.drag) this.strip.range = this.drag.range;
    this.drag = null;
    this.strip.draw();
  }

  /**
   * The time between two places, in the largest unit that no pixel is wider than.
   * @param {number} one
   * @param {number} other
   */
  range(one, other) {
    const { strip } = this;
    const { started } = strip.trace.head;
    const unit = [86400000, 3600000, 600000, 60000, 10000, 1000, 100, 10]
      .find((each) => each <= strip.time(1) - strip.time(0)) ?? 1;
    const units = [one, other].map((x) => (
      (strip.time(Math.max(strip.left, Math.min(strip.width, x))) - started) / unit));
    return { from: started + Math.floor(Math.min(...units)) * unit,
      to: started + Math.ceil(Math.max(...units)) * unit };
  }

  /** @param {WheelEvent} event */
  turn(event) {
    event.preventDefault();
    const { strip } = this;
    const isAcross = Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isAcross || event.shiftKey) {
      return strip.pan((isAcross ? event.deltaX : event.deltaY) / strip.width);
    }
    strip.zoom(event.deltaY < 0 ? 0.8 : 1.25, strip.time(Math.max(strip.left, event.offsetX)));
  }

  /**
   * Says what is at a place: the time, the nearest record, the gates that are closed.
   * @param {PointerEvent} event
   */
  tell({ offsetX, offsetY }) {
    const { strip, tip } = this;
    const { trace } = strip;
    const party = strip.partyAt(offsetY);
    tip.hidden = party < 0 || offsetX < strip.left;
    if (tip.hidden) return;
    const instant = Math.round(strip.time(offsetX));
    const row = strip.nearest(instant, party);
    const isNear = row >= 0 && Math.abs(strip.x(trace.at(row)) - offsetX) < 6;
    const at = isNear ? trace.at(row) : instant;
    const parts = [element("b", "", trace.clock.text(at)), " " + plain(trace.parties[party])];
    if (isNear) parts.push(element("p", "", trace.label(row) + " " + plain(trace.name(row))));
    for (const name of strip.gatesAt(party, at)) parts.push(element("p", "gate " + gateColour(name), name));
    tip.replaceChildren(...parts);
    const edge = strip.canvas.offsetLeft + strip.width - tip.offsetWidth;
    tip.style.left = Math.min(edge, strip.canvas.offsetLeft + offsetX + 12) + "px";
    tip.style.top = strip.canvas.offsetTop + offsetY + 16 + "px";
  }
}
