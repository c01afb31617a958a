"""The operations of the language as functions, and as methods of the classes."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from inspect import Signature
    from typing import Any

from tilework import _tilework as native

# A shape, a size and so on are properties of layouts; as functions they are operations.
PROPERTIES = frozenset({"shape", "stride", "size", "cosize", "rank", "depth"})

#: The classes that an operation can be a method of.
CLASSES = {
    "layouts": (native.Layout, native.ComposedLayout, native.CoordLayout, native.TvLayout, native.Part),
    "maps": (native.Swizzle, native.XorMap),
    "mmas": (native.TiledMma,),
    "copies": (native.TiledCopy,),
    "mma_threads": (native.ThrMma,),
    "copy_threads": (native.ThrCopy,),
}


def install() -> dict[str, Any]:
    """Gives the classes their methods; returns the functions by their names.

    Names that are a class of this package as well, such as ``Swizzle``, stay the class.
    """
    functions: dict[str, Any] = {}
    for name, function, methods in native.table():
        if isinstance(getattr(native, name, None), type):
            continue
        functions[name] = function
        for classes, method in methods if name not in PROPERTIES else ():
            for owner in CLASSES[classes]:
                if not hasattr(owner, name):
                    setattr(owner, name, method)
    return functions


def signature(operation: native.Operation) -> Signature:
    """The parameters of an operation; ``*args`` where its forms differ in more than their length."""
    from inspect import Parameter, Signature
    from keyword import iskeyword

    parameters = operation.parameters()
    if parameters is None:
        return Signature([Parameter("args", Parameter.VAR_POSITIONAL)])
    names, least = parameters
    kind = Parameter.POSITIONAL_ONLY
    return Signature(
        [
            Parameter(name + "_" * iskeyword(name), kind, default=Parameter.empty if i < least else ...)
            for i, name in enumerate(names)
        ]
    )
