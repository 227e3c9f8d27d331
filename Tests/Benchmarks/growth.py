#!/usr/bin/env python3
"""Shows how the cost of a unit grows with the size of what it is part of: it should not.

    growth.py [--quick | --full] [QUANTITY…] PUSHTRACE BENCHMARKS

For each quantity (events, devices, attributes, inbox messages, rules, example rows) the same work
is done at several sizes, and its cost is counted in allocations and, up to a size, instructions;
never in seconds. The cost of a unit at a size is what a longer run at that size costs more than a
shorter one, so that it holds neither the start of the process nor what the size itself costs once.
Exits with 1 where the largest size costs more than LIMIT times the smallest, or memory grows.
--quick takes small sizes alone, for CI; --full goes to the largest, which takes half an hour.
"""

import pathlib
import sys
import tempfile

from counting import Counter, peak_memory, run

# How many times as much a unit may cost at the largest size as at the smallest.
LIMIT = 1.25
# How much memory may grow from the smallest to the largest size, in KiB.
MEMORY_SLACK = 4 * 1024


class Point:
    """A quantity at one size: a shorter and a longer command line, and how many units lie
    between them. `counts_instructions` is false where that would take too long."""

    def __init__(self, size, short, long, units, counts_instructions=True):
        self.size = size
        self.short = short
        self.long = long
        self.units = units
        self.counts_instructions = counts_instructions


class Data:
    """Makes traces, specs and rules in a folder, each once."""

    def __init__(self, pushtrace, benchmarks, folder):
        self.pushtrace = pushtrace
        self.benchmarks = benchmarks
        self.folder = folder

    def trace(self, events):
        """A device in use."""
        path = self.folder / f"use-{events}.trace.jsonl"
        if not path.exists():
            run([self.benchmarks, "record", events, path, 4])
        return path

    def world(self, devices, hours):
        """So many devices with faults, and how many records they have."""
        path = self.folder / f"world-{devices}-{hours}.trace.jsonl"
        if not path.exists():
            run(self.record_world(devices, hours, path))
        return path, lines(path)

    def record_world(self, devices, hours, path):
        return [self.benchmarks, "record-world", devices, hours, 7, path]

    def scenario(self, name, text):
        """A spec of one scenario."""
        folder = self.folder / name
        if not folder.exists():
            folder.mkdir()
            (folder / f"{name}.spec.yaml").write_text(text)
        return folder

    def recorded(self, name, text):
        """The trace of a spec of one scenario."""
        path = self.folder / f"{name}-traces"
        if not path.exists():
            run([self.pushtrace, "check", "--save-traces", path, self.scenario(name, text)])
        return next(path.iterdir())

    def rules(self, name, rules):
        path = self.folder / f"{name}.rules.yaml"
        path.write_text("format: 1\nsdk: mobilepush\nalways:\n" + "".join(rules))
        return path


def lines(path):
    with open(path, "rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


HEAD = """\
format: 1
sdk: mobilepush
feature: {feature}
observe: [refuse_inbox_refresh]
scenarios:
  - name: {feature}
    id: GROWTH
    given:
      use: [registered_device]
"""


def attributes_spec(attributes, changes):
    """Changes of a device with so many attributes, between two registrations."""
    steps = [
        f"      - {{ at: {n}ms, event: attribute_set, with: "
        f"{{ key: key_{n % attributes}, value: value {n} }} }}\n"
        for n in range(attributes + changes)]
    return HEAD.format(feature="Attributes that change") + "    steps:\n" + "".join(steps)


def inbox_spec(messages, reads):
    """Messages of an inbox of so many that are read one by one."""
    inbox = ", ".join(f"{{ id: message-{n}, subject: text {n} }}" for n in range(messages))
    steps = ["      - { at: 0s, event: silent_push_received, with: { content: inbox } }\n"]
    steps += [
        f"      - {{ at: {n + 1}ms, event: inbox_message_read, with: {{ id: message-{n} }} }}\n"
        for n in range(reads)]
    backend = f"      backend: {{ inbox_messages: {{ replies: [{{ status: 200, messages: [{inbox}] }}] }} }}\n"
    return HEAD.format(feature="Messages that are read") + backend + "    steps:\n" + "".join(steps)


def rows_spec(rows):
    """One scenario with so many rows of examples."""
    examples = "".join(f"        - [place {n}]\n" for n in range(rows))
    return HEAD.format(feature="An attribute is set to <value>") + (
        "    examples:\n      columns: [value]\n      rows:\n" + examples
        + "    steps:\n      - { at: 0s, event: attribute_set, with: { key: city, value: <value> } }\n")


def concerned_rule(number):
    """A rule that events of the trace concern."""
    return (f"  - id: RULE-{number}\n    at_most: {1000 + number}\n"
            "    of: custom_event_tracked\n    in_any: 60s\n")


def other_rule(number):
    """A rule about what the trace does not have."""
    return (f"  - id: RULE-{number}\n    at_most: {1 + number}\n"
            "    of: inbox_message_deleted\n    in_any: 60s\n")


class Quantities:
    """All quantities over `data`, at the sizes of `scale`."""

    SIZES = {
        "quick": {"events": [200, 1_000, 10_000], "devices": [100, 1_000],
                  "attributes": [10, 100, 1_000], "messages": [200, 2_000], "rules": [1, 10, 100],
                  "rows": [100, 1_000]},
        "usual": {"events": [1_000, 10_000, 100_000, 1_000_000],
                  "devices": [100, 1_000, 10_000], "attributes": [10, 100, 1_000],
                  "messages": [200, 1_000, 10_000], "rules": [1, 10, 100],
                  "rows": [500, 5_000, 50_000]},
        "full": {"events": [1_000, 10_000, 100_000, 1_000_000, 10_000_000],
                 "devices": [100, 1_000, 10_000, 100_000], "attributes": [10, 100, 1_000],
                 "messages": [200, 1_000, 10_000], "rules": [1, 10, 100],
                 "rows": [500, 5_000, 50_000]},
    }
    # Valgrind is some fifty times slower than the processor.
    COUNTED_EVENTS = 100_000
    COUNTED_DEVICES = 10_000
    # What happens in the first hours is other than what happens later.
    HOURS = [2, 14]

    def __init__(self, data, scale):
        self.data = data
        self.sizes = self.SIZES[scale]
        self.pushtrace = data.pushtrace

    def all(self):
        """The points of each quantity by its name, made when they are asked for."""
        result = {}
        for verb in ["replay", "verify", "conform", "show"]:
            result[f"events, {verb}"] = lambda verb=verb: self.events(verb)
        for verb in ["replay", "conform", "show"]:
            result[f"devices, {verb}"] = lambda verb=verb: self.devices(verb)
        result["devices, a world"] = self.worlds
        result["attributes, replay"] = self.attributes
        result["messages, replay"] = self.messages
        result["rules of other events, conform"] = lambda: self.rules(other_rule, False)
        result["rules of these events, conform"] = lambda: self.rules(concerned_rule, True)
        result["rows, check"] = self.rows
        return result

    def events(self, verb):
        sizes = self.sizes["events"]
        for shorter, longer in zip(sizes, sizes[1:]):
            short, long = self.data.trace(shorter), self.data.trace(longer)
            yield Point(longer, [self.pushtrace, verb, short], [self.pushtrace, verb, long],
                        longer - shorter, longer <= self.COUNTED_EVENTS)

    def devices(self, verb):
        for devices in self.sizes["devices"]:
            (short, few), (long, many) = (self.data.world(devices, hours) for hours in self.HOURS)
            yield Point(devices, [self.pushtrace, verb, short], [self.pushtrace, verb, long],
                        many - few, devices < self.COUNTED_DEVICES)

    def worlds(self):
        for devices in self.sizes["devices"]:
            (_, few), (_, many) = (self.data.world(devices, hours) for hours in self.HOURS)
            again = self.data.folder / "world-again.trace.jsonl"
            short, long = (
                self.data.record_world(devices, hours, again) for hours in self.HOURS)
            yield Point(devices, short, long, many - few,
                        devices < self.COUNTED_DEVICES)

    def attributes(self):
        for attributes in self.sizes["attributes"]:
            short, long = (
                self.data.recorded(f"attributes-{attributes}-{changes}",
                                   attributes_spec(attributes, changes))
                for changes in [1_000, 3_000])
            yield Point(attributes, [self.pushtrace, "replay", short],
                        [self.pushtrace, "replay", long], 2_000)

    def messages(self):
        for messages in self.sizes["messages"]:
            short, long = (
                self.data.recorded(f"messages-{messages}-{reads}", inbox_spec(messages, reads))
                for reads in [50, 150])
            yield Point(messages, [self.pushtrace, "replay", short],
                        [self.pushtrace, "replay", long], 100)

    def rules(self, rule, each):
        """`each`: the cost is that of an event under one rule."""
        short, long = self.data.trace(1_000), self.data.trace(10_000)
        for count in self.sizes["rules"]:
            path = self.data.rules(f"{rule.__name__}-{count}", [rule(n) for n in range(count)])
            conform = [self.pushtrace, "conform", "--rules", path]
            units = 9_000 * (count if each else 1)
            yield Point(count, conform + [short], conform + [long], units)

    def rows(self):
        sizes = [self.sizes["rows"][0] // 10] + self.sizes["rows"]
        for shorter, longer in zip(sizes, sizes[1:]):
            short, long = (self.data.scenario(f"rows-{rows}", rows_spec(rows))
                           for rows in [shorter, longer])
            check = [self.pushtrace, "check", "--jobs", "1"]
            yield Point(longer, check + [short], check + [long], longer - shorter,
                        longer <= 5_000)


def measure(name, points, counter):
    """Prints what a unit costs at each size; returns what does not stay flat."""
    print(f"{name}")
    rows = []
    for point in points:
        row = {"allocations": per_unit(counter.allocations, point)}
        if point.counts_instructions and counter.counts_instructions:
            row["instructions"] = per_unit(counter.instructions, point)
        row["memory"] = peak_memory(point.long)
        rows.append(row)
        instructions = f"{row['instructions']:,.0f}" if "instructions" in row else "-"
        print(f"  {point.size:>12,}  {instructions:>12} instructions  "
              f"{row['allocations']:>10.2f} allocations a unit  {row['memory'] / 1024:8.1f} MiB",
              flush=True)
    return list(growth(name, rows))


def per_unit(count, point):
    return (count(point.long) - count(point.short)) / point.units


def growth(name, rows):
    """What the last row costs more than the first."""
    for kind, slack in [("instructions", 0), ("allocations", 0.05)]:
        values = [row[kind] for row in rows if kind in row]
        if len(values) > 1 and values[-1] > LIMIT * values[0] + slack:
            yield f"{name}: {kind} of a unit grow from {values[0]:,.2f} to {values[-1]:,.2f}"
    if name.startswith("events"):
        grown = rows[-1]["memory"] - rows[0]["memory"]
        if grown > MEMORY_SLACK:
            yield f"{name}: memory grows by {grown / 1024:.1f} MiB"


def main():
    arguments = sys.argv[1:]
    scale = next((a[2:] for a in arguments if a in ["--quick", "--full"]), "usual")
    *wanted, pushtrace, benchmarks = [a for a in arguments if not a.startswith("--")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        counter = Counter(folder)
        for line in counter.missing:
            print(f"growth: {line}")
        if not counter.counts_allocations:
            return
        quantities = Quantities(Data(pushtrace, benchmarks, folder), scale)
        findings = []
        for title, points in quantities.all().items():
            if not wanted or any(title.startswith(part) for part in wanted):
                findings += measure(title, points(), counter)
    for finding in findings:
        print(f"growth: {finding}")
    if findings:
        sys.exit(1)
    print("growth: every cost stays flat")


if __name__ == "__main__":
    main()
