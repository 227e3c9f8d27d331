// The branch of the session: where it begins, its steps, and the history that it gives.

/** Explores a workbench's session by hand. */
class Explorer {
  /** @param {Workbench} workbench */
  constructor(workbench) {
    this.workbench = workbench;
    /** @type {Branch|null} */
    this.branch = null;
    /**
     * The history of the branch.
     * @type {BranchTrace|null}
     */
    this.trace = null;
    /** How often a branch was asked for. */
    this.asked = 0;
    this.panel = new BranchPanel({
      branch: () => this.branch,
      begin: () => this.begin(),
      go: (steps) => this.go(this.branch?.with(steps) ?? null),
      link: (seq, name) => workbench.linkTo("branch", this.trace?.rowFrom("branch", seq) ?? -1, name),
      compose: (move) => this.compose(move),
      keep: () => workbench.keepSpec(),
    });
  }

  /** Forgets the branch, whose history may be gone. */
  forget() {
    this.branch = this.trace = null;
    this.panel.offer();
  }

  /** Begins at the selected record. */
  begin() {
    const { trace, selected } = this.workbench.page;
    if (selected < 0) return;
    const { of, seq } = trace.origin(selected);
    // A branch of a branch keeps the steps up to the record.
    if (of !== "branch") return this.go(new Branch(of, seq));
    const kept = this.branch?.steps.filter((_, index) => (this.firsts[index] ?? Infinity) <= seq);
    this.go(this.branch?.with(kept ?? []) ?? null);
  }

  /**
   * The numbers of the first records of the steps.
   * @type {number[]}
   */
  firsts = [];

  /**
   * Asks where the steps lead; ones that cannot be taken were not chosen.
   * @param {Branch|null} branch
   */
  async go(branch) {
    const { workbench } = this;
    const { session } = workbench;
    if (!session || !branch) return false;
    const number = this.asked += 1;
    const { engine } = session;
    const found = await workbench.attempt("explore", () => engine.work(2, async () => {
      /** @type {BranchAnswer} */
      const answer = await engine.ask(branch.request, "json", 1);
      if (answer.refused) throw new EngineError("this cannot happen here: " + stepText(answer.refused));
      return { answer, trace: await engine.history(session.head.head, "branch", BranchTrace) };
    }));
    if (!found || number !== this.asked || workbench.session !== session) return false;
    const { answer, trace } = found;
    this.branch = branch;
    this.firsts = answer.steps;
    this.trace = /** @type {BranchTrace} */ (trace);
    this.trace.first = answer.steps.length > 0 ? trace.rowFrom("branch", answer.steps[0]) : -1;
    workbench.export.forget();
    workbench.tabs.chooseNamed("branch");
    workbench.show("branch");
    this.panel.show(answer, session.recorded.clock);
    const last = answer.steps[answer.steps.length - 1];
    const row = last === undefined ? trace.count - 1 : trace.rowFrom("branch", last);
    workbench.page.select(row < 0 ? trace.count - 1 : row);
    return true;
  }

  /** Takes the last step back, and says whether there was one. */
  undo() {
    const steps = this.branch?.steps ?? [];
    if (steps.length > 0) this.go(this.branch?.with(steps.slice(0, -1)) ?? null);
    return steps.length > 0;
  }

  /**
   * Asks for the data of an event that a move lets happen.
   * @param {Move} move
   */
  compose(move) {
    const { insert } = this.workbench;
    insert.compose(move.line ?? "{}", (line) => {
      this.go(this.branch?.with([...this.branch.steps, line]) ?? null);
    });
  }

  /** @param {Address} address */
  addTo(address) {
    if (!this.branch) return;
    address.branch = this.branch.of + " " + this.branch.seq;
    address.steps = this.branch.steps;
  }

  /** @param {Address} address */
  async resume(address) {
    const [, of, seq] = /^(\w+) (\d+)$/.exec(address.branch) ?? [];
    if (of === undefined) return;
    const branch = new Branch(of, Number(seq), address.steps);
    if (JSON.stringify(branch) !== JSON.stringify(this.branch)) await this.go(branch);
  }
}
