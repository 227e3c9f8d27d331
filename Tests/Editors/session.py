"""Lets a language client of other people drive `pushtrace lsp`.

    .ci/python Tests/Editors/session.py COMMAND

It opens a spec with a wrong key, sees the finding, mends it, and sees that the scenario passes.
"""

import asyncio
import pathlib
import sys
import tempfile

from lsprotocol import types
from pytest_lsp import client_capabilities, make_test_lsp_client

SPEC = """\
format: 1
sdk: mobilepush
observe: [send_registration]
scenarios:
  - name: A change leaves a minute after the last attempt
    given: { use: [registered_device] }
    steps:
      - { at: 0s, evnt: attribute_set, with: { key: city, value: Oslo } }
    run_until: 5m
    timeline:
      send_registration: [{ at: 1m }]
"""


async def main(command):
    with tempfile.TemporaryDirectory() as folder:
        uri = (pathlib.Path(folder) / "a.spec.yaml").as_uri()
        client = make_test_lsp_client()
        await client.start_io(command, "lsp")
        answer = await client.initialize_session(
            types.InitializeParams(
                capabilities=client_capabilities("visual-studio-code"),
                workspace_folders=[types.WorkspaceFolder(pathlib.Path(folder).as_uri(), "specs")],
            )
        )
        assert answer.capabilities.position_encoding == "utf-16", answer.capabilities
        client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "yaml", 1, SPEC)))
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        codes = [finding.code for finding in client.diagnostics[uri]]
        assert codes and all(code.startswith("S") for code in codes), client.diagnostics
        assert any("did you mean 'event'" in finding.message for finding in client.diagnostics[uri])

        key = types.Range(types.Position(7, 18), types.Position(7, 22))
        client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(2, uri),
                [types.TextDocumentContentChangePartial(range=key, text="event")]))
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        assert not client.diagnostics[uri], client.diagnostics[uri]
        file = types.TextDocumentIdentifier(uri)
        lenses = await client.text_document_code_lens_async(types.CodeLensParams(file))
        assert [lens.command.title for lens in lenses] == ["✓ passed", "show trace"], lenses
        whole = types.Range(types.Position(0, 0), types.Position(11, 0))
        hints = await client.text_document_inlay_hint_async(types.InlayHintParams(file, whole))
        assert [hint.label for hint in hints] == ["→ came at 1m"], hints
        await client.shutdown_session()
    print("a client of other people sees findings, lenses and hints")


asyncio.run(main(sys.argv[1]))
