// The committed engine was built from the sources of this digest, so that they build.
//
//   node Tests/PageEngine/current.mjs "$(Sources/PageEngine/WebAssembly/build --digest)"
import { PageEngine } from "./engine.mjs";

const engine = await PageEngine.load("Sources/CPageEngine/engine.wasm.gz");
const { sources } = JSON.parse(engine.try({ ask: "about" }).text);
const isCurrent = sources === process.argv[2];
console.log(`engine: the committed one was built from ${isCurrent ? "these" : "other"} sources`);
process.exit(isCurrent ? 0 : 1);
