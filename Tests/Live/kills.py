#!/usr/bin/env python3
"""Kills the live host, and the server where there is one, at random instants of a busy session.

    Tests/Live/kills.py --kills 1000 --bin .build/release

Each time the process is ended by SIGKILL and started again on the same log. At the end:

- every event that was acknowledged stands in the log once, under the number that was acknowledged;
- the server counted no analytics entry twice, and has each that the host was answered for;
- 'pushtrace verify' and 'pushtrace replay' find no fault in either log;
- no start found a snapshot that it could not use, and each is what the fold of the log comes to.

With '--compact' both logs have small segments of which the last few are kept; a link to each one is
kept beside them, so that every record can still be looked at.

It prints one line of counts and exits 0, or says what is wrong and exits 1.
"""

import argparse
import json
import os
import queue
import random
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request


class Process:
    """A command of ours whose lines are read as they come."""

    def __init__(self, arguments):
        self.lines = queue.Queue()
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            # A line that was cut by the kill was not sent whole.
            if line.endswith(b"\n"):
                self.lines.put(json.loads(line))
        self.lines.put(None)

    def send(self, lines):
        try:
            self.process.stdin.write("".join(lines).encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def next(self, seconds=30):
        return self.lines.get(timeout=seconds)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def rest(self):
        while (line := self.lines.get(timeout=30)) is not None:
            yield line


class Session:
    def __init__(self, options, folder):
        self.options = options
        self.numbers = random.Random(options.seed)
        self.host_log = os.path.join(folder, "host")
        self.server_log = os.path.join(folder, "server")
        self.command = os.path.join(options.bin, "pushtrace-live")
        self.verbs = os.path.join(options.bin, "pushtrace")
        self.sent = 0
        self.acknowledged = {}
        self.kills = {"host": 0, "server": 0}
        self.host = None
        self.server = None
        self.port = None
        self.counted = None
        self.faults = []
        self.archive = os.path.join(folder, "archive")
        self.archived = set()
        self.ended = threading.Event()
        self.snapshots = 0

    # The two processes

    def start_server(self):
        if self.options.without_server:
            return
        self.server = Process(
            [self.command, "serve", "--sdk", "mobilepush", "--log", self.server_log]
            + ["--port", str(self.port or 0), "--rate", "1000000"]
            + self.log_options()
        )
        self.port = port_of(self.server.next())

    def start_host(self):
        arguments = ["record", "--sdk", "mobilepush", "--log", self.host_log]
        if self.port:
            arguments += ["--server", f"http://127.0.0.1:{self.port}"]
        self.host = Process([self.command] + arguments + self.log_options())
        opened = self.host.next()
        if not opened or opened.get("log") != "open":
            sys.exit(f"the host did not start: {opened} {self.host.process.stderr.read()}")
        self.look_at(opened)
        self.host.send([command("app_launched", {"state": "foreground"})])
        if self.sent == 0:
            self.host.send([command("device_token_received", {"token": "token-1"})])

    def log_options(self):
        options = ["--snapshot-every", str(self.options.snapshot_every)]
        if self.options.compact:
            options += ["--keep-segments", "8", "--segment-bytes", "20000"]
        return options

    def look_at(self, opened):
        """A start that found something wrong in its log says so in its first line."""
        self.snapshots += "snapshot" in opened
        for sign in ("gaps", "ignored_snapshots", "differing_effects"):
            if sign in opened:
                self.faults.append(f"a start found {sign}: {opened}")

    def keep_segments(self):
        """Links to the segments that there are, before they are removed."""
        for log in (self.host_log, self.server_log):
            target = os.path.join(self.archive, os.path.basename(log))
            os.makedirs(target, exist_ok=True)
            for name in os.listdir(log) if os.path.isdir(log) else []:
                if name.endswith(".segment") and (log, name) not in self.archived:
                    try:
                        os.link(os.path.join(log, name), os.path.join(target, name))
                        self.archived.add((log, name))
                    except (FileExistsError, FileNotFoundError):
                        pass

    def kill(self, name):
        process = getattr(self, name)
        process.kill()
        self.kills[name] += 1
        if name == "host":
            for line in process.rest():
                self.take(line)

    # What the app does

    def take(self, line):
        if line is None or "acknowledged" not in line:
            if line and "error" in line:
                sys.exit(f"the host refused a command: {line}")
            return
        if line.get("id") is not None:
            self.acknowledged[line["id"]] = line["acknowledged"]

    def drain(self):
        while not self.host.lines.empty():
            self.take(self.host.lines.get())

    def act(self):
        """A few acts of the app; those with an id have a name of their own."""
        lines = []
        for _ in range(self.numbers.randint(1, 8)):
            self.sent += 1
            name = f"act-{self.sent}"
            lines.append(command("custom_event_tracked", {"name": name}, self.sent))
            act = self.numbers.random()
            if act < 0.1:
                lines.append(command("app_backgrounded"))
                lines.append(command("app_foregrounded"))
            elif act < 0.3:
                value = {"key": "city", "value": f"v{self.sent}"}
                lines.append(command("attribute_set", value))
        self.host.send(lines)

    def keep_all_segments(self):
        while not self.ended.wait(0.01):
            self.keep_segments()

    def run(self):
        if self.options.compact:
            threading.Thread(target=self.keep_all_segments, daemon=True).start()
        self.start_server()
        self.start_host()
        for _ in range(self.options.kills):
            until = time.monotonic() + self.numbers.random() * self.options.longest
            while True:
                self.act()
                self.drain()
                if time.monotonic() >= until:
                    break
                time.sleep(self.numbers.random() * 0.005)
            if self.server and self.numbers.random() < 0.4:
                self.kill("server")
                self.start_server()
            else:
                self.kill("host")
                self.start_host()
        self.host.process.stdin.close()
        for line in self.host.rest():
            self.take(line)
        self.host.process.wait()
        self.ended.set()
        if self.options.compact:
            self.keep_segments()
        if self.server:
            place = f"http://127.0.0.1:{self.port}/admin/mobilepush/backend/entries_counted"
            with urllib.request.urlopen(place) as answer:
                self.counted = json.load(answer)
            self.server.process.terminate()
            self.server.process.wait()

    # What has to hold

    def check(self):
        faults = self.faults
        again = subprocess.run(
            [self.command, "record", "--sdk", "mobilepush", "--log", self.host_log, "--fold-all"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
        )
        self.look_at(json.loads(again.stdout.splitlines()[0]))
        records = self.records(self.host_log, faults)
        names = {}
        for record in records:
            if record.get("event") == "custom_event_tracked":
                names.setdefault(record["data"]["name"], []).append(record["seq"])
        for number, seq in self.acknowledged.items():
            found = names.get(f"act-{number}", [])
            if found != [seq]:
                faults.append(f"act-{number} was acknowledged as record {seq}, found at {found}")
        for name, found in names.items():
            if len(found) > 1:
                faults.append(f"{name} stands in the log {len(found)} times: {found}")
        if self.server:
            faults += self.check_server(records)
        return faults

    def check_server(self, host):
        """The server counts each entry once, and has those that the host was answered for."""
        faults = []
        batches = {}
        answered = set()
        for record in host:
            if record.get("effect") == "send_analytics":
                batches[record["seq"]] = [entry["entry"] for entry in record["data"]["batch"]]
            if record.get("event") == "response_received" and record["data"]["status"] < 300:
                answered.update(batches.get(record.get("cause"), []))
        arrived = set()
        for record in self.records(self.server_log, faults):
            if record.get("event") == "analytics_arrived":
                for entry in record["data"]["batch"]:
                    arrived.add(entry["entry"])
        missing = answered - arrived
        if missing:
            faults.append(f"{len(missing)} entries were answered and never arrived")
        if self.counted != len(arrived):
            faults.append(f"{len(arrived)} entries arrived, and {self.counted} were counted")
        return faults

    def records(self, log, faults):
        for verb in (["verify", log], ["replay", log]):
            done = subprocess.run([self.verbs] + verb, capture_output=True, text=True)
            if done.returncode != 0:
                faults.append(f"'{' '.join(verb)}' ended with {done.returncode}: {done.stdout}")
        trace = subprocess.run(
            [self.verbs, "export", "--to", "trace", log], capture_output=True, check=True
        ).stdout
        kept = [json.loads(line) for line in trace.splitlines()[1:-1]]
        return self.removed(log, kept[0]["seq"], faults) + kept if self.options.compact else kept

    def removed(self, log, first, faults):
        """The records before the first one that the log still has."""
        folder = os.path.join(self.archive, os.path.basename(log))
        records = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), "rb") as file:
                for record in frames(file.read()):
                    if "seq" in record and record["seq"] < first:
                        records[record["seq"]] = record
        missing = [seq for seq in range(1, first) if seq not in records]
        if missing:
            faults.append(f"{len(missing)} records were in no segment, the first is {missing[0]}")
        return [records[seq] for seq in sorted(records)]


def frames(segment):
    """The lines of a segment's frames up to its end."""
    offset = 0
    while offset + 12 < len(segment):
        (length,) = struct.unpack_from("<I", segment, offset)
        line = segment[offset + 12 : offset + 12 + length]
        if length == 0 or len(line) < length:
            return
        try:
            yield json.loads(line)
        except ValueError:
            return
        offset += 12 + length


def command(event, fields=None, number=None):
    line = {"event": event}
    if fields:
        line["with"] = fields
    if number is not None:
        line["id"] = number
    return json.dumps(line) + "\n"


def port_of(line):
    return int(line["url"].rsplit(":", 1)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bin", default=".build/debug")
    parser.add_argument("--longest", type=float, default=0.1, help="seconds between two kills")
    parser.add_argument("--without-server", action="store_true")
    parser.add_argument("--snapshot-every", type=int, default=50, help="records")
    parser.add_argument("--compact", action="store_true", help="keep the last segments alone")
    parser.add_argument("--keep", action="store_true", help="keep the logs")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="pushtrace-kills-")
    session = Session(options, folder)
    try:
        session.run()
        faults = session.check()
    finally:
        for process in (session.host, session.server):
            if process and process.process.poll() is None:
                process.process.kill()
    if faults:
        print("\n".join(faults[:20]))
        print(f"the logs are in {folder}")
        sys.exit(1)
    print(
        f"{session.kills['host']} kills of the host, {session.kills['server']} of the server: "
        f"{session.sent} acts, {len(session.acknowledged)} acknowledged, none lost, none twice"
        + f"; {session.snapshots} starts from a snapshot"
        + (f"; {session.counted} entries counted by the server" if session.server else "")
    )
    if options.keep:
        print(f"the logs are in {folder}")
    else:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
