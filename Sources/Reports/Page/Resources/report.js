// The page of a run: search, filter by outcome, the theme, and what is opened to be seen.

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error("the page has no " + id);
  return found;
}

const search = /** @type {HTMLInputElement} */ (byId("search"));
const items = [...document.querySelectorAll("[data-searched]")].map((element) => ({
  element: /** @type {HTMLElement} */ (element),
  outcome: element.getAttribute("data-outcome"),
  text: (element.textContent ?? "").toLowerCase(),
}));
const files = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("details.file")]);
const openAtStart = new Set(files.filter((file) => file.open));
/** @type {Set<string>} */
const outcomes = new Set();

/** Shows what has all words of the search and, where outcomes are chosen, one of them. */
function filter() {
  const words = search.value.toLowerCase().split(/\s+/u).filter((word) => word);
  const isActive = words.length > 0 || outcomes.size > 0;
  let scenarios = 0;
  for (const item of items) {
    const isWanted = words.every((word) => item.text.includes(word))
      && (outcomes.size === 0 || (item.outcome !== null && outcomes.has(item.outcome)));
    item.element.hidden = !isWanted;
    if (isWanted && item.element.tagName === "LI" && item.outcome !== null) scenarios += 1;
  }
  for (const file of files) {
    file.hidden = !file.querySelector("li:not([hidden])");
    file.open = isActive ? !file.hidden : openAtStart.has(file);
  }
  let isEmpty = true;
  for (const section of document.querySelectorAll("main > section")) {
    const hasSome = section.querySelector("[data-searched]:not([hidden])") !== null;
    /** @type {HTMLElement} */ (section).hidden = isActive && !hasSome;
    if (hasSome) isEmpty = false;
  }
  byId("nothing").hidden = !isActive || !isEmpty;
  byId("matches").textContent = isActive ? scenarios + (scenarios === 1 ? " scenario" : " scenarios") : "";
}

for (const chip of document.querySelectorAll("button[data-outcome]")) {
  chip.addEventListener("click", () => {
    const outcome = chip.getAttribute("data-outcome") ?? "";
    const isChosen = !outcomes.delete(outcome);
    if (isChosen) outcomes.add(outcome);
    chip.setAttribute("aria-pressed", String(isChosen));
    filter();
  });
}
search.addEventListener("input", filter);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
    search.select();
  } else if (event.key === "Escape" && document.activeElement === search) {
    search.value = "";
    filter();
    search.blur();
  }
});

byId("theme").addEventListener("click", () => {
  const root = document.documentElement;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "light" : "dark";
});

/** A link leads to what may be folded up or filtered out. */
function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.closest("[hidden]")) {
    search.value = "";
    outcomes.clear();
    for (const chip of document.querySelectorAll("button[data-outcome]")) chip.setAttribute("aria-pressed", "false");
    filter();
  }
  for (let around = target.closest("details"); around; around = around.parentElement?.closest("details") ?? null) {
    around.open = true;
  }
  target.scrollIntoView();
}
window.addEventListener("hashchange", follow);
follow();

// On paper nothing can be opened: what is shown there is light, and everything that failed is whole.
/** @type {HTMLDetailsElement[]} */
let opened = [];
/** @type {string|undefined} */
let themeBefore;
window.addEventListener("beforeprint", () => {
  const closed = document.querySelectorAll(".failure details:not([open]), details.file:not([open])");
  opened = /** @type {HTMLDetailsElement[]} */ ([...closed]);
  for (const details of opened) details.open = true;
  themeBefore = document.documentElement.dataset.theme;
  document.documentElement.dataset.theme = "light";
});
window.addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
  if (themeBefore === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = themeBefore;
});
