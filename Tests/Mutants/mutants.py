"""Runs every spec and every property with each seeded fault, and writes who catches which.

README.md beside this file describes the lists. The usual call is `.ci/mutants`.
"""

import argparse
import json
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from compile_check import compile_faults
from detectors import Detectors
from faulty_build import FaultyBuild
from seeded_faults import ListError, check, read_lists

ROOT = Path(__file__).resolve().parents[2]
LISTS = Path(__file__).resolve().parent


def main():
    options = arguments()
    try:
        faults = read_lists(LISTS)
        check(faults, ROOT)
        if options.compile:
            compile_faults(faults, ROOT)
    except ListError as error:
        sys.exit(f"mutants: {error}")
    if options.check or options.compile:
        compiles = " and compiles" if options.compile else ""
        print(f"{len(faults)} faults, each applies exactly once{compiles}")
        return
    named = set(options.only)
    wanted = [fault for fault in faults if not named or named & {fault.id, fault.part}]
    unknown = named - {name for fault in faults for name in (fault.id, fault.part)}
    if unknown:
        sys.exit("mutants: there is no fault and no list " + ", ".join(sorted(unknown)))
    build = FaultyBuild(ROOT, ROOT / ".build" / "mutants", options.configuration)
    began = time.monotonic()
    if not (options.skip_build or options.resume):
        build.write_sources(faults)
        build.build(with_tests=any(fault.tests for fault in wanted) and not options.no_tests)
        report(f"built in {time.monotonic() - began:.0f} s")
    entries = run(wanted, Detectors(build, options.runs), build.folder / "ran.jsonl", options)
    if options.output or not options.only:
        write_matrix(options.output or LISTS / "matrix.jsonl", entries)
    survivors = [e for e in entries[1:] if not caught(e) and "equivalent" not in e]
    wrong = [e for e in entries[1:] if caught(e) and "equivalent" in e]
    for entry in survivors:
        print(f"survived: {entry['mutant']}: {entry['means']}")
    for entry in wrong:
        print(f"not equivalent: {entry['mutant']} is caught by {caught(entry)[:3]}")
    print(f"{len(wanted) - len(survivors)} of {len(wanted)} faults caught or equivalent, "
          f"in {time.monotonic() - began:.0f} s")
    sys.exit(1 if survivors or wrong else 0)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true",
                        help="only see that each change applies exactly once")
    parser.add_argument("--compile", action="store_true",
                        help="see that, and that each changed module compiles with all its faults; "
                             "needs the debug build of the same sources")
    parser.add_argument("--only", action="append", default=[], metavar="ID",
                        help="run this fault, or this list, such as harness/rules, alone; the "
                             "matrix is written only where --output names it; may be repeated")
    parser.add_argument("--configuration", choices=("debug", "release"), default="debug",
                        help="debug needs one build, also for the unit tests")
    parser.add_argument("--runs", type=int, default=40,
                        help="random runs of the fault's system; of both where it has none")
    parser.add_argument("--skip-build", action="store_true",
                        help="run what was built the last time, for the same lists")
    parser.add_argument("--resume", action="store_true",
                        help="like --skip-build, without the faults that the last call finished")
    parser.add_argument("--no-tests", action="store_true", help="leave the unit tests out")
    parser.add_argument("--jobs", type=int, default=2, help="how many faults run at once")
    parser.add_argument("--output", type=Path, help="the matrix; Tests/Mutants/matrix.jsonl")
    return parser.parse_args()


def run(faults, detectors, ran, options):
    """The entries of the matrix; the first says what could have caught something.

    Each entry is kept in the file `ran` at once, so that a call that is cut short can be resumed.
    """
    tests = sorted({fault.tests for fault in faults if fault.tests and not options.no_tests})
    clean = detectors.clean = detectors.find(0, "Specs", "|".join(tests))
    failing = (clean.specs - detectors.bounded) | clean.stopped | clean.tests
    if failing:
        sys.exit(f"mutants: without any fault these fail: {', '.join(sorted(failing))}")
    if not options.resume:
        ran.unlink(missing_ok=True)
    finished = {entry["mutant"]: entry for entry in read_lines(ran)}
    done = 0

    def one(fault):
        nonlocal done
        if fault.id in finished:
            return finished[fault.id]
        found = detectors.find(
            fault.number, fault.specs, "" if options.no_tests else fault.tests)
        result = entry(fault, found.without(clean))
        with ran.open("a", encoding="utf-8") as file:
            file.write(line(result))
        done += 1
        report(f"{done} of {len(faults) - len(finished)}  {fault.id}")
        return result

    with ThreadPoolExecutor(options.jobs) as pool:
        entries = list(pool.map(one, faults))
    return [detectors.able(), *entries]


def entry(fault, findings):
    result = {"mutant": fault.id, "part": fault.part, "means": fault.means,
              "files": sorted({change.file for change in fault.changes}),
              "breaks": list(fault.breaks)}
    for name, found in vars(findings).items():
        if found:
            result[name] = sorted(found)
    if fault.equivalent:
        result["equivalent"] = fault.equivalent
    return result


def caught(entry):
    kinds = ("specs", "rules", "properties", "tests", "stopped")
    return [name for kind in kinds for name in entry.get(kind, [])]


def line(entry):
    return json.dumps(entry, ensure_ascii=False, separators=(",", ":")) + "\n"


def read_lines(path):
    """The entries of a file, without a last one that was cut short."""
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    return [json.loads(entry) for entry in text[:text.rfind("\n") + 1].splitlines()]


def write_matrix(path, entries):
    path.write_text("".join(map(line, entries)), encoding="utf-8")


def report(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
