// The verdict on the trace, which is the first thing that one wants to know.

/** Says above the overview whether the recording is what the machine gives. */
class VerdictBar {
  /**
   * @param {{ask: () => void, showAll: () => void,
   *   goTo: (seq: number) => void}} page
   */
  constructor(page) {
    this.page = page;
    this.place = byId("verdict-text");
  }

  /**
   * Says that a trace is not judged yet.
   * @param {number} count the number of its records
   */
  offer(count) {
    this.place.hidden = false;
    this.place.replaceChildren(
      element("span", "", "not replayed yet: " + counted(count, "record")),
      button("Replay", this.page.ask));
  }

  /** @param {ReplayReport} report */
  show({ traces: [found] }) {
    // A trace that cannot be read has a finding and no counts.
    this.place.hidden = found?.events === undefined;
    if (found?.events === undefined) return;
    const counts = counted(found.events, "event") + " folded, "
      + counted(found.effects, "effect") + " compared";
    if (found.agrees) {
      this.place.replaceChildren(element("strong", "exact", "exact"), element("span", "", counts));
      return;
    }
    const [first] = [...found.groups].sort((left, right) => left.seq - right.seq);
    const title = counted(found.drifts, "drift")
      + (found.groups.length > 1 ? " in " + counted(found.groups.length, "group") : "");
    this.place.replaceChildren(element("strong", "drift", title));
    if (first) {
      const fields = first.fields.length > 0 ? " in " + first.fields.join(", ") : "";
      const goTo = button("Go to " + first.seq, () => this.page.goTo(first.seq));
      this.place.append(
        element("span", "", plain("first at " + first.seq + " " + first.event + ": " + first.effect
          + " " + first.kind + fields)), goTo);
    }
    this.place.append(button("All of them", this.page.showAll));
  }
}
