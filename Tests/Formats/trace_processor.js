// Runs Perfetto's trace processor, the WebAssembly of its own page: `node trace_processor.js FOLDER`
// feeds it the requests on standard input, and writes its replies to standard output. FOLDER is the
// page's. The page's script expects a worker of a browser.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const folder = process.argv[2];
const requests = new Uint8Array(fs.readFileSync(0));
const port = {
  postMessage(reply) {
    for (let sent = 0; sent < reply.length; ) sent += fs.writeSync(1, reply, sent);
  },
};
globalThis.XMLHttpRequest = class {
  open(_, url) {
    this.bytes = fs.readFileSync(path.join(folder, path.basename(url)));
  }
  send() {
    this.status = 200;
    this.response = new Uint8Array(this.bytes).buffer;
  }
};
globalThis.WorkerGlobalScope = class {};
globalThis.importScripts = () => {};
globalThis.self = globalThis;
globalThis.location = { href: "http://localhost/engine_bundle.js" };
console.log = console.warn = console.error;
// It would take itself to be in Node, for which it was not built.
Object.defineProperty(globalThis, "process", { value: undefined });
vm.runInThisContext(fs.readFileSync(path.join(folder, "engine_bundle.js"), "utf8"));
setTimeout(() => {
  onmessage({ data: port });
  port.onmessage({ data: requests });
}, 0);
