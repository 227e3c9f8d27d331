"""Traces for the tests of pages: long ones, hostile ones and damaged ones."""

import gzip
import json

from browser import FOLDER, HOSTILE, ROOT

WORLD = ROOT / "Traces/mobilepush/two-orphans-and-the-bill.trace.jsonl"
LOGIN = ROOT / "Traces/mobilepush/login.trace.jsonl"
BACK_OFF = ROOT / "Traces/mobilepush/back-off-over-days.trace.jsonl"
ENGAGE = ROOT / "Traces/mobile_engage/first-start.trace.jsonl"
WEEK = ROOT / "Tests/CommandsTests/Week/two.trace.jsonl"


def line(record):
    return json.dumps(record, separators=(",", ":"))


def hostile_trace():
    """A trace with a text that tries to break out, as key, value and party."""
    changed = []
    for text in LOGIN.read_text().splitlines()[:-1]:
        record = json.loads(text)
        if record.get("event") == "attribute_set":
            record["data"] = {"key": HOSTILE, "value": HOSTILE}
        if "note" in record:
            record["note"] = HOSTILE
        if "seq" in record:
            record = {"seq": record.pop("seq"), "at": record.pop("at"), "party": HOSTILE, **record}
        changed.append(line(record))
    path = FOLDER / "hostile.trace.jsonl"
    path.write_text("\n".join(changed) + "\n")
    return path


def many_records(count):
    """A login, and then one change after the other: the state does not grow with the trace."""
    header, *records = [json.loads(text) for text in LOGIN.read_text().splitlines()]
    start = [record for record in records if record.get("seq", 99) <= 15]
    change = [record for record in records
              if 17 <= record.get("seq", 0) <= 28 and "note" not in record]
    path = FOLDER / f"many-{count}.trace.jsonl"
    with path.open("w") as file:
        for record in [header] + start:
            file.write(line(record) + "\n")
        seq = len(start)
        for copy in range((count - seq) // len(change)):
            places = {}
            for record in change:
                seq += 1
                places[record["seq"]] = seq
                record = json.loads(json.dumps(record).replace("Bergen", f"Bergen {copy}")
                                    .replace("ann@", f"ann{copy}@"))
                record["seq"], record["at"] = seq, record["at"] + copy * 3_600_000
                if "cause" in record:
                    record["cause"] = places[record["cause"]]
                if "request" in record["data"]:
                    record["data"]["request"] += copy
                if "due" in record["data"]:
                    record["data"]["due"] += copy * 3_600_000
                file.write(line(record) + "\n")
    return path


def damaged_traces():
    """Files that are no traces, or no longer: what they are, and their bytes."""
    login = LOGIN.read_bytes()
    lines = login.splitlines(keepends=True)
    return [
        ("nothing", b""),
        ("a header alone", lines[0]),
        ("cut inside a line", login[:len(login) // 2]),
        ("a record missing", b"".join(lines[:9] + lines[10:])),
        ("another system", login.replace(b'"mobilepush"', b'"thermostat"', 1)),
        ("a newer format", login.replace(b'"pushtrace":1', b'"pushtrace":9', 1)),
        ("an unknown event", login.replace(b'"attribute_set"', b'"attribute_sent"', 1)),
        ("time going back", b"".join([lines[0], *reversed(lines[1:-1])])),
        ("invalid UTF-8", login.replace(b"Bergen", b"Ber\xff\xfe\xc0gen")),
        ("zero bytes", b"\0" * 100_000),
        ("a picture", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40),
        ("a web page", HOSTILE.encode() * 200),
        ("brackets", lines[0] + b'{"seq":1,"at":1,"event":"app_launched","data":'
         + b"[" * 200_000 + b"\n"),
        ("one long line", lines[0] + b'{"seq":1,"note":"' + b"x" * 5_000_000 + b'"}\n'),
        ("huge numbers", b"".join(lines[:2]).replace(b'"seq":1,', b'"seq":' + b"9" * 400 + b",")),
        ("instants at the end of time",
         b"".join(lines[:2]).replace(b'"at":17', b'"at":92233720368547758')),
        ("a prototype", login.replace(b'"key":"city"', b'"__proto__":{"x":1},"key":"city"')),
        ("a cut archive", gzip.compress(login)[:200]),
        ("an archive of noise", b"\x1f\x8b\x08" + bytes(range(256)) * 8),
    ]
