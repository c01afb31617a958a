"""What the hardware makes of a layout: banks of shared memory, the swizzle that accesses need, atoms."""

from __future__ import annotations

from tilework import _tilework as native

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tilework._tilework import _AnyLike, _BankReport, _SwizzleReport


def bank(
    layout: _AnyLike, bits: int | str, /, *access: _AnyLike, machine: native.Machine | str | None = None
) -> _BankReport:
    """What accesses of shared memory cost: wavefronts, the ideal, and the banks that conflict.

    ``bits`` are those of an element, or the name of its type. An access is a text, ``"ldmatrix.x4"`` or
    ``"store:row:16B"``; a layout from (thread, value) to indices of the layout; or a ``TiledCopy``. ``machine`` is
    NVIDIA's unless it is another, such as ``"cdna3"``. In the language this is ``bank_report``.

    >>> import tilework as tw
    >>> report = tw.bank("(64,64):(64,1)", 16, "ldmatrix.x4")
    >>> report.ways, report.wavefronts, report.ideal
    (8, 32, 4)
    """
    return _asked("bank_report", layout, bits, access, machine)  # type: ignore[no-any-return]


def swizzle(
    layout: _AnyLike, bits: int | str, /, *access: _AnyLike, machine: native.Machine | str | None = None
) -> _SwizzleReport:
    """The least swizzle with the fewest wavefronts for all of these accesses, of all that there are.

    The arguments are those of ``bank``. In the language this is ``solve_swizzle``.

    >>> import tilework as tw
    >>> found = tw.swizzle("(64,64):(64,1)", 16, "store:row:16B", "ldmatrix.x4")
    >>> found.swizzle, found.layout
    (Swizzle('Sw<3,3,3>'), ComposedLayout('Sw<3,3,3> o 0 o (64,64):(64,1)'))
    >>> tw.bank(found.layout, 16, "ldmatrix.x4").ways
    1
    """
    return _asked("solve_swizzle", layout, bits, access, machine)  # type: ignore[no-any-return]


def atom(name: str, bits: int | str | None = None, /) -> Any:
    """The atom of an MMA or of a copy with this name: CuTe's, or that of the instruction.

    ``bits`` are those of an element of a copy, or the name of its type.

    >>> import tilework as tw
    >>> mma = tw.atom("SM80_16x8x16_F32F16F16F32_TN")
    >>> mma.shape_mnk, mma.A_TV
    ((16, 8, 16), TvLayout('((4,8),(2,2,2)):((32,1),(16,8,128)) on (16,16)'))
    >>> tw.atom("SM75_U32x4_LDSM_N", "half_t")
    CopyAtom('Copy_Atom<SM75_U32x4_LDSM_N,16>')
    """
    if bits is not None:
        return native.CopyAtom(name, bits)
    value = native.evaluate(name)
    if isinstance(value, (native.MmaAtom, native.CopyAtom)):
        return value
    return native.MmaAtom(value)


def _asked(operation: str, layout: Any, bits: Any, accesses: tuple[Any, ...], machine: Any) -> Any:
    if not accesses:
        raise TypeError("at least one access is needed, such as \"ldmatrix.x4\" or \"store:row:16B\"")
    last = () if machine is None else (machine if isinstance(machine, native.Machine) else native.Machine(machine),)
    return getattr(native.Layout, operation)(layout, bits, *map(_access, accesses), *last)


def _access(access: Any) -> Any:
    if isinstance(access, native.TiledCopy):
        return f"copy={access}"
    if isinstance(access, native.TvLayout):
        access = access.layout
    if isinstance(access, (native.Layout, native.ComposedLayout)):
        return f"tv={access}"
    return access
