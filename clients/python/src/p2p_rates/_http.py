"""Sends requests with the standard library, and tries again after temporary failures."""
from __future__ import annotations

import http.client
import json
import logging
import os
import platform
import random
import re
import socket
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from ssl import SSLContext
from typing import Any, Union
from urllib.parse import urlsplit

from ._errors import P2PError
from ._request import fields, query_string
from ._version import __version__

log = logging.getLogger("p2p_rates")
Opened = Union[http.client.HTTPResponse, urllib.error.HTTPError]


@dataclass(frozen=True)
class Response:
    """An answer with its headers, such as `X-RateLimit-Remaining-Minute`."""

    status: int
    headers: Message
    data: Any
    """Parsed JSON, the text of a CSV, or None without content."""

    @property
    def request_id(self) -> str | None:
        return self.headers["X-Request-Id"]

    @property
    def simulated(self) -> bool:
        """True if the prices come from simulated exchanges: they never existed."""
        return self.headers["X-Simulated"] == "true"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect that is followed would carry the key to another place."""

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


class Http:
    def __init__(
        self,
        base_url: str | None,
        api_key: str | None,
        timeout: float,
        max_retries: int,
        max_retry_delay: float,
        ssl_context: SSLContext | None,
    ) -> None:
        self.base_url = _complete_url(base_url or os.environ.get("P2P_BASE_URL", ""))
        self.timeout = timeout
        self.max_retries = max_retries
        self.max_retry_delay = max_retry_delay
        self._headers = {
            "X-API-Key": _checked_key(api_key or os.environ.get("P2P_API_KEY", "")),
            "User-Agent": f"p2p-rates-python/{__version__} Python/{platform.python_version()}",
        }
        self._opener = urllib.request.build_opener(
            _NoRedirect(), urllib.request.HTTPSHandler(context=ssl_context)
        )
        self._lock = threading.Lock()
        self._data_version = 0

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        may_repeat = method != "POST" or idempotency_key is not None
        media_type = "text/csv" if (query or {}).get("format") == "csv" else "application/json"
        headers = {"Accept": media_type}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        retries = 0
        while True:
            try:
                request = self._request(method, path, query, body, headers)
                with self.open(request, self.timeout) as answer:
                    return _read(answer, media_type)
            except P2PError as error:
                # An earlier attempt, whose answer was lost, has deleted it already.
                if retries > 0 and method == "DELETE" and error.status == 404:
                    return Response(204, Message(), None)
                allowed = may_repeat and retries < self.max_retries
                pause = self.pause_before_retry(error, retries) if allowed else None
                if pause is None:
                    raise
                log.info("trying %s %s again in %.1f s: %s", method, path, pause, error)
                time.sleep(pause)
                retries += 1

    def pause_before_retry(self, error: P2PError, retries: int) -> float | None:
        """Returns the seconds until the next attempt; None if a retry is useless."""
        if not error.is_temporary:
            return None
        if error.retry_after is not None:
            return error.retry_after if error.retry_after <= self.max_retry_delay else None
        return random.random() * min(self.max_retry_delay, 8.0, 0.5 * 2.0**retries)

    def stream_request(
        self, path: str, query: Mapping[str, Any], last_id: str
    ) -> urllib.request.Request:
        headers = {"Accept": "text/event-stream"}
        if last_id:
            headers["Last-Event-ID"] = last_id
        return self._request("GET", path, query, None, headers)

    def _request(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None,
        body: Mapping[str, Any] | None,
        headers: Mapping[str, str],
    ) -> urllib.request.Request:
        if not path.startswith("/"):
            raise P2PError("usage", "A path begins with a slash: /rates.")
        sent = {**self._headers, **headers}
        if self._data_version:
            # Several servers may share an address: none may answer with older data.
            sent["X-Min-Data-Version"] = str(self._data_version)
        data = None
        if body is not None:
            data = json.dumps(fields(body)).encode()
            sent["Content-Type"] = "application/json"
        url = self.base_url + path + query_string(query or {})
        return urllib.request.Request(url, data=data, method=method, headers=sent)

    def open(self, request: urllib.request.Request, timeout: float) -> http.client.HTTPResponse:
        """Returns a successful answer, unread. Raises P2PError otherwise."""
        try:
            answer: Opened = self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            answer = error
        except (OSError, http.client.HTTPException) as error:
            raise connection_error(error) from error
        self._remember_version(answer.headers.get("X-Data-Version") or "")
        if isinstance(answer, urllib.error.HTTPError):
            with answer:
                raise _refusal(answer)
        return answer

    def _remember_version(self, text: str) -> None:
        if re.fullmatch(r"[0-9]{1,15}", text):
            with self._lock:
                self._data_version = max(self._data_version, int(text))


def connection_error(error: Exception) -> P2PError:
    reason = getattr(error, "reason", error)
    if isinstance(reason, socket.timeout):
        return P2PError("timeout", "No complete answer came in time.")
    return P2PError("connection_failed", f"No complete answer came: {reason!r}.")


def malformed(answer: Opened, problem: str) -> P2PError:
    request_id = answer.headers["X-Request-Id"]
    return P2PError(
        "malformed_answer", f"The answer {problem}.", status=answer.status, request_id=request_id
    )


def _body(answer: Opened) -> str:
    try:
        return answer.read().decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        raise connection_error(error) from error


def _read(answer: Opened, media_type: str) -> Response:
    status = answer.status or 0
    if status == 204:
        return Response(status, answer.headers, None)
    if answer.headers.get_content_type() != media_type:
        raise malformed(answer, f"is not {media_type}")
    text = _body(answer)
    if media_type == "text/csv":
        return Response(status, answer.headers, text)
    try:
        return Response(status, answer.headers, json.loads(text))
    except ValueError:
        raise malformed(answer, "is not a complete JSON document") from None


def _refusal(answer: urllib.error.HTTPError) -> P2PError:
    if answer.code < 400:
        return malformed(answer, "is a redirect, and redirects are not followed")
    try:
        detail = json.loads(_body(answer))["detail"]
        code, message = str(detail["code"]), str(detail["message"])
    except (ValueError, TypeError, KeyError):
        # Proxies between may answer in a form of their own.
        detail, code, message = {}, f"http_{answer.code}", f"The server answered {answer.code}."
    return P2PError(
        code,
        message,
        status=answer.code,
        param=detail.get("param"),
        suggestion=detail.get("suggestion"),
        request_id=answer.headers["X-Request-Id"],
        retry_after=_retry_after(answer.headers.get("Retry-After") or ""),
    )


def _retry_after(text: str) -> float | None:
    """Servers give seconds; proxies between may give a date."""
    if re.fullmatch(r"[0-9]{1,15}(\.[0-9]+)?", text):
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())


def _complete_url(text: str) -> str:
    if not text:
        raise P2PError("usage", "There is no server address: set P2P_BASE_URL or pass base_url.")
    url = urlsplit(text.strip())
    if url.scheme not in ("http", "https") or not url.hostname:
        raise P2PError("usage", "The server address must begin with https:// or http://.")
    if url.username or url.password:
        raise P2PError("usage", "The server address must not contain a user name or password.")
    path = url.path.rstrip("/")
    prefix = "" if path.endswith("/api/v1") else "/api/v1"
    return f"{url.scheme}://{url.netloc}{path}{prefix}"


def _checked_key(text: str) -> str:
    key = text.strip()
    if not key:
        raise P2PError("usage", "There is no API key: set P2P_API_KEY or pass api_key.")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise P2PError("usage", "The API key has characters that no key has.")
    return key
