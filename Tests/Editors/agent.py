"""Lets an agent's client of other people drive `pushtrace mcp`.

    .ci/python Tests/Editors/agent.py COMMAND

It lists tools and resources, goes with five calls from a trace that drifts to the spec that proves
it, in both ways in which clients begin, and tries what an agent may not do. The client holds every
document against the schema that the server gives for it.
"""

import asyncio
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import mcp.types
from mcp import Client, MCPError, StdioServerParameters

ROOT = pathlib.Path(__file__).parents[2]
TRACE = "field.trace.jsonl"
TOOLS = [
    "check", "show", "why", "why_not", "state_at", "replay", "triage", "what_if", "minimize",
    "spec", "conform", "simulate", "explore", "vocabulary", "explain",
]


class Agent:
    """An agent with a folder: a trace from the field, whose registration says what is not so."""

    def __init__(self, folder, client):
        self.folder = folder
        self.client = client

    async def call(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert not result.is_error, result.content
        return result.structured_content

    async def refused(self, tool, **arguments):
        result = await self.client.call_tool(tool, arguments)
        assert result.is_error, result.content
        return result.content[0].text


async def lists(agent):
    """Looks at what there is."""
    tools = (await agent.client.list_tools()).tools
    assert [tool.name for tool in tools] == TOOLS, tools
    for tool in tools:
        assert tool.description and tool.input_schema["type"] == "object", tool
        assert tool.output_schema["type"] == "object", tool
    resources = (await agent.client.list_resources()).resources
    names = {resource.name: resource for resource in resources}
    assert {TRACE, "Specs/requirements.yaml", "Specs/mobilepush/throttle.spec.yaml"} <= set(names)
    read = await agent.client.read_resource(names[TRACE].uri)
    assert read.contents[0].text == (agent.folder / TRACE).read_text()
    [template] = (await agent.client.list_resource_templates()).resource_templates
    read = await agent.client.read_resource(template.uri_template.replace("{id}", "REG-2"))
    assert "sixty seconds" in read.contents[0].text, read


async def proof(agent):
    """Goes from a symptom to its proof."""
    triage = await agent.call("triage", traces=[TRACE])
    finding = triage["findings"][0]
    assert (triage["verdict"], finding["code"]) == ("finding", "T401"), triage
    drift = finding["record"]["seq"]
    state = await agent.call("state_at", traces=[TRACE], at=str(drift))
    [view] = state["traces"][0]["states"]
    assert view["view"]["registration"]["pending"], state
    held = await agent.call("why_not", trace=TRACE, effect="send_registration", at="30s")
    assert [gate["gate"] for gate in held["gates"]] == ["window"], held
    small = await agent.call("minimize", trace=TRACE, output="small.trace.jsonl")
    assert small["records"]["after"] < small["records"]["before"], small
    spec = await agent.call("spec", trace="small.trace.jsonl", output="proof.spec.yaml")
    assert spec["output"] == "proof.spec.yaml", spec
    # What was recorded is claimed, and does not hold.
    check = await agent.call("check", paths=["proof.spec.yaml"])
    assert check["counts"]["failed"] == 1, check
    assert "reason" in check["findings"][0]["message"], check


async def refusals(agent):
    """Does what cannot be done, and reads why."""
    outside = "../secret.trace.jsonl"
    assert "outside the folders" in await agent.refused("show", trace=outside)
    assert "outside the folders" in await agent.refused("show", trace="linked.trace.jsonl")
    assert "outside the folders" in await agent.refused(
        "spec", trace="small.trace.jsonl", output="../a.spec.yaml")
    assert "did you mean 'traces'" in await agent.refused("triage", trace=TRACE)
    assert "T401" in [code["code"] for code in (await agent.call("explain"))["codes"]]
    for wrong in [
        agent.client.call_tool("chek", {}),
        agent.client.read_resource((agent.folder.parent / "secret.trace.jsonl").as_uri()),
        agent.client.read_resource("requirement:REG-999"),
        agent.client.list_prompts(),
    ]:
        try:
            raise AssertionError(await wrong)
        except MCPError as error:
            assert error.code in [mcp.types.INVALID_PARAMS, mcp.types.METHOD_NOT_FOUND], error


async def cancels(agent):
    """Gives up on a search, and goes on with something else."""
    try:
        async with asyncio.timeout(1):
            await agent.call("simulate", runs="1000000000000", discard=True)
    except TimeoutError:
        pass
    else:
        raise AssertionError("the search ended")
    assert (await agent.call("explain", subject="S101"))["codes"]


async def converse(command, folder, mode):
    settings = json.loads((ROOT / "Tests/Editors/claude.json").read_text())
    arguments = settings["mcpServers"]["pushtrace"]["args"]
    server = StdioServerParameters(command=command, args=arguments, cwd=folder)
    async with Client(server, mode=mode) as client:
        agent = Agent(folder, client)
        for session in [lists, proof, refusals, cancels]:
            await session(agent)
        for made in ["small.trace.jsonl", "proof.spec.yaml"]:
            (folder / made).unlink()


def hostile(command, folder):
    """Bytes that no client would send: an error for each, and an answer to what follows."""
    lines = [
        b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', b"{", b"[]", b"\xff\xfe", b"x" * (4 << 20),
        b"[" * 500_000, b'{"jsonrpc":"2.0","id":2,"method":"initialize","params":{}}',
        b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"check","arguments":7}}',
        b'{"jsonrpc":"2.0","id":4,"method":"ping"}',
    ]
    run = subprocess.run(
        [command, "mcp", folder], input=b"\n".join(lines), capture_output=True, check=True)
    answers = [mcp.types.jsonrpc_message_adapter.validate_json(line)
               for line in run.stdout.splitlines()]
    codes = {answer.id: answer.error.code for answer in answers if hasattr(answer, "error")}
    assert (codes.get(1), codes.get(3)) == (-32600, -32602), codes
    assert {answer.id for answer in answers if hasattr(answer, "result")} == {2, 4}, answers
    assert len(answers) == 9, answers


async def main(command):
    with tempfile.TemporaryDirectory() as parent:
        folder = pathlib.Path(parent).resolve() / "project"
        folder.mkdir()
        (folder / "Specs").mkdir()
        shutil.copy(ROOT / "Specs/requirements.yaml", folder / "Specs")
        shutil.copytree(ROOT / "Specs/mobilepush", folder / "Specs/mobilepush")
        trace = (ROOT / "Traces/mobilepush/login.trace.jsonl").read_text()
        (folder / TRACE).write_text(trace.replace('"reason":"changed"', '"reason":"retry"', 1))
        (folder.parent / "secret.trace.jsonl").write_text(trace)
        (folder / "linked.trace.jsonl").symlink_to("../secret.trace.jsonl")
        for mode in ["auto", "legacy"]:
            await converse(command, folder, mode)
        hostile(command, folder)
    print("a client of other people lists, reads, asks, proves and gives up")


asyncio.run(main(str(pathlib.Path(sys.argv[1]).absolute())))
