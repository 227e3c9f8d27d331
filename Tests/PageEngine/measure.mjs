// How long the engine of the page takes for a trace, and how much memory.
//
//   node Tests/PageEngine/measure.mjs TRACE [ENGINE]
import { readFileSync } from "node:fs";
import { PageEngine } from "./engine.mjs";

const [trace, path = ".build-engine/engine.wasm.gz"] = process.argv.slice(2);
const engine = await PageEngine.load(path);
const bytes = readFileSync(trace);

function timed(what, body) {
  const start = performance.now();
  const result = body();
  console.log(`${what}: ${(performance.now() - start).toFixed(1)} ms`);
  return result;
}

timed("open", () => engine.open(trace, bytes));
const { count } = JSON.parse(timed("overview", () => engine.ask({ ask: "overview" })));
timed("replay", () => engine.ask({ ask: "replay" }));
for (const row of [0, count >> 1, count - 1]) {
  timed(`rows at ${row}`, () => engine.ask({ ask: "rows", from: row, count: 256 }));
  timed(`moment at ${row}`, () => engine.ask({ ask: "moment", row }));
}
timed("find", () => engine.ask({ ask: "find", text: "oslo" }));
timed("what if", () => engine.ask({ ask: "whatif", as: "machine" }));
console.log(`${count} records, ${bytes.length >> 10} kB, memory ${engine.memory.byteLength >> 20} MB`);
