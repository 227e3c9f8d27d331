"""Lets a language client of other people drive `pushtrace lsp`.

    .ci/python Tests/Editors/session.py COMMAND

It types a wrong key, sees the finding, applies the action and sees that the scenario passes; claims
what came; completes, hovers and looks at an outline; renames a fixture over three files; runs a
scenario, opens its trace and its page, turns its first step into a fixture, and mends a trace and
makes a spec of its beginning.
"""

import asyncio
import pathlib
import sys
import tempfile

from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

PROJECT = pathlib.Path(__file__).resolve().parents[2]
SPEC = (pathlib.Path(__file__).parent / "wrong_key.spec.yaml").read_text()

FIXTURE = """\
format: 1
sdk: mobilepush
fixture: mine
history:
  - { at: -2h, event: app_launched }
"""

PASSED = ["✓ passed", "run", "show trace", "open the page"]

USING = """\
format: 1
sdk: mobilepush
observe: [send_registration]
scenarios:
  - name: Nothing leaves without a change
    given: { use: [mine] }
    steps: [{ at: 0s }]
    run_until: 5m
"""


def at(text, word, offset=0):
    """The position of a word in a text."""
    before = text[: text.index(word) + offset]
    return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


def applied(text, edits):
    """A text with edits, the last one first."""
    lines = text.splitlines(keepends=True)

    def index(place):
        return sum(len(line) for line in lines[: place.line]) + place.character

    for edit in sorted(edits, key=lambda edit: index(edit.range.start), reverse=True):
        text = text[: index(edit.range.start)] + edit.new_text + text[index(edit.range.end) :]
    return text


class Editor:
    """An editor with files in a folder."""

    def __init__(self, folder, client):
        self.folder = folder
        self.client = client
        self.texts = {}
        self.edits = []
        self.refreshed = 0
        self.opened = []
        self.versions = {}

    def uri(self, name):
        return (self.folder / name).as_uri()

    def file(self, name):
        return types.TextDocumentIdentifier(self.uri(name))

    def where(self, name, word, offset=0):
        return {"text_document": self.file(name),
                "position": at(self.texts[name], word, offset)}

    async def open(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.texts[name] = text
        self.versions[name] = 1
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri(name), "yaml", 1, text)))
        return await self.findings(name)

    async def change(self, name, text):
        self.texts[name] = text
        self.versions[name] += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name)),
                [types.TextDocumentContentChangeWholeDocument(text)]))
        return await self.findings(name)

    async def findings(self, name):
        # An answer never comes before the findings of what was typed.
        await self.client.text_document_code_lens_async(types.CodeLensParams(self.file(name)))
        return self.client.diagnostics.get(self.uri(name), [])

    async def lenses(self, name):
        lenses = await self.client.text_document_code_lens_async(
            types.CodeLensParams(self.file(name)))
        return [lens.command.title for lens in lenses]

    async def action(self, name, title, first=0, last=99):
        lines = types.Range(types.Position(first, 0), types.Position(last, 0))
        actions = await self.client.text_document_code_action_async(
            types.CodeActionParams(self.file(name), lines, types.CodeActionContext([])))
        titles = [action.title for action in actions]
        assert title in titles, titles
        return actions[titles.index(title)]

    async def act(self, name, title):
        edits = (await self.action(name, title)).edit.changes[self.uri(name)]
        return await self.change(name, applied(self.texts[name], edits))

    async def make(self, changes):
        """Makes the file that an edit begins with, and returns its name."""
        created, written, *_ = changes
        assert created.kind == "create" and created.uri == written.text_document.uri, changes
        name = str(pathlib.Path(created.uri.removeprefix("file://")).relative_to(self.folder))
        await self.open(name, applied("", written.edits))
        return name

    async def perform(self, command):
        return await self.client.workspace_execute_command_async(
            types.ExecuteCommandParams(command.command, command.arguments))


async def words(editor):
    """Types a wrong key, mends it, and asks about words."""
    name = "Specs/a.spec.yaml"
    found = await editor.open(name, SPEC)
    assert any("did you mean 'event'" in finding.message for finding in found), found
    assert not await editor.act(name, "Replace it by 'event'")
    assert await editor.lenses(name) == PASSED
    whole = types.Range(types.Position(0, 0), types.Position(11, 0))
    hints = await editor.client.text_document_inlay_hint_async(
        types.InlayHintParams(editor.file(name), whole))
    assert [hint.label for hint in hints] == ["→ came at 1m"], hints

    items = await editor.client.text_document_completion_async(
        types.CompletionParams(**editor.where(name, "registered_device")))
    assert {"registered_device", "mine"} <= {item.label for item in items}, items
    hover = await editor.client.text_document_hover_async(
        types.HoverParams(**editor.where(name, "attribute_set")))
    assert "The app set an attribute" in hover.contents.value, hover
    help = await editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(**editor.where(name, "Oslo")))
    assert help.signatures[0].label.startswith("attribute_set("), help
    outline = await editor.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(editor.file(name)))
    assert [symbol.name for symbol in outline[0].children] == ["attribute_set"], outline
    folds = await editor.client.text_document_folding_range_async(
        types.FoldingRangeParams(editor.file(name)))
    assert folds
    tokens = await editor.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(editor.file(name)))
    assert tokens.data and len(tokens.data) % 5 == 0


async def claims(editor):
    """Removes a claim, and lets an action claim what came."""
    name = "Specs/c.spec.yaml"
    text = SPEC.replace("evnt", "event").replace(
        "    timeline:\n      send_registration: [{ at: 1m }]\n", "")
    assert [finding.code for finding in await editor.open(name, text)] == ["T202"]
    title = "Claim what came: { at: 1m, expect: [send_registration] }"
    assert not await editor.act(name, title)
    assert await editor.lenses(name) == PASSED


async def rename(editor):
    """Renames a fixture that two specs use."""
    fixture, using = "Specs/fixtures/mine.yaml", ["Specs/u.spec.yaml", "Specs/v.spec.yaml"]
    await editor.open(fixture, FIXTURE)
    for name in using:
        assert not await editor.open(name, USING)
    place = await editor.client.text_document_definition_async(
        types.DefinitionParams(**editor.where(using[0], "mine")))
    assert place[0].uri == editor.uri(fixture), place
    edit = await editor.client.text_document_rename_async(
        types.RenameParams(new_name="launched", **editor.where(using[0], "mine")))
    *changes, moved = edit.document_changes
    assert len(changes) == 3, changes
    names = {editor.uri(name): name for name in [fixture, *using]}
    for change in changes:
        name = names[change.text_document.uri]
        editor.texts[name] = applied(editor.texts[name], change.edits)
        (editor.folder / name).write_text(editor.texts[name])
    assert moved.new_uri == editor.uri("Specs/fixtures/launched.yaml"), moved
    (editor.folder / fixture).rename(editor.folder / "Specs/fixtures/launched.yaml")
    editor.client.text_document_did_close(
        types.DidCloseTextDocumentParams(editor.file(fixture)))
    for name in using:
        assert "launched" in editor.texts[name]
        await editor.change(name, editor.texts[name])
    editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams([]))
    for name in using:
        assert not await editor.findings(name), editor.client.diagnostics
        assert await editor.lenses(name) == PASSED


async def commands(editor):
    """Runs a scenario, opens its trace and its page, and makes a fixture of its first step."""
    name = "Specs/f.spec.yaml"
    text = SPEC.replace("evnt", "event").replace(
        "    steps:\n", "    steps:\n      - { at: 0s, event: tag_added, with: { tag: gold } }\n")
    text = text.replace("- { at: 0s, event: attribute_set", "- { at: 30s, event: attribute_set")
    assert not await editor.open(name, text)
    lenses = await editor.client.text_document_code_lens_async(
        types.CodeLensParams(editor.file(name)))
    run, trace, page = [lens.command for lens in lenses[1:]]
    assert await editor.perform(run) == "✓ passed"
    assert editor.refreshed == 1
    for command in [trace, page]:
        path = await editor.perform(command)
        assert editor.client.shown_documents[-1].uri == pathlib.Path(path).as_uri()
        assert pathlib.Path(path).stat().st_size > 100
        editor.opened.append(pathlib.Path(path))

    line = text.splitlines().index("    steps:") + 1
    text = text[: text.index("    timeline:")].replace("at: 30s", "at: 10m").replace("5m", "15m")
    assert not await editor.change(name, text.replace("[send_registration]", "[diagnose]"))
    action = await editor.action(name, "Turn the steps into a fixture", line, line + 1)
    *made, change = action.edit.document_changes
    fixture = await editor.make(made)
    assert "- { at: -10m, event: tag_added" in editor.texts[fixture], editor.texts[fixture]
    assert not await editor.change(name, applied(editor.texts[name], change.edits))
    assert await editor.lenses(name) == PASSED


async def traces(editor):
    """Mends a wrong name in a trace, and makes a spec of its beginning."""
    name = "field.trace.jsonl"
    text = (PROJECT / "Traces/mobilepush/login.trace.jsonl").read_text()
    assert await editor.open(name, text.replace("tag_added", "tag_aded", 1))
    assert not await editor.act(name, "Replace it by 'tag_added'")
    hover = await editor.client.text_document_hover_async(
        types.HoverParams(**editor.where(name, "send_registration")))
    assert "What can hold it back" in hover.contents.value, hover
    title = "Write a spec of the trace up to here"
    await editor.action(name, title, 2, 20)
    # This client takes an action with a command for the command, and its command for text.
    command = types.Command(title, "pushtrace.writeSpec", arguments=[editor.uri(name), 19])
    await editor.perform(command)
    spec = await editor.make(editor.edits[-1].document_changes)
    assert spec == "field.spec.yaml", spec
    assert await editor.lenses(spec) == PASSED, editor.client.diagnostics


async def main(command):
    with tempfile.TemporaryDirectory() as folder:
        client = make_test_lsp_client()
        await client.start_io(command, "lsp")
        root = pathlib.Path(folder).resolve()
        (root / "Specs/fixtures").mkdir(parents=True)
        (root / "Specs/fixtures/mine.yaml").write_text(FIXTURE)
        answer = await client.initialize_session(
            types.InitializeParams(
                capabilities=client_capabilities("visual-studio-code"),
                workspace_folders=[types.WorkspaceFolder(root.as_uri(), "specs")],
            )
        )
        assert answer.capabilities.position_encoding == "utf-16", answer.capabilities
        editor = Editor(root, client)

        @client.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params):
            editor.edits.append(params.edit)
            return types.ApplyWorkspaceEditResult(True)

        @client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def refresh(params):
            editor.refreshed += 1

        for session in [words, claims, rename, commands, traces]:
            await session(editor)
        await client.shutdown_session()
        assert not any(path.parent.exists() for path in editor.opened), editor.opened
    print("a client of other people types, mends, claims, asks, renames and extracts")


asyncio.run(main(sys.argv[1]))
