"""`pytest --stress` runs for minutes what is otherwise run for a moment."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--stress", action="store_true", help="eight threads for a minute, and a million calls")


@pytest.fixture
def stress(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--stress"))
