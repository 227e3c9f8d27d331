// A copy of the page as it is: with its trace, its notes and the place that is looked at.

/** The page as it was written, without what it was opened with. */
class PageCopy {
  /** @param {string} frame the page's HTML without data */
  constructor(frame) { this.frame = frame; }

  /**
   * The HTML of a page with other data.
   * @param {HTMLElement[]} content
   */
  text(content) {
    // The page's own script reads the data and comes last.
    const end = this.frame.lastIndexOf("<" + 'script type="module">');
    return "<!DOCTYPE html>\n" + this.frame.slice(0, end)
      + content.map((each) => each.outerHTML + "\n").join("") + this.frame.slice(end) + "\n";
  }
}

/**
 * Data as it stands in a page.
 * @param {string} id
 * @param {string} type
 * @param {string} text
 * @param {{[name: string]: string}} about
 */
function dataElement(id, type, text, about = {}) {
  const made = element("script", "", type === "application/json" ? text.replace(/</g, "\\u003c") : text);
  made.setAttribute("type", type);
  made.id = id;
  Object.assign(made.dataset, about);
  return made;
}

/**
 * The bytes of a blob in Base64.
 * @param {Blob} blob
 * @returns {Promise<string>}
 */
function base64(blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
