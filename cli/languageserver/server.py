"""The server: what it answers, and when it tells diagnostics.

The protocol is spoken on one thread and all questions are answered on another, one after the other:
a change or a cancellation is heard while a long text is judged, and nothing is judged twice at
once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from typing import Final, ParamSpec, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from shengji.cli.languageserver import values
from shengji.cli.languageserver.texts import Text

P = ParamSpec("P")
T = TypeVar("T")

QUIET: Final = 0.15
"""Seconds without a change before a text is judged again."""
_TRIGGERS: Final = (" ", "[", '"', "=", "^")
"""Signs behind which other words may follow."""


def server(language: str, site: str = "") -> LanguageServer:
    """A server that tells in one language; it is not started.

    :param site: the address of a site of this program, whose pages explain diagnostics.
    """
    made = LanguageServer("shengji", version("shengji"), protocol_cls=Protocol)
    desk = Desk(made, language, site)
    _hear(made, desk)
    _answer(made, desk)
    _find_ways(made, desk)
    return made


class Protocol(LanguageServerProtocol):
    """The library's, less the texts that it keeps: the desk has them.

    It would end lines where Python does and the protocol does not, and correct the places in a
    message by these before anybody else reads it.
    """

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._hear(lsp.TEXT_DOCUMENT_DID_OPEN, params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._hear(lsp.TEXT_DOCUMENT_DID_CHANGE, params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self._hear(lsp.TEXT_DOCUMENT_DID_CLOSE, params)

    def _hear(self, name: str, params: object) -> None:
        self.fm.features[name](params)


class Desk:
    """The open texts, and one pair of hands that answers questions about them."""

    def __init__(self, server: LanguageServer, language: str, site: str) -> None:
        self.server = server
        self.language = language
        self.site = site
        self.texts: dict[str, Text] = {}
        """By address, in the order in which they were opened."""
        self._hands = ThreadPoolExecutor(1, "judging")
        self._due: dict[str, asyncio.Task[None]] = {}

    def text(self, uri: str) -> Text:
        """The open text of that address.

        :raises JsonRpcInvalidParams: there is none.
        """
        if uri not in self.texts:
            raise JsonRpcInvalidParams(f"{uri} is not open")
        return self.texts[uri]

    async def ask(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What a function comes to, once the hands are free; it is dropped if that is cancelled."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._hands, partial(work, *args, **kwargs))

    def put(self, text: Text, wait: float) -> None:
        """Take a text for the one of its address, and tell its diagnostics after so long."""
        self.texts[text.uri] = text
        self._drop(text.uri)
        self._due[text.uri] = asyncio.get_running_loop().create_task(self._judge(text, wait))

    def close(self, uri: str) -> None:
        self.texts.pop(uri, None)
        self._drop(uri)
        self._tell(uri, [], None)

    def _drop(self, uri: str) -> None:
        task = self._due.pop(uri, None)
        if task is not None:
            task.cancel()

    async def _judge(self, text: Text, wait: float) -> None:
        await asyncio.sleep(wait)
        found = await self.ask(values.diagnostics, text, self.language, self.site)
        self._tell(text.uri, found, text.version)

    def _tell(self, uri: str, found: list[lsp.Diagnostic], number: int | None) -> None:
        told = lsp.PublishDiagnosticsParams(uri, found, number)
        self.server.text_document_publish_diagnostics(told)


def _hear(made: LanguageServer, desk: Desk) -> None:
    """What happens to texts."""

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        encoding = made.workspace.position_encoding or lsp.PositionEncodingKind.Utf16
        desk.put(Text(item.uri, item.version, item.text, encoding), 0)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        text = desk.text(params.text_document.uri)
        for change in params.content_changes:
            text = text.changed(params.text_document.version, change)
        desk.put(text, QUIET)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        desk.close(params.text_document.uri)


def _answer(made: LanguageServer, desk: Desk) -> None:
    """What stands at a place, what may, and what is wrong there."""

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.hover, text, params.position, desk.language)

    @made.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=list(_TRIGGERS))
    )
    async def completed(params: lsp.CompletionParams) -> lsp.CompletionList:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.completions, text, params.position, desk.language)

    @made.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])
    )
    async def mended(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.actions, text, params.range, desk.language, desk.site)

    @made.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def laid_out(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        return await desk.ask(values.formatting, desk.text(params.text_document.uri))

    @made.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    async def asked_for_name(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.name_at, text, params.position)

    @made.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    async def renamed(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.renaming, text, params.position, params.new_name)


def _find_ways(made: LanguageServer, desk: Desk) -> None:
    """The parts of a text, and where an address leads."""

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        return await desk.ask(values.symbols, desk.text(params.text_document.uri))

    @made.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folded(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        return await desk.ask(values.folds, desk.text(params.text_document.uri))

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        text = desk.text(params.text_document.uri)
        return await desk.ask(values.definition, text, params.position)

    @made.feature(lsp.WORKSPACE_SYMBOL)
    async def addressed(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        return await desk.ask(values.go_to, params.query, tuple(desk.texts.values()))
