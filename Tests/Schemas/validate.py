#!/usr/bin/env python3
"""Holds files of the project against the JSON Schemas that the command prints.

A validator that is not ours (jsonschema-rs) decides. Usage: validate.py COMMAND [--quick], where
COMMAND is the built pushtrace; run in the project's folder. --quick leaves out what the verbs
write and the forms.

Every spec, file of rules, fixture, catalogue, import map and trace of the project has to be valid,
and so has every spec that `spec` writes. Of the invalid specs, those are listed below that a schema
cannot refuse; all others have to be refused. Of every form of a value in every place (forms.py), `check`
and the schema have to say the same, and of forms of an import map `import` and its schema.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema_rs
import yaml

sys.dont_write_bytecode = True
import forms

# Why a schema cannot know, by the beginning of the file's name.
BEYOND_A_SCHEMA = {
    "S015-ambiguous-value": "it depends on the quotes, which are gone",
    "S015-tilde-for-null": "to any reader of YAML it is null",
    "S101-unknown-group": "the groups are declared elsewhere in the file",
    "S101-fields-in-paths": "a path is text to a schema",
    "S101-kept-value-in-a-rule": "what is kept is declared elsewhere in the file",
    "S102-quoted-word": "it depends on the quotes, which are gone",
    "S102-no-device-makes-a-key-generic": "the machine refuses the value",
    "S104-kept-value-of-another-type": "what is kept is declared elsewhere in the file",
    "S105-null-in-a-row": "the value goes where a placeholder stands",
    "S105-status-of-a-map": "the fields of a reply are the machine's",
    "S105-swapped-bounds": "two values are compared with each other",
    "S105-least-above-most": "two values are compared with each other",
    "S105-count-below-zero": "a schema has one kind of whole number",
    "S105-number-as-a-bound-of-text": "a bound has no type of its own",
    "S105-gap-bounds": "two values are compared with each other",
    "S105-latency-below-zero": "a duration is text to a schema",
    "S105-setting-below-zero": "a duration is text to a schema",
    "S107-not-a-pattern": "a schema does not read regular expressions",
    "S107-pattern-that-goes-too-far": "a schema does not read regular expressions",
    "S109-fixture-of-another-system": "it stands in another file",
    "S201-end-before-the-last-step": "two durations are compared with each other",
    "S201-history-before-its-fixture": "it needs a run",
    "S201-time-goes-backwards": "two steps are compared with each other",
    "S202-history-after-zero": "a duration is text to a schema",
    "S202-step-before-zero": "a duration is text to a schema",
    "S204-unknown-device": "the names are declared elsewhere in the file",
    "S205-placeholder-without-a-column": "the columns are declared elsewhere in the file",
    "S205-placeholder-in-the-rules-of-a-file": "examples stand elsewhere in the file",
    "S206-column-that-stands-twice": "two names are compared with each other",
    "S206-unused-column": "the uses stand elsewhere in the file",
    "S207-judged-twice": "two places are compared with each other",
    "S208-no-steps": "the steps may come from 'defaults'",
    "S209-id-taken": "two scenarios are compared with each other",
    "S209-rule-id-taken": "two rules are compared with each other",
    "S102-device-called-like-a-state": "the names are the system's and the file's own",
    "S102-device-called-as-a-backend": "the names are the system's and the file's own",
    "S105-window-without-length": "a duration is text to a schema",
    "S208-claim-beside-a-repeated-run": "two keys exclude each other",
    "S208-given-beside-a-repeated-run": "two keys exclude each other",
    "S212-group-that-begins-with-when": "the group stands elsewhere in the file",
    "S211-needs-backends": "the backends are declared elsewhere in the file",
    "S211-effects-of-backends": "the backends are declared elsewhere in the file",
    "S216-effect-of-another-party": "the parties are declared elsewhere in the file",
    "S216-rule-about-a-backend": "the parties are declared elsewhere in the file",
    "S214-no-such-trace": "it is about another file",
    "S215-broken-fixture": "it needs a run",
}


# What `check` says of forms that a schema cannot refuse, and why.
BEYOND_A_FORM = {
    r"unknown device|a device cannot be called|needs a device": "devices are declared elsewhere",
    r"unknown fixture|no trace|no file|requirement '.*' does not exist": "they stand in another file",
    r"no column is called": "columns are declared elsewhere",
    r"no step in the list|unknown group": "steps and groups are declared elsewhere",
    r"is a number, and the values here are text": "a bound has no type of its own",
    r"is no HTTP status": "the fields of a reply are the machine's",
    r"rule with a window": "the keys that a rule needs depend on its clause",
    r"unknown field of|unknown field '.*' of|its timeline alone": "it is about two places at once",
    r"is taken": "two scenarios are compared with each other",
    r"either steps or a trace|that is repeated has no steps|a run that is repeated is judged"
    r"|changes nothing beside":
        "two keys exclude each other",
    r"is ordered by .* alone": "backends are declared elsewhere",
    r"brings no tokens|is at least": "the machine refuses the value",
    r"is too small": "a setting that the defaults have above zero is not below it",
}


# What `import` says of a map that a schema cannot refuse, and why.
BEYOND_A_MAP = {
    r"in the map twice": "two records are compared with each other",
    r"is ambiguous|nothing stands here": "it depends on the quotes, which are gone",
}


LOGIN = "Traces/mobilepush/login.trace.jsonl"
LATE = "Specs/must_fail/recordings/late.trace.jsonl"
ALTERED = "Specs/must_fail/recordings/altered.trace.jsonl"

KEPT = "Specs/Regressions/mobile_engage-E19-514c81af.spec.yaml"

# Runs of every verb, which together write every document that the schema has; {out} is a folder.
OUTPUTS = [
    "check", "check Tests/InvalidSpecs", "check --list", "check no-such-file",
    "check --readings all Specs/mobilepush/throttle.spec.yaml", "check Specs/must_fail",
    "check --ties=both Specs/mobilepush/throttle.spec.yaml",
    f"show {LOGIN}", f"show --stats {LOGIN}", "show --html {out}/b.html",
    "show {out}/log --html {out}/a.html --engine none",
    f"why {LOGIN} 6", f"why {LOGIN} registration.pending", f"why {LOGIN} 1000000",
    f"why-not {LOGIN} send_registration --at 5s",
    "replay Traces", f"replay {LATE}", f"replay {LOGIN} --at 10 --state", f"replay {LOGIN} --skip 8",
    "replay --rerecord {out}/a.trace.jsonl", f"replay --snapshots 5 {LOGIN}",
    f"replay --snapshots 5 {LOGIN} --output {{out}}/snapshots.trace.jsonl",
    f"replay --verdicts {LATE}", f"replay --explain {ALTERED}",
    f"replay {LOGIN} --assume 4 registration.failures=1",
    f"triage {ALTERED}", "triage Traces/mobilepush", "triage --verdicts README.md",
    "conform Traces", f"conform --verdicts {LOGIN}",
    "verify Traces", f"verify {LATE}", f"verify --repair {LATE} --output {{out}}/r.trace.jsonl",
    f"verify --seal {LATE} --output {{out}}/s.trace.jsonl",
    f"diff {LOGIN} {LATE}", f"diff {LOGIN} {LOGIN}", f"diff --reading send=latest,earliest {LOGIN}",
    f"bisect {LATE} --state registration.failures=1", f"bisect {LOGIN} --state contact_key=ada",
    f"minimize {ALTERED}", f"spec {LOGIN}",
    f"redact {LOGIN}", f"export --to cloudevents {LOGIN}", f"export --to otlp {LOGIN}",
    f"export --to perfetto {LOGIN}", "export --to trace {out}/log",
    f"export --to log {LOGIN} --output {{out}}/other", f"import --from lines {LOGIN}",
    "import --from har --sdk mobile_engage Tests/none.har",
    "explore --sdk mobilepush --depth 2", "explore --sdk mobilepush --depth 1 --audit",
    "simulate --seed 1 --runs 10 --discard", "simulate --seed 1 --runs 4 --depth 2 --discard",
    "simulate --sdk mobile_engage --reproduce {kept}",
    "gallery", "gallery endless-refreshing --record",
    "gallery endless-refreshing --find --runs 5 --states 50",
    "coverage", "lint Specs/mobilepush", "new {out}/new.spec.yaml --sdk mobilepush",
    "new --sdk nothing", "vocabulary", "vocabulary mobilepush inbox", "vocabulary zzz",
    "schema trace", "schema trace --output {out}/schema.json", "explain", "explain S101",
    "explain between", "completion bash",
]


def documents(command):
    """What each line of OUTPUTS has written: the line, and each document."""
    with tempfile.TemporaryDirectory() as out:
        shutil.copy(LATE, f"{out}/a.trace.jsonl")
        subprocess.run(
            [command, "export", "--to", "log", LOGIN, "--output", f"{out}/log"], check=True,
            capture_output=True)
        kept = yaml.safe_load(pathlib.Path(KEPT).read_text())["scenarios"][0]["reproduce"]
        for line in OUTPUTS:
            words = [word.replace("{out}", out).replace("{kept}", kept) for word in line.split()]
            run = subprocess.run(
                [command, *words, "--format", "json"], capture_output=True, check=False)
            if not run.stdout or run.returncode not in [0, 1, 2]:
                yield line, None, run.stderr.decode()[:200]
            for text in run.stdout.splitlines():
                yield line, json.loads(text, object_pairs_hook=members), ""


def members(pairs):
    """The members of an object; none may be there twice, of which a reader takes the last."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError(f"a member stands twice: {[name for name, _ in pairs]}")
    return found


def verbs(command):
    """The verbs that have `--format json`."""
    text = subprocess.run([command, "--experimental-dump-help"], capture_output=True, check=True)
    for verb in json.loads(text.stdout)["command"]["subcommands"]:
        options = {name["name"] for each in verb.get("arguments", []) for name in each.get("names", [])}
        if "format" in options:
            yield verb["commandName"]


def too_wide(schemas, verb):
    """What the schema accepts of a verb that no run writes."""
    document = {"pushtrace": 1, "verb": verb, "verdict": "ok", "findings": []}
    if error := schemas.error("output", document):
        yield f"the least document of {verb} is refused: {error}"
    for name, value in [
        ("stepz", 1), ("verb", "nothing"), ("verdict", "fine"), ("findings", [{"code": "x"}]),
    ]:
        if not schemas.error("output", {**document, name: value}):
            yield f"{verb} with {name} = {value} is valid"


def wrong_outputs(schemas, hold):
    """What is wrong with the documents of the verbs, or with the schema of them."""
    found = []
    for line, value, error in documents(schemas.command):
        if value is None:
            yield f"{line} wrote nothing: {error}"
        else:
            hold("output", line, value)
            found.append(value)
    yield from unwritten(schemas, found)
    for verb in verbs(schemas.command):
        yield from too_wide(schemas, verb)


def unwritten(schemas, written):
    """The documents of the schema that nothing in `written` has the form of."""
    schema = schemas.documents["output"]
    for part in schema["allOf"]:
        verb = part["if"]["properties"]["verb"]["const"]
        for index, form in enumerate(part["then"].get("anyOf", [part["then"]])):
            if index == 0:
                continue  # What every verb writes that is stopped.
            one = jsonschema_rs.Draft202012Validator({"$defs": schema["$defs"], **form})
            if not any(one.is_valid(value) for value in written if value["verb"] == verb):
                yield f"no line of OUTPUTS writes document {index} of {verb}"


class CoreLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """Reads plain values as YAML 1.2 does, and as editors do: NO and 1:30 are text."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("bool", r"^(?:true|false)$", "tf"),
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("int", r"^-?(?:0|[1-9][0-9]*)$", "-0123456789"),
    ("float", r"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$", "-0123456789"),
]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), list(first))


MAP = {
    "format": "1", "sdk": "mobilepush", "time": "ts", "name": "kind",
    "records": "[{ from: a, event: attribute_set }]",
}
RECORDS = [
    "", "{ from: a }", "{ event: attribute_set }", "{ from: a, effect: send_registration }",
    "{ from: a, event: attribute_set, effect: send_registration }", "x", "[]",
    "{ from: a, event: send_registration }", "{ from: a, effect: attribute_set }",
    "{ from: a, event: readings_set }", "{ from: a, event: <x> }", "{ from: 1, event: push_sent }",
    "{ from: null, event: push_sent }", "{ from: a, event: push_sent, <x>: 1 }",
    "{ from: a, event: app_foregrounded, fields: { a: b } }",
    "{ from: a, effect: set_timer, values: { timer: a } }",
    "{ from: a, effect: set_timer, values: { key: a } }",
    "{ from: a, event: push_sent }, { from: a, event: push_sent }",
] + [
    f"{{ from: a, event: attribute_set, {key}: {value} }}" for key in ["fields", "values"]
    for value in [
        "x", "null", "[]", "{}", "{ key: k }", "{ kee: k }", "{ key: null }", "{ key: [] }",
        "{ key: {} }", "{ key: 1 }", "{ key: 1.5 }", "{ key: }", "{ key: <x> }", "{ <x>: a }", "<x>",
    ]
]


def maps():
    """Maps of a log, with one key after the other changed."""
    yield {key: value for key, value in MAP.items() if key != "sdk"}
    yield {**MAP, "other": "1"}
    yield {**MAP, "<x>": "1"}
    for key in [*MAP, "time_unit", "data", "party", "id", "cause"]:
        for value in ["x", "1", '"1"', "2", "null", '""', "[]", "{}", "<x>", "true", "iso"]:
            if key != "sdk":
                yield {**MAP, key: value}
    for records in RECORDS:
        for sdk in ["mobilepush", "mobile_engage"]:
            yield {**MAP, "sdk": sdk, "records": f"[{records}]"}


def loose_maps(schemas):
    """Each map of a log about which `import` and the schema say different things."""
    with tempfile.TemporaryDirectory() as out:
        path = pathlib.Path(out, "a.map.yaml")
        tried = 0
        for members in maps():
            sdk = [] if "sdk" in members else ["--sdk", "mobilepush"]
            text = "".join(f"{key}: {value}\n" for key, value in members.items())
            path.write_text(text)
            run = subprocess.run(
                [schemas.command, "import", "--from", "lines", "--map", path, *sdk, "README.md",
                 "--format", "json"], capture_output=True, check=False)
            findings = json.loads(run.stdout)["findings"]
            messages = [each["message"] for each in findings if each["code"].startswith("S")]
            error = schemas.error("import_map", parse(text))
            tried += 1
            if bool(error) == bool(messages):
                continue
            if error:
                yield f"the map {text!r} is read and refused by the schema: {error}"
            elif not any(re.search(known, each) for known in BEYOND_A_MAP for each in messages):
                yield f"the map {text!r} is accepted by the schema and refused: {messages[0]}"
        print(f"import maps: {tried} held against 'import'")


class Schemas:
    def __init__(self, command):
        self.command = command
        self.documents = {}
        self.validators = {}

    def error(self, subject, value):
        """The first thing wrong with a value, in words; None for a valid one."""
        if subject not in self.validators:
            text = subprocess.run(
                [self.command, "schema", subject], check=True, capture_output=True).stdout
            schema = self.documents[subject] = json.loads(text)
            jsonschema_rs.meta.validate(schema)
            self.validators[subject] = jsonschema_rs.Draft202012Validator(schema)
        error = next(self.validators[subject].iter_errors(value), None)
        if error is None:
            return None
        place = "/".join(str(part) for part in error.instance_path)
        return f"{place}: {error.message[:160]}"


def load(path):
    return parse(path.read_text(encoding="utf-8"))


def parse(text):
    # The names of JSON are texts, whatever a reader of YAML takes them for.
    return json.loads(json.dumps(yaml.load(text, Loader=CoreLoader)))


def written(command):
    """What `spec` writes of the committed traces, at every strength."""
    for path in sorted(pathlib.Path("Traces").rglob("*.trace.jsonl")):
        for strength in ["effects", "timeline", "final", "all"]:
            run = subprocess.run(
                [command, "spec", path, "--assert", strength], capture_output=True, check=False)
            if run.returncode == 0:
                yield f"spec {path} --assert {strength}", run.stdout.decode()


def disagreements(schemas):
    """Each form about which `check` and the schema say different things, and how many agree."""
    terms = forms.vocabulary(schemas.command)
    tried = []
    for system in ["mobilepush", "mobile_engage"]:
        own = forms.Terms(terms, system)
        examples = [forms.Form(system, text) for text in own.examples()]
        for form, messages in zip(examples, forms.refusals(schemas.command, examples)):
            if messages:
                yield f"the example {form.text} is refused: {messages[0]}"
        tried += examples + [forms.Form(system, text) for text in own.all()]
    tried = list(dict.fromkeys(tried))
    agreed = 0
    for form, messages in zip(tried, forms.refusals(schemas.command, tried)):
        error = schemas.error(
            "spec", parse(f"format: 1\nsdk: {form.system}\nscenarios:\n  - {form.text}\n"))
        if bool(error) == bool(messages):
            agreed += 1
        elif error:
            yield f"{form.text} is read and refused by the schema: {error}"
        elif not any(re.search(known, text) for known in BEYOND_A_FORM for text in messages):
            yield f"{form.text} is accepted by the schema and refused: {messages[0]}"
    print(f"forms: {agreed} of {len(tried)} read as the schema says, the others beyond one")


def main():
    schemas = Schemas(sys.argv[1])
    failures = []
    counts = {}

    def hold(subject, path, value):
        counts[subject] = counts.get(subject, 0) + 1
        error = schemas.error(subject, value)
        if error:
            failures.append(f"{path} is valid and refused: {error}")

    own = sorted(pathlib.Path("Specs").rglob("*.yaml"))
    for path in own:
        if path.name.endswith(".spec.yaml"):
            hold("spec", path, load(path))
        elif path.name.endswith(".rules.yaml"):
            hold("rules", path, load(path))
        elif path.name == "requirements.yaml":
            hold("requirements", path, load(path))
        elif path.parent.name == "fixtures":
            hold("fixture", path, load(path))
    for path in sorted(pathlib.Path("Traces").rglob("*.trace.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(True), 1):
            # A trace may be cut in the middle of its last line.
            if line.endswith("\n"):
                hold("trace", f"{path}:{number}", json.loads(line))

    for verb in verbs(schemas.command):
        if verb not in [line.split()[0] for line in OUTPUTS]:
            failures.append(f"no line of OUTPUTS runs {verb}")
    for path in sorted(pathlib.Path("Tests").rglob("*.map.yaml")):
        hold("import_map", path, load(path))
    if "--quick" not in sys.argv:
        failures.extend(wrong_outputs(schemas, hold))
        for name, text in written(schemas.command):
            hold("spec", name, parse(text))
        failures.extend(disagreements(schemas))
        failures.extend(loose_maps(schemas))

    refused = unseen = 0
    for path in sorted(pathlib.Path("Tests/InvalidSpecs").glob("*.spec.yaml")):
        name = path.name.removesuffix(".spec.yaml")
        try:
            error = schemas.error("spec", load(path))
        except (yaml.YAMLError, UnicodeDecodeError) as problem:
            error = f"no YAML: {problem}"
        if error:
            refused += 1
            if name in BEYOND_A_SCHEMA:
                failures.append(f"{path} is refused: it need not stand in the list of exceptions")
        elif name in BEYOND_A_SCHEMA:
            unseen += 1
            print(f"{name}: a schema cannot know: {BEYOND_A_SCHEMA[name]}")
        else:
            failures.append(f"{path} is invalid and not refused")
    for subject, count in sorted(counts.items()):
        print(f"{subject}: {count} valid")
    print(f"invalid specs: {refused} refused, {unseen} beyond a schema")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
