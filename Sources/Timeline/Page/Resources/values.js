// Values as the trace has them: texts, numbers, truth values, lists and fields; an instant is
// {"@i": milliseconds} and a duration {"@s": milliseconds}. A field whose own name begins with
// '@' has one more of them.

/** @typedef {null|boolean|number|string} Plain */
/** @typedef {Plain|ValueList|Fields} Value */
/** @typedef {Value[]} ValueList */
/** @typedef {{[name: string]: Value}} Fields */

/**
 * A length of time as the command writes it, such as 1m30s.
 * @param {number} milliseconds
 */
function spanText(milliseconds) {
  if (milliseconds === 0) return "0s";
  let rest = Math.abs(milliseconds);
  let text = milliseconds < 0 ? "-" : "";
  /** @type {[string, number][]} */
  const units = [["d", 86400000], ["h", 3600000], ["m", 60000], ["s", 1000], ["ms", 1]];
  for (const [unit, size] of units) {
    if (rest < size) continue;
    text += Math.floor(rest / size) + unit;
    rest %= size;
  }
  return text;
}

/**
 * A length of time as the command reads it, such as 1m30s or -5s; `null` where it is something else.
 * @param {string} text
 */
function millisecondsOf(text) {
  const found = /^(-?)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text);
  if (!found || text === "" || text === "-") return null;
  const [days, hours, minutes, seconds, rest] = found.slice(2).map((digits) => Number(digits ?? 0));
  const sum = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + rest;
  return found[1] ? -sum : sum;
}

/** An instant that does not come. */
const never = 9.2e18;

/** How instants are written. */
class Clock {
  /** @param {number} started */
  constructor(started) {
    this.started = started;
    this.isCalendar = false;
  }

  /** @param {number} instant */
  text(instant) {
    if (instant >= never) return "never";
    return this.isCalendar ? this.calendar(instant) : spanText(instant - this.started);
  }

  /** @param {number} instant */
  calendar(instant) {
    const date = new Date(instant);
    return isNaN(date.getTime()) ? String(instant) : date.toISOString().replace(".000Z", "Z");
  }
}

/**
 * @param {Value|undefined} value
 * @returns {value is Fields}
 */
function isFields(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    && instantOf(value) === null && spanOf(value) === null;
}

/** @param {Fields} value */
function instantOf(value) {
  const instant = value["@i"];
  return typeof instant === "number" ? instant : null;
}

/** @param {Fields} value */
function spanOf(value) {
  const span = value["@s"];
  return typeof span === "number" ? span : null;
}

/**
 * A value of the command's JSON, which has instants as milliseconds since 1970; no other number of
 * a machine is as large.
 * @param {Value|undefined} value
 * @returns {Value|undefined}
 */
function timed(value) {
  if (typeof value === "number") return value > 1e11 ? { "@i": value } : value;
  if (Array.isArray(value)) return value.map((each) => timed(each) ?? null);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, timed(each) ?? null]));
}

/** @param {string} name */
function fieldName(name) {
  return name.startsWith("@") ? name.slice(1) : name;
}

/**
 * A value on one line.
 * @param {Value|undefined} value
 * @param {Clock} clock
 * @returns {string}
 */
function valueText(value, clock) {
  if (value === undefined) return "absent";
  if (value === null || typeof value === "boolean" || typeof value === "number") {
    return String(value);
  }
  if (typeof value === "string") return /^[^\s"',:{}[\]]+$/u.test(value) ? value : quoted(value);
  if (Array.isArray(value)) return "[" + value.map((each) => valueText(each, clock)).join(", ") + "]";
  const instant = instantOf(value);
  if (instant !== null) return clock.text(instant);
  const span = spanOf(value);
  if (span !== null) return spanText(span);
  return "{" + summaryText(value, clock) + "}";
}

/**
 * The fields on one line, without braces.
 * @param {Fields} fields
 * @param {Clock} clock
 * @param {number} most so many characters are seen
 */
function summaryText(fields, clock, most = Infinity) {
  let text = "";
  for (const name of Object.keys(fields)) {
    text += (text ? ", " : "") + fieldName(name) + ": " + valueText(fields[name], clock);
    if (text.length > most) break;
  }
  return text;
}

/** Text in quotes, in which nothing is invisible or turns the line around.
 * @param {string} text
 */
function quoted(text) {
  return plain(JSON.stringify(text));
}

/**
 * Text without characters that cannot be seen or that turn a line around.
 * @param {string} text
 */
function plain(text) {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu, "\ufffd");
}

/**
 * The same for several lines.
 * @param {string} text
 */
function plainLines(text) { return text.split("\n").map(plain).join("\n"); }

/**
 * The leaves in which two values differ, in order.
 * @param {Value|undefined} before
 * @param {Value|undefined} after
 * @param {string} path
 * @param {{path: string, before: Value|undefined, after: Value|undefined}[]} found
 */
function differences(before, after, path = "", found = []) {
  if (isFields(before) && isFields(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of names) {
      const inner = path ? path + "." + fieldName(name) : fieldName(name);
      differences(before[name], after[name], inner, found);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    const pairs = pairedItems(before, after);
    // The same items in another order.
    if (pairs.length === 0 && !same(before, after)) found.push({ path, before, after });
    for (const [left, right] of pairs) {
      const index = right < 0 ? left : right;
      differences(before[left], after[right], path + "[" + index + "]", found);
    }
  } else if (!same(before, after)) {
    found.push({ path, before, after });
  }
  return found;
}

/**
 * The places in two lists of items that are different: by what they name themselves, where they do;
 * -1 for an item that the other list has none for.
 * @param {ValueList} before
 * @param {ValueList} after
 */
function pairedItems(before, after) {
  const [lefts, rights] = [before, after].map((list) => list.map((item) => JSON.stringify(item)));
  let start = 0;
  while (start < lefts.length && lefts[start] === rights[start]) start += 1;
  let end = 0;
  const most = Math.min(lefts.length, rights.length) - start;
  while (end < most && lefts[lefts.length - 1 - end] === rights[rights.length - 1 - end]) end += 1;
  const places = (/** @type {string[]} */ texts) => (
    Array.from({ length: texts.length - end - start }, (_, index) => start + index));
  const rest = places(rights);
  const take = (/** @type {(index: number) => boolean} */ isPartner) => {
    const place = rest.findIndex(isPartner);
    return place < 0 ? -1 : rest.splice(place, 1)[0];
  };
  const changed = places(lefts).filter((left) => take((right) => rights[right] === lefts[left]) < 0);
  /** @type {[left: number, right: number][]} */
  const pairs = changed.map((left) => {
    const name = itemName(before[left]);
    return [left, name === null ? -1 : take((right) => itemName(after[right]) === name)];
  });
  for (const right of rest) pairs.push([-1, right]);
  return pairs.sort((one, other) => Math.max(...one) - Math.max(...other));
}

/**
 * Names an item of a list by its first field, where that is a text or a number.
 * @param {Value} item
 */
function itemName(item) {
  if (!isFields(item)) return null;
  const [field, value] = Object.entries(item)[0] ?? [];
  return typeof value === "string" || typeof value === "number" ? field + "=" + value : null;
}

/**
 * @param {Value|undefined} left
 * @param {Value|undefined} right
 */
function same(left, right) {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
