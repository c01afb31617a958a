"""Runs the suite of a peer against its compat module.

    python bindings/python/tests/peers.py CUTLASS/test/python/pycute
    python bindings/python/tests/peers.py PYTORCH/test/distributed/_pycute
    python bindings/python/tests/peers.py TENSOR_LAYOUTS/tests/layouts.py

The folders come from a checkout of the peer, which need not be installed: where its tests import it, they get ours.
docs/python-compat.md lists what fails, and why.
"""

from __future__ import annotations

import sys
import unittest
from types import ModuleType, SimpleNamespace

import pytest
from tilework.compat import pycute, tensor_layouts, torch_pycute


def install(name: str, module: ModuleType) -> None:
    """Gives a module another name; what is above that name is empty."""
    parents = name.split(".")[:-1]
    for i in range(len(parents)):
        sys.modules.setdefault(".".join(parents[: i + 1]), ModuleType(parents[i]))
    sys.modules[name] = module


def main() -> int:
    utilities = ModuleType("common_utils")
    vars(utilities).update(
        TestCase=unittest.TestCase, run_tests=unittest.main, HardwareClassification=SimpleNamespace(GENERIC=None)
    )
    install("pycute", pycute)
    install("tensor_layouts", tensor_layouts)
    install("torch.distributed._pycute", torch_pycute)
    install("torch.testing._internal.common_utils", utilities)
    return pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
