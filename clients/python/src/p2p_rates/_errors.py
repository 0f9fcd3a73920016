from __future__ import annotations


class P2PError(Exception):
    """Every error of this package. `code` is one word for what went wrong."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: int | None = None,
        param: str | None = None,
        suggestion: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        """A code of the server, or usage, connection_failed, timeout, malformed_answer."""
        self.message = message
        self.status = status
        """HTTP status; None if no answer came."""
        self.param = param
        """The parameter or body field that is wrong."""
        self.suggestion = suggestion
        """The word that was probably meant."""
        self.request_id = request_id
        """Quote it when you ask the operator for help."""
        self.retry_after = retry_after
        """Seconds until a retry makes sense, if the server says so."""

    @property
    def is_temporary(self) -> bool:
        """True if the same request can succeed later."""
        if self.code in ("connection_failed", "timeout", "idempotency_conflict"):
            return True
        if self.code == "malformed_answer":
            # A redirect would only come again.
            return self.status is not None and not 300 <= self.status < 400
        status = self.status or 0
        return status in (408, 429) or (status >= 500 and status != 501)


class WebhookVerificationError(P2PError):
    """A delivery is not genuine or not fresh.

    `code` is missing_headers, wrong_time, wrong_signature or not_an_event.
    """
