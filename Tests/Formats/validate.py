"""Reads files of other programs' formats with readers that are not ours: validate.py PUSHTRACE [N].

CloudEvents go through the SDK of the CNCF, the public example of the specification first and then
what `export` writes of every committed trace; OTLP/JSON through the published definitions of
OpenTelemetry in Protocol Buffers; trace events through Perfetto's trace processor, which needs Node;
our captures through haralyzer. Lines of traces are held against the JSON Schema that `schema trace`
prints, by jsonschema. `.ci/python Tests/Formats/validate.py .build/debug/pushtrace` runs it; with N,
every Nth trace is read alone.
"""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile

from cloudevents.core.formats.json import JSONFormat
from google.protobuf import json_format
from haralyzer import HarParser
from jsonschema import Draft202012Validator
from opentelemetry.proto.logs.v1.logs_pb2 import LogsData
from opentelemetry.proto.trace.v1.trace_pb2 import TracesData

import perfetto_reader

root = pathlib.Path(__file__).parents[2]
command = pathlib.Path(sys.argv[1]).resolve()
every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
traces = sorted(root.glob("Traces/*/*.trace.jsonl"))[::every]

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


def otlp(line):
    """A document of OTLP/JSON as its definition reads it; it raises what is wrong with it."""
    tree = json.loads(line)

    def encode(value):
        # OTLP has ids in hexadecimal where the JSON of Protocol Buffers has bytes in Base64.
        for name, member in value.items():
            if name in ("traceId", "spanId"):
                value[name] = base64.b64encode(bytes.fromhex(member)).decode()
        return value

    tree = json.loads(json.dumps(tree), object_hook=encode)
    form = TracesData if "resourceSpans" in tree else LogsData
    return json_format.ParseDict(tree, form())


def telemetry():
    """Every line that `export --to otlp` writes, and one with a member that does not exist."""
    logs, spans, ids = 0, 0, set()
    for trace in traces:
        run_of = set()
        for line in run("export", "--to", "otlp", trace).stdout.splitlines():
            read = otlp(line)
            for group in getattr(read, "resource_spans", []):
                for span in group.scope_spans[0].spans:
                    assert len(span.trace_id) == 16 and len(span.span_id) == 8, line
                    assert span.start_time_unix_nano <= span.end_time_unix_nano, line
                    key = (span.trace_id, span.span_id)
                    assert key not in ids, line
                    ids.add(key)
                    run_of.add(key)
                    spans += 1
            for group in getattr(read, "resource_logs", []):
                for record in group.scope_logs[0].log_records:
                    assert record.event_name and record.HasField("body"), line
                    assert len(record.trace_id) in (0, 16), line
                    logs += 1
        assert run_of or "first-start" not in trace.name, trace
    assert logs and spans
    try:
        otlp('{"resourceLogs":[{"scopeLogs":[{"logRecords":[{"eventname":"x"}]}]}]}')
        raise AssertionError("a member that does not exist was read")
    except json_format.ParseError:
        pass
    print(f"OTLP: {logs} log records and {spans} spans of ours read, a wrong member refused")


# What Perfetto has read, as rows: processes, instants with their numbers, spans that have an end and
# those that have none, counters, and whatever it could not read.
PERFETTO = [
    "select name from process where name is not null order by name",
    """select extract_arg(arg_set_id, 'args.seq') as seq, slice.name from slice
       join thread_track on slice.track_id = thread_track.id order by seq""",
    """select name, ts, dur from slice where category = 'request' order by ts, name""",
    """select name, ts, dur from slice where category = 'timer' order by ts, name""",
    """select counter.ts, counter.value from counter
       join process_counter_track on counter.track_id = process_counter_track.id""",
    "select name, value from stats where value > 0 and severity in ('error', 'data_loss')",
]


def trace_events():
    """What Perfetto reads of every exported trace, against the trace's own lines."""
    sums = [0, 0, 0, 0]
    documents = [run("export", "--to", "perfetto", trace).stdout.encode() for trace in traces]
    for trace, answers in zip(traces, perfetto_reader.ask(documents, *PERFETTO)):
        parties, instants, requests, timers, counts, errors = answers
        lines = [json.loads(line) for line in trace.read_text().splitlines() if line[-1:] == "}"]
        records = [line for line in lines if "seq" in line]
        assert not errors, (trace, errors)
        expected = sorted({line.get("party", "device") for line in records})
        assert [name for name, in parties] == expected, (trace, parties)
        names = [(line["seq"], line.get("event") or line.get("effect")
                  or next(kind for kind in ("state", "note", "snapshot") if kind in line))
                 for line in records]
        assert instants == names, (trace, instants, names)
        shown = json.loads(run("show", "--format", "json", trace).stdout)["requests"]
        start = records[0]["at"]
        spans = sorted(
            (each["name"], (each["at"] - start) * 10**6,
             (each["answered_at"] - each["at"]) * 10**6 if each.get("answered_at") is not None else -1)
            for each in shown)
        assert sorted(requests) == spans, (trace, requests, spans)
        assert all(value >= 0 for _, value in counts), trace
        for index, rows in enumerate((instants, requests, timers, counts)):
            sums[index] += len(rows)
    assert all(sums), sums
    print("Perfetto: {} records, {} requests, {} timers and {} counts of gates read".format(*sums))


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
telemetry()
trace_events()
captures()
lines()
