// What would have happened: the changes that were made and what follows from them.

/**
 * The command's answer to `replay --skip`, `--set` and `--insert`.
 * @typedef {object} Outcome
 * @property {number} effect_count
 * @property {{change: string, old?: JSONRecord, new?: JSONRecord,
 *   differences: FieldDifference[]}[]} effects
 * @property {number} orphaned_count
 * @property {{record: JSONRecord}[]} orphaned
 * @property {number} assumed_count
 * @property {{record: JSONRecord}[]} assumed
 * @property {{party: string, differences: FieldDifference[]}[]} states
 * @property {number} [first_drift]
 * @property {boolean} endless
 */
/** @typedef {{path: string, left: Value, right: Value}} FieldDifference */

/** How the row is marked of an effect that the answer has. */
const marks = /** @type {{[change: string]: string}} */ (
  { comes: "new", moves: "new", goes: "gone", changes: "changed" });

/** Lists the changes and what follows from them. */
class WhatIfPanel {
  /**
   * @param {{changes: () => Changes, apply: () => void,
   *   link: (record: JSONRecord) => Node,
   *   effectLink: (record: JSONRecord, mark: string, taken: Set<number>) => Node}} page
   */
  constructor(page) {
    this.page = page;
    this.place = byId("whatif");
    /** So many effects and fields are shown. */
    this.limit = 100;
  }

  /**
   * @param {Outcome|null} outcome
   * @param {Clock} clock
   */
  show(outcome, clock) {
    const changes = this.page.changes();
    if (changes.made.length === 0 || !outcome) {
      this.place.replaceChildren(
        element("p", "summary", "Select an event and skip it (x), give one of its fields another "
          + "value (e), or insert one (a). The records that change are marked; nothing is written."),
        this.tools());
      return;
    }
    this.place.replaceChildren(
      this.list(), this.tools(), this.effects(outcome, clock), ...this.rest(outcome, clock));
  }

  list() {
    const changes = this.page.changes();
    return section("What if", listOf("ol", "changes-made", changes.made.map((change, index) => {
      const text = plain(changeText(change));
      const remove = button("Remove", () => {
        changes.remove(index);
        this.page.apply();
      });
      remove.setAttribute("aria-label", "Remove: " + text);
      return [text + " ", remove];
    })));
  }

  tools() {
    const changes = this.page.changes();
    const { apply } = this.page;
    const undo = button("Undo", () => changes.undo() && apply(), "Undo the last change (u)");
    const redo = button("Redo", () => changes.redo() && apply(), "Redo the last change (r)");
    const reset = button("Undo all", () => {
      changes.clear();
      apply();
    });
    undo.disabled = reset.disabled = changes.made.length === 0;
    redo.disabled = changes.undone.length === 0;
    return element("p", "actions", undo, redo, reset);
  }

  /**
   * @param {Outcome} outcome
   * @param {Clock} clock
   */
  effects(outcome, clock) {
    const title = outcome.effect_count === 0 ? "No effect is different"
      : counted(outcome.effect_count, "effect")
        + (outcome.effect_count === 1 ? " is" : " are") + " different";
    const taken = new Set();
    const effects = outcome.effects.slice(0, this.limit);
    return section(title, listOf("ol", "links", effects.flatMap((effect) => {
      const { change, differences } = effect;
      const record = effect.new ?? effect.old;
      if (!record) return [];
      return [[element("span", "badge " + change, change), " ",
        this.page.effectLink(record, marks[change] ?? "", taken),
        element("span", "origin", " at " + clock.text(record.at)),
        ...(differences.length > 0 ? [this.fields(differences.slice(0, 4), clock)] : [])]];
    })));
  }

  /**
   * @param {Outcome} outcome
   * @param {Clock} clock
   */
  rest(outcome, clock) {
    const parts = [];
    if (outcome.orphaned_count > 0) {
      const orphaned = outcome.orphaned.slice(0, this.limit);
      parts.push(section(counted(outcome.orphaned_count, "answer")
        + " not delivered: nothing asks any more",
      listOf("ol", "links", orphaned.map(({ record }) => [this.page.link(record)]))));
    }
    if (outcome.assumed_count > 0) {
      parts.push(section(
        counted(outcome.assumed_count, "request") + " without an answer in the trace",
        element("p", "", "Assumed to succeed at once.")));
    }
    for (const { party, differences } of outcome.states) {
      parts.push(section("The state of " + plain(party) + " at the end",
        this.fields(differences.slice(0, this.limit), clock)));
    }
    if (outcome.endless) {
      parts.push(element("p", "warning", "What follows did not end and was cut off."));
    }
    if (outcome.first_drift !== undefined) {
      parts.push(element("p", "warning", "From record " + outcome.first_drift
        + " on the recording is not what the machine gives; both sides here are the machine's."));
    }
    return parts;
  }

  /**
   * @param {FieldDifference[]} fields
   * @param {Clock} clock
   */
  fields(fields, clock) {
    return differenceList(fields.map(({ path, left, right }) => (
      { path, before: timed(left ?? undefined), after: timed(right ?? undefined) })), clock);
  }
}
