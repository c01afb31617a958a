"""What layouts do with memory: offsets, banks, cache lines, permutations, matrices.

>>> from tilework.compat.tensor_layouts import Layout
>>> from tilework.compat.tensor_layouts.analysis import bank_conflicts
>>> bank_conflicts(Layout(32, 32), element_bytes=4)["max_ways"]
32
"""

from __future__ import annotations

from tilework.compat.tensor_layouts.analysis._atoms import atom_summary, operand_analysis
from tilework.compat.tensor_layouts.analysis._explain import explain
from tilework.compat.tensor_layouts.analysis._images import (
    aliasing_profile,
    footprint,
    functionally_equal,
    gap_profile,
    image,
    is_bijective,
    is_contiguous,
    is_injective,
    is_surjective,
    offset_table,
)
from tilework.compat.tensor_layouts.analysis._linear import from_F2_matrix, to_F2_matrix
from tilework.compat.tensor_layouts.analysis._memory import (
    bank_conflicts,
    coalescing_efficiency,
    per_group_bank_conflicts,
    per_group_coalescing,
    segment_analysis,
    thread_stride_profile,
)
from tilework.compat.tensor_layouts.analysis._permutations import (
    contiguity,
    cycles,
    fixed_points,
    is_even_permutation,
    mode_contiguity,
    order,
    permutation_parity,
    slice_contiguity,
)

__all__ = [
    "aliasing_profile",
    "atom_summary",
    "bank_conflicts",
    "coalescing_efficiency",
    "contiguity",
    "cycles",
    "explain",
    "fixed_points",
    "footprint",
    "from_F2_matrix",
    "functionally_equal",
    "gap_profile",
    "image",
    "is_bijective",
    "is_contiguous",
    "is_even_permutation",
    "is_injective",
    "is_surjective",
    "mode_contiguity",
    "offset_table",
    "operand_analysis",
    "order",
    "per_group_bank_conflicts",
    "per_group_coalescing",
    "permutation_parity",
    "segment_analysis",
    "slice_contiguity",
    "thread_stride_profile",
    "to_F2_matrix",
]
