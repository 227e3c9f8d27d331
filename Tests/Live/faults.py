#!/usr/bin/env python3
"""Lets a live host meet a server that hangs, closes early, answers garbage, or answers 20 MB.

    Tests/Live/faults.py --bin .build/debug

After each fault the host still takes events, and its log says what happened; at the end every
analytics entry was counted, and both logs replay.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

# What is asked of the server, and what the host's log has to say then.
FAULTS = {
    '{"fault":"hang","count":3}': "no answer before the timeout",
    '{"fault":"drop","count":3}': "closed the connection",
    '{"fault":"refuse","count":3}': "closed the connection",
    '{"fault":"garbage","count":3}': "not HTTP",
    '{"fault":"big_body","count":3,"bytes":20971520}': "longer than",
    '{"fault":"status","status":500,"count":3}': None,
    '{"fault":"duplicate","count":3}': None,
    '{"fault":"delay","delay":300,"count":3}': None,
}


class Host:
    def __init__(self, options, log, url):
        self.answers = 0
        self.process = subprocess.Popen(
            [os.path.join(options.bin, "pushtrace-live"), "record", "--sdk", "mobilepush"]
            + ["--log", log, "--server", url],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            if "acknowledged" in json.loads(line):
                self.answers += 1

    def send(self, event, fields=None):
        wanted = self.answers + 1
        line = {"event": event} | ({"with": fields} if fields else {})
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        until = time.monotonic() + 10
        while self.answers < wanted:
            if time.monotonic() > until:
                sys.exit(f"the host did not take {event}")
            time.sleep(0.01)


def admin(url, path, body=None):
    data = body.encode() if body else None
    with urllib.request.urlopen(f"{url}/admin/mobilepush/{path}", data, timeout=10) as answer:
        return json.load(answer)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", default=".build/debug")
    options = parser.parse_args()
    verbs = os.path.join(options.bin, "pushtrace")
    folder = tempfile.mkdtemp(prefix="pushtrace-faults-")
    logs = {name: os.path.join(folder, name) for name in ("host", "server")}
    server = subprocess.Popen(
        [os.path.join(options.bin, "pushtrace-live"), "serve", "--sdk", "mobilepush"]
        + ["--port", "0", "--log", logs["server"]], stdout=subprocess.PIPE, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        host = Host(options, logs["host"], url)
        host.send("app_launched", {"config": {"request_timeout": 1000}})
        time.sleep(0.5)
        for number, fault in enumerate(FAULTS):
            admin(url, "faults", fault)
            host.send("custom_event_tracked", {"name": f"before-{number}"})
            host.send("app_backgrounded")
            host.send("app_foregrounded")
            time.sleep(1.5)
            host.send("custom_event_tracked", {"name": f"after-{number}"})
            urllib.request.urlopen(urllib.request.Request(
                f"{url}/admin/mobilepush/faults", method="DELETE"), timeout=10).close()
        host.send("app_backgrounded")
        time.sleep(1)
        host.process.stdin.close()
        host.process.wait(30)
        counted = admin(url, "backend/entries_counted")
    finally:
        server.terminate()
        server.wait()
    faults = []
    traces = {}
    for name, log in logs.items():
        for verb in ("verify", "replay"):
            done = subprocess.run([verbs, verb, log], capture_output=True, text=True)
            if done.returncode != 0:
                faults.append(f"{verb} {name}: {done.stdout}")
        trace = subprocess.run(
            [verbs, "export", "--to", "trace", log], capture_output=True, check=True).stdout
        traces[name] = [json.loads(line) for line in trace.splitlines()[1:-1]]
    notes = [record["note"] for record in traces["host"] if "note" in record]
    for fault, wanted in FAULTS.items():
        if wanted and not any(wanted in note for note in notes):
            faults.append(f"{fault}: no note has '{wanted}'")
    entries = {
        entry["entry"] for record in traces["host"] if record.get("effect") == "send_analytics"
        for entry in record["data"]["batch"]}
    if counted != len(entries):
        faults.append(f"{counted} entries counted, {len(entries)} sent")
    if faults:
        sys.exit("\n".join(faults) + f"\nthe logs are in {folder}")
    shutil.rmtree(folder)
    print(f"{len(FAULTS)} faults, {len(entries)} entries, each counted once; both logs replay")


if __name__ == "__main__":
    main()
