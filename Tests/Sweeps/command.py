"""Runs of the command, and what is expected of them."""

import json
import subprocess


class Failed(Exception):
    """What a sweep claims does not hold."""


class Run:
    def __init__(self, words, process):
        self.line = " ".join(str(word) for word in words)
        self.status = process.returncode
        self.output = process.stdout.decode()
        self.errors = process.stderr.decode()

    def expect(self, holds, claim):
        if not holds:
            raise Failed(f"{claim}\n{self.line}\n{(self.output + self.errors)[-2000:]}")

    def has_status(self, status=0):
        self.expect(self.status == status, f"exit code {self.status} in place of {status}")
        return self

    def json(self):
        return json.loads(self.output)


class Command:
    def __init__(self, path):
        self.path = path.resolve()

    def run(self, *words):
        return Run(words, subprocess.run(
            [self.path, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False))
