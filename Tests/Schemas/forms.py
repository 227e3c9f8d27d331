"""Every form of a value in every place of a spec, as text on one line.

What `check` reads and what the JSON Schema accepts have to be the same, whatever an author writes.
The names come from `pushtrace vocabulary`, so that a new one is tried too.
"""
import collections
import json
import pathlib
import re
import subprocess
import tempfile

# What an author may write in place of a value, sense or nonsense.
VALUES = """
null "null" any absent present text 1 -1 true 5m [] [text] [1] [null] {} { unheard_of: 1 }
{ not: null } { not: text } { not: absent } { exactly: {} } { exactly: [] } { exactly: text }
{ contains: [] } { contains: [text] } { contains: text } { any_order: [1] } { size: 1 }
{ size: { at_least: 1 } } { size: text } { matches: text } { matches: 1 } { between: [1, 2] }
{ between: [1s, 2s] } { between: [a, b] } { between: [1] } { at_least: 1 } { at_least: 1s }
{ at_most: text } { at_least: null } { at_least: 1, unheard_of: 1 }
"""
VALUES = re.findall(r"\{(?:[^{}]|\{[^{}]*\})*\}|\[[^]]*\]|\S+", VALUES)

# Keys of the grammar: the scenario around an entry, by the phrase of the form that has the key.
HOSTS = {
    "a scenario": "{ name: A, steps: [{ at: 0s }], ENTRY }",
    "'examples'": "{ name: A <wait>, steps: [{ at: 0s }], examples: { ENTRY } }",
    "'finally'": "{ name: A, given: { backend: simulated }, steps: [{ at: 0s }], finally: { ENTRY } }",
    "'given'": "{ name: A, steps: [{ at: 0s }], given: { ENTRY } }",
    "a device": "{ name: A, steps: [{ at: 0s, on: phone }], given: { devices: { phone: { ENTRY } } } }",
    "simulated backends": "{ name: A, steps: [{ at: 0s }], given: { backend: { ENTRY } } }",
    "'simulated'": "{ name: A, steps: [{ at: 0s }], given: { backend: { simulated: { ENTRY } } } }",
    "the replies to a kind of request":
        "{ name: A, steps: [{ at: 0s }], given: { backend: { KIND: { ENTRY } } } }",
    "a step": "{ name: A, given: { backend: simulated }, steps: [{ at: 0s, ENTRY }] }",
    "an 'expect' in map form": "{ name: A, steps: [{ at: 0s, expect: { effects: none, ENTRY } }] }",
    "an effect": "{ name: A, steps: [{ at: 0s, expect: [EFFECT: { ENTRY }] }] }",
    "an occurrence": "{ name: A, steps: [{ at: 0s }], timeline: { EFFECT: [{ ENTRY }] } }",
    "a 'never' rule": "{ name: A, steps: [{ at: 0s }], always: [{ never: EFFECT, ENTRY }] }",
    "a 'whenever' rule":
        "{ name: A, steps: [{ at: 0s }], always: [{ whenever: EFFECT, then: EFFECT, within: 1s, ENTRY }] }",
    "a 'requires' rule":
        "{ name: A, steps: [{ at: 0s }], always: [{ requires: EFFECT, before: EFFECT, ENTRY }] }",
    "a 'count' rule": "{ name: A, steps: [{ at: 0s }], always: [{ count: EFFECT, is: 1, ENTRY }] }",
    "a 'gap_between' rule":
        "{ name: A, steps: [{ at: 0s }], always: [{ gap_between: EFFECT, at_least: 1s, ENTRY }] }",
    "an 'at_most' rule":
        "{ name: A, steps: [{ at: 0s }], always: [{ at_most: 1, of: EFFECT, in_any: 1s, ENTRY }] }",
}

Form = collections.namedtuple("Form", "system text")


def vocabulary(command):
    run = subprocess.run([command, "vocabulary", "--format", "json"], check=True, capture_output=True)
    return json.loads(run.stdout)["terms"]


def nested(path, value):
    for name in reversed(path.split(".")):
        value = f"{{ {name}: {value} }}"
    return value


class Terms:
    """The forms of a system's names, and the examples of the reference."""

    def __init__(self, terms, system):
        self.system = system
        self.own = [term for term in terms if term["system"] == system]
        self.format = [term for term in terms if term["system"] is None]
        self.seen = collections.Counter()
        self.effects = self.of("effect")
        self.events = self.of("event")

    def of(self, kind):
        return [term for term in self.own if term["kind"] == kind]

    def first_of_type(self, kind, terms):
        """Of each type two; the readers of the others are the same."""
        for term in terms:
            key = (kind, term["type"], term.get("required"), tuple(map(str, term["choices"])))
            self.seen[key] += 1
            if self.seen[key] <= 2:
                yield term

    def examples(self):
        hosts = {
            "under 'steps:'": "{ name: A, steps: [EXAMPLE] }",
            "under 'steps:', with 'backend: simulated' given":
                "{ name: A, given: { backend: simulated }, steps: [EXAMPLE] }",
            "in a step": "{ name: A, steps: [{ at: 0s, EXAMPLE }] }",
            "under 'given:'": "{ name: A, given: { EXAMPLE }, steps: [{ at: 0s }] }",
            "under 'finally:'": "{ name: A, steps: [{ at: 0s }], finally: { EXAMPLE } }",
            "under 'finally:', with 'backend: simulated' given":
                "{ name: A, given: { backend: simulated }, steps: [{ at: 0s }], finally: { EXAMPLE } }",
            "under 'always:'": "{ name: A, steps: [{ at: 0s }], always: [EXAMPLE] }",
        }
        rules = [term for term in self.format if term["kind"] == "rule"]
        for term in self.own + (rules if self.system == "mobilepush" else []):
            example = term["example"]
            yield hosts[example["place"]].replace("EXAMPLE", example["yaml"])

    def all(self):
        """Every form in every place, sense or nonsense."""
        # The grammar is the same for every system.
        keys = self.keys() + self.named() if self.system == "mobilepush" else []
        return self.matched() + self.written() + keys

    def matched(self):
        found = []
        for effect in self.effects:
            name = effect["name"]
            for field in self.first_of_type("effect", effect["members"]):
                for value in VALUES:
                    entry = f"{{ {name}: {{ {field['name']}: {value} }} }}"
                    found.append(f"{{ name: A, steps: [{{ at: 0s, expect: [{entry}] }}] }}")
                    found.append(f"{{ name: A, steps: [{{ at: 0s }}], always: [{{ never: {entry} }}] }}")
            for value in VALUES if effect in self.effects[:2] else []:
                found.append(f"{{ name: A, steps: [{{ at: 0s, expect: [{{ {name}: {value} }}] }}] }}")
                for fields in (value, f"[{value}]", f"[{{ at: 1s, exactly: {value} }}]"):
                    found.append(
                        f"{{ name: A, steps: [{{ at: 0s }}], timeline: {{ {name}: {fields} }} }}")
                found.append(
                    f"{{ name: A, steps: [{{ at: 0s }}], always: [{{ never: {{ {name}: {value} }} }}] }}")
                found.append(
                    f"{{ name: A, steps: [{{ at: 0s }}], finally: {{ counts: {{ {name}: {value} }} }} }}")
        for kind in ("state", "backend"):
            for term in self.first_of_type(kind, self.of(kind)):
                for value in VALUES:
                    entry = f"{kind}: {nested(term['name'], value)}"
                    found.append(HOSTS["a step"].replace("ENTRY", entry))
        for timer in self.of("timer"):
            for value in VALUES:
                found.append(
                    HOSTS["'finally'"].replace("ENTRY", f"timers: {{ {timer['name']}: {value} }}"))
        return found

    def written(self):
        found = []
        for event in self.events:
            others = {
                field["name"]: None for field in event["members"] if field["required"]}
            given = re.search(r"with: (\{.*\}) \}$", event["example"]["yaml"])
            for field in self.first_of_type("event", event["members"]):
                if len(others) > 1 and field["required"]:
                    # The values of the other fields stand in the example.
                    pattern = rf"(?<=\b{field['name']}: )[^,{{}}\[\]]+?(?=,| \}})"
                    for value in VALUES:
                        text, count = re.subn(pattern, lambda _: value, given[1], count=1)
                        if count:
                            found.append(self.step(event, text))
                elif len(others) == (1 if field["required"] else 0):
                    for value in VALUES:
                        found.append(self.step(event, f"{{ {field['name']}: {value} }}"))
        places = {
            "reading": "readings: { ENTRY }", "configuration": "config: { ENTRY }",
            "device": "device: { ENTRY }", "backend_setting": "backend: { simulated: { ENTRY } }",
            "reply": "backend: { KIND: { replies: [{ status: 200, ENTRY }] } }",
        }
        for kind, place in places.items():
            for term in self.first_of_type(kind, self.of(kind)):
                for value in VALUES:
                    entry = place.replace("ENTRY", f"{term['name']}: {value}")
                    entry = entry.replace("status: 200, status", "status")
                    found.append(self.fill(HOSTS["'given'"].replace("ENTRY", entry)))
        return found

    def step(self, event, fields):
        simulated = "with 'backend" in event["example"]["place"]
        given = "given: { backend: simulated }, " if simulated else ""
        return f"{{ name: A, {given}steps: [{{ at: 0s, event: {event['name']}, with: {fields} }}] }}"

    def keys(self):
        found = []
        for term in self.format:
            host = HOSTS.get(term["example"]["place"].removeprefix("in "))
            if term["kind"] == "rule":
                host = HOSTS.get(f"a '{term['name']}' rule") or HOSTS.get(f"an '{term['name']}' rule")
                names = [member["name"] for member in term["members"]]
            else:
                names = [term["name"]]
            for name in names if host else []:
                for value in VALUES:
                    entry = f"{name}: {value}"
                    # A key that the place has already is replaced.
                    filled = re.sub(rf"\b{name}: (\w+|\[[^]]*\]), ENTRY", "ENTRY", host)
                    if f" {name}: " in filled.replace("ENTRY", ""):
                        continue
                    found.append(self.fill(filled.replace("ENTRY", entry)))
        return found

    def named(self):
        """Names that come from a column."""
        effect = next(effect["name"] for effect in self.effects if effect["members"])
        kind = self.of("request_kind")[0]["name"]
        places = [
            "steps: [{ at: 0s, expect: ['<n>'] }]", "steps: [{ at: 0s, expect: ['<n>': {}] }]",
            "steps: [{ at: 0s, expect: ['<n>': { exactly: {} }] }]",
            "steps: [{ at: 0s }], timeline: { '<n>': [1s] }", "steps: [{ at: 0s }], observe: ['<n>']",
            "steps: [{ at: 0s }], always: [{ never: '<n>' }]",
            "steps: [{ at: 0s }], always: [{ never: { '<n>': {} } }]",
            "steps: [{ at: 0s }], always: [{ whenever: EFFECT, then: { '<n>': {} }, within: 1s }]",
            "steps: [{ at: 0s }], finally: { counts: { '<n>': 1 } }",
        ]
        rows = {effect: places}
        rows[kind] = ["steps: [{ at: 0s }], given: { backend: { '<n>': { replies: [200] } } }"]
        rows["not"] = ["steps: [{ at: 0s }], finally: { counts: { EFFECT: { '<n>': 1 } } }"]
        timers = self.of("timer")
        if timers:
            rows[timers[0]["name"]] = ["steps: [{ at: 0s }], finally: { timers: { '<n>': absent } }"]
        return [
            self.fill(f"{{ name: A, examples: {{ columns: [n], rows: [[{name}]] }}, {place} }}")
            for name, all in rows.items() for place in all
        ]

    def fill(self, text):
        kind = self.of("request_kind")[0]["name"]
        return text.replace("EFFECT", self.effects[0]["name"]).replace("KIND", kind)


def refusals(command, forms):
    """The messages of `check` about each scenario: one list for each form."""
    heads = collections.defaultdict(list)
    for index, form in enumerate(forms):
        heads[form.system].append(index)
    result = [[] for _ in forms]
    # A file lists no more than a hundred findings.
    size = 30
    with tempfile.TemporaryDirectory() as folder:
        places = {}
        for system, indices in heads.items():
            for start in range(0, len(indices), size):
                part = indices[start:start + size]
                path = f"{folder}/{system}-{start}.spec.yaml"
                lines = ["format: 1", f"sdk: {system}", "scenarios:"]
                lines += [f"  - {forms[index].text}" for index in part]
                pathlib.Path(path).write_text("\n".join(lines) + "\n", encoding="utf-8")
                places[path] = part
        run = subprocess.run(
            [command, "check", "--list", "--format", "json", folder], capture_output=True, check=False)
        for finding in json.loads(run.stdout)["findings"]:
            place = finding.get("place")
            if finding["severity"] != "error" or not place:
                continue
            result[places[place["file"]][place["line"] - 4]].append(finding["message"])
    return result
