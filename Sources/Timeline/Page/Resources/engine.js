// The engine: the machines themselves, as WebAssembly in a worker of its own.

/** Why the engine gave no answer. */
class EngineError extends Error {
  /**
   * @param {string} message
   * @param {Finding[]} findings
   * @param {"refused"|"stopped"|"cancelled"} reason of an engine that stopped or whose work was
   *   cancelled, another one was started
   */
  constructor(message, findings = [], reason = "refused") {
    super(message);
    this.findings = findings;
    this.reason = reason;
  }

  get isStopped() { return this.reason !== "refused"; }
}

/** @typedef {{bytes: Blob, file: string}} TraceFile */
/**
 * What the engine says of an opened trace.
 * @typedef {object} EngineHead
 * @property {Head} head
 * @property {Finding[]} findings
 * @property {string[]} profiles
 * @property {[name: string, values: string[], value: string][]} readings
 * @property {string[]} gated the effects that gates can hold back
 * @property {[name: string, summary: string][]} events
 */

/** Asks one engine, and starts another one where it fails. */
class Engine {
  /**
   * @param {string} module Base64
   * @param {string} script the worker's
   */
  constructor(module, script) {
    this.module = module.trim();
    this.script = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    this.last = 0;
    /**
     * The trace that is open.
     * @type {TraceFile|null}
     */
    this.trace = null;
    /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void,
     *   passes: number}>} */
    this.waiting = new Map();
    /** How much is worked on beside the engine. */
    this.tasks = 0;
    /** The number of times that the trace is read for what was asked, and was read so far. */
    this.expected = this.finished = 0;
    /**
     * Shows which part of the expected work is done.
     * @type {(share: number) => void}
     */
    this.onProgress = (_) => {};
    /**
     * Shows whether the engine, or what goes on with its answers, is at work.
     * @type {(isBusy: boolean) => void}
     */
    this.onBusy = (_) => {};
    this.isReady = false;
    /** Why there is no engine at all. */
    this.broken = "";
    this.worker = this.start();
  }

  start() {
    const worker = new Worker(this.script);
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => this.fail(event.message || "the worker did not start");
    this.worker = worker;
    this.isReady = false;
    this.send({ start: this.module }).then(() => { this.isReady = true; }, () => {});
    return worker;
  }

  /**
   * @param {object} message
   * @param {number} passes how often it reads the whole trace
   * @returns {Promise<any>}
   */
  send(message, passes = 0) {
    if (this.broken) return Promise.reject(new EngineError(this.broken));
    const id = this.last += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, passes });
      this.worker.postMessage({ id, ...message });
      this.onBusy(true);
    });
  }

  /**
   * Does what reads the whole trace so often, so that there is a share of it that is done.
   * @template Result
   * @param {number} passes
   * @param {() => Promise<Result>} action
   */
  async work(passes, action) {
    this.expected += passes;
    this.tasks += 1;
    this.onBusy(true);
    try {
      return await action();
    } finally {
      this.tasks -= 1;
      this.rest();
    }
  }

  /**
   * @param {{id: number, status: number, answer: any, size?: number, read?: number,
   *   refused?: string, stopped?: string}} reply
   */
  receive(reply) {
    if (reply.read !== undefined) {
      const now = reply.read / Math.max(1, reply.size ?? 0);
      if (this.expected > 0) this.onProgress(Math.min(0.99, (this.finished + now) / this.expected));
      return;
    }
    if (reply.stopped !== undefined) return this.fail(reply.stopped);
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    this.waiting.delete(reply.id);
    this.finished += waiting.passes;
    this.rest();
    if (reply.refused !== undefined) {
      waiting.reject(new EngineError(reply.refused));
    } else if (reply.status === 0) {
      waiting.resolve(reply);
    } else {
      const findings = Array.isArray(reply.answer) ? reply.answer : [];
      const message = findings[0]?.message ?? reply.answer?.error ?? "the engine refused it";
      waiting.reject(new EngineError(message, findings));
    }
  }

  rest() {
    if (this.waiting.size > 0 || this.tasks > 0) return;
    this.expected = this.finished = 0;
    this.onBusy(false);
  }

  /**
   * Goes on with an answer in slices.
   * @template Result
   * @param {Generator<void, Result, void>} work
   */
  during(work) { return this.work(0, () => inSlices(work)); }

  /** Gives up what was asked, and says whether anything was: another engine goes on. */
  cancel() {
    const isAsked = this.isReady && this.waiting.size > 0;
    if (isAsked) this.fail("cancelled", "cancelled");
    return isAsked;
  }

  /**
   * Gives up what was asked, and goes on with a new engine and the same trace.
   * @param {string} message
   * @param {"stopped"|"cancelled"} reason
   */
  fail(message, reason = "stopped") {
    this.worker.terminate();
    const given = [...this.waiting.values()];
    this.waiting.clear();
    this.rest();
    const text = reason === "stopped" ? "the engine stopped: " + message : message;
    const error = new EngineError(text, [], this.isReady ? reason : "refused");
    if (this.isReady) {
      this.start();
      if (this.trace) this.read(this.trace).catch(() => {});
    } else {
      // An engine that does not start once does not start again.
      this.broken = "the engine does not start: " + message;
    }
    for (const { reject } of given) reject(error);
  }

  /**
   * Opens a trace; where that fails, the one before is open again.
   * @param {TraceFile} trace
   */
  async open(trace) {
    const before = this.trace;
    // A trace that stops the engine is not opened by the next one.
    this.trace = null;
    try {
      await this.read(trace);
      this.trace = trace;
    } catch (error) {
      this.trace = before;
      if (before) await this.read(before);
      throw error;
    }
  }

  /**
   * Sends a trace; what is asked from now on is about it.
   * @param {TraceFile} trace
   */
  read({ bytes, file }) {
    return Promise.all([this.ask({ ask: "name", file }), this.send({ open: bytes }, 1)]);
  }

  /**
   * @param {object} request
   * @param {"json"|"text"} as
   * @param {number} passes how often it reads the whole trace
   */
  async ask(request, as = "json", passes = 0) {
    return (await this.send({ ask: request, as }, passes)).answer;
  }

  /**
   * Asks what would have happened, which makes a history of its own.
   * @param {string} as its name
   * @param {object} changes
   */
  whatIf(as, changes) { return this.ask({ ask: "whatif", as, ...changes }, "json", 3); }

  /**
   * Which machines these are; an engine from before there was this question does not say.
   * @returns {Promise<{version: string, sources: string}|null>}
   */
  about() { return this.ask({ ask: "about" }).catch(() => null); }

  /** @returns {Promise<EngineHead>} */
  head() { return this.ask({ ask: "head" }); }

  /**
   * @param {Head} head
   * @param {string} of
   * @param {typeof Trace} kind
   */
  async history(head, of, kind = Trace) {
    const reply = await this.send({ ask: { ask: "overview", of }, as: "overview" }, 1);
    const overview = { ...reply.answer, columns: reply.columns };
    const source = new EngineSource(this, of, overview.count);
    return this.during(new kind(head, overview, source, of).connect());
  }
}

/**
 * A history that the engine has.
 * @implements {Source}
 */
class EngineSource {
  /**
   * @param {Engine} engine
   * @param {string} of
   * @param {number} count the number of its records
   */
  constructor(engine, of, count) {
    this.engine = engine;
    this.of = of;
    this.count = count;
  }

  /** So many records are searched before anything else that was asked. */
  static searched = 4096;

  /**
   * @param {number} from
   * @param {number} count
   * @returns {Promise<Fields[]>}
   */
  rows(from, count) { return this.engine.ask({ ask: "rows", of: this.of, from, count }); }

  /**
   * @param {number} row
   * @returns {Promise<Moment|null>}
   */
  moment(row) { return this.engine.ask({ ask: "moment", of: this.of, row }); }

  /**
   * @param {string} text
   * @param {() => boolean} isWanted
   */
  async find(text, isWanted) {
    const found = [];
    for (let from = 0; from < this.count && isWanted(); from += EngineSource.searched) {
      /** @type {number[]} */
      const rows = await this.engine.ask(
        { ask: "find", of: this.of, text, from, count: EngineSource.searched });
      for (const row of rows) found.push(row);
    }
    return found;
  }
}
