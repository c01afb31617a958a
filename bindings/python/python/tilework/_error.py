"""The exception of the package."""

from __future__ import annotations

# The module `typing` takes most of the time of an import, and only type checkers need it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from tilework._tilework import Refusal


class LayoutError(ValueError):
    """There is no answer, and this is why.

    Its text is written when it is read; programs look at the attributes.

    >>> import tilework as tw
    >>> try:
    ...     tw.composition("(6,2):(1,7)", "(3,2):(2,3)")
    ... except tw.LayoutError as error:
    ...     error.kind, error.operation, error.witness, error.expected, error.found
    ('not-a-layout', 'composition', 5, 7, 8)
    """

    __module__ = "tilework"

    @property
    def _refusal(self) -> Refusal | None:
        from tilework._tilework import Refusal

        first = self.args[0] if self.args else None
        return first if isinstance(first, Refusal) else None

    @property
    def kind(self) -> str | None:
        """What kind of refusal this is, for programs: ``not-a-layout``, ``overflow``, ``syntax``, ..."""
        return self._refusal.kind if self._refusal else None

    @property
    def operation(self) -> str | None:
        """The operation that was called."""
        return self._refusal.operation if self._refusal else None

    @property
    def witness(self) -> int | None:
        """The index that proves that there is no answer, where there is one."""
        return self._refusal.witness if self._refusal else None

    @property
    def expected(self) -> int | None:
        """What any answer would have to be at the witness."""
        return self._refusal.expected if self._refusal else None

    @property
    def found(self) -> int | None:
        """What is asked for there instead."""
        return self._refusal.found if self._refusal else None

    @property
    def advice(self) -> str | None:
        """What to do about it."""
        return self._refusal.advice if self._refusal else None
