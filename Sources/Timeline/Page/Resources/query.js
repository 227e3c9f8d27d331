// The search where there is no engine: words as `pushtrace show --find` reads them.

/** A search for records by what is shown of them: words that all have to be there, in any order. */
class RecordQuery {
  /**
   * @param {string} text
   * @param {Clock} clock
   */
  constructor(text, clock) {
    this.clock = clock;
    /** @type {{field: string, text: string}[]} */
    this.words = [];
    const word = /(?:([\p{L}_][\p{L}\p{N}_.]*):(?=[^ ]))?(?:"([^"]*)"?|([^ ]*))/gu;
    for (const [found, field = "", quoted, plain] of text.matchAll(word)) {
      if (found !== "" && found !== '""') this.words.push({ field, text: quoted ?? plain });
    }
  }

  /** Those words that are about the whole record, in small letters. */
  get texts() {
    return this.words.filter(({ field }) => field === "").map(({ text }) => text.toLowerCase());
  }

  /**
   * @param {string} shown the text that is shown of a record, in small letters
   * @param {string} name
   * @param {Fields} fields
   */
  finds(shown, name, fields) {
    return this.words.length > 0 && this.words.every(({ field, text }) => {
      if (field === "") return shown.includes(text.toLowerCase());
      const isNamed = field === "name" && name.toLowerCase().includes(text.toLowerCase());
      return isNamed || this.has(fields, field, text, "");
    });
  }

  /**
   * Whether a value has a field of this name, or one that ends so, with this content.
   * @param {Value} value
   * @param {string} field
   * @param {string} text
   * @param {string} path
   * @returns {boolean}
   */
  has(value, field, text, path) {
    if (Array.isArray(value)) return value.some((each) => this.has(each, field, text, path));
    if (isFields(value)) {
      return Object.entries(value).some(([name, each]) => (
        this.has(each, field, text, path + "." + fieldName(name))));
    }
    if (!path.endsWith("." + field)) return false;
    const instant = typeof value === "object" && value !== null ? instantOf(value) : null;
    return value === text || valueText(value, this.clock) === text
      || (instant !== null && this.clock.calendar(instant) === text);
  }
}
