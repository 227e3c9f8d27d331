// The engine of the page without a page.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

export class PageEngine {
  /** @param {string} path */
  static async load(path) {
    const bytes = readFileSync(path);
    const module = bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
    const page = { progress() {} };
    const { instance } = await WebAssembly.instantiate(module, { page });
    return new PageEngine(instance.exports);
  }

  constructor(exports) { this.exports = exports; }

  get memory() { return this.exports.memory.buffer; }

  put(bytes) {
    const address = this.exports.allocate(bytes.length) >>> 0;
    new Uint8Array(this.memory, address, bytes.length).set(bytes);
    return address;
  }

  get result() {
    const address = this.exports.resultAddress() >>> 0;
    return Buffer.from(this.memory, address, this.exports.resultCount() >>> 0).toString();
  }

  /** Opens a trace under the name that findings have. */
  open(file, bytes) {
    this.ask({ ask: "name", file });
    const status = this.exports.open(this.put(bytes), bytes.length);
    return { status, text: this.result };
  }

  try(question) {
    const bytes = Buffer.from(JSON.stringify(question));
    const status = this.exports.ask(this.put(bytes), bytes.length);
    return { status, text: this.result };
  }

  ask(question) {
    const { status, text } = this.try(question);
    if (status !== 0) throw new Error(`${JSON.stringify(question)}: ${text}`);
    return text;
  }

  column(index, count, numbers) {
    return new numbers(this.memory, this.exports.column(index) >>> 0, count).slice();
  }
}
