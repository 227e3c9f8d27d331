"""What can catch a fault: the specs, the properties of random runs, and unit tests."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

from faulty_build import SWITCH

# A fault may keep a run from ending: what takes much longer than a run without faults is caught.
TIME_LIMIT = 180
SYSTEMS = ("mobilepush", "mobile_engage")
# Records of one scenario; the longest one of ours has a tenth of them.
RECORD_LIMIT = "200000"
# What fails as a whole, so that no scenario among the specs can show it; a fault is caught where
# it changes how these commands end or what they print.
FAILING = {
    "known_bug.passes": ("check", "Specs/must_fail/known_bug.passes.spec"),
    "damaged": ("verify", "Specs/must_fail/damaged"),
}


@dataclass
class Findings:
    """Who complains while one fault is switched on."""

    specs: set = field(default_factory=set)
    rules: set = field(default_factory=set)
    properties: set = field(default_factory=set)
    tests: set = field(default_factory=set)
    stopped: set = field(default_factory=set)

    def without(self, other):
        names = vars(self)
        return Findings(**{name: names[name] - vars(other)[name] for name in names})

    def __bool__(self):
        return any(vars(self).values())


class Detectors:
    def __init__(self, build, simulated_runs):
        self.build = build
        self.simulated_runs = simulated_runs
        self.specs = {}
        self.files = {}
        # The scenarios that speak about the bound itself judge another one here.
        self.bounded = {"BUDGET"}
        self.properties = {}
        self.failing = {}
        # What complains without any fault.
        self.clean = Findings()

    def able(self):
        """The first line of the matrix: what has run, in the order in which it ran."""
        return {"matrix": 1, "specs": list(self.specs), "properties": list(self.properties)}

    def find(self, fault_number, specs, tests):
        findings = Findings()
        self.run_specs(fault_number, specs, findings)
        self.run_failing(fault_number, findings)
        if self.simulated_runs:
            self.simulate(fault_number, specs, findings)
        # They take longer than all the rest, and are asked about what nothing else catches.
        if tests and (fault_number == 0 or not findings.without(self.clean)):
            self.run_tests(fault_number, tests, findings)
        return findings

    def run_specs(self, fault_number, specs, findings):
        document = self.json(
            fault_number, findings, "check", specs,
            "--format", "json", "--jobs", "1", "--budget", RECORD_LIMIT)
        ran = {scenario["id"] for scenario in document.get("scenarios", [])}
        for scenario in document.get("scenarios", []):
            if fault_number == 0:
                self.files[scenario["id"]] = scenario["file"]
            if scenario["outcome"] in ("failed", "unexpected_pass"):
                findings.specs.add(scenario_id(scenario["id"]))
            # What must fail shows that the harness judges; it is there to catch nothing else.
            if fault_number == 0 and scenario["outcome"] != "known_bug":
                self.specs.setdefault(scenario_id(scenario["id"]))
        # A spec whose names the machine does not know any more is refused as a whole.
        for label, file in self.files.items():
            if document and file.startswith(specs) and label not in ran:
                findings.specs.add(scenario_id(label))
        for finding in document.get("findings", []):
            if finding["code"] == "T301":
                name = re.match(r"(?:rule )?'?(.+?)'? is broken", finding["message"])
                file = finding.get("place", {}).get("file", "")
                findings.rules.add(f"{file} {name.group(1) if name else finding['message']}")

    def run_failing(self, fault_number, findings):
        for name, arguments in FAILING.items():
            end = self.run(fault_number, findings, name, [str(self.build.command), *arguments])
            self.specs.setdefault(name)
            if end != self.failing.setdefault(name, end):
                findings.specs.add(name)

    def simulate(self, fault_number, specs, findings):
        """Draws runs of the system that the specs are about, and of both where they are no one's."""
        system = Path(specs).name
        document = self.json(
            fault_number, findings, "simulate", "--seed", "1", "--runs", str(self.simulated_runs),
            *(["--sdk", system] if system in SYSTEMS else []),
            "--discard", "--jobs", "1", "--format", "json")
        for system in document.get("systems", []):
            if fault_number == 0:
                for claim in system["properties"]:
                    self.properties.setdefault(f"{system['sdk']} {claim['id']}")
            for found in system["counterexamples"]:
                findings.properties.add(f"{system['sdk']} {found['property']}")

    def run_tests(self, fault_number, tests, findings):
        """Starts the test bundle itself: of two `swift test` on one folder, one ends at once."""
        report = self.build.folder / f"tests-{fault_number}.xml"
        end, _ = self.run(
            fault_number, findings, "tests",
            [str(self.build.tests), "--testing-library", "swift-testing", "--filter", tests,
             "--xunit-output", str(report)])
        if "tests" in findings.stopped:
            report.unlink(missing_ok=True)  # It may end anywhere; the fault is caught already.
            return
        cases = []
        if report.exists():
            cases = list(ElementTree.parse(report).iter("testcase"))
            report.unlink()
        if not cases:
            sys.exit(f"mutants: no test ran for {tests}; the bundle ended with {end}")
        for case in cases:
            if case.find("failure") is not None:
                findings.tests.add(f"{case.get('classname')}.{case.get('name')}")

    def json(self, fault_number, findings, *arguments):
        _, output = self.run(
            fault_number, findings, arguments[0], [str(self.build.command), *arguments])
        try:
            return json.loads(output)
        except ValueError:
            findings.stopped.add(arguments[0])
            return {}

    def run(self, fault_number, findings, name, command):
        environment = dict(os.environ, **{SWITCH: str(fault_number)})
        # A fault that traps is caught; how the process then ends is of no use to anyone.
        environment["SWIFT_BACKTRACE"] = "enable=no"
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, env=environment,
                cwd=self.build.folder, timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            findings.stopped.add(name)
            return None, ""
        if done.returncode < 0:
            findings.stopped.add(name)
        return done.returncode, done.stdout


def scenario_id(label):
    """The rows of one scenario count as one."""
    return label.split(" [")[0]
