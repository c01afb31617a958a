"""Records a list of atoms in a short form: one JSON object a line, on standard output.

    python3 conformance/hardware/record_atoms.py FULL > conformance/hardware/atoms.jsonl

FULL has one atom a line with all its fields. Here atoms that differ in numbers only share a line, and what is wrong in
the full list is corrected (README.md says what, and why). The script checks that the short form gives back every line.
"""

import itertools
import json
import re
import sys

LAYOUTS = ["thr_id", "a", "b", "c", "e", "sfa", "sfb", "src_bits", "dst_bits", "ref_bits", "val_id"]
FIELDS = ["name", "ptx", "vendor", "arch", "kind", "header", "template", "shape_mnk", "types", "blocks", "sparse"]
FIELDS += LAYOUTS + ["source", "listed"]
# What a line says only where it is something else.
DEFAULTS = {"vendor": "nvidia", "kind": "mma", "arch": "sm90", "source": "cutlass", "blocks": 1}


def corrected(atoms):
    seen = set()
    for full in atoms:
        atom = {key: value for key, value in full.items() if key in FIELDS and value is not None}
        if "types" in atom:
            atom["types"] = [atom["types"][key] for key in "DABC"]
        atom.setdefault("blocks", 1)
        atom["source"] = source(full["obtained"])
        listed = correct(atom, seen)
        if listed:
            atom["listed"] = listed
        yield atom


def source(obtained):
    if obtained.startswith("printed"):
        return "cutlass"
    return "calculator" if obtained.startswith("ROCm") else "secondary"


def correct(atom, seen):
    """Corrects what is wrong, and returns the layouts that were there before."""
    name = atom["name"]
    # A strange spelling: no argument begins with a space, and the nesting of shape and stride is the same.
    atom["name"] = name = name.replace("< ", "<")
    for key in LAYOUTS:
        if key in atom:
            atom[key] = re.sub(r"\(\((\d+,\d+)\)\)\)$", r"(\1))", atom[key])
    # The template has one parameter for the factors, and was listed for half_t twice.
    if "complex<half_t>" in name:
        if name in seen:
            atom["name"] = name.replace("half_t", "bfloat16_t")
            atom["types"] = [kind.replace("half_t", "bfloat16_t") for kind in atom["types"]]
            atom["source"] = "formula"
        seen.add(name)
    # The instruction was taken from the first specialisation in the header, not from that of the name.
    if atom["arch"] == "sm120":
        atom["ptx"] = narrow(name, atom["ptx"])
    if "_MXF4_" in name and ", 32, K" in name:
        atom["ptx"] = atom["ptx"].replace("mxf4nvf4.block_scale.block16", "mxf4.block_scale.block32")
    if name.startswith("v_swmmac"):
        atom["sparse"] = True
    return secondary(atom) if atom["source"] == "secondary" else None


def narrow(name, ptx):
    arguments = re.search("<(.*)>", name)[1].split(",")
    a, b = (argument[len("float_") : -len("_t")] for argument in arguments[:2])
    d = {"float": "f32", "half_t": "f16"}[arguments[2]]
    ptx = ptx.replace(".f32.e2m1.e2m1.f32", f".{d}.{a}.{b}.{d}")
    if len(arguments) == 5:
        scale, vector = arguments[3][len("float_") : -len("_t")], arguments[4]
        ptx = ptx.replace("ue8m0", scale)
        if "4X" in ptx and "sp::" not in ptx and (scale, vector) == ("ue8m0", "32"):
            ptx = ptx.replace("4X", "2X")
    return ptx


# What an operand is called in a name, and what that is.
KINDS = {"I32": "s32", "I8": "s8", "F8": "fp8", "I4": "iu4"}


def secondary(atom):
    letters = atom["name"].split("_")[2]
    kinds = re.findall(r"BF16|TF32|BF8|[FIS]\d+|U8", letters)
    kinds = [KINDS.get(kind, kind.lower()) for kind in kinds]
    if "iu8" in atom["ptx"]:
        kinds = [kind.replace("s8", "iu8") for kind in kinds]
    atom["types"] = (kinds + kinds[:1])[:4]
    arch = atom["arch"]
    atom["arch"] = "cdna4" if arch == "CDNA3P" else arch.lower()
    m, n, k = map(int, atom["shape_mnk"][1:-1].split(","))
    if "thr_id" not in atom:
        lanes = {"CDNA3P": 64, "RDNA4": 32}.get(arch, n)
        atom["thr_id"] = f"{lanes}:1"
    if arch != "CDNA3P":
        return None
    # These A and B do not cover their matrix, and lane 1 would have another block. As all MFMA of AMD's calculator:
    listed = {key: atom[key] for key in "abc"}
    run = m * k // 64
    atom["a"] = atom["b"] = f"(({m},{64 // m}),{run}):((1,{m * run}),{m})"
    atom["c"] = "((16,4),4):((16,4),1)" if m == 16 else "((32,2),(4,4)):((32,4),(1,8))"
    return listed


def expand(line):
    """The atoms of a line: every combination of the values of its letters."""
    values = line.get("for", {})
    rest = DEFAULTS | {key: value for key, value in line.items() if key != "for"}
    for choice in itertools.product(*values.values()):
        given = dict(zip(values, choice))

        def number(match):
            value = given[match[1]]
            return str(value // int(match[2][1:]) if match[2] else value)

        text = re.sub(r"\{(\w+)(/\d+)?\}", number, json.dumps(rest))
        yield json.loads(text)


def in_n(atom):
    """A wgmma with the letter N for its size."""
    n = re.search(r"64x(\d+)x", atom["name"])[1]
    line = dict(atom, name=atom["name"].replace(f"64x{n}x", "64x{N}x"), ptx=atom["ptx"].replace(f"n{n}k", "n{N}k"))
    line["shape_mnk"] = re.sub(r",\d+,", ",{N},", atom["shape_mnk"])
    line["b"] = re.sub(r"\((\d+),(\d+)\)\):\(0,\(1,\d+", r"({N},\2)):(0,(1,{N}", atom["b"])
    line["c"] = re.sub(r"\(2,2,\d+\)", "(2,2,{N/8})", atom["c"])
    return line, {"N": int(n)}


def in_m_n(atom):
    """A tcgen05 with the letters M and N for its size."""
    m, n, k = atom["shape_mnk"][1:-1].split(",")
    line = dict(atom, name=re.sub(rf"\b{m}, {n},", "{M}, {N},", atom["name"], count=1))
    line["shape_mnk"] = f"({{M}},{{N}},{k})"
    for key, rows, columns in ("a", "{M}", k), ("b", "{N}", k), ("c", "{M}", "{N}"):
        half = rows.replace("}", "/2}")
        one = f"(1,({rows},{columns})):(0,(1,{rows}))"
        line[key] = one if atom["thr_id"] == "1:0" else f"(2,({half},{columns})):({half},(1,{rows}))"
    return line, {"M": int(m), "N": int(n)}


def in_a_b(atom):
    """An instruction of SM120 with the letters A and B for its factors."""
    a, b = re.search(r"<float_(\w+)_t,float_(\w+)_t,", atom["name"]).groups()
    text = json.dumps(atom).replace(f"float_{a}_t,float_{b}_t", "float_{A}_t,float_{B}_t")
    text = text.replace(f".{a}.{b}.", ".{A}.{B}.").replace(f"sparse_elem<2, float_{a}_t>", "sparse_elem<2, float_{A}_t>")
    return json.loads(text), {"A": a, "B": b}


def lettered(atom):
    if atom["ptx"].startswith("wgmma"):
        return in_n(atom)
    if atom["ptx"].startswith("tcgen05.mma"):
        return in_m_n(atom)
    return in_a_b(atom) if atom["arch"] == "sm120" else (atom, {})


def shorten(atoms):
    """Atoms that share a line, with the values of its letters."""
    groups = {}
    for atom in atoms:
        line, given = lettered(atom)
        groups.setdefault(json.dumps(line, sort_keys=True), []).append(given)
    for line, choices in groups.items():
        values = {letter: list(dict.fromkeys(choice[letter] for choice in choices)) for letter in choices[0]}
        line = json.loads(line)
        line = {key: line[key] for key in FIELDS if key in line and line[key] != DEFAULTS.get(key)}
        yield {"for": values, **line} if values else line


def main():
    atoms = list(corrected(json.loads(line) for line in open(sys.argv[1])))
    lines = list(shorten(atoms))
    key = lambda atom: json.dumps(atom, sort_keys=True)
    back = [atom for line in lines for atom in expand(line)]
    assert sorted(map(key, back)) == sorted(map(key, atoms)), "the short form is another list"
    for line in lines:
        print(json.dumps(line, separators=(",", ":")))


main()
