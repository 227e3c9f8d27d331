"""Holds all traces and scenarios against what the tests hold a few of them against.

Each sweep is a claim about every committed trace, the trace of every scenario, every bug of the
gallery, or random runs. Its name is that of the test of the commands that keeps a few. The usual call is
`.ci/sweeps`.
"""

import argparse
import os
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import claims
from command import Command, Failed


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", type=Path, help="the built pushtrace")
    parser.add_argument("--only", help="the sweeps whose names contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    command = Command(options.command)
    sweeps = [s for s in claims.ALL if not options.only or options.only in s.__name__]
    if not sweeps:
        sys.exit(f"sweeps: none is called '{options.only}'")
    failures = 0
    for sweep in sweeps:
        failures += run(sweep, command, options.jobs)
    print(f"sweeps: {len(sweeps)} done, {failures} failures")
    sys.exit(1 if failures else 0)


def run(sweep, command, jobs):
    """Holds a claim against each of its subjects, and prints what it does not hold for."""
    began = time.monotonic()
    subjects = list(sweep.subjects(command))

    def one(subject):
        with tempfile.TemporaryDirectory() as folder:
            try:
                sweep(command, subject, Path(folder))
            except Failed as failure:
                return f"{subject}: {failure}"
            except (OSError, ValueError, LookupError) as failure:
                # What the command did not write cannot be read.
                return f"{subject}: {failure!r}"
            return None

    with ThreadPoolExecutor(jobs) as pool:
        failures = [text for text in pool.map(one, subjects) if text]
    # A claim about nothing would hold whatever was wrong.
    if len(subjects) < sweep.least:
        failures.append(f"{len(subjects)} subjects, and there should be {sweep.least} at least")
    seconds = time.monotonic() - began
    print(f"{sweep.__doc__.strip().splitlines()[0]} {len(subjects)} × in {seconds:.1f} s", flush=True)
    for text in failures:
        print(f"  FAILED {text}", flush=True)
    return len(failures)


main()
