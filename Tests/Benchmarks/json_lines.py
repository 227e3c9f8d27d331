#!/usr/bin/env python3
"""Decodes or encodes the records of a trace with orjson.

    json_lines.py decode|encode TRACE

Needs the Python package `orjson`.
"""

import json
import sys
import time

import orjson


def decode(lines):
    start = time.process_time()
    digest = 0
    for line in lines:
        record = orjson.loads(line)
        digest += record["seq"] + record["at"] % 1000
    return digest, time.process_time() - start


def encode(lines):
    records = [orjson.loads(line) for line in lines]
    start = time.process_time()
    for record in records:
        orjson.dumps(record)
    return len(records), time.process_time() - start


def main():
    work, path = sys.argv[1:]
    with open(path, "rb") as trace:
        lines = trace.read().splitlines()[1:-1]
    digest, seconds = {"decode": decode, "encode": encode}[work](lines)
    print(json.dumps({"count": len(lines), "digest": digest, "seconds": seconds}))


if __name__ == "__main__":
    main()
