"""Lets a debugger of other people drive `pushtrace dap`.

    .ci/python Tests/Editors/debugging.py COMMAND [SCHEMA]

It opens a trace with a drift, goes on to the drift, steps back to its cause, reads the state and
asks why; breaks on a line, an event and a field; asks what if; and steps through a scenario.
Messages go through the channel of `debugpy`, and each one has to fit the protocol's JSON Schema,
which that package brings along; SCHEMA is another version of it.
"""

import json
import pathlib
import queue
import subprocess
import sys
import tempfile

import debugpy
import jsonschema
from debugpy.common import messaging

PROJECT = pathlib.Path(__file__).resolve().parents[2]
BUNDLED = "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
SCHEMA = json.loads(
    pathlib.Path(
        sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(debugpy.__file__).parent / BUNDLED
    ).read_text())


def validate(message, kind):
    """Holds a message against what the protocol says of its kind."""
    name = kind[0].upper() + kind[1:]
    assert name in SCHEMA["definitions"], name
    schema = {"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]}
    jsonschema.Draft4Validator(schema).validate(message)


class Stream(messaging.JsonIOStream):
    """A stream that holds all messages against the schema."""

    commands = {}
    count = 0

    def write_json(self, value, encoder=None):
        self.commands[value["seq"]] = value["command"]
        validate(json.loads(json.dumps(value)), value["command"] + "Request")
        Stream.count += 1
        super().write_json(value, encoder)

    def read_json(self, decoder=None):
        message = super().read_json(decoder)
        plain = json.loads(json.dumps(message))
        if plain["type"] == "event":
            validate(plain, plain["event"] + "Event")
        elif plain["success"]:
            validate(plain, self.commands[plain["request_seq"]] + "Response")
        else:
            validate(plain, "errorResponse")
        Stream.count += 1
        return message


class Debugger:
    """A debugger with one session."""

    def __init__(self, command, program, **options):
        self.process = subprocess.Popen(
            [command, "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.events = queue.Queue()
        self.printed = []
        self.channel = messaging.JsonMessageChannel(
            Stream.from_process(self.process), messaging.MessageHandlers(event=self.take))
        self.channel.start()
        self.capabilities = self.ask(
            "initialize", adapterID="pushtrace", supportsInvalidatedEvent=True)
        self.ask("launch", program=str(program), **options)
        self.until("initialized")

    def take(self, event):
        self.events.put((event.event, event.body))

    def until(self, name):
        """The body of the next event of a name; what is printed before it is kept."""
        while True:
            event, body = self.events.get(timeout=60)
            if event == "output":
                self.printed.append(body)
            if event == name:
                return body

    def ask(self, command, **arguments):
        return self.channel.request(command, arguments)

    def refused(self, command, **arguments):
        try:
            self.ask(command, **arguments)
        except messaging.MessageHandlingError as error:
            return str(error)
        raise AssertionError(f"{command} was not refused")

    def go(self, command, **arguments):
        """Moves, and returns why it stopped and the frames there."""
        if command != "configurationDone":
            arguments = {"threadId": 1, **arguments}
        self.ask(command, **arguments)
        stopped = self.until("stopped")
        frames = self.ask("stackTrace", threadId=stopped["threadId"])["stackFrames"]
        return stopped, frames

    def members(self, reference):
        found = self.ask("variables", variablesReference=reference)["variables"]
        return {one["name"]: one for one in found}

    def scopes(self, frame):
        return {one["name"]: one["variablesReference"]
                for one in self.ask("scopes", frameId=frame["id"])["scopes"]}

    def evaluate(self, expression, frame, context="repl"):
        return self.ask(
            "evaluate", expression=expression, frameId=frame["id"], context=context)["result"]

    def end(self):
        self.ask("disconnect")
        assert self.process.wait(timeout=60) == 0


def drift(command, trace):
    """Goes on to a drift, back to its cause, and asks why."""
    debugger = Debugger(command, trace)
    assert debugger.capabilities["supportsStepBack"]
    filters = [one["filter"] for one in debugger.capabilities["exceptionBreakpointFilters"]]
    debugger.ask("setExceptionBreakpoints", filters=filters)
    stopped, frames = debugger.go("configurationDone")
    assert stopped["reason"] == "exception" and "send_registration" in stopped["text"], stopped
    assert frames[0]["source"]["path"] == str(trace)
    line = trace.read_text().splitlines()[frames[0]["line"] - 1]
    assert '"reason":"retry"' in line, line
    assert "reason" in debugger.ask("exceptionInfo", threadId=1)["description"]
    why = debugger.evaluate("why", frames[0])
    assert "send_registration" in why and "reason" in why, why

    cause, back = debugger.go("stepBack")
    assert cause["reason"] == "step"
    assert back[0]["name"] == frames[1]["name"], (back, frames)
    scopes = debugger.scopes(back[0])
    assert list(scopes) == ["payload", "changes", "state", "timers", "gates", "open requests"]
    state = debugger.members(scopes["state"])
    assert "registration" in state, state
    registration = debugger.members(state["registration"]["variablesReference"])
    name = next(iter(registration))
    shown = debugger.evaluate(f"state registration.{name}", back[0], "watch")
    assert shown == registration[name]["value"], (shown, registration[name])
    assert debugger.evaluate("why-not send_registration", back[0]).startswith("send_registration")
    # A line that was printed opens the state of its moment later too.
    opened = debugger.members(debugger.printed[0]["variablesReference"])
    assert debugger.members(opened["payload"]["variablesReference"])["reason"]["value"] == "retry"
    debugger.end()


def breakpoints(command, trace):
    """Breaks on a line, an event with a condition, and a field, in both directions."""
    debugger = Debugger(command, trace, stopOnEntry=True)
    source = {"path": str(trace)}
    answer = debugger.ask("setBreakpoints", source=source, breakpoints=[{"line": 20}])
    assert answer["breakpoints"][0]["verified"]
    answer = debugger.ask("setFunctionBreakpoints", breakpoints=[
        {"name": "attribute_set", "condition": "value=Bergen"}, {"name": "attribute_st"}])
    assert [one["verified"] for one in answer["breakpoints"]] == [True, False]
    assert "did you mean 'attribute_set'" in answer["breakpoints"][1]["message"]
    _, frames = debugger.go("configurationDone")
    stopped, frames = debugger.go("continue")
    assert (stopped["reason"], frames[0]["line"]) == ("breakpoint", 20)
    stopped, frames = debugger.go("continue")
    assert stopped["reason"] == "function breakpoint" and "Bergen" in frames[0]["name"]

    scopes = debugger.scopes(frames[0])
    attributes = debugger.members(scopes["state"])["attributes"]["variablesReference"]
    field = debugger.ask("dataBreakpointInfo", variablesReference=attributes, name="city")
    answer = debugger.ask("setDataBreakpoints", breakpoints=[{"dataId": field["dataId"]}])
    assert answer["breakpoints"][0]["verified"], answer
    stopped, frames = debugger.go("reverseContinue")
    assert stopped["reason"] == "data breakpoint", stopped
    assert frames[0]["name"].startswith("attribute_set"), frames

    answer = debugger.ask("setFunctionBreakpoints", breakpoints=[
        {"name": "response_received", "hitCondition": "%5"},
        {"name": "tag_added", "hitCondition": "often"}])
    assert [one["verified"] for one in answer["breakpoints"]] == [True, False]
    debugger.ask("setDataBreakpoints", breakpoints=[])
    debugger.ask("setBreakpoints", source=source, breakpoints=[
        {"line": 20, "logMessage": "city: {attributes.city}"}])
    stopped, frames = debugger.go("reverseContinue")
    assert (stopped["reason"], frames[0]["line"]) == ("function breakpoint", 16), (stopped, frames)
    debugger.go("continue")
    assert any(one["output"] == "city: Oslo\n" for one in debugger.printed), debugger.printed

    target = debugger.ask("gotoTargets", source=source, line=5)["targets"][0]
    stopped, frames = debugger.go("goto", targetId=target["id"])
    assert (stopped["reason"], frames[0]["line"]) == ("goto", 5)
    assert "there is no command" in debugger.refused("modules", startModule=0)
    assert "99" in debugger.refused("scopes", frameId=99)
    debugger.end()


def what_if(command, trace):
    """Gives a field of an event another value, and follows what comes of it."""
    debugger = Debugger(command, trace)
    debugger.ask("setFunctionBreakpoints", breakpoints=[{"name": "attribute_set"}])
    _, frames = debugger.go("configurationDone")
    payload = debugger.scopes(frames[0])["payload"]
    value = debugger.ask(
        "setVariable", variablesReference=payload, name="value", value="Narvik")["value"]
    assert value == "Narvik"
    debugger.until("invalidated")
    assert "had been another one" in debugger.printed[-1]["output"], debugger.printed
    frames = debugger.ask("stackTrace", threadId=1)["stackFrames"]
    assert "Narvik" in frames[0]["name"], frames
    assert "Narvik" in debugger.evaluate("state attributes.city", frames[0])
    debugger.end()


def scenario(command):
    """Steps through a scenario and a counterexample."""
    spec = PROJECT / "Specs/mobilepush/throttle.spec.yaml"
    lines = spec.read_text().splitlines()
    title = next(number for number, line in enumerate(lines, 1) if line.startswith("  - name:"))
    step = lines.index("    steps:") + 2
    debugger = Debugger(command, f"{spec}:{title}")
    answer = debugger.ask(
        "setBreakpoints", source={"path": str(spec)}, breakpoints=[{"line": step}])
    assert answer["breakpoints"][0]["line"] == step, answer
    stopped, frames = debugger.go("configurationDone")
    assert (stopped["reason"], frames[0]["line"]) == ("breakpoint", step), (stopped, frames)
    debugger.end()

    found = next(iter(sorted((PROJECT / "Specs/Regressions").glob("mobilepush-*.spec.yaml"))))
    debugger = Debugger(command, found, stopOnEntry=True)
    stopped, frames = debugger.go("configurationDone")
    assert frames[0]["source"]["path"] == str(found)
    debugger.end()


def main(command):
    with tempfile.TemporaryDirectory() as folder:
        text = (PROJECT / "Traces/mobilepush/login.trace.jsonl").read_text()
        trace = pathlib.Path(folder).resolve() / "login.trace.jsonl"
        trace.write_text(text)
        breakpoints(command, trace)
        what_if(command, trace)
        trace.write_text(text.replace('"reason":"first"', '"reason":"retry"'))
        drift(command, trace)
        scenario(command)
    print(f"a debugger of other people goes to a drift, back, and asks why: {Stream.count} messages"
          " fit the protocol's schema")


main(sys.argv[1])
