from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from collections.abc import Mapping, Sequence

from ._errors import P2PError, WebhookVerificationError
from .types import WebhookEvent

MAX_SIGNATURES = 8
"""More signatures than this are an attempt to keep the receiver busy."""


def verify_webhook(
    payload: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Checks the Standard Webhooks signature of a delivery, and returns its event.

    Args:
        payload: The raw body, from before any JSON parser.
        headers: The headers of the delivery, with names in any case.
        secret: `whsec_...`; several while one replaces another.
        tolerance: Largest difference in seconds between the two clocks.
        now: Unix seconds. Default: the present.
    """
    keys = [_key(text) for text in ([secret] if isinstance(secret, str) else secret)]
    if not keys:
        raise P2PError("usage", "There is no webhook secret.")
    body = payload.encode() if isinstance(payload, str) else bytes(payload)
    known = {name.lower(): value for name, value in headers.items()}
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    identity, timestamp, signatures = (known.get(name) for name in names)
    if not identity or not timestamp or not signatures:
        raise WebhookVerificationError("missing_headers", "A signature header is missing.")
    seconds = int(timestamp) if re.fullmatch("[0-9]{1,15}", timestamp) else None
    if seconds is None or abs((time.time() if now is None else now) - seconds) > tolerance:
        raise WebhookVerificationError("wrong_time", "The delivery was signed at another time.")
    content = f"{identity}.{timestamp}.".encode() + body
    digests = [hmac.digest(key, content, hashlib.sha256) for key in keys]
    expected = [b"v1," + base64.b64encode(digest) for digest in digests]
    sent = [text.encode() for text in signatures.split(" ")[:MAX_SIGNATURES]]
    if not any(hmac.compare_digest(one, other) for one in expected for other in sent):
        raise WebhookVerificationError("wrong_signature", "No signature matches body and secret.")
    return _event(body)


def _key(secret: str) -> bytes:
    """Returns the decoded secret. With an empty one, anyone could sign."""
    text = secret.strip()
    if re.fullmatch(r"whsec_[\w+/=-]{16,}", text, re.ASCII):
        try:
            return base64.b64decode(text[len("whsec_"):], validate=True)
        except binascii.Error:
            pass
    problem = "A webhook secret begins with whsec_ and is shown when the webhook is created."
    raise P2PError("usage", problem)


def _event(body: bytes) -> WebhookEvent:
    try:
        event: WebhookEvent = json.loads(body)
        if isinstance(event["event"], str) and isinstance(event["data"], dict):
            return event
    except (ValueError, TypeError, KeyError):
        pass
    raise WebhookVerificationError("not_an_event", "The body is signed, but it is not an event.")
