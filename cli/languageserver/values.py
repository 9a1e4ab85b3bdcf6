"""Answers of the language service as values of the protocol."""

from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urljoin

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams

from shengji.cli.languageserver.texts import Text
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
    "word": lsp.CompletionItemKind.Text,
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


def diagnostics(text: Text, language: str, site: str = "") -> list[lsp.Diagnostic]:
    return [_diagnostic(text, found, language, site) for found in service.diagnose(text.source)]


def _diagnostic(text: Text, found: Diagnostic, language: str, site: str) -> lsp.Diagnostic:
    code = found.code.id
    page = urljoin(f"{site.rstrip('/')}/", f"notation/{code}?lang={language}") if site else ""
    return lsp.Diagnostic(
        text.range(found.span or Span(1)),
        f"{say(found, language)} [{say_basis(found, language)}]",
        _SEVERITIES[found.severity],
        code,
        lsp.CodeDescription(page) if page else None,
        "shengji",
        related_information=[
            lsp.DiagnosticRelatedInformation(
                lsp.Location(text.uri, text.range(place.span)),
                service.say_related(place, language),
            )
            for place in service.related(text.plain, found)
        ],
    )


def actions(text: Text, where: lsp.Range, language: str, site: str = "") -> list[lsp.CodeAction]:
    """What mends the diagnostics that touch a range."""
    return list(_actions(text, where, language, site))


def _actions(text: Text, where: lsp.Range, language: str, site: str) -> Iterator[lsp.CodeAction]:
    lines = text.plain.split("\n")
    for found in service.diagnose(text.source):
        here = text.range(found.span or Span(1))
        if _behind(where.start, here.end) or _behind(here.start, where.end):
            continue
        for number, fix in enumerate(service.fixes(lines, found)):
            yield lsp.CodeAction(
                service.say_fix(fix, language),
                lsp.CodeActionKind.QuickFix,
                [_diagnostic(text, found, language, site)],
                is_preferred=number == 0,
                edit=lsp.WorkspaceEdit({text.uri: [_edit(text, fix.edit)]}),
            )


def _behind(one: lsp.Position, other: lsp.Position) -> bool:
    return (one.line, one.character) > (other.line, other.character)


def _edit(text: Text, edit: service.Edit) -> lsp.TextEdit:
    return lsp.TextEdit(text.range(edit.span), edit.text)


def hover(text: Text, position: lsp.Position, language: str) -> lsp.Hover | None:
    found = service.hover(text.plain, *text.place(position), language)
    if found is None:
        return None
    told = lsp.MarkupContent(lsp.MarkupKind.PlainText, found.text)
    return lsp.Hover(told, text.range(found.span))


def completions(text: Text, position: lsp.Position, language: str) -> lsp.CompletionList:
    """What may stand here, in the order of the service."""
    line, column = text.place(position)
    typed = text.line(line - 1)[: column - 1]
    items = []
    for number, each in enumerate(service.complete(text.plain, line, column, language)):
        place = Span(line, column - each.begun, each.begun)
        items.append(
            lsp.CompletionItem(
                each.text, kind=_COMPLETIONS[each.kind], detail=each.detail or None,
                sort_text=f"{number:04}", filter_text=typed[len(typed) - each.begun :] or None,
                text_edit=lsp.TextEdit(text.range(place), each.text),
            )
        )  # fmt: skip
    return lsp.CompletionList(is_incomplete=True, items=items)


def formatting(text: Text) -> list[lsp.TextEdit] | None:
    """The whole text anew; nothing where it cannot all be read, or is canonical."""
    made = service.formatted(text.plain)
    return None if made is None or made == text.plain else [lsp.TextEdit(text.whole(), made)]


def name_at(text: Text, position: lsp.Position) -> lsp.Range | None:
    """The name of a player that stands there."""
    span = service.player_at(text.plain, *text.place(position))
    return None if span is None else text.range(span)


def renaming(text: Text, position: lsp.Position, name: str) -> lsp.WorkspaceEdit | None:
    """Another name for the player there, wherever the text has him.

    :raises JsonRpcInvalidParams: it can be no name.
    """
    try:
        edits = service.rename(text.plain, *text.place(position), name)
    except service.WrongNameError as error:
        raise JsonRpcInvalidParams(str(error)) from None
    return lsp.WorkspaceEdit({text.uri: [_edit(text, each) for each in edits]}) if edits else None


def symbols(text: Text) -> list[lsp.DocumentSymbol]:
    return [_symbol(text, node) for node in service.outline(text.plain)]


def _symbol(text: Text, node: service.Node) -> lsp.DocumentSymbol:
    return lsp.DocumentSymbol(
        node.name or "?",
        _SYMBOLS[node.kind],
        text.range(Span(node.span.line), node.last),
        text.range(node.span),
        node.detail,
        children=[_symbol(text, child) for child in node.children],
    )


def folds(text: Text) -> list[lsp.FoldingRange]:
    """Matches, hands and deals that take more than a line."""
    return list(_folds(service.outline(text.plain)))


def _folds(nodes: Iterable[service.Node]) -> Iterator[lsp.FoldingRange]:
    for node in nodes:
        if node.last > node.span.line:
            yield lsp.FoldingRange(node.span.line - 1, node.last - 1)
        yield from _folds(node.children)


def definition(text: Text, position: lsp.Position) -> lsp.Location | None:
    """Where the address leads that stands there."""
    return _location(text, service.definition(text.plain, *text.place(position)))


def _location(text: Text, span: Span | None) -> lsp.Location | None:
    return None if span is None else lsp.Location(text.uri, text.range(span))


def go_to(query: str, texts: Iterable[Text]) -> list[lsp.SymbolInformation]:
    """Where an address such as `3.8.2` stands in each of some texts."""
    try:
        address = parse_address(query.strip())
    except ValueError:
        return []
    found = []
    for text in texts:
        there = _location(text, service.find(text.plain, address))
        if there is not None:
            found.append(lsp.SymbolInformation(there, query.strip(), lsp.SymbolKind.Method))
    return found
