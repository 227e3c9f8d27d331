#!/usr/bin/env python3
"""Looks for the ten bugs of Tests/PropertiesTests/Bugs with Hypothesis stateful testing.

    hypothesis_bugs.py

Prints which bug is found, after how many runs, and how many steps the first run and the smallest
example have. The machine and its properties are those of the Swift files there; faults are rules like any
other: a payment is answered 200 or 503 or fails, a courier comes late, time passes. Both have their
defaults: 100 runs of up to 50 steps, with a seed of 1. Needs the Python package `hypothesis`.
"""

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule
from hypothesis.stateful import run_state_machine_as_test

BUGS = (
    "lostRetry doubleCharge timerNotCancelled identifierReused wrongCourier "
    "sixSteps lostAnswer restart twoParties counterAtEight"
).split()
CUSTOMERS = st.sampled_from(["device-1", "device-2"])
COURIERS = st.sampled_from(["ann", "bob"])
# Seconds: a moment, to the retry, to the transport's limit, to the end of the wait for a courier.
SPANS = st.sampled_from([1, 20, 30, 60, 600])


class Broken(AssertionError):
    pass


class Cart:
    def __init__(self):
        self.stage, self.order, self.items, self.requests = "shopping", 0, 0, 0
        self.courier, self.cancelled = None, 0
        # Beside the machine: what is open and armed, and what the properties remember.
        self.open, self.retry, self.wait = None, None, None
        self.highest, self.taken = 0, None


def checkout(bug, runs):
    class Checkout(RuleBasedStateMachine):
        def __init__(self):
            super().__init__()
            self.now, self.carts = 0, {"device-1": Cart(), "device-2": Cart()}
            runs.append(0)

        # The machine

        def charge(self, cart):
            if cart.open is not None:
                raise Broken("ONCE")
            cart.requests += 1
            if cart.requests <= cart.highest:
                raise Broken("NUMBER")
            cart.highest = cart.requests
            cart.open = (cart.requests, self.now + 20)

        def fail(self, cart):
            cart.open = None
            if bug != "lostRetry":
                cart.retry = self.now + 30

        def over(self, cart):
            cart.stage, cart.items, cart.courier, cart.taken = "shopping", 0, None, None

        def check(self, cart, order):
            if cart.stage == "paying" and cart.open is None and cart.retry is None:
                raise Broken("PAID")
            if cart.order != order:
                raise Broken("ORDER")

        def step(self):
            runs[-1] += 1

        # What happens

        @rule(customer=CUSTOMERS)
        def app_started(self, customer):
            self.step()
            cart = self.carts[customer]
            cart.open, cart.retry, cart.wait = None, None, None
            if bug != "restart":
                if cart.stage == "paying":
                    self.charge(cart)
                if cart.stage == "calling":
                    cart.wait = self.now + 600
            self.check(cart, cart.order)

        @rule(customer=CUSTOMERS)
        def item_added(self, customer):
            self.step()
            cart = self.carts[customer]
            if cart.stage == "shopping" and cart.items < 9:
                before = cart.items
                cart.items += 1
                if bug == "counterAtEight":
                    cart.items %= 8
                if cart.items < before:
                    raise Broken("CART")

        @rule(customer=CUSTOMERS)
        def order_placed(self, customer):
            self.step()
            cart = self.carts[customer]
            if bug == "doubleCharge" and cart.stage == "paying":
                self.charge(cart)
            if cart.stage == "shopping" and cart.items > 0:
                cart.order += 1
                cart.stage = "paying"
                if not (bug == "sixSteps" and cart.cancelled == 3):
                    self.charge(cart)
            self.check(cart, cart.order)

        @rule(customer=CUSTOMERS)
        def order_cancelled(self, customer):
            self.step()
            cart = self.carts[customer]
            if cart.stage == "paying":
                cart.stage, cart.open, cart.retry = "shopping", None, None
                cart.cancelled = min(cart.cancelled + 1, 4)
                if bug == "identifierReused":
                    cart.requests = 0

        @precondition(lambda self: any(cart.open for cart in self.carts.values()))
        @rule(customer=CUSTOMERS, status=st.sampled_from([200, 503]))
        def payment_answered(self, customer, status):
            self.step()
            cart = self.carts[customer]
            if cart.open is None or cart.stage != "paying":
                return
            if status != 200:
                self.fail(cart)
            else:
                cart.stage, cart.cancelled, cart.open = "calling", 0, None
                cart.wait = self.now + 600
            self.check(cart, cart.order)

        @precondition(lambda self: any(cart.open for cart in self.carts.values()))
        @rule(customer=CUSTOMERS)
        def payment_failed(self, customer):
            self.step()
            cart = self.carts[customer]
            if cart.open is not None and cart.stage == "paying":
                self.fail(cart)
                self.check(cart, cart.order)

        @rule(customer=CUSTOMERS, courier=COURIERS)
        def courier_accepted(self, customer, courier):
            self.step()
            if bug == "twoParties":
                for other in self.carts.values():
                    if other.stage == "calling":
                        other.courier = courier
            cart = self.carts[customer]
            if cart.stage == "calling":
                cart.stage, cart.courier, cart.taken = "riding", courier, courier
                if bug != "timerNotCancelled":
                    cart.wait = None

        @rule(customer=CUSTOMERS, courier=COURIERS)
        def order_delivered(self, customer, courier):
            self.step()
            cart = self.carts[customer]
            if cart.courier is None or courier != cart.courier and bug != "wrongCourier":
                return
            if cart.stage == "riding" or bug == "twoParties":
                if cart.taken != courier:
                    raise Broken("COURIER")
                self.over(cart)

        @rule(span=SPANS)
        def time_passes(self, span):
            self.step()
            end = self.now + span
            while True:
                due = []
                for name, cart in self.carts.items():
                    if cart.open is not None:
                        due.append((cart.open[1], name, "limit"))
                    if cart.retry is not None:
                        due.append((cart.retry, name, "retry"))
                    if cart.wait is not None:
                        due.append((cart.wait, name, "wait"))
                due = [item for item in due if item[0] <= end]
                if not due:
                    break
                self.now, name, what = min(due)
                self.fall_due(self.carts[name], what)
            self.now = end

        def fall_due(self, cart, what):
            order = cart.order
            if what == "limit":
                cart.open = None
                if cart.stage == "paying":
                    if bug == "lostAnswer":
                        cart.order += 1
                    self.fail(cart)
            elif what == "retry":
                cart.retry = None
                if cart.stage == "paying":
                    self.charge(cart)
            else:
                cart.wait = None
                if cart.stage == "calling" or bug == "timerNotCancelled":
                    if cart.taken is not None:
                        raise Broken("KEPT")
                    self.over(cart)
            self.check(cart, order)

    return Checkout


def search(bug, number, *phases):
    """How many runs there were, and the steps of the last one; nothing where all is well."""
    runs = []
    machine = seed(number)(checkout(bug, runs))
    chosen = settings(
        database=None, deadline=None, suppress_health_check=list(HealthCheck), phases=phases,
        report_multiple_bugs=False, print_blob=False,
    )
    try:
        run_state_machine_as_test(machine, settings=chosen)
    except Broken:
        # The last run is made once more, for the report.
        return len(runs) - 1, runs[-1]
    return None


def main():
    print("| bug | runs | steps before | after |")
    print("| --- | ---: | ---: | ---: |")
    for bug in BUGS:
        first = search(bug, 1, Phase.generate)
        if first is None:
            print(f"| {bug} | not in 100 | | |")
            continue
        _, after = search(bug, 1, Phase.generate, Phase.shrink)
        print(f"| {bug} | {first[0]} | {first[1]} | {after} |")


if __name__ == "__main__":
    main()
