// Profiles, or the values of a reading, side by side on the same events.

/**
 * The command's answer to `diff --profile` and `diff --reading`.
 * @typedef {object} VariantComparison
 * @property {string[]} variants
 * @property {number} events
 * @property {number} differing
 * @property {{event: string, effects: string[], count: number, first: JSONRecord}[]} groups
 * @property {{event: JSONRecord,
 *   outcomes: {variants: string[], effects: {name: string, data: Fields}[]}[]}[]} differences
 */

/** @typedef {{what: string, value: string}} Variant the name of a reading, or "" for the profile */

/**
 * A variant as the command line and an address have it.
 * @param {Variant} variant
 */
function variantText({ what, value }) { return what === "" ? value : what + "=" + value; }

/** Asks for a comparison and shows its outcomes in columns. */
class VariantsPanel {
  /**
   * @param {{ask: (request: object) => Promise<VariantComparison|null>,
   *   link: (record: JSONRecord) => Node, fold: (variant: Variant) => void}} page
   */
  constructor(page) {
    this.page = page;
    this.what = selectById("variants-what");
    this.values = byId("variants-values");
    this.answer = byId("variants-answer");
    this.clock = new Clock(0);
    /** @type {Map<string, string[]>} */
    this.choices = new Map();
    this.what.addEventListener("change", () => this.offer());
    byId("variants-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ask();
    });
  }

  /**
   * @param {EngineHead} head
   * @param {Clock} clock
   */
  open({ profiles, readings }, clock) {
    this.clock = clock;
    this.choices = new Map(readings.map(([name, values]) => [name, values]));
    this.choices.set("", profiles);
    const readable = [...this.choices].filter(([, values]) => values.length > 1);
    readable.sort(([left], [right]) => (left < right ? -1 : 1));
    this.what.replaceChildren(...readable.map(([name]) => new Option(name || "profile", name)));
    this.answer.replaceChildren();
    this.offer();
  }

  /** Shows the values of the chosen reading, all of them chosen. */
  offer() {
    const values = this.choices.get(this.what.value) ?? [];
    this.values.replaceChildren(...values.map((value) => {
      const { box, label } = choice(value, value);
      box.checked = true;
      return label;
    }));
  }

  async ask() {
    const boxes = /** @type {NodeListOf<HTMLInputElement>} */ (
      this.values.querySelectorAll("input"));
    const chosen = [...boxes].filter((box) => box.checked).map((box) => box.value);
    const request = this.what.value === "" ? { ask: "variants", profiles: chosen }
      : { ask: "variants", reading: this.what.value, values: chosen };
    this.answer.replaceChildren();
    const comparison = await this.page.ask(request);
    if (comparison) this.show(comparison);
  }

  /** @param {VariantComparison} comparison */
  show({ variants, events, differing, groups, differences }) {
    const title = differing === 0 ? "All " + counted(events, "event") + " have the same outcome"
      : differing + " of " + counted(events, "event") + " differ";
    const list = listOf("ul", "links", groups.map(({ effects, count, first }) => (
      [count + " × ", this.page.link(first), ": " + effects.join(", ")])));
    const what = this.what.value;
    const values = variants.map((name) => (what === "" ? name : name.slice(what.length + 1)));
    const beside = element("p", "actions", "Beside the recording, as a history of its own: ",
      ...values.map((value) => button(plain(value), () => this.page.fold({ what, value }))));
    const shown = differences.slice(0, 20)
      .map((difference, index) => this.difference(difference, index));
    this.answer.replaceChildren(
      ...shown.slice(0, 1), section(title, list), beside, ...shown.slice(1));
  }

  /**
   * @param {VariantComparison["differences"][number]} difference
   * @param {number} index
   */
  difference({ event, outcomes }, index) {
    const columns = element("div", "columns");
    for (const { variants, effects } of outcomes) {
      const column = element("div", "", element("h4", "", variants.join(", ")));
      if (effects.length === 0) column.append(element("p", "none", "nothing"));
      effects.forEach(({ name, data }, place) => {
        const first = outcomes[0].effects[place];
        column.append(element("p", "name", name));
        // Beside the first outcome, only what differs from it.
        const isNew = outcomes[0].variants === variants || first?.name !== name;
        column.append(isNew ? element("p", "data", plain(valueText(timed(data), this.clock)))
          : differenceList(differences(timed(first.data), timed(data)), this.clock));
      });
      columns.append(column);
    }
    const where = element("p", "", this.page.link(event), " at " + this.clock.text(event.at));
    return section(index === 0 ? "First difference" : "Then", where, columns);
  }
}
