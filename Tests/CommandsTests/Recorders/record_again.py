"""Plays the records of a trace to the recorder, as an app would: record_again.py TRACE TARGET."""

import json
import sys

from recorder import Recorder

records = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
header, records = records[0], [line for line in records[1:] if "event" in line or "effect" in line]
instants = iter([records[0]["at"]] + [line["at"] for line in records])
recorder = Recorder(sys.argv[2], header["sdk"], "app 4.2", lambda: next(instants))
numbers = {}
for line in records:
    cause = numbers.get(line.get("cause"))
    if "event" in line:
        numbers[line["seq"]] = recorder.event(line["event"], line["data"], cause)
    else:
        numbers[line["seq"]] = recorder.effect(line["effect"], line["data"], cause)
