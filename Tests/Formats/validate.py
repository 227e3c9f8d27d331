"""Reads the examples of both formats with readers that are not ours: validate.py PUSHTRACE.

CloudEvents go through the SDK of the CNCF, the public example of the specification first and then
what `export` writes of every committed trace; our captures through haralyzer. Lines of traces are
held against the JSON Schema that `schema trace` prints, by jsonschema. It needs an environment:

    python3 -m venv VENV && VENV/bin/pip install cloudevents haralyzer jsonschema
    VENV/bin/python3 Tests/Formats/validate.py .build/debug/pushtrace
"""

import json
import pathlib
import subprocess
import sys
import tempfile

from cloudevents.core.formats.json import JSONFormat
from haralyzer import HarParser
from jsonschema import Draft202012Validator

root = pathlib.Path(__file__).parents[2]
command = pathlib.Path(sys.argv[1]).resolve()
traces = sorted(root.glob("Traces/*/*.trace.jsonl"))

# The example of the specification of the JSON format, 1.0.
PUBLIC_EVENT = {
    "specversion": "1.0",
    "type": "com.example.someevent",
    "source": "/mycontext",
    "id": "C234-1234-1234",
    "time": "2018-04-05T17:31:00Z",
    "comexampleextension1": "value",
    "comexampleothervalue": 5,
    "datacontenttype": "application/json",
    "data": {"appinfoA": "abc", "appinfoB": 123, "appinfoC": True},
}


def run(*arguments, text=None):
    """What the command writes."""
    return subprocess.run(
        [command, *map(str, arguments)], input=text, capture_output=True, text=True, cwd=root)


def event(text):
    """The CloudEvent in a text, as the SDK reads it; it raises what is wrong with it."""
    return JSONFormat().read(None, text)


def refuses(value):
    """Whether the SDK reads no CloudEvent there."""
    try:
        event(json.dumps(value))
    except Exception:
        return True
    return False


def cloudevents():
    """The public example, two broken ones, and every event that `export` writes."""
    example = PUBLIC_EVENT
    assert event(json.dumps(example)).get_type() == "com.example.someevent"
    assert refuses({name: value for name, value in example.items() if name != "source"})
    assert refuses(example | {"Upper": "case"})
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for trace in traces:
            snapshots = pathlib.Path(folder) / trace.name
            run("replay", "--snapshots", 7, trace, "--output", snapshots)
            for path in (trace, snapshots):
                for line in run("export", "--to", "cloudevents", path).stdout.splitlines():
                    read = event(line)
                    assert read.get_type().startswith("pushtrace."), line
                    count += 1
    # What the SDK writes comes in again.
    written = JSONFormat().write(event(json.dumps(example))).decode()
    result = run("import", "--from", "cloudevents", "--sdk", "mobilepush", "-", text=written)
    assert "a CloudEvent of type 'com.example.someevent'" in result.stderr, result.stderr
    print(f"CloudEvents: the public example, 2 broken ones refused, {count} of ours read")


def captures():
    """Every capture of ours, entry by entry, as haralyzer sees it."""
    count = 0
    for path in sorted(root.glob("Tests/CommandsTests/Captures/*.har")):
        page = HarParser(json.loads(path.read_text()))
        for entry in page.har_data["entries"]:
            assert entry["request"]["method"] and entry["startedDateTime"], path
            assert entry["response"]["status"] >= 0 and entry["time"] >= 0, path
            count += 1
    assert count
    print(f"HAR: {count} entries of ours read")


def lines():
    """Every line of the committed traces, with snapshots too, by the schema that is printed."""
    schema = json.loads(run("schema", "trace").stdout)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    count = 0
    for trace in traces:
        for line in run("replay", "--snapshots", 7, trace).stdout.splitlines():
            if not line.endswith("}"):
                continue
            validator.validate(json.loads(line))
            count += 1
    broken = {"seq": 1, "at": 1, "snapshot": {"state": {}}}
    assert not validator.is_valid(broken)
    print(f"lines of traces: {count} valid, a snapshot without parties is not")


cloudevents()
captures()
lines()
