"""The claims, each with its subjects."""

import re
from pathlib import Path

from command import Failed

# Those of the gallery were recorded by machines with a bug.
TRACES = sorted(str(path) for path in Path("Traces").glob("mobile*/*.trace.jsonl"))
# A torn line has no place behind a snapshot.
WHOLE = [path for path in TRACES if not path.endswith("/cut-while-in-flight.trace.jsonl")]
# Of one device: nothing names a party.
ALONE = [path for path in WHOLE if '"party":' not in Path(path).read_text(encoding="utf-8")]
SDKS = ["mobilepush", "mobile_engage"]
# The bugs of the gallery, each with the cells of its row: what finds it, and after how much work.
FOUND = [re.split("  +", line) for line
         in Path("Specs/gallery/found.txt").read_text(encoding="utf-8").splitlines()[1:]]
# The causes are not in the decision: whether a download brought the message again, and whether it
# had been read.
UNPROVEN = ["display-limit-forgotten", "replaced-message-stays-read"]

ALL = []


def sweep(subjects, least):
    """Makes a function a sweep over subjects: a list, or a function that gives one."""
    def add(function):
        function.subjects = subjects if callable(subjects) else lambda command: subjects
        function.least = least
        ALL.append(function)
        return function
    return add


def lines(path):
    return Path(path).read_text(encoding="utf-8").splitlines(keepends=True)


def write(folder, name, parts):
    path = folder / name
    path.write_text("".join(parts), encoding="utf-8")
    return str(path)


def with_snapshots(command, trace, folder, interval):
    path = str(folder / "snapshots.trace.jsonl")
    command.run("replay", "--snapshots", str(interval), trace, "--output", path).has_status()
    return path


def snapshots_of(text):
    places = [index for index, line in enumerate(text) if ',"snapshot":{' in line]
    if not places:
        raise Failed("it has no snapshot")
    return places


@sweep(WHOLE, 15)
def state_at_snapshots(command, trace, folder):
    """A committed trace has the state that replay folds at each of its snapshots."""
    path = with_snapshots(command, trace, folder, 5)
    run = command.run("replay", path).has_status()
    run.expect(" snapshots" in run.output, "no snapshots were compared")
    verified = command.run("verify", path)
    verified.expect(" snapshots" in verified.output, "verify saw no snapshots")


@sweep(WHOLE, 15)
def folded_on_from_a_snapshot(command, trace, folder):
    """A committed trace that begins with a snapshot is folded on without drift."""
    text = lines(with_snapshots(command, trace, folder, 8))
    paths = [write(folder, f"from-{index}.trace.jsonl", [text[0]] + text[index:])
             for index in snapshots_of(text)]
    run = command.run("replay", *paths).has_status()
    run.expect("T401" not in run.output and "missing" not in run.output, "it drifts")


@sweep(WHOLE, 15)
def written_anew_from_a_snapshot(command, trace, folder):
    """A trace that begins with a snapshot keeps its numbers when it is written anew."""
    text = lines(with_snapshots(command, trace, folder, 8))
    for index in snapshots_of(text):
        records = [text[0]] + text[index:-1]
        path = write(folder, f"from-{index}.trace.jsonl", records)
        sealed = str(folder / f"sealed-{index}.trace.jsonl")
        run = command.run("verify", "--seal", path, "--output", sealed).has_status()
        run.expect(lines(sealed)[:len(records)] == records, "the sealed trace has other records")
        again = command.run("replay", "--rerecord", path).has_status()
        again.expect(lines(path) == records, "the trace that is recorded anew has other records")


@sweep(WHOLE, 15)
def without_its_snapshots(command, trace, folder):
    """Without its snapshots a trace is what it was before, byte for byte."""
    path = with_snapshots(command, trace, folder, 5)
    bare = str(folder / "without.trace.jsonl")
    run = command.run("replay", "--snapshots", "0", path, "--output", bare).has_status()
    run.expect(lines(bare) == lines(trace), "the bytes are others")


@sweep([path for path in TRACES if "/mobilepush/" in path], 11)
def unknown_history(command, trace, folder):
    """No part of a committed trace drifts where what was before is not known."""
    text = lines(trace)
    header = text[0].rstrip()[:-1] + ',"history":"unknown"}\n'
    cuts = [cut for cut in (2, len(text) // 3, len(text) // 2) if cut > 1]
    parts = [write(folder, f"{cut}.trace.jsonl", [header] + text[cut:]) for cut in cuts]
    run = command.run("replay", *parts)
    run.expect(all(part in run.output for part in parts), "not every part was replayed")
    run.expect("T401" not in run.output, "it drifts")


PERSONAL = re.compile(
    r'"(?:device_id|registration_id|token|field_value)":" ?([^" ]{2,}) ?"'
    r'|"contact_key_set".*?"key":" ?([^" ]{2,}) ?"')


@sweep(TRACES, 16)
def redacted(command, trace, folder):
    """A committed trace is redacted, replays without drift and keeps nothing personal."""
    key = write(folder, "key", ["0123456789abcdef"])
    path = str(folder / "redacted.trace.jsonl")
    command.run("redact", trace, "--key", key, "--output", path).has_status()
    run = command.run("replay", path).has_status(command.run("replay", trace).status)
    inputs = [line for line in lines(trace) if '"event":' in line and '"cause":' not in line]
    text = "".join(lines(path))
    for match in PERSONAL.finditer("".join(inputs)):
        value = match[1] or match[2]
        run.expect(f'"{value}"' not in text, f"'{value}' is left")


def spec_passes(command, trace, folder, strength):
    spec = str(folder / f"{strength}.spec.yaml")
    command.run("spec", trace, "--assert", strength, "--output", spec).has_status()
    run = command.run("check", spec).has_status()
    run.expect("1 scenario in 1 file: 1 passed" in run.output, "the scenario did not run")


@sweep(TRACES, 16)
def traces_as_specs(command, trace, folder):
    """A committed trace becomes a spec that passes."""
    for strength in ("effects", "timeline", "final", "all"):
        spec_passes(command, trace, folder, strength)


HIDDEN = ['"effect":"set_timer"', '"effect":"cancel_timer"', '"effect":"diagnose"',
          '"party":"engagement"', '"party":"push_service"', '"party":"mobile_engage"']


def observed(command, spec, folder, options=()):
    """The exit code of a spec, and the observed effects of devices with their times."""
    folder.mkdir()
    run = command.run("check", spec, "--save-traces", str(folder), *options)
    saved = sorted(folder.iterdir())
    if not saved:
        return run, None
    text = lines(saved[0])
    started = int(re.search(r'"started":([0-9]+)', text[0])[1])
    effects = []
    for line in text:
        at = re.search(r'"at":([0-9]+)', line)
        if '"effect":' in line and at and int(at[1]) >= started \
                and not any(hidden in line for hidden in HIDDEN):
            effects.append(re.sub(r'"cause":[0-9]+,', "", line[line.index('"at":'):]))
    return run, effects


@sweep(TRACES, 16)
def specs_under_other_readings(command, trace, folder):
    """A written spec fails under every reading that changes what it observed."""
    spec = str(folder / "x.spec.yaml")
    command.run("spec", trace, "--output", spec).has_status()
    _, recorded = observed(command, spec, folder / "recorded")
    tried = 0
    readings = command.run("completion", "--values", "readings").has_status().output.split()
    for reading in readings:
        run, effects = observed(command, spec, folder / reading, ["--reading", reading])
        # The readings are those of all SDKs.
        if run.status == 2 and "of the readings" in run.output + run.errors:
            continue
        tried += 1
        run.expect((run.status == 1) == (effects != recorded),
                   f"under {reading} the effects {'differ' if effects != recorded else 'do not'}")
    if tried < 3:
        raise Failed(f"only {tried} readings of {len(readings)} were tried")


def spec_of_both_sides(command, proof, folder):
    """The spec of a proof fails on what was recorded, and passes on what the machine orders."""
    for options, status in ([], 1), (["--computed"], 0):
        spec = str(folder / f"{status}.spec.yaml")
        command.run("spec", proof, "--output", spec, *options).has_status()
        command.run("check", spec).has_status(status)


@sweep([(trace, change) for trace in ALONE for change in ("missing", "extra", "late")], 30)
def proofs_as_specs(command, subject, folder):
    """The proof of an effect that is missing, extra or a late timer becomes a spec of both sides."""
    trace, change = subject
    text = [line for line in lines(trace) if '"end":' not in line]
    if "history" in text[0]:
        return
    places = [index for index, line in enumerate(text)
              if ('"due":' if change == "late" else '"effect":"') in line]
    for place in places[1::max(1, len(places) // 4)][:4]:
        line = text[place]
        wrong = {"missing": [], "extra": [line, line], "late": [line.replace('"due":1', '"due":2')]}
        changed = text[:place] + wrong[change] + text[place + 1:]
        path = write(folder, f"{place}.trace.jsonl", changed)
        if command.run("replay", path).status != 1:
            continue
        proof = str(folder / f"{place}.proof.trace.jsonl")
        command.run("minimize", path, "--output", proof).has_status()
        spec_of_both_sides(command, proof, folder)


@sweep([(sdk, devices) for sdk in SDKS for devices in ("1", "2")], 4)
def random_runs_as_specs(command, search, folder):
    """A random run becomes a spec that passes."""
    sdk, devices = search
    command.run("simulate", "--sdk", sdk, "--seed", "1", "--runs", "12", "--devices", devices,
                "--faults", "none", "--discard", "--save", str(folder)).has_status()
    written = 0
    for trace in sorted((folder / sdk).iterdir()):
        # A run may have an event that no spec can say, such as a message without an id.
        if "a spec cannot say it" in command.run("spec", str(trace)).errors:
            continue
        spec_passes(command, str(trace), folder, "all")
        written += 1
    if written < 5:
        raise Failed(f"only {written} of 12 runs became specs")


def rule_ids():
    return {line.split(": ")[1].strip() for sdk in SDKS
            for line in lines(f"Specs/{sdk}/documents.rules.yaml") if line.startswith("  - id: ")}


@sweep(["Specs"], 1)
def documents_rules(command, specs, folder):
    """The traces of all specs keep the rules under the documents' readings."""
    command.run("check", specs, "--save-traces", str(folder)).has_status()
    run = command.run("conform", "--format", "json", str(folder))
    traces = run.json()["traces"]
    run.expect(len(traces) > 1000, f"there are only {len(traces)} traces")
    for trace in traces:
        # Another reading of the documents contradicts what their default says.
        run.expect(trace["conforms"] is True or trace.get("readings"), str(trace))
    held = {rule["id"] for trace in traces for rule in trace.get("rules", [])
            if rule["verdict"] == "held"}
    run.expect(held >= rule_ids(), f"held by no trace: {rule_ids() - held}")
    # A property that no trace can hold is none that records alone show.
    judged = {rule["id"] for trace in traces for rule in trace.get("rules", [])}
    run.expect(held == judged, f"held by no trace: {judged - held}")


@sweep([(sdk, *size) for sdk in SDKS for size in (("4", "1"), ("3", "2"))], 4)
def audited(command, search, folder):
    """An audit of both SDKs finds nothing."""
    sdk, depth, devices = search
    run = command.run("explore", "--sdk", sdk, "--depth", depth, "--devices", devices,
                      "--property", "none", "--reduce", "none", "--audit").has_status()
    run.expect("every pair goes on alike" in run.output, "the audit says something else")


@sweep(FOUND, 23)
def gallery(command, row, folder):
    """The gallery's table names what finds a bug."""
    run = command.run("gallery", row[0], "--find", "--runs", "50", "--states", "3000").has_status()
    found = re.split("  +", run.output.splitlines()[-1])
    # Less work than the table was made with: what is found with less has to stand there.
    random = re.search("run ([0-9]+)$", row[4])
    for index, cell in enumerate(found):
        is_due = index == 4 and random and int(random[1]) < 50
        if index < 4 or is_due or cell != "–":
            run.expect(cell == row[index], f"the table has '{row[index]}'")


@sweep([row[0] for row in FOUND if row[0] not in UNPROVEN], 21)
def gallery_proofs(command, bug, folder):
    """The spec of a bug's smallest proof fails on the SDK and holds with the bug."""
    proof, spec = str(folder / "proof.trace.jsonl"), str(folder / "proof.spec.yaml")
    trace = f"Traces/Gallery/{bug}.trace.jsonl"
    command.run("minimize", trace, "--output", proof).has_status()
    command.run("spec", proof, "--output", spec).has_status()
    command.run("check", spec).has_status(1)
    command.run("gallery", bug, "--", "check", spec).has_status()


@sweep([
    ("one", {'"effect":"show_in_app_message"': 3}),
    ("two", {'"event":"app_force_closed"': 1, '"effect":"send_registration"': 2}),
    ("three", {'"event":"custom_event_tracked"': 8}),
], 3)
def proofs_of_a_week(command, device, folder):
    """A proof has what led to its decision, and its spec shows both sides."""
    name, causes = device
    proof = str(folder / "proof.trace.jsonl")
    trace = f"Tests/CommandsTests/Week/{name}.trace.jsonl"
    run = command.run("minimize", trace, "--output", proof).has_status()
    text = lines(proof)
    for cause, count in causes.items():
        run.expect(sum(cause in line for line in text) >= count, f"fewer than {count} {cause}")
    run.expect(len(text) < 42, f"{len(text)} lines")
    spec_of_both_sides(command, proof, folder)
