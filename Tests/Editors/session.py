"""Lets a language client of other people drive `pushtrace lsp`.

    .ci/python Tests/Editors/session.py COMMAND

It types a wrong key, sees the finding, applies the action and sees that the scenario passes; claims
what came; completes, hovers and looks at an outline; and renames a fixture over three files.
"""

import asyncio
import pathlib
import sys
import tempfile

from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

SPEC = (pathlib.Path(__file__).parent / "wrong_key.spec.yaml").read_text()

FIXTURE = """\
format: 1
sdk: mobilepush
fixture: mine
history:
  - { at: -2h, event: app_launched }
"""

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

    async def act(self, name, title):
        whole = types.Range(types.Position(0, 0), types.Position(99, 0))
        actions = await self.client.text_document_code_action_async(
            types.CodeActionParams(self.file(name), whole, types.CodeActionContext([])))
        titles = [action.title for action in actions]
        assert title in titles, titles
        edits = actions[titles.index(title)].edit.changes[self.uri(name)]
        return await self.change(name, applied(self.texts[name], edits))


async def words(editor):
    """Types a wrong key, mends it, and asks about words."""
    name = "Specs/a.spec.yaml"
    found = await editor.open(name, SPEC)
    assert any("did you mean 'event'" in finding.message for finding in found), found
    assert not await editor.act(name, "Replace it by 'event'")
    assert await editor.lenses(name) == ["✓ passed", "show trace"]
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
    assert await editor.lenses(name) == ["✓ passed", "show trace"]


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
        assert await editor.lenses(name) == ["✓ passed", "show trace"]


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
        for session in [words, claims, rename]:
            await session(editor)
        await client.shutdown_session()
    print("a client of other people types, mends, claims, asks and renames")


asyncio.run(main(sys.argv[1]))
