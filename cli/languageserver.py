"""The language service over the Language Server Protocol.

Nothing is decided here: positions are put into the units of the client and back, and values of
:mod:`shengji.replay.language` into those of the protocol.
"""

from collections.abc import Iterable
from importlib.metadata import version
from typing import Final

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.workspace import TextDocument
from pygls.workspace.position_codec import ServerTextPosition, ServerTextRange

from shengji.notation.address import parse_address
from shengji.notation.diagnostics import Diagnostic, Severity, Span
from shengji.replay import language as service
from shengji.replay.wording import say, say_basis

_SEVERITIES: Final = {
    Severity.ERROR: lsp.DiagnosticSeverity.Error,
    Severity.WARNING: lsp.DiagnosticSeverity.Warning,
    Severity.UNCHECKED: lsp.DiagnosticSeverity.Information,
    Severity.NOTE: lsp.DiagnosticSeverity.Hint,
}
_COMPLETIONS: Final = {
    "statement": lsp.CompletionItemKind.Keyword,
    "line": lsp.CompletionItemKind.Snippet,
    "cards": lsp.CompletionItemKind.Value,
    "tag": lsp.CompletionItemKind.Property,
    "preset": lsp.CompletionItemKind.Module,
    "option": lsp.CompletionItemKind.Property,
    "value": lsp.CompletionItemKind.EnumMember,
}
_SYMBOLS: Final = {
    "match": lsp.SymbolKind.File,
    "hand": lsp.SymbolKind.Class,
    "trick": lsp.SymbolKind.Method,
    "event": lsp.SymbolKind.Event,
}


def server(language: str) -> LanguageServer:
    """A server that tells in one language; it is not started."""
    made = LanguageServer("shengji", version("shengji"))
    open_documents: dict[str, None] = {}
    """In the order in which they were opened."""

    def document(uri: str) -> TextDocument:
        return made.workspace.get_text_document(uri)

    def publish(uri: str) -> None:
        shown = document(uri)
        made.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, diagnostics(shown, language), shown.version)
        )

    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        open_documents[params.text_document.uri] = None
        publish(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        publish(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        open_documents.pop(params.text_document.uri, None)
        made.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(params.text_document.uri, [])
        )

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hovered(params: lsp.HoverParams) -> lsp.Hover | None:
        return hover(document(params.text_document.uri), params.position, language)

    @made.feature(
        lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[" ", "[", '"', "="])
    )
    def completed(params: lsp.CompletionParams) -> lsp.CompletionList:
        return completions(document(params.text_document.uri), params.position, language)

    @made.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def format_all(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        return formatting(document(params.text_document.uri))

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        shown = document(params.text_document.uri)
        return [symbol(shown, node) for node in service.outline(shown.source)]

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def defined(params: lsp.DefinitionParams) -> lsp.Location | None:
        shown = document(params.text_document.uri)
        line, column = place(shown, params.position)
        return location(shown, service.definition(shown.source, line, column))

    @made.feature(lsp.WORKSPACE_SYMBOL)
    def addressed(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        return go_to(params.query, map(document, open_documents))

    return made


# From the service to the protocol


def place(document: TextDocument, position: lsp.Position) -> tuple[int, int]:
    """Line and column, from 1, in code points."""
    found = document.position_from_client_units(position)
    return found.line + 1, found.character + 1


def range_of(document: TextDocument, span: Span, last: int | None = None) -> lsp.Range:
    """A span, or all from its line to the end of the line `last`."""
    lines = document.lines
    line = max(0, min(span.line, len(lines)) - 1)
    start = ServerTextPosition(line, span.column - 1)
    if last is None:
        end = ServerTextPosition(line, span.column - 1 + span.length)
    else:
        below = max(line, min(last, len(lines)) - 1)
        end = ServerTextPosition(below, len(lines[below].rstrip("\r\n")) if lines else 0)
    return document.range_to_client_units(ServerTextRange(start, end))


def diagnostics(document: TextDocument, language: str) -> list[lsp.Diagnostic]:
    return [_diagnostic(document, found, language) for found in service.diagnose(document.source)]


def _diagnostic(document: TextDocument, found: Diagnostic, language: str) -> lsp.Diagnostic:
    span = found.span or Span(1)
    told = f"{say(found, language)} [{say_basis(found, language)}]"
    return lsp.Diagnostic(
        range_of(document, span), told, _SEVERITIES[found.severity], found.code.id, source="shengji"
    )


def hover(document: TextDocument, position: lsp.Position, language: str) -> lsp.Hover | None:
    found = service.hover(document.source, *place(document, position), language)
    if found is None:
        return None
    told = lsp.MarkupContent(lsp.MarkupKind.PlainText, found.text)
    return lsp.Hover(told, range_of(document, found.span))


def completions(
    document: TextDocument, position: lsp.Position, language: str
) -> lsp.CompletionList:
    """What may stand here, in the order of the service."""
    line, column = place(document, position)
    typed = document.lines[line - 1][: column - 1] if line <= len(document.lines) else ""
    items = []
    for number, each in enumerate(service.complete(document.source, line, column, language)):
        begun = next(n for n in range(len(each.text), -1, -1) if typed.endswith(each.text[:n]))
        edit = lsp.TextEdit(range_of(document, Span(line, column - begun, begun)), each.text)
        items.append(
            lsp.CompletionItem(
                each.text, kind=_COMPLETIONS[each.kind], detail=each.detail or None,
                sort_text=f"{number:04}", text_edit=edit,
            )
        )  # fmt: skip
    return lsp.CompletionList(is_incomplete=False, items=items)


def formatting(document: TextDocument) -> list[lsp.TextEdit] | None:
    """The whole text anew; nothing where it cannot all be read, or is canonical."""
    text = service.formatted(document.source)
    if text is None or text == document.source:
        return None
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(len(document.lines) + 1, 0))
    return [lsp.TextEdit(whole, text)]


def symbol(document: TextDocument, node: service.Node) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        node.name or "?",
        _SYMBOLS[node.kind],
        range_of(document, node.span, node.last),
        range_of(document, node.span),
        node.detail,
        children=[symbol(document, child) for child in node.children],
    )


def location(document: TextDocument, span: Span | None) -> lsp.Location | None:
    return None if span is None else lsp.Location(document.uri, range_of(document, span))


def go_to(query: str, documents: Iterable[TextDocument]) -> list[lsp.SymbolInformation]:
    """Where an address such as `3.8.2` stands in each of some documents."""
    try:
        address = parse_address(query.strip())
    except ValueError:
        return []
    found = []
    for document in documents:
        there = location(document, service.find(document.source, address))
        if there is not None:
            found.append(lsp.SymbolInformation(there, query.strip(), lsp.SymbolKind.Method))
    return found
