// Opens what stands in the page.

/** @param {string} id */
function taken(id) {
  const place = document.getElementById(id);
  // The text is not needed any more, and it is most of the page.
  place?.remove();
  return place;
}

/** @param {string} id */
function parsed(id) { return JSON.parse(taken(id)?.textContent ?? ""); }

/** Shows a trace whose states are stored in the page. */
function openStored() {
  /** @type {StoredData} */
  const data = { ...parsed("trace-data"), rows: parsed("trace-rows"), states: parsed("trace-states") };
  const source = new StoredSource(data);
  const trace = atOnce(new Trace(data.head, source.overview(), source).connect());
  new Page().open(data.file, trace, data.findings);
}

/**
 * Starts the engine, and opens the trace that stands in the page, if there is one.
 * @param {HTMLElement} module
 */
function openEngine(module) {
  const engine = new Engine(module.textContent ?? "", taken("worker")?.textContent ?? "");
  const workbench = new Workbench(new Page(), engine);
  workbench.introduce(module.dataset.sources ?? "");
  const trace = taken("trace-bytes");
  if (!trace) return workbench.wait();
  const binary = atob((trace.textContent ?? "").trim());
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  workbench.open({ bytes: new Blob([bytes]), file: trace.dataset.file ?? "trace" });
}

const module = taken("engine");
if (module) openEngine(module);
else openStored();
