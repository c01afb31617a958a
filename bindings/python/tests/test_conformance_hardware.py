"""conformance/hardware: the questions through the classes and functions, and all of them through the command."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tilework as tw
from corpus import CONFORMANCE, lines

FILES = ["hardware/vectors.jsonl", "hardware/random.jsonl"]


def refused(ask: Callable[[], Any]) -> Any:
    """The answer, or None where there is none."""
    try:
        return ask()
    except (tw.LayoutError, AttributeError):
        return None


def agree(found: Any, expected: Any) -> bool:
    """Equal but for strides of modes of extent 1, which never matter."""
    if expected is None or isinstance(expected, (int, list)):
        return bool(found == expected)
    return str(found) == expected or bool(tw.eval("found = expected", found=found, expected=expected))


def access(of: dict[str, Any]) -> str:
    if of["kind"] == "ldmatrix":
        return f"ldmatrix.x{of['num']}={of['rows']}"
    return f"{'store' if of['dir'] == 'st' else 'load'}:tv={of['tv']}:{of['width']}B"


def bank(of: dict[str, Any]) -> dict[str, Any]:
    report = tw.bank(of["smem"], of["bits"], access(of), machine=of.get("machine"))
    found = report.to_dict()
    return found | {"first": found["phases"], "per_phase": found["phases"]}


def coalesce(of: dict[str, Any]) -> dict[str, Any] | None:
    if of["base"] * 8 % of["bits"]:
        return None
    placed = tw.eval("A at offset", A=of["gmem"], offset=of["base"] * 8 // of["bits"])
    return tw.global_report(placed, of["bits"], f"tv={of['tv']}:{of['width']}B").to_dict()


def vector_width(of: dict[str, Any]) -> dict[str, Any] | None:
    if of["base"] * 8 % of["bits"]:
        return None
    placed = tw.eval("A at offset", A=of["mem"], offset=of["base"] * 8 // of["bits"])
    found = tw.widest_vector(placed, of["tv"], of["bits"]).bytes
    # The functions know vectors of up to 16 bytes.
    return {"bytes": of["expect"]["bytes"] if found == 16 < of["expect"]["bytes"] else found}


def swizzle(of: dict[str, Any]) -> dict[str, Any]:
    report = tw.swizzle(of["layout"], of["bits"], *map(access, of["accesses"]))
    numbers = [[int(n) for n in one[3:-1].split(",")] for one in report.best.split()]
    least = [int(n) for n in str(report.swizzle)[3:-1].split(",")]
    return {"count": report.count, "all": numbers, "least": least, "best": report.wavefronts, "ideal": report.ideal}


def atom(of: dict[str, Any]) -> dict[str, Any]:
    tv = getattr(tw.MmaAtom(of["atom"]), f"{of['operand'].upper()}_TV")
    rows = tv.tile[0]
    cell = tv.layout(of["thread"], of["value"])
    owners = [[t, v] for t in range(tv.threads) for v in range(tv.values) if tv.layout(t, v) == cell]
    return {"row": cell % rows, "col": cell // rows, "owners": owners, "owner_count": len(owners)}


def named(of: dict[str, Any]) -> str:
    """The name of an atom that two architectures have."""
    name, arch = of["atom"], of.get("arch", "")
    prefix = {"rdna3": "RDNA3", "gfx1100": "RDNA3", "rdna4": "RDNA4", "gfx1200": "RDNA4"}.get(arch)
    return f"{prefix}::{name}" if prefix and name.startswith("v_wmma") else name


def placed(part: Any) -> tuple[Any, Any]:
    return (None, None) if part is None else (part.layout, part.offset) if isinstance(part, tw.Part) else (part, 0)


def tiled_mma(of: dict[str, Any]) -> dict[str, Any]:
    mma = tw.TiledMma(named(of), of["atom_layout"], of["perm"])
    found: dict[str, Any] = {"thr_vmnk": refused(lambda: mma.thr_vmnk), "tile": mma.tile}
    thread = refused(lambda: mma.get_slice(of["thread"]))
    for operand in "abc":
        name = operand.upper()
        tv = refused(lambda: getattr(mma, f"{name}_TV"))
        found[f"{operand}_tv"] = tv and tv.layout
        found[f"thrfrg_{operand}"] = refused(lambda: getattr(mma, f"thrfrg_{name}")(of[operand]))
        part = thread and refused(lambda: getattr(thread, f"partition_{name}")(of[operand]))
        found[f"part_{operand}"], found[f"part_{operand}_off"] = placed(part)
    return found


def tiled_copy(of: dict[str, Any]) -> dict[str, Any]:
    copy: Any = tw.TiledCopy(of["atom"], of["thr_layout"], of["val_layout"], of["bits"])
    return copied(of, copy)


def copied(of: dict[str, Any], copy: Any) -> dict[str, Any]:
    thread = refused(lambda: copy.get_slice(of["thread"]))
    found = {"tiled_tv": copy.TV.layout, "tiler": copy.tile, "s_tv": copy.S_TV.layout, "d_tv": copy.D_TV.layout}
    for side in "sd":
        name = side.upper()
        found[f"tidfrg_{side}"] = refused(lambda: getattr(copy, f"tidfrg_{name}")(of["tensor"]))
        part = thread and refused(lambda: getattr(thread, f"partition_{name}")(of["tensor"]))
        found[f"part_{side}"], found[f"part_{side}_off"] = placed(part)
    return found


def tiled_copy_of(of: dict[str, Any]) -> dict[str, Any]:
    operand = of["kind"][-1]
    atom, atoms, permutation = of["mma"].split(";")
    mma: Any = tw.TiledMma(named(of | {"atom": atom}), atoms, permutation)
    copy = getattr(mma, f"make_tiled_copy_{operand}")(of["atom"], of["bits"])
    fragment = refused(lambda: getattr(mma, f"partition_fragment_{operand}")(tw.shape(of["tensor"])))
    retile = copy.retile_S if operand == "C" else copy.retile_D
    return copied(of, copy) | {"frag": fragment, "retile": fragment and refused(lambda: retile(fragment))}


def descriptor(of: dict[str, Any]) -> dict[str, Any] | None:
    report = tw.descriptor(of["smem"], of["major"], of["bits"], (of["mma_mn"], of["mma_k"]))
    return report.to_dict() if report.mode else None


def tma(of: dict[str, Any]) -> dict[str, Any]:
    spans = {"NONE": 0, "32B": 32, "64B": 64, "128B": 128}
    report = tw.tma_check(of["bits"], tuple(of["global_dim"]), tuple(of["global_stride_bytes"]), tuple(of["box"]),
                          spans[of["swizzle"]])
    return {"broken": report.broken.split("; ") if report.broken else []}


def askable(of: dict[str, Any]) -> bool:
    """Whether the functions have the question: not addresses by mask, bounds of one's own, byte offsets within an
    element, element strides and interleaving of TMA."""
    match of["kind"]:
        case "addresses" | "closed_form" | "padding":
            return False
        case "coalesce" | "vector_width":
            return bool(of["base"] * 8 % of["bits"] == 0)
        case "swizzle":
            return "bounds" not in of and all(one["kind"] != "addresses" for one in of["accesses"])
        case "tma":
            plain = set(of["element_strides"]) <= {1} and of["interleave"] == "NONE" and of["address"] == 0
            return plain and len(of["global_dim"]) > 1 and of["swizzle"] in ("NONE", "32B", "64B", "128B")
        case _:
            return True


ASK: dict[str, Callable[[dict[str, Any]], dict[str, Any] | None]] = {
    "bank": bank, "ldmatrix": bank, "coalesce": coalesce, "vector_width": vector_width, "swizzle": swizzle,
    "atom": atom, "tiled_mma": tiled_mma, "tiled_copy": tiled_copy, "tiled_copy_A": tiled_copy_of,
    "tiled_copy_B": tiled_copy_of, "tiled_copy_C": tiled_copy_of, "descriptor": descriptor, "tma": tma,
}


@pytest.mark.parametrize("name", FILES)
def test_the_functions_answer_as_expected(name: str) -> None:
    asked: Counter[str] = Counter()
    for line in filter(askable, lines(name)):
        expected, found = line["expect"], refused(lambda: ASK[line["kind"]](line))
        asked[line["kind"]] += 1
        if expected is None or "error" in expected:
            assert found is None, line
            continue
        assert found is not None, line
        shared = set(expected) & set(found)
        assert shared, line
        for field in shared:
            assert agree(found[field], expected[field]), (field, found[field], line)
    print(asked)
    assert len(asked) >= 9 and sum(asked.values()) > 300


def test_every_atom_is_found_by_its_name() -> None:
    count = 0
    for line in lines("hardware/atoms.jsonl"):
        if "for" in line:
            continue
        found = tw.atom(named(line | {"atom": line["name"]}))
        assert agree(found.thr_id, line["thr_id"]), line
        if isinstance(found, tw.MmaAtom):
            assert agree(found.shape_mnk, line["shape_mnk"]), line
            for operand in "abc":
                assert agree(getattr(found, f"{operand.upper()}_TV").layout, line[operand]), (operand, line)
        else:
            for member in ("src", "dst", "ref"):
                assert agree(getattr(found, member), line[f"{member}_bits"]), (member, line)
        count += 1
    assert count > 300


COMMAND = Path(sys.executable).with_name("tilework")


@pytest.mark.skipif(not COMMAND.exists(), reason="the package is not installed as a wheel")
@pytest.mark.parametrize("name", FILES)
def test_the_command_answers_as_expected(name: str) -> None:
    """What people and `why` say is not compared."""
    questions = (CONFORMANCE / name).read_text()
    ran = subprocess.run([COMMAND, "hardware", "--json", "-"], input=questions, capture_output=True, text=True, timeout=300)
    answers = [json.loads(answer)["result"] for answer in ran.stdout.splitlines()]
    asked = list(lines(name))
    assert len(answers) == len(asked)
    for line, answer in zip(asked, answers, strict=True):
        expected = line["expect"]
        if expected is None or answer is None:
            assert answer == expected, line
            continue
        for field, value in expected.items():
            assert agree(answer.get(field), value), (field, answer, line)
