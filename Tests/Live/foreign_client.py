#!/usr/bin/env python3
"""A client that shares no code with the server: MobilePush and Mobile Engage by the documents.

    foreign_client.py URL

It registers a device, asks for its token, is sent a push, reports analytics, and starts Mobile
Engage for the first time; it checks every answer and what the backends know afterwards.
"""

import http.client
import json
import sys
import urllib.parse


class Client:
    """One device that calls a server; without a name it has the documented headers alone."""

    def __init__(self, url, device):
        self.server = urllib.parse.urlsplit(url)
        self.device = device
        self.calls = 0

    def send(self, method, path, body=None, headers=None, key=None, expect=None):
        """Sends a request; returns status, headers and the body as JSON."""
        connection = http.client.HTTPConnection(self.server.hostname, self.server.port, timeout=10)
        sent = headers or {}
        if self.device:
            sent = {"X-Client-Id": self.device} | sent
        if key:
            sent["Idempotency-Key"] = key
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent["Content-Type"] = "application/json"
        connection.request(method, path, data, sent)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        self.calls += 1
        if expect is not None and answer.status != expect:
            raise SystemExit(f"{method} {path}: {answer.status} instead of {expect}: {text!r}")
        return answer.status, answer.headers, json.loads(text) if text.strip() else None


def expect(what, value, wanted):
    if value != wanted:
        raise SystemExit(f"{what}: {value!r} instead of {wanted!r}")


def mobile_push(url):
    """The first launch, a push and the analytics of a session."""
    phone = Client(url, "python-phone")
    admin = "/admin/mobilepush"
    _, _, token = phone.send("POST", "/push/v1/python-phone/token", expect=200)
    registration = {
        "deviceID": "python-phone", "device_Token": token["token"], "subscriberKey": "ann",
        "push_Enabled": True, "platform": "Linux", "timeZone": "0", "dST": False,
        "attributes": [{"key": "city", "value": "Bergen"}], "tags": ["ALL"],
    }
    for _ in range(2):
        phone.send(
            "POST", "/device/v1/registration", registration, key="first-registration", expect=201)
    analytics = [{"entry": 1, "kind": "app_opened", "at": 1767603600000}]
    for key in ("first", "the-same-entries-again"):
        phone.send("POST", "/device/v1/event/analytic", analytics, key=key, expect=200)
    _, _, inbox = phone.send("GET", "/device/v1/app/message/python-phone", expect=200)
    expect("the inbox before the registration is visible", inbox, {"messages": []})
    phone.send("POST", f"{admin}/events", {"event": "push_sent", "with": {"contact": "ann", "id": "n1"}}, expect=200)
    _, _, pushes = phone.send("GET", "/push/v1/python-phone/messages", expect=200)
    expect("pushes before the registration is visible", pushes, {"messages": []})
    _, _, backend = phone.send("GET", f"{admin}/backend", expect=200)
    expect("the devices of ann", backend["contacts"]["ann"]["devices"], 1)
    expect("the bill", backend["billable"], len(backend["contacts"]))
    expect("the orphans", backend["orphaned"], [])
    expect("entries counted once", backend["entries_counted"], 1)
    return phone.calls


def mobile_engage(url, name):
    """The first start of a new install, in the order of the workflow."""
    phone = Client(url, name)
    base = "/apps/APP/client"
    state = {}

    def call(method, path, body=None, expected=204):
        _, headers, answer = phone.send(method, base + path, body, dict(state), expect=expected)
        if not headers["X-Client-State"]:
            raise SystemExit(f"{method} {path}: no X-Client-State")
        state["X-Client-State"] = headers["X-Client-State"]
        return answer

    _, _, before = phone.send("GET", "/admin/mobile_engage/backend", expect=200)
    call("POST", "", {"platform": "Linux", "app_version": "1.0"})
    tokens = call("POST", "/contact?anonymous", expected=200)
    state["X-Contact-Token"] = tokens["contactToken"]
    start = {"entry": 1, "type": "internal", "name": "session:start", "at": 1767603600000}
    call("POST", "/events", {"events": [start]})
    call("PUT", "/push-token", {"pushToken": "token-1"})
    tokens = call(
        "POST", "/contact", {"contactFieldId": 3, "contactFieldValue": f"customer of {name}"}, expected=200)
    state["X-Contact-Token"] = tokens["contactToken"]
    bought = {"entry": 2, "type": "custom", "name": "purchase", "at": 1767603601000}
    for _ in range(2):
        call("POST", "/events", {"events": [bought]})
    tokens = call("POST", "/contact-token", {"refreshToken": tokens["refreshToken"]}, expected=200)
    call("DELETE", "/push-token")
    state["X-Contact-Token"] = "forged"
    call("POST", "/events", {"events": [bought | {"entry": 3}]}, expected=401)
    _, _, backend = phone.send("GET", "/admin/mobile_engage/backend", expect=200)
    expect("the events counted", backend["events_received"] - before["events_received"], 2)
    contact = f"customer of {name}"
    expect("the events of the contact", backend["contacts"][contact]["events"], ["purchase"])
    new = [client for client in backend["clients"] if client not in before["clients"]]
    expect("the new clients", len(new), 1)
    expect("the client's name", name or new[0], new[0])
    expect("the client's contact", backend["clients"][new[0]]["contact"], contact)
    return phone.calls


def main():
    url = sys.argv[1]
    calls = mobile_push(url) + mobile_engage(url, "python-engage") + mobile_engage(url, None)
    print(f"{calls} calls, every answer as documented")


if __name__ == "__main__":
    main()
