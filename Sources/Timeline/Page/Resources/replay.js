// Whether the recording is what the machine gives, and where it is not.

/**
 * The command's answer to `replay`.
 * @typedef {object} ReplayReport
 * @property {Finding[]} findings
 * @property {{agrees: boolean, events?: number, effects: number, drifts: number, orphans: number,
 *   exact_up_to?: number, groups: {event: string, effect: string, kind: string, fields: string[],
 *   count: number, seq: number}[], drift?: {seq: number, open_loop_from?: number}}[]} traces
 */

/** Shows the verdict on the trace. */
class ReplayPanel {
  /** @param {{ask: () => void, link: (seq: number, name: string) => Node}} page */
  constructor(page) {
    this.page = page;
    this.place = byId("replay");
  }

  /** Offers to fold a trace that is too long to be folded unasked. */
  offer() {
    this.place.replaceChildren(
      element("p", "summary", "Fold the trace again and compare every effect and state with it."),
      button("Replay", this.page.ask));
  }

  /** @param {ReplayReport} report */
  show({ findings, traces: [found] }) {
    const parts = [];
    // A trace that cannot be read has a finding and no counts.
    if (found?.events !== undefined) {
      const title = found.agrees ? "The recording is what the machine gives"
        : counted(found.drifts, "drift");
      const facts = [counted(found.events, "event") + " folded",
        counted(found.effects, "effect") + " compared"];
      if (found.orphans > 0) facts.push(counted(found.orphans, "orphaned answer"));
      if (!found.agrees && found.exact_up_to !== undefined) {
        facts.push("records to " + found.exact_up_to + " exact");
      }
      parts.push(section(title, element("p", "summary", facts.join(" · "))));
      if (found.groups.length > 0) {
        parts.push(section("By kind, the first of each", this.groups(found.groups)));
      }
    }
    this.place.replaceChildren(...parts, ...findings.map(findingText));
  }

  /** @param {ReplayReport["traces"][number]["groups"]} groups */
  groups(groups) {
    return listOf("ul", "links", groups.map(({ count, seq, event, effect, kind, fields }) => [
      count + " × ", this.page.link(seq, event), ": " + effect + " ",
      element("span", "badge " + kind, kind), fields.length > 0 ? " in " + fields.join(", ") : "",
    ]));
  }
}

/**
 * A finding as the command writes it.
 * @param {Finding} finding
 */
function findingText(finding) {
  const { severity, code, message, notes } = finding;
  const text = plain(severity + " " + code + placeText(finding) + ": " + message);
  return element("details", "finding " + severity, element("summary", severity, text),
    ...(notes ?? []).map((note) => element("pre", "", plainLines(note))));
}

/**
 * The line that a finding is about, as it stands in a sentence.
 * @param {Finding} finding
 */
function placeText({ place }) { return place ? " in line " + place.line : ""; }
