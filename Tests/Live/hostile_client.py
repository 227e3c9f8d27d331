#!/usr/bin/env python3
"""Sends what no client should send, and asks after each of it whether the server still answers.

    hostile_client.py URL
"""

import json
import socket
import sys
import time
import urllib.parse

URL = urllib.parse.urlsplit(sys.argv[1])


def raw(data, wait=5.0, pieces=None):
    """Sends bytes over a connection of its own and returns the first line of the answer."""
    with socket.create_connection((URL.hostname, URL.port), timeout=wait) as connection:
        try:
            for piece in pieces or [data]:
                connection.sendall(piece)
        except OSError:
            pass
        received = b""
        try:
            while b"\r\n" not in received:
                part = connection.recv(4096)
                if not part:
                    break
                received += part
        except OSError:
            return "silence"
    return received.split(b"\r\n")[0].decode("latin-1") or "closed"


def post(path, body, headers=()):
    lines = [f"POST {path} HTTP/1.1", "Host: x", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def deep(levels):
    return b'{"a":' * levels + b"1" + b"}" * levels


REGISTRATION = "/device/v1/registration"
ANALYTICS = "/device/v1/event/analytic"
ID = ["X-Client-Id: hostile"]

# What is sent, and the statuses that are right for it.
CASES = {
    "bytes that are not HTTP": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", {400, None}),
    "an older HTTP without a head": (b"GET /\r\n\r\n", {400, None}),
    "no body": (post(REGISTRATION, b"", ID), {400}),
    "a body that is not JSON": (post(REGISTRATION, b"<html>", ID), {400}),
    "half a body of JSON": (post(REGISTRATION, b'{"attributes":[', ID), {400}),
    "bytes that are not UTF-8": (post(REGISTRATION, b'{"subscriberKey":"\xff\xfe"}', ID), {400}),
    "another type": (post(REGISTRATION, b'{"push_Enabled":"yes","attributes":[],"tags":[]}', ID), {400}),
    "a member twice": (post(REGISTRATION, b'{"tags":[],"tags":[]}', ID), {400}),
    "very deep": (post(REGISTRATION, deep(100_000), ID), {400}),
    "a number beyond 64 bits": (
        post(ANALYTICS, b'[{"entry":9223372036854775808,"kind":"app_opened","at":1}]', ID), {400}),
    "the largest number": (
        post(ANALYTICS, b'[{"entry":9223372036854775807,"kind":"app_opened","at":9223372036854775807}]', ID),
        {200}),
    "the smallest number": (
        post(ANALYTICS, b'[{"entry":-9223372036854775808,"kind":"app_opened","at":-9223372036854775808}]', ID),
        {200}),
    "a device without a name": (post(ANALYTICS, b"[]"), {400}),
    "a device with the name of a backend": (post(ANALYTICS, b"[]", ["X-Client-Id: engagement"]), {400}),
    "a long name": (post(ANALYTICS, b"[]", ["X-Client-Id: " + "a" * 300]), {400}),
    "a number of a call below one": (post(ANALYTICS, b"[]", ID + ["X-Request-Order: -1"]), {400}),
    "a percent sign without digits": (post("/device/v1/%zz/sync/a", b"", ID), {400}),
    "one in the query": (post("/push/v1/hostile/token?%", b"", ID), {400}),
    "an escape that is not UTF-8": (post("/device/v1/%ff/sync/a", b"", ID), {400}),
    "a path that goes up": (post("/device/v1/../../etc/passwd", b"", ID), {404}),
    "another method": (b"DELETE " + REGISTRATION.encode() + b" HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
    "a proxy's method": (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n", {400, 404, 405}),
    "two lengths": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n", {400}),
    "a length below zero": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", {400}),
    "a body that is announced too long": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n",
        {413}),
    "a head that is too long": (
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", {431, 400, None}),
    "many headers": (
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"".join(b"a%d: b\r\n" % n for n in range(20_000)) + b"\r\n",
        {431, None}),
    "the head of what can be read": (
        b"HEAD /device/v1/app/message/hostile HTTP/1.1\r\nHost: x\r\n\r\n", {200}),
    "bytes behind the last request": (
        b"POST /push/v1/hostile/token HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n{}", {200}),
    "text in place of an object": (post("/apps/APP/client", b'"x"', ID), {400}),
    "a trace": (b"TRACE /push/v1/hostile/token HTTP/1.1\r\nHost: x\r\n\r\n", {405}),
    "no Host": (b"POST /push/v1/hostile/token HTTP/1.1\r\n\r\n", {400}),
    "a target with its server": (
        b"POST http://x:1/push/v1/hostile/token HTTP/1.1\r\nHost: x\r\n\r\n", {200}),
    "a target that is not ASCII": (b"POST /push/v1/\xff/token HTTP/1.1\r\nHost: x\r\n\r\n", {400}),
    "the first line of another protocol": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400}),
    "a coding of the transfer that is not known": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"
        b"Transfer-Encoding: gzip, chunked\r\n\r\n2\r\n[]\r\n0\r\n\r\n", {501}),
    "the coding of no coding": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"
        b"Transfer-Encoding: identity\r\n\r\n", {501}),
    "another coding behind chunks": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"
        b"Transfer-Encoding: chunked, spiral\r\n\r\n0\r\n\r\n", {400}),
    "a length beyond 64 bits": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"
        b"Content-Length: 18446744073709551616\r\n\r\n", {400}),
    "a length of 64 bits": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"
        b"Content-Length: 9223372036854775808\r\n\r\n", {413}),
    "a device twice": (post(ANALYTICS, b"[]", ID + ID), {400}),
    "a device that is not UTF-8": (
        post(ANALYTICS, b"[]", ["X-Client-Id: ?"]).replace(b"?", b"\xff"), {400}),
    "a device of a trailer": (
        b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        b"\r\n2\r\n[]\r\n0\r\nX-Client-Id: hostile\r\n\r\n", {400}),
    "trailers of 8 MB": (
        post(ANALYTICS, b"", ID).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        + b"2\r\n[]\r\n0\r\n" + b"A: bbbbbbbbbbbb\r\n" * 500_000 + b"\r\n", {431, None}),
    "a body in pieces of one byte": (
        post(ANALYTICS, b"", ID).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        + b"1\r\n[\r\n" + b"1\r\n \r\n" * 30_000 + b"1\r\n]\r\n0\r\n\r\n", {200}),
    "half of a surrogate pair": (post(REGISTRATION, b'{"deviceID":"\\ud800"}'), {400}),
    "a list in place of an object": (post("/admin/mobilepush/faults", b"[]"), {400}),
    "an event of a device that is a backend": (
        post("/admin/mobilepush/events", b'{"event":"token_invalidated","on":"engagement"}'), {400}),
    "a path behind an admin path": (post("/admin/mobilepush/events/x", b"{}"), {404}),
    "a line end in a header": (post(ANALYTICS, b"[]", ["X-Client-Id: a\rb"]), {400}),
    "an event of an app": (
        post("/admin/mobilepush/events", b'{"event":"app_launched"}'), {400}),
    "a fault without end": (
        post("/admin/mobilepush/faults", b'{"fault":"hang","count":9223372036854775807}'), {400}),
}


def slow():
    """Sends a byte now and then, and never a whole request."""
    pieces = [b"POST " + ANALYTICS.encode() + b" HTTP/1.1\r\nHost: x\r\n"]
    with socket.create_connection((URL.hostname, URL.port), timeout=20) as connection:
        connection.sendall(pieces[0])
        begin = time.monotonic()
        while time.monotonic() - begin < 15:
            try:
                connection.sendall(b"a")
                connection.settimeout(1)
                received = connection.recv(4096)
            except socket.timeout:
                continue
            except OSError:
                return "closed"
            return received.split(b"\r\n")[0].decode("latin-1") or "closed"
    return "silence"


def crowd(count=300):
    """Opens more connections than the server has, and returns what the last one gets."""
    connections = []
    try:
        for _ in range(count):
            connections.append(socket.create_connection((URL.hostname, URL.port), timeout=5))
        return connections[-1].recv(4096).split(b"\r\n")[0].decode("latin-1")
    finally:
        for connection in connections:
            connection.close()


def main():
    failures = []
    for name, (data, wanted) in CASES.items():
        line = raw(data)
        parts = line.split(" ")
        status = int(parts[1]) if len(parts) > 1 and parts[1].isdigit() else None
        if status not in wanted:
            failures.append(f"{name}: {line!r} instead of {wanted}")
        alive = raw(b"GET /admin/mobilepush/backend/billable HTTP/1.1\r\nHost: x\r\n\r\n")
        if " 200 " not in alive:
            failures.append(f"after {name}: {alive!r}")
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    head = post(ANALYTICS, b"", ID).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
    line = raw(None, pieces=[head] + [chunk] * 8)
    if " 413 " not in line and line != "closed":
        failures.append(f"a body without end: {line!r}")
    for name, line, wanted in [("a slow client", slow(), "408"), ("a crowd", crowd(), "503")]:
        if f" {wanted} " not in line:
            failures.append(f"{name}: {line!r} instead of {wanted}")
    for failure in failures:
        print(failure)
    print(json.dumps({"cases": len(CASES) + 3, "failures": len(failures)}))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
