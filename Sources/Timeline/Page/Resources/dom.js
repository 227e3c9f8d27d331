// What every part of the page makes its elements with.

/** A window that is less wide, in pixels, has room for the beginning of an instant alone. */
const narrow = 520;

const svgNamespace = "http://www.w3.org/2000/svg";

/**
 * An element with a class and what is in it.
 * @param {string} tag
 * @param {string} className
 * @param {...(Node|string)} content
 */
function element(tag, className, ...content) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...content);
  return made;
}

/**
 * A list with an item for each of these contents.
 * @param {"ol"|"ul"} tag
 * @param {string} className
 * @param {Iterable<(Node|string)[]>} items
 */
function listOf(tag, className, items) {
  return element(tag, className, ...Array.from(items, (item) => element("li", "", ...item)));
}

/**
 * A choice that is made or not.
 * @param {string} value
 * @param {...(Node|string)} text what stands beside the box
 */
function choice(value, ...text) {
  const box = /** @type {HTMLInputElement} */ (element("input", ""));
  box.type = "checkbox";
  box.value = value;
  return { box, label: element("label", "choice", box, " ", ...text) };
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error("the page has no " + id);
  return found;
}

/**
 * @param {string} id
 * @returns {HTMLSelectElement}
 */
function selectById(id) { return /** @type {HTMLSelectElement} */ (byId(id)); }

/**
 * @param {string} id
 * @returns {HTMLInputElement}
 */
function inputById(id) { return /** @type {HTMLInputElement} */ (byId(id)); }

/**
 * @param {string} id
 * @returns {HTMLDialogElement}
 */
function dialogById(id) { return /** @type {HTMLDialogElement} */ (byId(id)); }

/**
 * A button that does something.
 * @param {string} text
 * @param {(event: MouseEvent) => void} action
 * @param {string} [title]
 */
function button(text, action, title) {
  const made = /** @type {HTMLButtonElement} */ (element("button", "", text));
  made.type = "button";
  if (title) made.title = title;
  made.addEventListener("click", action);
  return made;
}

/**
 * @param {string} title
 * @param {...(Node|string)} content
 */
function section(title, ...content) {
  return element("section", "", element("h3", "", title), ...content);
}

/**
 * A value that was there before or is there after.
 * @param {"del"|"ins"} tag
 * @param {string} label what a screen reader says before it
 * @param {string} text
 */
function mark(tag, label, text) {
  const made = element(tag, "", text);
  made.setAttribute("aria-label", label + " " + text);
  return element("dd", "", made);
}

/**
 * Two values side by side, leaf by leaf where they differ.
 * @param {{path: string, before: Value|undefined, after: Value|undefined}[]} fields
 * @param {Clock} clock
 */
function differenceList(fields, clock) {
  if (fields.length === 0) return element("p", "none", "nothing");
  const list = element("dl", "changes");
  for (const field of fields.slice(0, 200)) {
    list.append(element("dt", "", plain(field.path)));
    if (field.before !== undefined) {
      list.append(mark("del", "before", plain(valueText(field.before, clock))));
    }
    if (field.after !== undefined) {
      list.append(mark("ins", "after", plain(valueText(field.after, clock))));
    }
  }
  return list;
}

/**
 * @param {string} tag
 * @param {string} className
 * @param {{[name: string]: string|number}} attributes
 * @returns {SVGElement}
 */
function shape(tag, className, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS(svgNamespace, tag));
  made.setAttribute("class", className);
  for (const name of Object.keys(attributes)) made.setAttribute(name, String(attributes[name]));
  return made;
}

/** @param {string} text */
function svgTitle(text) {
  const title = document.createElementNS(svgNamespace, "title");
  title.textContent = text;
  return title;
}

/**
 * A number and its noun.
 * @param {number} count
 * @param {string} noun
 */
function counted(count, noun) {
  return count.toLocaleString("en") + " " + noun + (count === 1 ? "" : "s");
}

/**
 * Lets the browser save a text.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
function saveFile(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = /** @type {HTMLAnchorElement} */ (element("a", ""));
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
