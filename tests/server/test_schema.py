"""Whatever the OpenAPI document allows, and much that it does not: never an error of ours."""

from __future__ import annotations

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from spielwerk.server.app import Settings, create_app

schema = schemathesis.openapi.from_dict(create_app(Settings("sqlite://")).openapi())


@schema.parametrize()
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_that_is_sent_is_an_error_of_ours(
    case: schemathesis.Case[Any], address: str
) -> None:
    case.call_and_validate(base_url=address, checks=[not_a_server_error])
