// The trace that is open: its histories, the changes that were made, and the engine's answers.

/** So many bytes of a long trace are shown before all of it is read. */
const previewedBytes = 1 << 18;

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
    /**
     * The same events under another profile or reading, beside what was recorded.
     * @type {ComparedTrace|null}
     */
    this.variant = null;
    /** How often changes were applied. */
    this.applied = 0;
  }

  /**
   * The first records of a long trace; nothing for a short one or one that cannot be cut.
   * @param {Engine} engine
   * @param {TraceFile} trace
   * @returns {Promise<Trace|null>}
   */
  static async preview(engine, { bytes, file }) {
    if (bytes.size < previewedBytes * 4) return null;
    const start = new Uint8Array(await bytes.slice(0, previewedBytes).arrayBuffer());
    try {
      await engine.read({ bytes: new Blob([start.subarray(0, start.lastIndexOf(0x0a) + 1)]), file });
      return await engine.history((await engine.head()).head, "recorded");
    } catch {
      // What is wrong with it is said when all of it is read.
      return null;
    }
  }

  /**
   * @param {Engine} engine
   * @param {TraceFile} trace
   */
  static open(engine, trace) {
    return engine.work(2, async () => {
      await engine.open(trace);
      const head = await engine.head();
      const recorded = await engine.history(head.head, "recorded");
      return new Session(engine, trace.file, head, recorded);
    });
  }

  /** Folds the trace again and aligns what the machine gives where it is something else. */
  async replay() {
    /** @type {ReplayReport} */
    const report = await this.engine.work(1, () => this.engine.ask({ ask: "replay" }, "json", 1));
    const isDrift = report.traces?.some((trace) => !trace.agrees);
    this.machine = null;
    if (isDrift) this.machine = (await this.changedBy({}, "machine", this.recorded)).trace;
    return report;
  }

  /**
   * Makes a history of what would have happened with changes, beside another one.
   * @param {object} changes
   * @param {string} name
   * @param {Trace} base
   * @returns {Promise<{outcome: Outcome, trace: ComparedTrace}>}
   */
  changedBy(changes, name, base) {
    return this.engine.work(4, async () => {
      const outcome = await this.engine.whatIf(name, changes);
      const history = await this.engine.history(this.head.head, name);
      return { outcome, trace: await this.engine.during(ComparedTrace.of(base, history)) };
    });
  }

  /**
   * Folds the events under another profile or another value of a reading.
   * @param {Variant} variant
   */
  async fold(variant) {
    const { what, value } = variant;
    const question = what === "" ? { profiles: [value] } : { reading: what, values: [value] };
    this.variant = (await this.changedBy(question, "variant", this.recorded)).trace;
    this.variant.title = variantText(variant);
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
    // Where the recording drifts, both sides are the machine's.
    const base = this.machine ? await this.engine.during(this.machine.numbered()) : this.recorded;
    const { outcome, trace } = await this.changedBy(this.changes.request, "changed", base);
    if (number === this.applied) this.changed = trace;
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
