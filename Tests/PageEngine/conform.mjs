// Every committed trace, and many that are broken, through the engine of the page and through the
// command: what they say must be the same, byte for byte; and both were built from the same sources.
//
//   node Tests/PageEngine/conform.mjs COMMAND ENGINE
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PageEngine } from "./engine.mjs";

const command = resolve(process.argv[2]);
const engine = await PageEngine.load(process.argv[3]);
const work = mkdtempSync(join(tmpdir(), "conform-"));
process.on("exit", () => rmSync(work, { recursive: true }));
let compared = 0;
let differing = 0;

/** What the command writes, whatever its exit code. */
function said(...words) {
  try {
    return execFileSync(command, words, { maxBuffer: 1 << 30, stdio: ["ignore", "pipe", "pipe"] })
      .toString();
  } catch (error) {
    return error.stdout.toString();
  }
}

function compare(what, page, command) {
  compared += 1;
  if (page === command) return;
  differing += 1;
  let at = 0;
  while (page[at] === command[at]) at += 1;
  console.log(`${what} differs at ${at}:\n  page     …${page.slice(Math.max(0, at - 60), at + 120)}`);
  console.log(`  command  …${command.slice(Math.max(0, at - 60), at + 120)}`);
}

/** The findings of a document of the command, as the engine gives them. */
const findings = (document) => JSON.stringify(JSON.parse(document).findings);

/** What a document of the command ends with, and an answer of the engine leaves out. */
const commandOnly = ["differences", "requirements", "scenarios", "unseen"];

/** The document of the command without what only the command writes at its end. */
function shared(document) {
  const members = Object.keys(JSON.parse(document));
  const first = members.findIndex((name) => commandOnly.includes(name));
  if (first < 0 || !members.slice(first).every((name) => commandOnly.includes(name))) {
    return document;
  }
  // A member of the same name may stand deeper: the one meant has the same members behind it.
  const own = `,"${members[first]}":`;
  for (let at = document.indexOf(own); at >= 0; at = document.indexOf(own, at + 1)) {
    if (JSON.stringify(membersFrom(document, at)) === JSON.stringify(members.slice(first))) {
      return `${document.slice(0, at)}}${document.endsWith("\n") ? "\n" : ""}`;
    }
  }
  return document;
}

/** The members of an object whose text begins behind the comma at a place; none where none does. */
function membersFrom(document, at) {
  try {
    return Object.keys(JSON.parse(`{${document.slice(at + 1)}`));
  } catch {
    return [];
  }
}

function conform(file, bytes, isThorough) {
  const replay = said("replay", "--format", "json", file);
  const opened = engine.open(file, bytes);
  if (opened.status !== 0) {
    // The command refuses a byte order mark and compressed files before it reads a trace.
    const codes = (text) => JSON.stringify(JSON.parse(text).map((finding) => finding.code));
    const isMarked = bytes[0] === 0xef;
    const [page, command] = [opened.text, findings(replay)];
    return compare(
      `${file}: what is wrong`, isMarked ? codes(page) : page, isMarked ? codes(command) : command);
  }
  compare(`replay ${file}`, engine.ask({ ask: "replay" }), shared(replay));
  const overview = JSON.parse(engine.ask({ ask: "overview" }));
  if (overview.count === 0) return;
  const seqs = engine.column(0, overview.count, BigInt64Array);
  const step = isThorough ? 1 : Math.ceil(overview.count / 3);
  // A command that cannot read all of a trace explains nothing.
  if (JSON.parse(replay).verdict === "invalid") return;
  for (let row = 0; row < overview.count; row += step * (overview.count > 40 ? 7 : 1)) {
    const seq = String(seqs[row]);
    const why = said("why", file, seq, "--format", "json");
    compare(`why ${file} ${seq}`, engine.ask({ ask: "why", seq }), shared(why));
  }
  const head = JSON.parse(engine.ask({ ask: "head" }));
  const party = overview.parties[0];
  for (const effect of head.gated.slice(0, isThorough ? 9 : 1)) {
    for (const at of ["1s", "2h", "60d"]) {
      const words = ["why-not", file, effect, "--at", at, "--party", party, "--format", "json"];
      const question = { ask: "whynot", effect, at, party };
      const document = said(...words);
      if (JSON.parse(document).verdict !== "ok") continue;
      compare(words.join(" "), engine.ask(question), shared(document));
    }
  }
  if (head.profiles.length > 1) {
    compare(
      `diff --profile ${file}`, engine.ask({ ask: "variants", profiles: head.profiles }),
      said("diff", "--profile", head.profiles.join(","), file, "--format", "json"));
  }
  for (const [name, values] of head.readings.slice(0, isThorough ? 99 : 1)) {
    if (values.length < 2) continue;
    compare(
      `diff --reading ${name} ${file}`, engine.ask({ ask: "variants", reading: name, values }),
      said("diff", "--reading", `${name}=${values.join(",")}`, file, "--format", "json"));
  }
  const kinds = engine.column(3, overview.count, Int32Array);
  specs(file);
  const event = [...kinds].findIndex((kind) => overview.names[kind][2] === "answer");
  if (event < 0) return;
  const seq = Number(seqs[event]);
  compare(
    `replay --skip ${seq} ${file}`, engine.ask({ ask: "whatif", skip: [seq] }),
    shared(said("replay", "--skip", String(seq), file, "--format", "json")));
  const set = { seq, path: "status", text: "500" };
  const changed = said("replay", "--set", String(seq), "status=500", file, "--format", "json");
  const page = engine.try({ ask: "whatif", set: [set] });
  if (page.status === 0) {
    compare(`replay --set ${seq} status=500 ${file}`, page.text, changed);
    changedTrace(file);
  } else {
    compare(`replay --set ${seq} status=500 ${file}`, page.text, findings(changed));
  }
}

/**
 * The spec of a trace, or why there is none.
 * @param {string} file
 */
function specs(file, of = "recorded") {
  const { spec, error, findings } = JSON.parse(said("spec", "--format", "json", file));
  const page = engine.try({ ask: "export", as: "spec", of, file });
  const text = page.status === 0 ? page.text : JSON.parse(page.text).error ?? page.text;
  compare(`spec ${file}`, text, spec ?? error ?? JSON.stringify(findings));
}

/** What would have happened is a trace of its own, with which the machine agrees. */
function changedTrace(file) {
  const path = join(work, "changed.trace.jsonl");
  writeFileSync(path, engine.ask({ ask: "export", as: "trace", of: "changed" }));
  const document = JSON.parse(said("replay", "--format", "json", path));
  compare(`the changed ${file} agrees`, JSON.stringify(document.verdict), '"ok"');
  specs(path, "changed");
}

function traces(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".trace.jsonl"))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name)).sort();
}

/** Traces that no recorder writes, each made from one that a recorder wrote. */
function* broken(text) {
  const lines = text.trimEnd().split("\n");
  const middle = lines.length >> 1;
  const change = (index, edit) => lines.map((line, at) => (at === index ? edit(line) : line));
  const whole = (lines) => lines.join("\n") + "\n";
  yield ["empty", ""];
  yield ["a header alone", whole(lines.slice(0, 1))];
  yield ["no header", whole(lines.slice(1))];
  yield ["cut", text.slice(0, text.length * 0.6 | 0)];
  yield ["no end", whole(lines.slice(0, -1))];
  yield ["another end", whole(change(lines.length - 1, (line) => line.replace(/[0-9a-f]{4}"/, '0000"')))];
  yield ["a line twice", whole([...lines.slice(0, middle), lines[middle], ...lines.slice(middle)])];
  yield ["a line lost", whole([...lines.slice(0, middle), ...lines.slice(middle + 1)])];
  yield ["blank lines", lines.join("\n\n\n") + "\n"];
  yield ["carriage returns", lines.join("\r\n") + "\r\n"];
  yield ["spaces", whole(lines.map((line) => line.replaceAll('":', '" : ')))];
  yield ["no JSON", whole(change(middle, () => "{<script>alert(1)</script>"))];
  yield ["an unknown name", whole(change(middle, (line) => line.replace(/"(event|effect)":"/, '"$1":"x_')))];
  yield ["time goes back", whole(change(middle, (line) => line.replace(/"at":\d+/, '"at":1')))];
  yield ["a large time", whole(change(lines.length - 2, (line) => line.replace(/"at":\d+/, '"at":9000000000000000')))];
  yield ["too large a time", whole(change(middle, (line) => line.replace(/"at":\d+/, '"at":99999999999999999999')))];
  yield ["large numbers", whole(change(middle, (line) => line.replace(/"seq":\d+/, '"seq":5000000000')))];
  yield ["a negative number", whole(change(middle, (line) => line.replace(/"seq":\d+/, '"seq":-7')))];
  yield ["another system", whole(change(0, (line) => line.replace(/"sdk":"\w+"/, '"sdk":"\\u202e<b>"')))];
  yield ["another engine", whole(change(0, (line) => line.replace(/"engine":"[^"]*"/, '"engine":"0.0.1"')))];
  yield ["hostile texts", whole(lines.map((line) => line.replaceAll("Oslo", "</script>\\u202e\\u0000😀")))];
  yield ["deep", whole(change(middle, (line) => line.replace(/\}$/, `,"x":${"[".repeat(5000)}}`)))];
  yield ["other bytes", Buffer.from(text.replace("Oslo", "\u00ff"), "latin1")];
  yield ["a mark", "\ufeff" + text];
}

/** The version and the sources of the engine, beside those that the command names. */
function introduced() {
  const page = join(work, "page.html");
  execFileSync(command, ["show", "--html", page]);
  const [, sources] = /data-sources="([^"]*)" id="engine"/.exec(readFileSync(page, "utf8")) ?? [];
  const version = said("--version").split(/[ \n]/)[1];
  compare("the version and the sources", engine.ask({ ask: "about" }),
    JSON.stringify({ version, sources }));
}

introduced();
const files = [...traces("Traces"), ...traces("Tests")];
for (const file of files) conform(file, readFileSync(file), true);
const sources = ["Traces/mobilepush", "Traces/mobile_engage"].map((folder) => traces(folder)[0]);
for (const file of sources) {
  for (const [name, content] of broken(readFileSync(file, "utf8"))) {
    const path = join(work, name.replaceAll(" ", "-") + ".trace.jsonl");
    writeFileSync(path, content);
    conform(path, readFileSync(path), false);
  }
}
console.log(`engine: ${compared} answers on ${files.length} traces and ${sources.length} broken in `
  + `many ways, ${differing} unlike the command's`);
process.exit(differing === 0 && files.length > 15 ? 0 : 1);
