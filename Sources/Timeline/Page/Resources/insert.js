// An event that did not happen, to be inserted.

/** Asks for an event, its time and its data. */
class InsertDialog {
  /** @param {(line: string) => void} onInsert */
  constructor(onInsert) {
    this.dialog = /** @type {HTMLDialogElement} */ (byId("insert"));
    this.name = selectById("insert-name");
    this.party = selectById("insert-party");
    this.time = inputById("insert-at");
    this.data = /** @type {HTMLTextAreaElement} */ (byId("insert-data"));
    this.trace = Trace.empty;
    this.onInsert = onInsert;
    this.onLine = onInsert;
    this.name.addEventListener("change", () => this.suggest());
    byId("insert-form").addEventListener("submit", (event) => {
      const isCancelled = event instanceof SubmitEvent
        && event.submitter?.getAttribute("value") === "cancel";
      if (isCancelled) return;
      const line = this.line();
      if (line === null) return event.preventDefault();
      this.onLine(line);
    });
  }

  /**
   * @param {Trace} trace
   * @param {[name: string, summary: string][]} events
   */
  open(trace, events) {
    this.trace = trace;
    this.name.replaceChildren(...events.map(([name, summary]) => {
      const option = new Option(name, name);
      option.title = summary;
      return option;
    }));
    this.party.replaceChildren(...trace.parties.map((name) => new Option(plain(name), name)));
    byId("insert-whose").hidden = trace.parties.length < 2;
  }

  /** @param {number} row the event that the new one stands before */
  show(row) {
    const trace = this.trace;
    if (row >= 0) {
      this.time.value = spanText(trace.at(row) - trace.head.started);
      this.party.value = trace.parties[trace.party(row)];
      if (trace.kind(row) === "event") this.name.value = trace.name(row);
    }
    this.onLine = this.onInsert;
    this.suggest();
    this.ask();
  }

  /**
   * Asks for other data of an event.
   * @param {string} line the event as a line of a trace
   * @param {(line: string) => void} onLine
   */
  compose(line, onLine) {
    const { at, party, event, data } = JSON.parse(line);
    this.time.value = spanText(at - this.trace.head.started);
    this.party.value = party ?? this.party.value;
    this.name.value = event;
    this.data.value = JSON.stringify(data ?? {}, null, 1);
    this.onLine = onLine;
    this.ask();
  }

  ask() {
    byId("insert-problem").textContent = "";
    this.dialog.showModal();
    this.name.focus();
  }

  /** Takes the data of the trace's own event of this name, as a pattern. */
  async suggest() {
    const trace = this.trace;
    const wanted = trace.names.findIndex(
      ([name, kind]) => kind === "event" && name === this.name.value);
    const row = wanted < 0 ? -1 : trace.columns.name.lastIndexOf(wanted);
    this.data.value = row < 0 ? "{}" : JSON.stringify(untyped(await trace.windows.wait(row)));
  }

  /** The event as a line of a trace; `null` where its data is not JSON. */
  line() {
    try {
      const data = JSON.parse(this.data.value || "{}");
      const party = this.trace.parties.length < 2 ? {} : { party: this.party.value };
      return JSON.stringify({ at: this.time.value.trim(), ...party, event: this.name.value, data });
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      byId("insert-problem").textContent = "The data is not JSON: " + reason;
      return null;
    }
  }
}

/**
 * A value as a trace has it, instants and durations in milliseconds.
 * @param {Value} value
 * @returns {unknown}
 */
function untyped(value) {
  if (Array.isArray(value)) return value.map(untyped);
  if (typeof value !== "object" || value === null) return value;
  const time = instantOf(value) ?? spanOf(value);
  if (time !== null) return time;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [fieldName(name), untyped(each)]));
}
