// The page with an engine: traces are opened in it, asked and changed.

/** A trace of at most so many records is replayed as soon as it is open. */
const replayedUnasked = 20000;

/** @typedef {"recorded"|"machine"|"changed"|"variant"|"branch"} View */

/** What the page can do besides showing a trace, where the machines are in it. */
class Workbench {
  /**
   * @param {Page} page
   * @param {Engine} engine
   */
  constructor(page, engine) {
    this.page = page;
    this.engine = engine;
    /** @type {Session|null} */
    this.session = null;
    /** @type {View} */
    this.view = "recorded";
    const link = (/** @type {{seq: number, name: string}} */ record) => this.link(record);
    this.tabs = new Tabs();
    this.whyNot = new WhyNotPanel({
      ask: (effect, party, at) => this.attempt("why not", async () => this.engine.ask(
        { ask: "whynot", of: this.of, effect, party, at })),
      link: ({ seq, name }) => this.linkTo(this.view, this.page.trace.rowFrom(this.of, seq), name),
    });
    this.whatIf = new WhatIfPanel({
      changes: () => this.session?.changes ?? new Changes(), apply: () => this.apply(), link,
      effectLink: (effect, mark, taken) => this.linkTo(
        "changed", effectRow(this.session?.changed ?? Trace.empty, effect, mark, taken),
        effect.name),
    });
    this.variants = new VariantsPanel({
      ask: (request) => this.attempt("compare", () => this.engine.ask(request)), link,
      fold: (variant) => this.compare(variant),
    });
    this.replay = new ReplayPanel({
      ask: () => this.fold(), link: (seq, name) => link({ seq, name }),
    });
    this.verdict = new VerdictBar({
      ask: () => this.fold(), goTo: (seq) => this.page.select(this.page.trace.rowOf(seq)),
      showAll: () => this.tabs.chooseNamed("replay"),
    });
    this.export = new ExportPanel({
      command: () => this.session?.changes.command(this.session.file) ?? "",
      trace: () => this.attempt("export", async () => this.session?.text(this.kept) ?? null),
      spec: (saved) => this.attempt(
        "export", async () => this.session?.spec(this.kept, saved) ?? null),
      file: () => this.session?.file ?? "trace",
      of: () => this.kept,
    });
    this.explorer = new Explorer(this);
    this.insert = new InsertDialog((line) => this.change({ kind: "insert", line }));
    engine.onBusy = (isBusy) => {
      document.body.classList.toggle("busy", isBusy);
      byId("share").textContent = isBusy ? "…" : "";
    };
    engine.onProgress = (share) => { byId("share").textContent = Math.floor(share * 100) + " %"; };
    byId("cancel").addEventListener("click", () => {
      // Another engine has none of the histories.
      if (engine.cancel()) this.restore();
    });
    page.moreKeys = (key) => this.press(key);
    page.addToAddress = (address) => this.addTo(address);
    page.followMore = (address) => this.resume(address);
    this.tabs.onChoice = () => page.writeAddress();
    page.complain = (what, error) => this.complain(what, error);
    this.listen();
  }

  listen() {
    byId("open").hidden = byId("engine-keys").hidden = false;
    const file = inputById("file");
    const choose = () => file.click();
    byId("open").addEventListener("click", choose);
    byId("choose").addEventListener("click", choose);
    file.addEventListener("change", () => {
      const chosen = file.files?.[0];
      if (chosen) this.open({ bytes: chosen, file: chosen.name });
      file.value = "";
    });
    const drag = (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      document.body.classList.toggle("dropping", event.type === "dragover");
    };
    document.addEventListener("dragover", drag);
    document.addEventListener("dragleave", drag);
    document.addEventListener("drop", (event) => {
      drag(event);
      const dropped = event.dataTransfer?.files[0];
      if (dropped) this.open({ bytes: dropped, file: dropped.name });
    });
    for (const each of this.views) {
      each.addEventListener("click", () => this.show(/** @type {View} */ (each.dataset.view)));
    }
  }

  get views() {
    return /** @type {HTMLButtonElement[]} */ ([...byId("views").querySelectorAll("button")]);
  }

  /** The name of the history that is exported. */
  get kept() {
    return this.view === "branch" ? "branch" : this.session?.changed ? "changed" : "recorded";
  }

  /** Shows the spec of the history that is exported. */
  keepSpec() {
    this.tabs.chooseNamed("export");
    selectById("export-as").value = "spec";
    this.export.make();
  }

  /** The engine's name for the history that is seen. */
  get of() { return this.page.trace.of; }

  /**
   * Says which version the machines are, and whether they are other ones than the command's.
   * @param {string} sources the digest of the command's sources; empty where it is not known
   */
  async introduce(sources) {
    const about = await this.engine.about();
    const version = about ? "engine " + about.version : "an engine of an unknown version";
    byId("version").textContent = plain(version);
    // An engine of other people's machines has no digest.
    if (sources === "" || about?.sources === "" || about?.sources === sources) return;
    const place = byId("other-sources");
    place.replaceChildren("The machines in this page (" + plain(version) + ") were built from other "
      + "sources than the command that wrote it. A page with the command's own: ",
    element("code", "", "Sources/PageEngine/WebAssembly/build"), ", then ",
    element("code", "", "pushtrace show TRACE --html PAGE --engine .build-engine/engine.wasm.gz"));
    place.hidden = false;
  }

  /** Shows the place for a file, where there is no trace yet. */
  wait() {
    byId("empty").hidden = false;
    document.body.classList.add("without-trace");
    byId("choose").focus();
  }

  /**
   * Does what may fail, and says so where it does.
   * @template Result
   * @param {string} what
   * @param {() => Promise<Result>} action
   * @returns {Promise<Result|null>}
   */
  async attempt(what, action) {
    byId("problem").hidden = true;
    try {
      return await action();
    } catch (error) {
      const isCancelled = error instanceof EngineError && error.reason === "cancelled";
      if (!isCancelled) this.complain(what, error instanceof Error ? error : new Error(String(error)));
      if (error instanceof EngineError && error.isStopped) this.restore();
      if (isCancelled) this.page.say(what + ": cancelled");
      return null;
    }
  }

  /**
   * @param {string} what
   * @param {Error} error
   */
  complain(what, error) {
    const place = byId("problem");
    const findings = error instanceof EngineError ? error.findings : [];
    const close = button("Close", () => { place.hidden = true; });
    const text = element("p", "error", plain(what + ": " + error.message));
    if (error instanceof EngineError && error.reason === "stopped") {
      text.append(". It was started again: go on, or open another trace.");
    }
    place.replaceChildren(close, ...(findings.length > 0 ? findings.map(findingText) : [text]));
    place.hidden = false;
  }

  /** @param {TraceFile} trace */
  async open(trace) {
    const file = trace.file;
    const before = this.session;
    byId("status").textContent = "Reading " + plain(file) + " …";
    // The address is that of a record of the trace before.
    const address = Address.of(before === null ? location.hash : "");
    const preview = await Session.preview(this.engine, trace);
    if (preview) this.begin(file, preview, [], before);
    const session = await this.attempt(file, () => Session.open(this.engine, trace));
    byId("status").textContent = "";
    if (!session) return preview ? this.goBack(before) : undefined;
    const { recorded, head } = session;
    if (preview) {
      // Somebody who looks around already stays where they are.
      if (this.page.history.length > 0) address.record = "";
      this.page.describe(file, recorded, head.findings);
      this.page.show(recorded, null, true);
    } else {
      this.begin(file, recorded, head.findings, before);
    }
    this.session = session;
    byId("verdict").hidden = false;
    this.tabs.show(true);
    this.whyNot.open(recorded, head.gated);
    this.variants.open(head, recorded.clock);
    this.insert.open(recorded, head.events);
    this.whatIf.show(null, recorded.clock);
    this.export.forget();
    this.explorer.forget();
    this.replay.offer();
    this.verdict.offer(recorded.count);
    this.show("recorded");
    if (recorded.count <= replayedUnasked) await this.fold();
    if (this.session === session) await this.resume(address);
  }

  /**
   * Shows another trace, or the beginning of it.
   * @param {string} file
   * @param {Trace} recorded
   * @param {Finding[]} findings
   * @param {Session|null} before
   */
  begin(file, recorded, findings, before) {
    byId("empty").hidden = true;
    document.body.classList.remove("without-trace");
    this.session = null;
    this.view = "recorded";
    if (before) {
      history.replaceState(null, "", "#");
      this.page.notes.open([]);
    }
    this.page.open(file, recorded, findings);
  }

  /**
   * Goes back from a trace of which only the beginning could be read.
   * @param {Session|null} session
   */
  goBack(session) {
    if (!session) return this.wait();
    this.session = session;
    this.page.open(session.file, session.recorded, session.head.findings);
    this.restore();
  }

  /** @param {Address} address */
  addTo(address) {
    if (!this.session) return;
    address.view = this.view === this.firstView ? "" : this.view;
    address.panel = this.tabs.chosenName;
    address.changes = this.session.changes.made;
    address.variant = this.session.variant?.title ?? "";
    this.explorer.addTo(address);
  }

  /** The history that is shown unasked. */
  get firstView() {
    return this.session?.changed ? "changed" : this.session?.machine ? "machine" : "recorded";
  }

  /**
   * Goes on where an address says that somebody was, where it is of this trace.
   * @param {Address} address
   */
  async resume(address) {
    const changes = this.session?.changes;
    if (!changes) return;
    if (JSON.stringify(address.changes) !== JSON.stringify(changes.made)) {
      changes.clear();
      changes.made.push(...address.changes);
      if (!await this.apply()) changes.clear();
    }
    if (address.variant && address.variant !== this.session?.variant?.title) {
      const [value, what = ""] = address.variant.split("=").reverse();
      await this.compare({ what, value });
    }
    await this.explorer.resume(address);
    this.show(/** @type {View} */ (address.view || this.firstView));
    this.tabs.chooseNamed(address.panel || "inspector");
    if (address.record) this.page.select(this.page.trace.rowLabelled(address.record));
  }

  /** Goes on from the recording alone: what a stopped engine has made of it is lost. */
  restore() {
    if (!this.session) return;
    this.session.machine = this.session.changed = this.session.variant = null;
    this.explorer.forget();
    while (this.session.changes.undo());
    this.whatIf.show(null, this.session.recorded.clock);
    this.show("recorded");
  }

  /** Folds the trace again; a drift is shown beside the recording. */
  async fold() {
    const session = this.session;
    if (!session) return;
    const report = await this.attempt("replay", () => session.replay());
    if (!report || this.session !== session) return;
    this.replay.show(report);
    this.verdict.show(report);
    this.show(session.machine ? "machine" : this.view);
  }

  /** @param {TraceChange} change */
  async change(change) {
    const changes = this.session?.changes;
    if (!changes) return;
    changes.add(change);
    // A change that the trace does not take was not made.
    if (!await this.apply()) changes.made.pop();
  }

  /** Asks what follows from the changes, and says whether there is an answer. */
  async apply() {
    const session = this.session;
    if (!session) return false;
    const tab = this.tabs.chosen;
    const result = await this.attempt("what if", async () => ({ outcome: await session.apply() }));
    if (!result || this.session !== session) return false;
    this.whyNot.forget();
    this.export.forget();
    // A panel that was chosen while the engine was at work stays.
    if (result.outcome && this.tabs.chosen === tab) this.tabs.chooseNamed("whatif");
    this.show(result.outcome ? "changed" : session.machine ? "machine" : "recorded");
    this.whatIf.show(result.outcome, session.recorded.clock);
    return true;
  }

  /**
   * Shows the events under a profile or a value of a reading beside what was recorded.
   * @param {Variant} variant
   */
  async compare(variant) {
    const { session } = this;
    if (!session) return;
    await this.attempt("compare", () => session.fold(variant));
    if (this.session === session && session.variant) this.show("variant");
  }

  /** @param {View} view */
  traceOf(view) {
    return view === "branch" ? this.explorer.trace : this.session?.[view] ?? null;
  }

  /** @param {View} view */
  show(view) {
    const trace = this.traceOf(view);
    if (!trace) return;
    this.view = view;
    this.page.show(trace, this.changer);
    byId("views").hidden = this.there.length < 2;
    for (const each of this.views) {
      const own = /** @type {View} */ (each.dataset.view);
      each.hidden = !this.traceOf(own);
      if (own === "variant") each.textContent = this.session?.variant?.title || "Variant";
      each.setAttribute("aria-pressed", String(own === view));
    }
    this.page.writeAddress();
  }

  /** @returns {Changer} */
  get changer() {
    const seqOf = (/** @type {number} */ row) => this.page.trace.seq(row);
    const skipped = (/** @type {number} */ row) => this.session?.changes.skips(seqOf(row)) ?? -1;
    return {
      canChange: (row) => this.view !== "branch" && this.view !== "variant" && seqOf(row) >= 0
        && this.page.trace.kind(row) === "event",
      isSkipped: (row) => skipped(row) >= 0,
      skip: (row) => {
        if (skipped(row) < 0) this.change({ kind: "skip", seq: seqOf(row) });
        else this.session?.changes.remove(skipped(row)), this.apply();
      },
      set: (row, path, text) => this.change({ kind: "set", seq: seqOf(row), path, text }),
      insert: (row) => this.insert.show(row),
      why: (row) => this.attempt("why", async () => {
        const { of, seq } = this.page.trace.origin(row);
        return { of, explanation: await this.engine.ask({ ask: "why", of, seq }) };
      }),
    };
  }

  /**
   * The link to a record of the recorded trace, which has its number in every history.
   * @param {{seq: number, name: string}} record
   */
  link({ seq, name }) {
    const row = this.session?.recorded.rowOf(seq) ?? -1;
    return this.linkTo("recorded", row, name);
  }

  /**
   * The link to a row of a history. Its label is the record's number there, and leads to it also
   * from another page.
   * @param {View} view
   * @param {number} row
   * @param {string} name what is said of a record that is not there
   */
  linkTo(view, row, name) {
    const trace = this.traceOf(view);
    if (!trace || row < 0) return element("span", "", plain(name));
    const address = this.page.address;
    const label = address.record = trace.label(row);
    // What is new has a number in its own history alone.
    const isNew = trace.seq(row) < 0 || trace.hasOwnNumbers;
    if (isNew) address.view = view === this.firstView ? "" : view;
    return recordLink(label, trace.name(row), address.text, () => {
      if (isNew && this.view !== view) this.show(view);
      this.page.select(this.page.trace.rowLabelled(label));
    });
  }

  /**
   * Selects the next record that is different, or the one before.
   * @param {number} step
   */
  goToDifference(step) {
    const trace = this.page.trace;
    let row = this.page.selected + step;
    while (row >= 0 && row < trace.count && trace.mark(row) === "") row += step;
    this.page.select(row);
  }

  /** The histories that there are. */
  get there() {
    /** @type {View[]} */
    const views = ["recorded", "machine", "changed", "variant", "branch"];
    return views.filter((view) => this.traceOf(view));
  }

  /** Shows the next history that there is. */
  switchView() {
    const { there } = this;
    this.show(there[(there.indexOf(this.view) + 1) % there.length]);
  }

  /**
   * Does what a key stands for, and says whether it stands for anything.
   * @param {string} key
   */
  press(key) {
    if (key === "O") return this.did(byId("open").click());
    const session = this.session;
    if (!session) return false;
    const row = this.page.selected;
    const { changer } = this;
    const inspector = this.page.inspector;
    switch (key) {
      case "w": this.tabs.chooseNamed("inspector"); return this.did(inspector.why(row));
      case "W":
        this.tabs.chooseNamed("whynot");
        this.whyNot.suggest(this.page.trace, row);
        return this.did(selectById("whynot-effect").focus());
      case "e": this.tabs.chooseNamed("inspector"); return this.did(inspector.edit());
      case "x":
        if (changer.canChange(row)) return this.did(changer.skip(row));
        return this.did(this.page.say("Only an event can be left out; the cause of an effect: c"));
      case "a": return this.did(changer.insert(row));
      case "y": return this.did(this.explorer.begin());
      case "u":
        if (this.view === "branch" && this.explorer.undo()) return true;
        return this.did(session.changes.undo() && this.apply());
      case "r": return this.did(session.changes.redo() && this.apply());
      case "d": return this.did(this.goToDifference(1));
      case "D": return this.did(this.goToDifference(-1));
      case "h": return this.did(this.switchView());
      case "1": case "2": case "3": case "4": case "5": case "6": case "7":
        return this.did(this.tabs.choose(Number(key) - 1));
      default: return false;
    }
  }

  /** @param {unknown} _ what was done */
  did(_) { return true; }
}

/**
 * The row of an effect that the answer to a what-if has, or -1. It does not have the effect's own
 * number: among those of one name and instant the next one is taken.
 * @param {Trace} trace
 * @param {JSONRecord} effect
 * @param {string} mark
 * @param {Set<number>} taken the rows of other effects
 */
function effectRow(trace, { at, name, party }, mark, taken) {
  for (let row = trace.firstRow(at); row < trace.count && trace.at(row) === at; row += 1) {
    if (trace.name(row) !== name || trace.parties[trace.party(row)] !== party) continue;
    if (trace.mark(row) !== mark || taken.has(row)) continue;
    taken.add(row);
    return row;
  }
  return -1;
}
