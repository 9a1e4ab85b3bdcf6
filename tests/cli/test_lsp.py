"""`shengji lsp`, driven by the client of pygls over standard input and output."""

import asyncio
import builtins
import json
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import Result
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from shengji import notation

Run = Callable[..., Result]
SAMPLES = Path(__file__).parents[2] / "samples"
URI = "file:///table/friday.sjn"
BROKEN = (SAMPLES / "broken" / "follow-shape.sjn").read_text(encoding="utf-8")
WHOLE = (SAMPLES / "teaching" / "whole-hand.sjn").read_text(encoding="utf-8")


class Editor(LanguageClient):
    """A client that remembers what it was told."""

    def __init__(self) -> None:
        super().__init__("editor", "1")
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()

        @self.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(params)

    async def edit(self, text: str) -> lsp.PublishDiagnosticsParams:
        """Open a text, and wait for what is wrong with it."""
        item = lsp.TextDocumentItem(URI, "sjn", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.told.get()

    def type(self, version: int, *changes: lsp.TextDocumentContentChangeEvent) -> None:
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, URI), changes
            )
        )

    async def change(self, version: int, change: lsp.TextDocumentContentChangePartial) -> (
        lsp.PublishDiagnosticsParams
    ):  # fmt: skip
        self.type(version, change)
        return await self.told.get()

    async def hover(self, line: int, column: int) -> lsp.Hover | None:
        at = lsp.Position(line, column)
        return await self.text_document_hover_async(lsp.HoverParams(DOCUMENT, at))


DOCUMENT = lsp.TextDocumentIdentifier(URI)


def put_in(line: int, column: int, text: str) -> lsp.TextDocumentContentChangePartial:
    at = lsp.Position(line, column)
    return lsp.TextDocumentContentChangePartial(lsp.Range(at, at), text)


def edited(
    work: Callable[[Editor], Awaitable[None]],
    *options: str,
    tongue: str = "en",
    encodings: tuple[lsp.PositionEncodingKind, ...] = (),
) -> None:
    """Let an editor work with a server, and both leave in order."""
    able = lsp.ClientCapabilities()
    if encodings:
        able.general = lsp.GeneralClientCapabilities(position_encodings=encodings)

    async def run() -> None:
        editor = Editor()
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        arguments = ("-m", "shengji.cli", "lsp", "--stdio", "--lang", tongue, *options)
        await editor.start_io(sys.executable, *arguments, env=environment)
        shown = await editor.initialize_async(
            lsp.InitializeParams(capabilities=able, process_id=os.getpid())
        )
        assert shown.server_info is not None and shown.server_info.name == "shengji"
        editor.initialized(lsp.InitializedParams())
        await work(editor)
        await editor.shutdown_async(None)
        editor.exit(None)
        await editor.stop()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_diagnostics_come_as_one_types() -> None:
    async def work(editor: Editor) -> None:
        told = await editor.edit(BROKEN)
        (found,) = told.diagnostics
        assert (found.code, found.severity) == ("follow-shape", lsp.DiagnosticSeverity.Error)
        assert found.range == lsp.Range(lsp.Position(13, 9), lsp.Position(13, 12))
        assert "b holds S77" in found.message
        behind = lsp.Range(found.range.end, found.range.end)
        mended = lsp.TextDocumentContentChangePartial(behind, "^revoke")
        assert not (await editor.change(2, mended)).diagnostics
        editor.text_document_did_close(lsp.DidCloseTextDocumentParams(DOCUMENT))
        assert not (await editor.told.get()).diagnostics

    edited(work)


def test_places_are_counted_as_the_client_counts() -> None:
    """A sign beyond the first plane is two units of UTF-16, in front of the place and behind."""

    async def work(editor: Editor) -> None:
        text = BROKEN.replace("23 a", "23 a").replace("[Rules", '[Event "🂡"] # 🂡🂡\n[Rules')
        line = next(n for n, each in enumerate(text.split("\n")) if each.startswith("23 a"))
        text = text.replace(" S78", " {🂡🂡} S78")
        told = await editor.edit(text)
        start = text.split("\n")[line].index("S78")
        found = next(each for each in told.diagnostics if each.code == "follow-shape")
        assert found.range.start == lsp.Position(line, start + 2)
        here = lsp.HoverParams(DOCUMENT, lsp.Position(line, start + 3))
        shown = await editor.text_document_hover_async(here)
        assert shown is not None and shown.range == found.range

    edited(work)


def test_hover_completion_outline_and_the_way_to_an_address() -> None:
    lines = WHOLE.split("\n")
    first = next(n for n, line in enumerate(lines) if line.startswith("1 a "))
    take = next(n for n, line in enumerate(lines) if line.startswith("take "))

    async def work(editor: Editor) -> None:
        text = "\n".join((*lines[:take], "ta", *lines[take:])) + 'note 1.1.2 "so"\n'
        await editor.edit(text)
        at = lsp.Position(take, 2)
        offered = await editor.text_document_completion_async(lsp.CompletionParams(DOCUMENT, at))
        assert isinstance(offered, lsp.CompletionList)
        assert offered.items[0].label == "take a"
        edit = offered.items[0].text_edit
        assert isinstance(edit, lsp.TextEdit)
        assert edit.range == lsp.Range(lsp.Position(take, 0), lsp.Position(take, 2))
        line = lsp.Range(lsp.Position(take, 0), lsp.Position(take + 1, 0))
        await editor.change(2, lsp.TextDocumentContentChangePartial(line, ""))
        shown = await editor.text_document_hover_async(
            lsp.HoverParams(DOCUMENT, lsp.Position(first, lines[first].index("H4")))
        )
        assert shown is not None and isinstance(shown.contents, lsp.MarkupContent)
        said, held = shown.contents.value.split("\n")
        assert said == "1.1.2 Li Na 出红桃 4。陈伟目前最大 · 闲家 0"
        assert held == "b 手里还有 S345789J H7TA D26TJJQKA C37TQKA"
        symbols = await editor.text_document_document_symbol_async(
            lsp.DocumentSymbolParams(DOCUMENT)
        )
        assert symbols and isinstance(symbols[0], lsp.DocumentSymbol)
        hand = (symbols[0].children or [])[0]
        assert (hand.name, hand.range.start.line) == ("hand 1", 14)
        note = next(n for n, each in enumerate(lines) if not each and n > first)
        there = await editor.text_document_definition_async(
            lsp.DefinitionParams(DOCUMENT, lsp.Position(note, 7))
        )
        assert isinstance(there, lsp.Location)
        assert there.range.start == lsp.Position(first, lines[first].index("H4"))
        found = await editor.workspace_symbol_async(lsp.WorkspaceSymbolParams("1.5"))
        assert found and found[0].name == "1.5"
        assert await editor.workspace_symbol_async(lsp.WorkspaceSymbolParams("trick")) == []

    edited(work, tongue="zh-Hans")


def test_formatting_is_what_fmt_writes() -> None:
    async def work(editor: Editor) -> None:
        await editor.edit(WHOLE.replace("declare 22", "亮 22"))
        options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
        params = lsp.DocumentFormattingParams(DOCUMENT, options)
        edits = await editor.text_document_formatting_async(params)
        assert edits is not None
        assert [edit.new_text for edit in edits] == [
            notation.dumps(notation.loads(WHOLE).records[0])
        ]

    edited(work)


def test_a_finding_has_its_page_the_other_place_and_its_mending() -> None:
    async def work(editor: Editor) -> None:
        (found,) = (await editor.edit(BROKEN)).diagnostics
        assert found.code_description is not None
        assert found.code_description.href == "https://club.example/notation/follow-shape?lang=en"
        (place,) = found.related_information or ()
        assert place.message == "the lead of the trick"
        assert place.location.range == lsp.Range(lsp.Position(13, 5), lsp.Position(13, 8))
        asked = lsp.CodeActionParams(DOCUMENT, found.range, lsp.CodeActionContext([found]))
        (action,) = await editor.text_document_code_action_async(asked) or ()
        assert isinstance(action, lsp.CodeAction) and action.edit is not None
        assert action.title == "It was played so: add ^revoke"
        (edit,) = (action.edit.changes or {})[URI]
        change = lsp.TextDocumentContentChangePartial(edit.range, edit.new_text)
        assert not (await editor.change(2, change)).diagnostics
        far = lsp.Range(lsp.Position(0, 0), lsp.Position(1, 0))
        asked = lsp.CodeActionParams(DOCUMENT, far, lsp.CodeActionContext([]))
        assert not await editor.text_document_code_action_async(asked)

    edited(work, "--site", "https://club.example")


def test_a_player_is_renamed_and_hands_fold() -> None:
    lines = WHOLE.split("\n")
    line = next(n for n, each in enumerate(lines) if each.startswith("[PlayerA"))
    at = lsp.Position(line, lines[line].index("陈"))

    async def work(editor: Editor) -> None:
        await editor.edit(WHOLE)
        ready = await editor.text_document_prepare_rename_async(
            lsp.PrepareRenameParams(DOCUMENT, at)
        )
        name = lsp.Range(at, lsp.Position(line, at.character + 2))
        assert ready == name
        asked = lsp.RenameParams(DOCUMENT, at, "陈大伟")
        done = await editor.text_document_rename_async(asked)
        assert done is not None and done.changes is not None
        assert list(done.changes[URI]) == [lsp.TextEdit(name, "陈大伟")]
        with pytest.raises(JsonRpcException, match="cannot be called"):
            await editor.text_document_rename_async(lsp.RenameParams(DOCUMENT, at, "\n"))
        folds = await editor.text_document_folding_range_async(lsp.FoldingRangeParams(DOCUMENT))
        deal = next(n for n, each in enumerate(lines) if each.startswith("deal "))
        assert (deal, deal + 4) in {(each.start_line, each.end_line) for each in folds or ()}

    edited(work)


def test_only_what_the_protocol_calls_so_ends_a_line() -> None:
    """Python's splitlines() knows more ends; with them every place below would be one off."""

    async def work(editor: Editor) -> None:
        text = BROKEN.replace("# Seat b", "# Seat\u2028 \x85 \x0b \x0c \x1e b")
        found = (await editor.edit(text)).diagnostics[-1]
        assert (found.code, found.range.start.line) == ("follow-shape", 13)
        told = await editor.change(2, put_in(13, 12, "^revoke"))
        assert "follow-shape" not in {each.code for each in told.diagnostics}

    edited(work)


@pytest.mark.parametrize(
    "encoding", [lsp.PositionEncodingKind.Utf8, lsp.PositionEncodingKind.Utf32]
)
def test_columns_are_counted_in_what_the_client_names(encoding: lsp.PositionEncodingKind) -> None:
    codec, unit = {"utf-8": ("utf-8", 1), "utf-32": ("utf-32-le", 4)}[encoding.value]

    async def work(editor: Editor) -> None:
        line = "23 a SAA {陈🂡} S78 S9T S56"
        (found,) = (await editor.edit(BROKEN.replace("23 a SAA S78 S9T S56", line))).diagnostics
        before = line.partition("S78")[0]
        assert found.range.start.character == len(before.encode(codec)) // unit
        shown = await editor.hover(13, found.range.start.character)
        assert shown is not None and shown.range == found.range

    edited(work, encodings=(encoding,))


def test_other_line_ends_are_left_alone() -> None:
    async def work(editor: Editor) -> None:
        canonical = notation.dumps(notation.loads(WHOLE).records[0])
        await editor.edit(canonical.replace("\n", "\r\n"))
        options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
        asked = lsp.DocumentFormattingParams(DOCUMENT, options)
        assert await editor.text_document_formatting_async(asked) is None
        await editor.change(2, put_in(0, 0, "buzz\r\n"))
        assert await editor.text_document_formatting_async(asked) is None, "it cannot all be read"

    edited(work)


def test_many_changes_are_judged_once() -> None:
    async def work(editor: Editor) -> None:
        await editor.edit(BROKEN)
        for number in range(2, 40):
            editor.type(number, put_in(0, 0, "# so\n"))
        told = await editor.told.get()
        assert told.version == 39
        assert told.diagnostics[0].range.start.line == 13 + 38
        assert editor.told.empty()
        editor.type(40, lsp.TextDocumentContentChangeWholeDocument(WHOLE))
        assert not (await editor.told.get()).diagnostics

    edited(work)


def test_one_bad_request_does_not_end_the_server() -> None:
    async def work(editor: Editor) -> None:
        with pytest.raises(JsonRpcException, match="is not open"):
            await editor.hover(0, 0)
        with pytest.raises(JsonRpcException, match="Method Not Found"):
            await editor.protocol.send_request_async("textDocument/nothing", {})
        editor.type(7, put_in(99, 99, "x"))
        await editor.edit(BROKEN)
        for _ in range(20):
            asked = editor.protocol.send_request(
                lsp.TEXT_DOCUMENT_HOVER, lsp.HoverParams(DOCUMENT, lsp.Position(13, 10))
            )
            asked.cancel()
        assert await editor.hover(13, 10) is not None
        assert await editor.hover(9999, 9999) is None

    edited(work)


def test_what_is_no_message_does_not_end_the_server() -> None:
    hello = {"processId": None, "rootUri": None, "capabilities": {}}
    bodies = [
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}).encode(),
        b"{no", b"[1, 2]", b'"x"', b"null", b"\xff\xfe", b'{"jsonrpc": "2.0", "id": 2}',
        json.dumps({"jsonrpc": "2.0", "id": 3, "method": "shutdown"}).encode(),
        json.dumps({"jsonrpc": "2.0", "method": "exit"}).encode(),
    ]  # fmt: skip
    sent = b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(body), body) for body in bodies)
    done = subprocess.run(
        [sys.executable, "-m", "shengji.cli", "lsp"], input=sent, capture_output=True, timeout=60
    )
    assert done.returncode == 0
    assert re.search(rb'"id": ?3[^}]*"result": ?null|"result": ?null[^}]*"id": ?3', done.stdout)


def test_without_the_library_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = builtins.__import__

    def refuse(name: str, *rest: object) -> object:
        if name.partition(".")[0] in ("pygls", "lsprotocol"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.partition(".")[0])
        return imported(name, *rest)  # type: ignore[arg-type]

    for name in [name for name in sys.modules if name.startswith("shengji.cli.languageserver")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(builtins, "__import__", refuse)
    result = run("lsp")
    assert result.exit_code == 1
    assert 'pip install "shengji[lsp]"' in result.stderr
