// Exploring by hand: from any record, what can happen next, and a branch of what was chosen.

/** @typedef {{kind: "time"|"network"|"app", party: string, text: string, line?: string}} Move */
/**
 * The engine's answer to the steps of a branch.
 * @typedef {object} BranchAnswer
 * @property {number} at the instant that it has reached
 * @property {string|null} refused a step that cannot be taken
 * @property {number[]} steps the number of the first record of each
 * @property {Move[]} moves
 */

/** A branch: where it leaves which history, and its steps. */
class Branch {
  /**
   * @param {string} of
   * @param {number} seq
   * @param {string[]} steps
   */
  constructor(of, seq, steps = []) {
    this.of = of;
    this.seq = seq;
    this.steps = steps;
  }

  /** What the engine is asked. */
  get request() { return { ask: "branch", of: this.of, seq: this.seq, steps: this.steps }; }

  /**
   * The same branch with other steps.
   * @param {string[]} steps
   */
  with(steps) { return new Branch(this.of, this.seq, steps); }
}

/** A history with what a branch adds to it. */
class BranchTrace extends Trace {
  /** @param {number} row */
  mark(row) { return this.first >= 0 && row >= this.first ? "new" : ""; }

  get hasOwnNumbers() { return true; }

  /** The first row of the branch; -1 where it has none yet. */
  first = -1;
}

/** Titles of the lists of moves. */
const moveTitles = { time: "Time", network: "The network", app: "App, user and system" };

/** Lists the steps of a branch and the ways in which it can go on. */
class BranchPanel {
  /**
   * @param {{branch: () => Branch|null, begin: () => void, go: (steps: string[]) => void,
   *   link: (seq: number, name: string) => Node, compose: (move: Move) => void,
   *   keep: () => void}} page
   */
  constructor(page) {
    this.page = page;
    this.place = byId("branch");
  }

  /** Offers to begin. */
  offer() {
    this.place.replaceChildren(
      element("p", "summary", "Go on from the selected record by hand: the trace up to it stays, "
        + "and you choose what happens then. Nothing is written."),
      button("Explore from here", this.page.begin, "Explore from the selected record (y)"));
  }

  /**
   * @param {BranchAnswer} answer
   * @param {Clock} clock
   */
  show(answer, clock) {
    const branch = this.page.branch();
    if (!branch) return this.offer();
    const title = "From record " + branch.seq + ", now " + clock.text(answer.at);
    this.place.replaceChildren(
      section(title, this.steps(branch, answer), this.tools(branch)),
      ...this.moves(branch, answer.moves));
  }

  /**
   * @param {Branch} branch
   * @param {BranchAnswer} answer
   */
  steps(branch, answer) {
    return listOf("ol", "changes-made", branch.steps.map((step, index) => {
      const seq = answer.steps[index];
      const back = button("Back to before", () => this.page.go(branch.steps.slice(0, index)));
      back.setAttribute("aria-label", "Back to before: " + plain(stepText(step)));
      return [seq === undefined ? plain(step) : this.page.link(seq, stepText(step)), " ", back];
    }));
  }

  /** @param {Branch} branch */
  tools(branch) {
    const undo = button(
      "Undo", () => this.page.go(branch.steps.slice(0, -1)), "Undo the last step (u)");
    undo.disabled = branch.steps.length === 0;
    return element("p", "actions", undo, button("From the selected record", this.page.begin),
      button("Keep as a spec…", this.page.keep));
  }

  /**
   * @param {Branch} branch
   * @param {Move[]} moves
   */
  moves(branch, moves) {
    const kinds = /** @type {(keyof typeof moveTitles)[]} */ (Object.keys(moveTitles));
    const hasSeveral = new Set(moves.map(({ party }) => party).filter((name) => name)).size > 1;
    return kinds.flatMap((kind) => {
      const own = moves.filter((move) => move.kind === kind);
      if (own.length === 0) return [];
      return [section(moveTitles[kind], listOf("ul", "moves", own.map((move) => {
        const party = hasSeveral && move.party ? move.party + ": " : "";
        const step = move.kind === "app" && move.line ? move.line : move.text;
        const go = button(plain(party + move.text), () => this.page.go([...branch.steps, step]));
        if (!move.line) return [go];
        const other = button("…", () => this.page.compose(move), "The same with other data");
        other.setAttribute("aria-label", "Other data: " + plain(move.text));
        return [go, other];
      })))];
    });
  }
}

/**
 * A step as people read it: an event by its name and data.
 * @param {string} step
 */
function stepText(step) {
  if (!step.startsWith("{")) return step;
  const { event, data } = JSON.parse(step);
  return event + " " + summaryText(data ?? {}, new Clock(0));
}
