"""Reads the reports of `pushtrace check --report` through parsers that are not pushtrace's own.

    Tests/Reports/parsers.py COMMAND [CTRF-SCHEMA]

JUnit is read by junitparser and lxml, TAP by tap.py, CTRF is held against its published structure by
jsonschema (against the official schema file too, where CTRF-SCHEMA names a copy of it), and the
annotations of GitHub against the grammar of workflow commands. `.ci/python` installs what this
needs and runs it.
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema
import junitparser
import lxml.etree
from tap.parser import Parser

ROOT = pathlib.Path(__file__).parent.parent.parent
COMMAND = pathlib.Path(sys.argv[1]).resolve()
OFFICIAL = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
FOLDER = pathlib.Path(tempfile.mkdtemp())
HOSTILE = "]]></failure><x a='1'> # SKIP % \\ ::error::\u202e\u0007"

SPEC = """format: 1
sdk: mobilepush
observe: [send_registration]
scenarios:
  - { name: passes, id: A, given: { use: [registered_device] }, steps: [{ at: 0s }] }
  - name: NAME
    id: B
    given: { use: [registered_device] }
    steps: [{ at: 0s, event: tag_added, with: { tag: gold }, expect: [send_registration] }]
  - { name: later, id: C, skip: not yet, steps: [{ at: 0s }] }
  - name: known
    id: D
    known_bug: "APP-1 # 50%, a:b"
    given: { use: [registered_device] }
    steps: [{ at: 0s, expect: [send_registration] }]
  - name: fixed
    id: E
    known_bug: APP-2
    given: { use: [registered_device] }
    steps: [{ at: 0s }]
"""


def report(form, specs):
    path = FOLDER / f"report.{form}"
    subprocess.run([COMMAND, "check", *specs, "--report", f"{form}={path}"], cwd=ROOT,
                   stdout=subprocess.DEVNULL)
    return path


def mixed():
    """One of each outcome, a hostile name, and a file that cannot be read."""
    spec = FOLDER / "mixed.spec.yaml"
    spec.write_text(SPEC.replace("NAME", json.dumps(HOSTILE)))
    broken = FOLDER / "broken.spec.yaml"
    broken.write_text("format: 1\nsdk: mobile_puhs\n")
    return [spec, broken]


CTRF = {
    "type": "object",
    "required": ["reportFormat", "specVersion", "results"],
    "properties": {
        "reportFormat": {"const": "CTRF"},
        "specVersion": {"type": "string", "pattern": r"^[0-9]+\.[0-9]+\.[0-9]+$"},
        "results": {
            "type": "object",
            "required": ["tool", "summary", "tests"],
            "properties": {
                "tool": {"type": "object", "required": ["name"]},
                "summary": {
                    "type": "object",
                    "required": ["tests", "passed", "failed", "skipped", "pending", "other",
                                 "start", "stop"],
                    "additionalProperties": {"type": "integer"},
                },
                "tests": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["name", "status", "duration"],
                        "properties": {
                            "name": {"type": "string", "minLength": 1},
                            "status": {"enum": ["passed", "failed", "skipped", "pending",
                                                "other"]},
                            "duration": {"type": "integer"},
                            "message": {"type": "string"}, "trace": {"type": "string"},
                            "rawStatus": {"type": "string"}, "filePath": {"type": "string"},
                            "line": {"type": "integer"}, "extra": {"type": "object"},
                            "tags": {"type": "array", "items": {"type": "string"}},
                        },
                        "additionalProperties": False,
                    },
                },
            },
        },
    },
}


class ReportTest(unittest.TestCase):
    def test_junit_is_read_with_its_counts(self):
        path = report("junit", mixed())
        tree = lxml.etree.parse(path)
        # What cannot be read as a spec did not run: its case has no time.
        for case in tree.iter("testcase"):
            names = [item.get("name") for item in case.iter("property")]
            ran = ["virtual_time", "unchecked_steps"]
            self.assertEqual(names, ran if "time" in case.attrib else [])
        suites = junitparser.JUnitXml.fromfile(str(path))
        cases = [case for suite in suites for case in suite]
        failed = [case for case in cases
                  if any(isinstance(result, junitparser.Failure) for result in case.result)]
        errors = [case for case in cases
                  if any(isinstance(result, junitparser.Error) for result in case.result)]
        skipped = [case for case in cases if case.is_skipped]
        self.assertEqual((len(cases), len(failed), len(errors), len(skipped)), (6, 2, 1, 2))
        self.assertEqual((suites.tests, suites.failures, suites.errors), (6, 2, 1))
        for suite in suites:
            self.assertEqual(suite.tests, len(list(suite)))
        self.assertIn("]]></failure><x a='1'>", failed[0].name)

    def test_tap_is_read_with_its_directives(self):
        lines = list(Parser().parse_file(str(report("tap", mixed()))))
        tests = [line for line in lines if line.category == "test"]
        plan = next(line for line in lines if line.category == "plan")
        self.assertEqual(plan.expected_tests, len(tests))
        self.assertEqual([test.ok for test in tests], [True, False, True, False, False, False])
        self.assertEqual([test.skip for test in tests].count(True), 1)
        self.assertEqual(tests[1].yaml_block["code"], "T201")
        self.assertEqual([test.todo for test in tests].count(True), 1)
        self.assertFalse([line for line in lines if line.category == "unknown"
                          and not str(line).startswith("  ")])

    def test_ctrf_is_as_published(self):
        document = json.loads(report("ctrf", mixed()).read_text())
        jsonschema.validate(document, CTRF)
        if OFFICIAL:
            jsonschema.validate(document, json.loads(OFFICIAL.read_text()))
        summary, tests = document["results"]["summary"], document["results"]["tests"]
        self.assertEqual(summary["tests"], len(tests))
        for status in ["passed", "failed", "skipped", "pending", "other"]:
            self.assertEqual(summary[status], sum(test["status"] == status for test in tests))

    def test_annotations_follow_the_grammar_of_workflow_commands(self):
        command = re.compile(r"::(error|warning|notice) ([a-zA-Z]+=[^,:\n]*)"
                             r"(,[a-zA-Z]+=[^,:\n]*)*::[^\n\r]+")
        lines = report("github", mixed()).read_text().splitlines()
        self.assertEqual(len(lines), 4)
        for line in lines:
            self.assertRegex(line, command)
        self.assertTrue(any("%25" in line for line in lines))

    def test_the_project_s_own_specs(self):
        junit = junitparser.JUnitXml.fromfile(str(report("junit", ["Specs"])))
        tap = [line for line in Parser().parse_file(str(report("tap", ["Specs"])))
               if line.category == "test"]
        ctrf = json.loads(report("ctrf", ["Specs"]).read_text())
        jsonschema.validate(ctrf, CTRF)
        if OFFICIAL:
            jsonschema.validate(ctrf, json.loads(OFFICIAL.read_text()))
        counts = {junit.tests, len(tap), len(ctrf["results"]["tests"])}
        self.assertEqual(len(counts), 1)
        self.assertGreater(counts.pop(), 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
