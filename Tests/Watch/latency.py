"""Measures `pushtrace check --watch`: the time from the save of one file to its result.

    Tests/Watch/latency.py COMMAND [LIMIT]

Copies the project's specs, watches them, and saves one of them again and again, as editors do it:
in one write, and by renaming. LIMIT is in milliseconds, by default 50; the median is held against
it.
"""

import os
import pathlib
import selectors
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = pathlib.Path(sys.argv[1]).resolve()
LIMIT = float(sys.argv[2]) if len(sys.argv) > 2 else 50
SAVES = 40


class Watch:
    def __init__(self, folder):
        self.process = subprocess.Popen(
            [COMMAND, "check", "--watch", "Specs"], cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, env={**os.environ, "XDG_CACHE_HOME": str(folder)})
        os.set_blocking(self.process.stdout.fileno(), False)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.process.stdout, selectors.EVENT_READ)

    def read_up_to(self, text, seconds=60):
        """Waits for the output to have `text`; returns all of it."""
        output, end = b"", time.monotonic() + seconds
        while text not in output:
            if time.monotonic() > end:
                raise SystemExit(f"no {text!r} within {seconds} s:\n{output.decode()}")
            if self.selector.select(1):
                output += self.process.stdout.read() or b""
        return output.decode()


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    shutil.copytree(ROOT / "Specs", folder / "Specs")
    shutil.copytree(ROOT / "Traces", folder / "Traces")
    spec = folder / "Specs/mobilepush/throttle.spec.yaml"
    text = spec.read_text()
    watch = Watch(folder)
    watch.read_up_to(b"Ctrl-C ends")
    times = {"in one write": [], "by renaming": []}
    for number in range(SAVES):
        for way, list in times.items():
            time.sleep(0.05)
            changed = f"{text}# {way}, {number}\n"
            start = time.perf_counter()
            if way == "by renaming":
                draft = spec.with_suffix(".draft")
                draft.write_text(changed)
                draft.rename(spec)
            else:
                spec.write_text(changed)
            output = watch.read_up_to(b"requirements covered\n")
            list.append((time.perf_counter() - start) * 1000)
            assert "passed" in output and "failed" not in output, output
    watch.process.terminate()
    shutil.rmtree(folder)
    worst = 0
    for way, list in times.items():
        list.sort()
        median = statistics.median(list)
        worst = max(worst, median)
        print(f"saved {way}: {median:.1f} ms to the result (median of {len(list)}), "
              f"{list[-1]:.1f} ms at most")
    if worst > LIMIT:
        raise SystemExit(f"more than {LIMIT:.0f} ms")


main()
