"""Layouts, and all that is calculated with them: the same names as in the package itself."""

from __future__ import annotations

from tilework.compat.tensor_layouts import *  # noqa: F403
