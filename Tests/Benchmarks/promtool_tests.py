#!/usr/bin/env python3
"""Runs tests of an alerting rule with `promtool test rules`.

    promtool_tests.py COUNT

Each test gives a series over ten minutes and says when the alert fires: as much as a small
scenario of ours says. Needs Debian's package `prometheus`.
"""

import json
import pathlib
import resource
import subprocess
import sys
import tempfile

RULES = """\
groups:
  - name: registrations
    rules:
      - alert: TooManyRegistrations
        expr: increase(registrations_total[1m]) > 1
"""

TESTS = """\
rule_files: [rules.yaml]
evaluation_interval: 15s
tests:
"""

TEST = """\
  - interval: 15s
    input_series:
      - series: 'registrations_total{{device="device-{number}"}}'
        values: '0x10 0+2x10 20x20'
    alert_rule_test:
      - eval_time: 1m
        alertname: TooManyRegistrations
      - eval_time: 4m
        alertname: TooManyRegistrations
        exp_alerts:
          - exp_labels: {{ device: device-{number} }}
"""


def main():
    count = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        tests = pathlib.Path(folder) / "tests.yaml"
        (tests.parent / "rules.yaml").write_text(RULES)
        tests.write_text(TESTS + "".join(TEST.format(number=n) for n in range(count)))
        run = subprocess.run(
            ["promtool", "test", "rules", tests], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(run.stdout + run.stderr)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(json.dumps({"count": count, "seconds": used.ru_utime + used.ru_stime}))


if __name__ == "__main__":
    main()
