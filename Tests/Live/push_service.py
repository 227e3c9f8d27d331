#!/usr/bin/env python3
"""Brings the pushes of a device to its host, as the connection of a phone to a push service does.

    Tests/Live/push_service.py http://127.0.0.1:8080 device-phone 10 > app

Asks the server once a second for so many seconds (without a number for ever) and writes each push
as the command of a live host. The pushes that wait at the start are written too.
"""

import json
import sys
import time
import urllib.parse
import urllib.request


def pushes(server, device, after):
    """The pushes behind the one with this number."""
    place = f"{server}/push/v1/{urllib.parse.quote(device, safe='')}/messages?after={after}"
    with urllib.request.urlopen(place, timeout=10) as answer:
        return json.load(answer)["messages"]


def main(server, device, seconds=None):
    end = None if seconds is None else time.monotonic() + float(seconds)
    after = 0
    while end is None or time.monotonic() < end:
        try:
            for push in pushes(server, device, after):
                after = push["number"]
                print(json.dumps({"event": push["event"], "with": push["data"]}), flush=True)
        except OSError as error:
            print(f"the push service cannot be reached: {error}", file=sys.stderr)
        time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
