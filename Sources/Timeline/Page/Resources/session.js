// The trace that is open: its histories, the changes that were made, and the engine's answers.

/** A trace with an engine that folds it. */
class Session {
  /**
   * @param {Engine} engine
   * @param {string} file
   * @param {EngineHead} head
   * @param {Trace} recorded
   */
  constructor(engine, file, head, recorded) {
    this.engine = engine;
    this.file = file;
    this.head = head;
    this.recorded = recorded;
    this.changes = new Changes();
    /** What the machine gives beside the recording, where that is something else.
     * @type {ComparedTrace|null} */
    this.machine = null;
    /**
     * What would have happened, beside what did.
     * @type {ComparedTrace|null}
     */
    this.changed = null;
    /** How often changes were applied. */
    this.applied = 0;
  }

  /**
   * @param {Engine} engine
   * @param {TraceFile} trace
   */
  static async open(engine, trace) {
    await engine.open(trace);
    const head = await engine.head();
    const recorded = await engine.history(head.head, "recorded");
    return new Session(engine, trace.file, head, recorded);
  }

  /** Folds the trace again and aligns what the machine gives where it is something else. */
  async replay() {
    /** @type {ReplayReport} */
    const report = await this.engine.ask({ ask: "replay" });
    const isDrift = report.traces?.some((trace) => !trace.agrees);
    this.machine = null;
    if (isDrift) {
      await this.engine.ask({ ask: "whatif", as: "machine", skip: [], set: [], insert: "" });
      const machine = await this.engine.history(this.head.head, "machine");
      this.machine = await this.engine.during(ComparedTrace.of(this.recorded, machine));
    }
    return report;
  }

  /**
   * Asks what follows from the changes; where other changes come meanwhile, theirs is kept.
   * @returns {Promise<Outcome|null>}
   */
  async apply() {
    const number = this.applied += 1;
    if (this.changes.made.length === 0) {
      this.changed = null;
      return null;
    }
    const outcome = await this.engine.ask({ ask: "whatif", as: "changed", ...this.changes.request });
    const history = await this.engine.history(this.head.head, "changed");
    // Where the recording drifts, both sides are the machine's.
    const base = this.machine ? await this.engine.during(this.machine.numbered()) : this.recorded;
    const changed = await this.engine.during(ComparedTrace.of(base, history));
    if (number === this.applied) this.changed = changed;
    return outcome;
  }

  /**
   * A history as a trace.
   * @param {string} of
   * @returns {Promise<string>}
   */
  text(of) { return this.engine.ask({ ask: "export", of, as: "trace" }, "text"); }

  /**
   * The spec that the command writes from a history.
   * @param {string} of
   * @param {string} saved what a history that was not recorded is saved as
   * @returns {Promise<string>}
   */
  spec(of, saved) {
    const file = of === "recorded" ? this.file : saved;
    return this.engine.ask({ ask: "export", of, as: "spec", file }, "text");
  }
}
