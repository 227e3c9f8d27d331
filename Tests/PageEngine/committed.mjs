// The engine that is committed is of the version of the command.
//
//   node Tests/PageEngine/committed.mjs COMMAND
import { execFileSync } from "node:child_process";
import { PageEngine } from "./engine.mjs";

const path = "Sources/CPageEngine/engine.wasm.gz";
const version = execFileSync(process.argv[2], ["--version"]).toString().split(/[ \n]/)[1];
const engine = await PageEngine.load(path);
const about = engine.try({ ask: "about" });
const committed = about.status === 0 ? JSON.parse(about.text).version : "unknown";
console.log(`engine: the committed one is of version ${committed}, the command of ${version}`);
if (committed !== version) {
  console.log(`run Sources/PageEngine/WebAssembly/build --output ${path}, and commit it`);
  process.exit(1);
}
