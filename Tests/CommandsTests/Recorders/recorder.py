import json
import time


class Recorder:
    """Appends what happens to one device to a file, a line of a trace at a time."""

    def __init__(self, path, sdk, origin, clock=lambda: time.time_ns() // 1_000_000):
        self.file = open(path, "x", encoding="utf-8")
        self.clock = clock
        self.seq = 0
        self.at = clock()
        self._write({"pushtrace": 1, "sdk": sdk, "origin": origin, "started": self.at})

    def event(self, name, data=None, cause=None):
        """Something happened; an answer names the effect that it answers as its cause."""
        return self._record("event", name, data, cause)

    def effect(self, name, data, cause):
        """The SDK did something because of the event with the number `cause`."""
        return self._record("effect", name, data, cause)

    def _record(self, kind, name, data, cause):
        self.seq += 1
        self.at = max(self.at, self.clock())  # the wall clock may go back, a trace may not
        line = {"seq": self.seq, "at": self.at, kind: name}
        if cause is not None:
            line["cause"] = cause
        self._write(line | {"data": data or {}})
        return self.seq

    def _write(self, line):
        self.file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.file.flush()
