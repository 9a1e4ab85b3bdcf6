"""An unknown card that is shown stays unknown in what is said of it."""

from shengji import replay


def test_a_card_that_nobody_saw_gets_no_name() -> None:
    # 002:103: one card beats no pair, whichever it is. Both D2 are c's, so d's cannot be one.
    text = (
        '%SJN 1\n[Rules "standard@1"]\nhand 1 ac=2 bd=2 dealer=?\n'
        "declare 20 c D22\ndeclare 30 d .1\nabandon\nend\n"
    )
    (found,) = [each for each in replay.check(text).diagnostics if each.severity.value == "error"]
    assert found.code.id == "declare-too-low"
    assert found.arguments["cards"] == ".1"
