// The engine: the machines themselves, as WebAssembly in a worker of its own.

/** Why the engine gave no answer. */
class EngineError extends Error {
  /**
   * @param {string} message
   * @param {Finding[]} findings
   * @param {boolean} isStopped whether the engine itself failed, and was started again
   */
  constructor(message, findings = [], isStopped = false) {
    super(message);
    this.findings = findings;
    this.isStopped = isStopped;
  }
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
    /** @type {Map<number, {resolve: (reply: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** How much is worked on beside the engine. */
    this.tasks = 0;
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
   * @returns {Promise<any>}
   */
  send(message) {
    if (this.broken) return Promise.reject(new EngineError(this.broken));
    const id = this.last += 1;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
      this.onBusy(true);
    });
  }

  /** @param {{id: number, status: number, answer: any, refused?: string, stopped?: string}} reply */
  receive(reply) {
    if (reply.stopped !== undefined) return this.fail(reply.stopped);
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    this.waiting.delete(reply.id);
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

  rest() { if (this.waiting.size === 0 && this.tasks === 0) this.onBusy(false); }

  /**
   * Goes on with an answer in slices.
   * @template Result
   * @param {Generator<void, Result, void>} work
   */
  async during(work) {
    this.tasks += 1;
    this.onBusy(true);
    try {
      return await inSlices(work);
    } finally {
      this.tasks -= 1;
      this.rest();
    }
  }

  /**
   * Gives up what was asked, and goes on with a new engine and the same trace.
   * @param {string} reason
   */
  fail(reason) {
    this.worker.terminate();
    const given = [...this.waiting.values()];
    this.waiting.clear();
    this.rest();
    const error = new EngineError("the engine stopped: " + reason, [], this.isReady);
    if (this.isReady) {
      this.start();
      if (this.trace) this.read(this.trace).catch(() => {});
    } else {
      // An engine that does not start once does not start again.
      this.broken = "the engine does not start: " + reason;
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
    return Promise.all([this.ask({ ask: "name", file }), this.send({ open: bytes })]);
  }

  /**
   * @param {object} request
   * @param {"json"|"text"} as
   */
  async ask(request, as = "json") { return (await this.send({ ask: request, as })).answer; }

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
    const reply = await this.send({ ask: { ask: "overview", of }, as: "overview" });
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
