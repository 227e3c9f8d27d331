#!/usr/bin/env python3
"""Compares what the command costs, counted, with committed figures.

    counts.py [--update] PUSHTRACE BENCHMARKS

Instructions and allocations of an event, a scenario, a step and a start, against counts.json; a
figure that differs by more than a tenth is a finding. --update writes the file anew. PUSHTRACE and
BENCHMARKS are the two release builds; the second makes the data. Costs of a unit are taken from
two runs of different length, so that they do not hold the start of the process.
"""

import json
import pathlib
import sys
import tempfile

from counting import HERE, Counter, run

COMMITTED = HERE / "counts.json"
TOLERANCE = 0.10
# Below this many allocations a unit a tenth is nothing.
FEW_ALLOCATIONS = 0.05


class Work:
    """One kind of work: two command lines, and how much more the second one does."""

    def __init__(self, unit, short, long, more):
        self.unit = unit
        self.short = short
        self.long = long
        self.more = more


def works(pushtrace, benchmarks, folder):
    """All kinds of work, over data made in `folder`."""
    traces = {events: folder / f"{events}.trace.jsonl" for events in [1_000, 4_000]}
    logs = {events: folder / f"{events}.events.json" for events in traces}
    for events, path in traces.items():
        run([benchmarks, "record", events, path, 4])
        run([pushtrace, "export", "--to", "cloudevents", path, "--output", logs[events]])
    specs = {count: folder / f"{count}-specs" for count in [50, 200]}
    for count, path in specs.items():
        run([benchmarks, "write-specs", count, path])

    def an_event(arguments, files=traces):
        first, second = ([pushtrace, *arguments, file] for file in files.values())
        return Work("an event", first, second, 3_000)

    few, many = specs.values()
    simulate = [pushtrace, "simulate", "--sdk", "mobilepush", "--seed", "1", "--jobs", "1",
                "--discard", "--format", "json", "--runs"]
    steps = [json.loads(run(simulate + [runs]).stdout)["systems"][0]["steps"] for runs in [5, 30]]
    return {
        "replay": an_event(["replay"]),
        "conform": an_event(["conform"]),
        "show": an_event(["show"]),
        "export": an_event(["export", "--to", "cloudevents"]),
        "import": an_event(["import", "--from", "cloudevents"], logs),
        "check": Work(
            "a scenario", [pushtrace, "check", "--jobs", "1", few],
            [pushtrace, "check", "--jobs", "1", many], 150),
        "simulate": Work(
            "a step", simulate + [5], simulate + [30], steps[1] - steps[0]),
        "help": Work("a start", None, [pushtrace, "--help"], 1),
        "one file": Work("a start", None, [pushtrace, "check", "--jobs", "1", few], 1),
    }


def measured(work, count):
    """What a unit of `work` costs by `count`."""
    before = count(work.short) if work.short else 0
    return (count(work.long) - before) / work.more


def figures(counter, all_works):
    """What a unit of each work costs."""
    result = {}
    for name, work in all_works.items():
        entry = {"unit": work.unit, "allocations": round(measured(work, counter.allocations), 2)}
        if counter.counts_instructions:
            entry["instructions"] = round(measured(work, counter.instructions))
        result[name] = entry
    return result


def difference(name, kind, committed, now):
    """A line on a figure, and whether it is a finding."""
    change = (now - committed) / committed if committed else float(now > 0)
    text = f"{name}: {now:,} {kind} {{unit}}, {change:+.1%} of {committed:,}"
    slack = FEW_ALLOCATIONS if kind == "allocations" else 0
    if abs(now - committed) <= max(TOLERANCE * committed, slack):
        return f"  ok      {text}", False
    advice = "cheaper" if now < committed else "DEARER"
    return f"  {advice} {text}", True


def compiler():
    return run(["swift", "--version"]).stdout.split("\n")[0].strip()


def compare(now):
    """Prints each figure beside the committed one; returns how many differ too much."""
    committed = json.loads(COMMITTED.read_text())
    kinds = ["allocations", "instructions"]
    if committed["compiler"] != compiler():
        print(f"  skipped instructions: the figures are those of {committed['compiler']}")
        kinds.remove("instructions")
    findings = 0
    for name, entry in now.items():
        for kind in kinds:
            if kind not in entry:
                continue
            before = committed["figures"].get(name, {}).get(kind, 0)
            line, is_finding = difference(name, kind, before, entry[kind])
            print(line.format(unit=entry["unit"]))
            findings += is_finding
    return findings


def main():
    arguments = sys.argv[1:]
    updates = "--update" in arguments
    pushtrace, benchmarks = [argument for argument in arguments if argument != "--update"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        counter = Counter(folder)
        for line in counter.missing:
            print(f"counts: {line}")
        if not counter.counts_allocations:
            return
        if updates and not counter.counts_instructions:
            sys.exit("counts: --update needs valgrind")
        now = figures(counter, works(pushtrace, benchmarks, folder))
    if updates:
        COMMITTED.write_text(
            json.dumps({"compiler": compiler(), "figures": now}, indent=2) + "\n")
        print(f"counts: {len(now)} figures written to {COMMITTED.name}")
        return
    findings = compare(now)
    if findings:
        sys.exit(
            f"counts: {findings} figures differ by more than {TOLERANCE:.0%}; where that is meant, "
            "'.ci/counts --update' writes them anew, and the commit says why")
    print("counts: as committed")


if __name__ == "__main__":
    main()
