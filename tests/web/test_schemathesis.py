"""Requests of all kinds, sound and broken, made from the API's own description."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks
from tests.web.conftest import PATIENCE, Served, end, start

from rookery.web.app import create_app

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("default"),
]

#: Sound by its shape is not yet a puzzle that makes sense.
LEFT_OUT = [checks.positive_data_acceptance]

EXAMPLES = 20


@pytest.fixture(scope="module")
def hurried() -> Iterator[Served]:
    """A server that solves nothing for long."""
    found = start("--seconds", "0.3")
    yield found
    end(found)


CONFIG = schemathesis.Config.from_dict(
    {"checks": {"negative_data_rejection": {"expected-statuses": [400, 404, 413, 415, 422]}}}
)
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi(), config=CONFIG)
OPERATIONS = [result.ok() for result in SCHEMA.get_all_operations()]
WITH_BODY = [operation for operation in OPERATIONS if operation.body]


def check(operation: Any, mode: GenerationMode, address: str) -> None:
    """Ask a number of requests; what comes back must be as described."""

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
    def asked(case: schemathesis.Case) -> None:
        case.call_and_validate(base_url=address, excluded_checks=LEFT_OUT, timeout=PATIENCE)

    asked()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_sound_requests(hurried: Served, operation: Any) -> None:
    check(operation, GenerationMode.POSITIVE, hurried.address)


@pytest.mark.parametrize("operation", WITH_BODY, ids=lambda operation: operation.label)
def test_broken_requests(hurried: Served, operation: Any) -> None:
    check(operation, GenerationMode.NEGATIVE, hurried.address)
