// A trace of a machine that only its own engine knows.
import { deepStrictEqual, strictEqual } from "node:assert";
import { PageEngine } from "./engine.mjs";

const engine = await PageEngine.load(process.argv[2]);
const lines = [
  '{"pushtrace":1,"sdk":"newsletter","engine":"","profile":"documents","readings":{},"config":{},'
    + '"started":0}',
  '{"seq":1,"at":0,"event":"subscribed","data":{"address":"ann@example.com"}}',
  '{"seq":2,"at":0,"effect":"send_address","cause":1,"data":{"request":1,'
    + '"address":"ann@example.com"}}',
  '{"seq":3,"at":900,"event":"response_received","cause":2,"data":{"request":1,"status":200}}',
  '{"seq":4,"at":900,"effect":"show_thanks","cause":3}',
];
const about = JSON.parse(engine.ask({ ask: "about" }));
strictEqual(about.sources, "", "no command is built from the sources of this machine");
const opened = engine.open("newsletter.trace.jsonl", Buffer.from(lines.join("\n") + "\n"));
strictEqual(opened.status, 0, opened.text);
const replayed = JSON.parse(engine.ask({ ask: "replay" }));
strictEqual(replayed.verdict, "ok", JSON.stringify(replayed));
const { after } = JSON.parse(engine.ask({ ask: "moment", row: 2 }));
deepStrictEqual(after, { address: "ann@example.com", confirmed: true, failures: 0 });
engine.ask({ ask: "whatif", set: [{ seq: 3, path: "status", text: "500" }] });
const changed = engine.ask({ ask: "export", as: "trace", of: "changed" });
strictEqual(changed.includes('"effect":"wait_to_retry"'), true, changed);
console.log("own machine: its page folds, explains and changes a trace of it");
