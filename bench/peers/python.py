"""The cases of bench/src/python.rs in Python: `python.py tilework`, `pycute`, `tensor-layouts`, `CuTe DSL`, `moving`."""

import hashlib
import platform
import sys
import timeit
from importlib.metadata import version
from importlib.util import find_spec

from serve import serve

#: The layouts of the cases, by the names that they have there.
LAYOUTS = {
    "A": ((6, 2), (8, 2)),
    "B": ((4, 3), (3, 1)),
    "bent": ((6, 2), (1, 7)),
    "across": ((3, 2), (2, 3)),
    "C": ((2, 2), (1, 6)),
    "D": ((4, 2, 3), (2, 1, 8)),
    "by": (4, 2),
    "G": ((2, (1, 6)), (1, (6, 2))),
    "H": ((2,) * 8, (128, 1, 64, 2, 32, 4, 16, 8)),
    "T": (((8, 8), (8, 8)), ((8, 512), (1, 64))),
}

#: What each case is in the peers; the functions are theirs.
STATEMENTS = {
    "make": "layout((6, 2), (8, 2))",
    "write": "str(A)",
    "composition": "composition(A, B)",
    "composition function": "composition(A, B)",
    "refusal": "composition(bent, across)",
    "complement": "complement(C, 24)",
    "logical_divide": "logical_divide(D, by)",
    "coalesce": "coalesce(G)",
    "right_inverse": "right_inverse(H)",
    "index": "T(1234)",
    "coordinate": "T(18, 19)",
    "offsets": "[T(i) for i in range(4096)]",
}
FUNCTIONS = ["complement", "logical_divide", "coalesce", "right_inverse"]

#: What is different for Tilework: operators, arrays, and what the others do not have.
OURS = STATEMENTS | {
    "read": "layout('(6,2):(8,2)')",
    "composition": "A @ B",
    "composition texts": "composition('(6,2):(8,2)', '(4,3):(3,1)')",
    "refusal": "bent @ across",
    "offsets": "T.offsets()",
    "bank": "bank(smem, 16, 'ldmatrix.x4')",
    "swizzle": "swizzle(smem, 16, 'store:row:16B', 'ldmatrix.x4')",
}


def cases(statements, layout, names):
    """Statements that are timed as they stand, without a call around them."""
    names = names | {"layout": layout} | {name: layout(*parts) for name, parts in LAYOUTS.items()}
    for name, statement in statements.items():

        def answer(statement=statement):
            found = eval(statement, names)
            return found.tolist() if hasattr(found, "tolist") else found

        timed = f"try: {statement}\nexcept Exception: pass" if name == "refusal" else statement
        yield name, timeit.Timer(timed, globals=names), answer


def tilework():
    """The package itself, as its users call it."""
    import tilework as tw

    names = {name: getattr(tw, name) for name in [*FUNCTIONS, "composition", "bank", "swizzle"]}
    yield from cases(OURS, tw.Layout, names | {"smem": tw.Layout("(64,64):(64,1)")})


def pure(peer):
    """A library of layouts in Python, by the names that both have."""
    if peer == "pycute":
        import pycute as lib

        compose = lib.composition
    else:
        import tensor_layouts as lib

        compose = lib.compose
    names = {name: getattr(lib, name) for name in FUNCTIONS}
    yield from cases(STATEMENTS, lib.Layout, names | {"composition": compose})


def dsl(cute):
    """The CuTe DSL, which answers while it traces."""
    names = {name: getattr(cute, name) for name in [*FUNCTIONS, "composition"]}
    statements = STATEMENTS | {"coordinate": "T((18, 19))"}
    # It would be traced 4,096 times.
    del statements["offsets"]
    yield from cases(statements, lambda shape, stride: cute.make_layout(shape, stride=stride), names)


def moving():
    """Data of numpy, moved by each who can: all in one process, on the same memory."""
    import numpy as np
    import tilework as tw

    torch = None
    if find_spec("torch"):
        try:
            import torch

            torch.set_num_threads(1)
        except (ImportError, OSError, ValueError):  # ValueError: torch without the CUDA that it was built for
            torch = None
    source, target = np.arange(1 << 24, dtype="f8"), np.zeros(1 << 24, "f8")
    big = 4096 * 4096
    works = {
        "a": ("f4", (4096, 4096), (1, 0), "(4096,4096):(4096,1)", "(4096,4096):(1,4096)"),
        "b": ("f8", (4096, 4096), (1, 0), "(4096,4096):(4096,1)", "(4096,4096):(1,4096)"),
        "c": ("f4", (32, 64, 56, 56), (0, 2, 3, 1),
              "(32,64,56,56):(200704,3136,56,1)", "(32,64,56,56):(200704,1,3584,64)"),
        "d": ("f4", (32, 32, 32, 32, 8), (4, 2, 0, 3, 1),
              "(32,32,32,32,8):(262144,8192,256,8,1)", "(32,32,32,32,8):(1024,1,32768,32,1048576)"),
        "e": ("f4", (32, 128, 64, 64), (0, 2, 1, 3),
              "(4096,4096):(4096,1)", "((128,32),(64,64)):((64,524288),(1,8192))"),
        "f": ("f4", (big // 4, 4), (1, 0), f"({big // 4},4):(4,1)", f"({big // 4},4):(1,{big // 4})"),
        "g": ("u1", (big, 3), (1, 0), f"({big},3):(3,1)", f"({big},3):(1,{big})"),
        "h": ("f4", (64, 64), (1, 0), "(64,64):(64,1)", "(64,64):(1,64)"),
    }
    for work, (dtype, shape, axes, src, dst) in works.items():
        size = int(np.prod(shape))
        a, out = source.view(dtype)[:size], target.view(dtype)[:size]
        view = a.reshape(shape).transpose(axes)
        names = {"a": a, "out": out, "view": view, "to": out.reshape(view.shape)}
        names |= {"src": tw.Layout(src), "dst": tw.Layout(dst), "relayout": tw.relayout, "copyto": np.copyto}
        ways = {
            "tilework": "relayout(a, src, dst, out, threads=1)",
            "tilework all": "relayout(a, src, dst, out)",
            "numpy": "copyto(to, view)",
        }
        if torch:
            names["whole"] = torch.from_numpy(out).reshape(view.shape)
            names["strided"] = torch.from_numpy(a).reshape(shape).permute(axes)
            ways["torch"] = "whole.copy_(strided)"
        for way, statement in ways.items():

            def answer(statement=statement, names=names, out=out):
                out[:] = 0
                exec(statement, names)
                return hashlib.sha256(out.tobytes()).hexdigest()

            yield f"{work} {way}", timeit.Timer(statement, globals=names), answer


def main(peer):
    python = f"Python {platform.python_version()}"
    if peer == "tilework":
        serve(f"tilework {version('tilework')}, {python}", tilework())
    elif peer == "moving":
        packages = [name for name in ("tilework", "numpy", "torch") if find_spec(name)]
        serve(", ".join([*(f"{name} {version(name)}" for name in packages), python]), moving())
    elif peer == "CuTe DSL":
        from cutlass import cute

        # Layouts exist while a function is traced; this one is traced until the input ends.
        def run():
            serve(f"nvidia-cutlass-dsl {version('nvidia-cutlass-dsl')}, while tracing, {python}", dsl(cute))

        @cute.jit
        def traced():
            run()

        traced()
    else:
        package = {"pycute": "nvidia-cutlass"}.get(peer, peer)
        serve(f"{package} {version(package)}, {python}", pure(peer))


if __name__ == "__main__":
    main(sys.argv[1])
