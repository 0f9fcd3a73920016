"""From the arguments of a method to the text of a request."""
from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any, TypeVar, Union
from urllib.parse import quote, urlencode

from ._errors import P2PError

T = TypeVar("T")
Many = Union[T, Sequence[T]]
"""One value, or several of them."""


class NotGiven:
    """Type of `NOT_GIVEN`: a field that is not sent. None is sent, and resets the field."""

    def __repr__(self) -> str:
        return "NOT_GIVEN"


NOT_GIVEN = NotGiven()


def given(value: T | None) -> T | NotGiven:
    return NOT_GIVEN if value is None else value


def new_key() -> str:
    return str(uuid.uuid4())


def segment(text: str) -> str:
    """Escapes an id for a path. Dots alone would climb up the path."""
    if text in ("", ".", ".."):
        raise P2PError("usage", "An id must not be empty.")
    return quote(text, safe="")


def query_string(query: Mapping[str, Any]) -> str:
    pairs = {name: _text(value) for name, value in query.items() if value is not None}
    return "?" + urlencode(pairs) if pairs else ""


def fields(body: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in body.items() if value is not NOT_GIVEN}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (float, Decimal)):
        # The server reads plain digits only: 0.0000001, never 1e-07.
        return format(Decimal(repr(value)) if isinstance(value, float) else value, "f")
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise P2PError("usage", "A datetime needs a time zone: datetime.now(timezone.utc).")
        # The server reads at most milliseconds.
        utc = value.astimezone(timezone.utc).isoformat(timespec="milliseconds")
        return utc.replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (list, tuple, set, frozenset)):
        return ",".join(_text(item) for item in value)
    return str(value)
