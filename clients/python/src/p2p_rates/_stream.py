"""Reads Server-Sent Events, and connects again when a stream ends or breaks."""
from __future__ import annotations

import http.client
import json
import random
import re
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from ._errors import P2PError
from ._http import Http, connection_error, log, malformed

MAX_SILENCE = 45.0
"""Seconds without a sign of life before connecting again; the server sends one every 15 s."""
MAX_EVENT_BYTES = 1_000_000


@dataclass(frozen=True)
class Event:
    type: str
    data: str
    id: str
    retry: float | None
    """Seconds to wait before connecting again, as the server last asked."""


class Stop:
    """Ends a stream, also while another thread waits for its next event."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._connection: socket.socket | None = None

    def is_set(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> None:
        self._event.wait(seconds)

    @contextmanager
    def ends(self, answer: http.client.HTTPResponse) -> Iterator[None]:
        # A duplicate of the socket, because the answer closes its own in the reading thread.
        with socket.fromfd(answer.fileno(), socket.AF_INET, socket.SOCK_STREAM) as connection:
            self._connection = connection
            try:
                yield
            finally:
                self._connection = None

    def set(self) -> None:
        self._event.set()
        connection = self._connection
        if connection is not None:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)


def follow(http: Http, path: str, query: Mapping[str, Any], stop: Stop) -> Iterator[Any]:
    """Yields the data of each new event. Raises only failures that a retry cannot fix."""
    last: Event | None = None
    failures = 0
    pause: float | None
    while not stop.is_set():
        before = last
        try:
            for event in _events(http, path, query, last, stop):
                is_new = last is None or not event.id or event.id != last.id
                last, failures = event, 0
                if is_new:
                    yield _data(event)
            if last is before:
                raise P2PError("connection_failed", "The stream ended without an event.")
            pause = _jitter(_usual_pause(last))
        except P2PError as error:
            if stop.is_set():
                return
            failures += 1
            pause = _pause_after(http, error, last, failures)
            if pause is None:
                raise
            log.info("the stream broke, connecting again in %.1f s: %s", pause, error)
        stop.wait(pause)


def _events(
    http: Http, path: str, query: Mapping[str, Any], last: Event | None, stop: Stop
) -> Iterator[Event]:
    request = http.stream_request(path, query, last.id if last else "")
    with http.open(request, MAX_SILENCE) as answer:
        if answer.headers.get_content_type() != "text/event-stream":
            raise malformed(answer, "is not an event stream")
        with stop.ends(answer):
            if stop.is_set():
                return
            for event in read_events(_lines(answer)):
                if event.type == "rates":
                    yield event


def _lines(answer: http.client.HTTPResponse) -> Iterator[str]:
    while True:
        try:
            line = answer.readline(MAX_EVENT_BYTES)
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise connection_error(error) from error
        if not line:
            return
        yield line.decode("utf-8", "replace").rstrip("\r\n")


def read_events(lines: Iterator[str]) -> Iterator[Event]:
    """Reads the format that the HTML standard defines for EventSource."""
    kind, identity, retry = "", "", None
    data: list[str] = []
    size = 0
    for line in lines:
        size += len(line)
        if size > MAX_EVENT_BYTES:
            raise P2PError("malformed_answer", "An event of the stream has no end.", status=200)
        name, _, value = line.partition(":")
        value = value[1:] if value.startswith(" ") else value
        if line == "":
            if data:
                yield Event(kind or "message", "\n".join(data), identity, retry)
            kind, data, size = "", [], 0
        elif name == "data":
            data.append(value)
        elif name == "event":
            kind = value
        elif name == "id" and "\0" not in value:
            identity = value
        elif name == "retry" and re.fullmatch("[0-9]{1,9}", value):
            retry = int(value) / 1000


def _data(event: Event) -> Any:
    try:
        return json.loads(event.data)
    except ValueError:
        problem = "An event of the stream is not a JSON document."
        raise P2PError("malformed_answer", problem, status=200) from None


def _pause_after(http: Http, error: P2PError, last: Event | None, failures: int) -> float | None:
    """Before the first event the usual retries count, later failures are not limited."""
    if last is None:
        may_repeat = failures <= http.max_retries
        return http.pause_before_retry(error, failures - 1) if may_repeat else None
    if not error.is_temporary:
        return None
    asked = error.retry_after or 0.0
    if asked > http.max_retry_delay:
        # A failing server recovers; a used-up quota stays used up.
        recovers = (error.status or 0) >= 500 or error.code == "stream_limit"
        return http.max_retry_delay if recovers else None
    longer = _usual_pause(last) * 2.0 ** (failures - 1)
    return max(asked, _jitter(min(http.max_retry_delay, longer)))


def _usual_pause(last: Event | None) -> float:
    asked = 5.0 if last is None or last.retry is None else last.retry
    return min(60.0, max(1.0, asked))


def _jitter(pause: float) -> float:
    return pause * (1 + random.random()) / 2
