// Opens what stands in the page.

/** @param {string} id */
function taken(id) {
  const place = document.getElementById(id);
  // The text is not needed any more, and it is most of the page.
  place?.remove();
  return place;
}

/** @param {HTMLElement|null} place */
function parsed(place) { return JSON.parse(place?.textContent ?? "null"); }

/**
 * Shows a trace whose states are stored in the page.
 * @param {Page} page
 */
function openStored(page) {
  const texts = ["trace-data", "trace-rows", "trace-states"].map((id) => [id, taken(id)]);
  page.copy = new PageCopy(document.documentElement.outerHTML);
  const [head, rows, states] = texts.map(([, place]) => parsed(/** @type {HTMLElement} */ (place)));
  /** @type {StoredData} */
  const data = { ...head, rows, states };
  page.content = async () => [head, rows, states].map((each, index) => (
    dataElement(String(texts[index][0]), "application/json", JSON.stringify(each))));
  const source = new StoredSource(data);
  const trace = atOnce(new Trace(data.head, source.overview(), source).connect());
  page.open(data.file, trace, data.findings);
}

/**
 * Starts the engine, and opens the trace that stands in the page, if there is one.
 * @param {Page} page
 * @param {HTMLElement} module
 */
function openEngine(page, module) {
  const script = taken("worker")?.textContent ?? "";
  const trace = taken("trace-bytes");
  page.copy = new PageCopy(document.documentElement.outerHTML);
  const engine = new Engine(module.textContent ?? "", script);
  const sources = module.dataset.sources ?? "";
  const workbench = new Workbench(page, engine);
  workbench.introduce(sources);
  page.content = async () => {
    const open = engine.trace;
    return [dataElement("engine", "text/plain", engine.module, { sources }),
      dataElement("worker", "text/plain", script),
      ...(open ? [dataElement(
        "trace-bytes", "text/plain", await base64(open.bytes), { file: open.file })] : [])];
  };
  if (!trace) return workbench.wait();
  const binary = atob((trace.textContent ?? "").trim());
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  workbench.open({ bytes: new Blob([bytes]), file: trace.dataset.file ?? "trace" });
}

const notes = taken("page-notes");
const module = taken("engine");
const page = new Page();
page.notes.open(parsed(notes) ?? []);
if (notes?.dataset.address && !location.hash) history.replaceState(null, "", notes.dataset.address);
if (module) openEngine(page, module);
else openStored(page);
