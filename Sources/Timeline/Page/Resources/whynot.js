// Why an effect did not happen: the gates that held it back at an instant.

/** @typedef {{by?: JSONRecord, at?: number, from_start?: boolean, never?: boolean}} GateSide */
/**
 * The command's answer to `why-not`.
 * @typedef {object} Hold
 * @property {string} effect
 * @property {string} party
 * @property {number} at
 * @property {boolean} gated whether the effect has gates at all
 * @property {{gate: string, summary: string, opens?: number, closed: GateSide,
 *   opened: GateSide}[]} gates
 * @property {JSONRecord} [before]
 * @property {JSONRecord} [after]
 * @property {{event: string, count: number}[]} ordered_by
 */

/** Asks for the gates of an effect at a time. */
class WhyNotPanel {
  /**
   * @param {{ask: (effect: string, party: string, at: string) => Promise<Hold|null>,
   *   link: (record: JSONRecord) => Node}} page
   */
  constructor(page) {
    this.page = page;
    this.effect = selectById("whynot-effect");
    this.party = selectById("whynot-party");
    this.time = inputById("whynot-at");
    this.answer = byId("whynot-answer");
    byId("whynot-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
    this.clock = new Clock(0);
  }

  /**
   * @param {Trace} trace
   * @param {string[]} gated
   */
  open(trace, gated) {
    this.clock = trace.clock;
    const effects = trace.names.filter(([, kind]) => kind === "effect").map(([name]) => name);
    const names = [...new Set([...gated, ...effects])];
    this.effect.replaceChildren(...names.map((name) => new Option(name, name)));
    const devices = trace.parties.filter((_, party) => trace.hasGates(party));
    const parties = devices.length > 0 ? devices : trace.parties;
    this.party.replaceChildren(...parties.map((name) => new Option(plain(name), name)));
    byId("whynot-whose").hidden = parties.length < 2;
    this.answer.replaceChildren();
  }

  /**
   * Takes the place of a record as the question's.
   * @param {Trace} trace
   * @param {number} row
   */
  suggest(trace, row) {
    this.time.value = spanText(trace.at(row) - trace.head.started);
    const name = trace.name(row);
    if ([...this.effect.options].some((option) => option.value === name)) this.effect.value = name;
    const party = trace.parties[trace.party(row)];
    if ([...this.party.options].some((option) => option.value === party)) this.party.value = party;
  }

  /** Forgets an answer that is about another history. */
  forget() { this.answer.replaceChildren(); }

  async ask() {
    this.forget();
    const hold = await this.page.ask(this.effect.value, this.party.value, this.time.value.trim());
    if (hold) this.show(hold);
  }

  /** @param {Hold} hold */
  show(hold) {
    const list = element("dl", "holds");
    for (const { gate, summary, closed, opened } of hold.gates) {
      list.append(
        element("dt", "gate " + gateColour(gate), gate), element("dd", "", summary),
        element("dd", "when", "closed ", ...this.side(closed, "from the start of the trace")),
        element("dd", "when", "opens ", ...this.side(opened, "by nothing in this trace")));
    }
    this.answer.replaceChildren(
      section(this.headline(hold), list), section("When it happened", this.neighbours(hold)));
  }

  /** @param {Hold} hold */
  headline(hold) {
    const subject = hold.effect + " at " + this.clock.text(hold.at);
    if (hold.before && hold.before.at === hold.at) {
      return subject + ": it was sent at that very instant"
        + (hold.gates.length > 0 ? "; after it, it is held back by" : "");
    }
    if (!hold.gated) return subject + ": no gate ever holds it back, an event orders it at once";
    return hold.gates.length === 0
      ? subject + ": no gate holds it back, it waits for an event that orders it"
      : subject + " is held back by " + counted(hold.gates.length, "gate");
  }

  /**
   * @param {GateSide} side
   * @param {string} otherwise
   */
  side({ by, at }, otherwise) {
    if (by) return ["by ", this.page.link(by), " at " + this.clock.text(by.at)];
    return [at === undefined ? otherwise : "by time alone, at " + this.clock.text(at)];
  }

  /** @param {Hold} hold */
  neighbours({ at, before, after, ordered_by: orders }) {
    const item = (/** @type {string} */ word, /** @type {JSONRecord} */ record) => [
      word + " " + this.clock.text(record.at) + ", ", this.page.link(record),
      " " + spanText(Math.abs(record.at - at)) + (record.at > at ? " later" : " before")];
    const items = [before ? [item("last at", before)] : [], after ? [item("next at", after)] : []]
      .flat();
    if (orders.length > 0) {
      const names = orders.map(({ event, count }) => event + " (" + count + "×)");
      items.push(["ordered in this trace by " + names.join(", ")]);
    }
    return listOf(
      "ul", "links", items.length > 0 ? items : [["It does not happen in this trace."]]);
  }
}
