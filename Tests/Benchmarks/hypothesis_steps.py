#!/usr/bin/env python3
"""Makes random runs of a push SDK's registration with Hypothesis stateful testing.

    hypothesis_steps.py STEPS

They are drawn as `pushtrace simulate` draws its own: values set, launches and ends of the process,
answers of every kind, timers, and waits near 60 s, with the spacing of attempts and the limit of
one request on its way held against every step. This model has these alone; the command has the
whole SDK, its backends and all of its properties. A step is one thing that happens: a call, an
answer, a timer or a wait. Needs the Python package `hypothesis`.
"""

import json
import sys
import time

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


class Registration:
    """The registration of one device: what is set, what is on its way, and when to try again."""

    def __init__(self):
        self.now = 0
        self.alive = False
        self.record = {}
        self.acknowledged = None
        self.last_attempt = None
        self.in_flight = None
        self.failures = 0
        self.timer = None
        self.attempts = []

    def launch(self):
        self.alive = True
        self.in_flight = None
        self.decide()

    def end(self):
        self.alive = False
        self.in_flight = None
        self.timer = None

    def set_value(self, key, value):
        if self.alive and key.strip() and self.record.get(key) != value:
            self.record = {**self.record, key: value}
            self.decide()

    def decide(self):
        if not self.alive or self.in_flight is not None or self.record == self.acknowledged:
            return
        if self.last_attempt is None:
            self.send()
        else:
            wait = min(MINUTE << min(self.failures, 20), DAY) if self.failures else MINUTE
            self.timer = max(self.now, self.last_attempt + wait)

    def send(self):
        self.timer = None
        self.last_attempt = self.now
        self.in_flight = dict(self.record)
        self.attempts.append((self.now, dict(self.record)))

    def answer(self, status):
        sent, self.in_flight = self.in_flight, None
        if sent is None:
            return
        if 200 <= status < 300:
            self.failures = 0
            self.acknowledged = sent
        else:
            self.failures += 1
        self.decide()

    def pass_time(self, until):
        steps = 1
        while self.timer is not None and self.timer <= until:
            self.now = self.timer
            self.send()
            steps += 1
        self.now = max(self.now, until)
        return steps


class Machine(RuleBasedStateMachine):
    steps = 0

    def __init__(self):
        super().__init__()
        self.sdk = Registration()

    @rule(key=st.sampled_from(["alpha", "beta", " delta ", ""]), value=st.sampled_from("ab"))
    def set_value(self, key, value):
        Machine.steps += 1
        self.sdk.set_value(key, value)

    @rule()
    def launch(self):
        Machine.steps += 1
        self.sdk.launch()

    @precondition(lambda self: self.sdk.alive)
    @rule()
    def end(self):
        Machine.steps += 1
        self.sdk.end()

    @precondition(lambda self: self.sdk.in_flight is not None)
    @rule(status=st.sampled_from([200, 201, 400, 401, 429, 500, 503]))
    def answer(self, status):
        Machine.steps += 1
        self.sdk.answer(status)

    @rule(time=st.sampled_from([1, 1_000, MINUTE - 1, MINUTE, MINUTE + 1, DAY, DAY + MINUTE]))
    def wait(self, time):
        Machine.steps += self.sdk.pass_time(self.sdk.now + time)

    @invariant()
    def attempts_are_a_minute_apart(self):
        attempts = self.sdk.attempts
        if len(attempts) > 1:
            assert attempts[-1][0] - attempts[-2][0] >= MINUTE

    @invariant()
    def what_is_on_its_way_was_attempted(self):
        sdk = self.sdk
        assert sdk.in_flight is None or sdk.attempts[-1][1] == sdk.in_flight


def main():
    wanted = int(sys.argv[1])
    test = Machine.TestCase
    start = time.process_time()
    while Machine.steps < wanted:
        test.settings = settings(
            max_examples=50, stateful_step_count=60, deadline=None, database=None,
            phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        test("runTest").runTest()
    seconds = time.process_time() - start
    print(json.dumps({"count": Machine.steps, "seconds": seconds}))


if __name__ == "__main__":
    main()
