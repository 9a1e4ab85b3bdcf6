"""`shengji lsp`, driven by the client of pygls over standard input and output."""

import asyncio
import builtins
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from click.testing import Result
from lsprotocol import types as lsp
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
        item = lsp.TextDocumentItem(URI, "sjn", 1, text)
        self.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.told.get()

    async def change(self, version: int, change: lsp.TextDocumentContentChangePartial) -> (
        lsp.PublishDiagnosticsParams
    ):  # fmt: skip
        self.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                lsp.VersionedTextDocumentIdentifier(version, URI), [change]
            )
        )
        return await self.told.get()


DOCUMENT = lsp.TextDocumentIdentifier(URI)


def edited(work: Callable[[Editor], Awaitable[None]], *, tongue: str = "en") -> None:
    """Let an editor work with a server, and both leave in order."""

    async def run() -> None:
        editor = Editor()
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        arguments = ("-m", "shengji.cli", "lsp", "--stdio", "--lang", tongue)
        await editor.start_io(sys.executable, *arguments, env=environment)
        shown = await editor.initialize_async(
            lsp.InitializeParams(capabilities=lsp.ClientCapabilities(), process_id=os.getpid())
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
        assert shown.contents.value == "1.1.2 Li Na 出红桃 4。陈伟目前最大 · 闲家 0"
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


def test_without_the_library_it_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    imported = builtins.__import__

    def refuse(name: str, *rest: object) -> object:
        if name.partition(".")[0] in ("pygls", "lsprotocol"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name.partition(".")[0])
        return imported(name, *rest)  # type: ignore[arg-type]

    monkeypatch.delitem(sys.modules, "shengji.cli.languageserver", raising=False)
    monkeypatch.setattr(builtins, "__import__", refuse)
    result = run("lsp")
    assert result.exit_code == 1
    assert 'pip install "shengji[lsp]"' in result.stderr
