"""What the options have in common whose value is a name or a text that states the rule itself."""


class StatedError(ValueError):
    """A text that states no such rule; `expected` says what would."""

    def __init__(self, expected: str) -> None:
        super().__init__(f"expected {expected}")
        self.expected = expected
