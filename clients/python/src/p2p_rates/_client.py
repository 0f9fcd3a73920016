from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from ssl import SSLContext
from typing import Any, TypeVar

from ._endpoints import AsyncEndpoints, Endpoints
from ._http import Http, Response
from ._stream import Stop, follow

T = TypeVar("T")


class _Connected:
    def __init__(
        self,
        base_url: str | None = None,
        api_key: str | None = None,
        *,
        timeout: float = 30.0,
        max_retries: int = 2,
        max_retry_delay: float = 60.0,
        ssl_context: SSLContext | None = None,
    ) -> None:
        """Sends nothing yet.

        Args:
            base_url: `https://host`. Default: P2P_BASE_URL of the environment.
            api_key: Default: P2P_API_KEY of the environment.
            timeout: Seconds to wait for a connection, and for each part of an answer.
            max_retries: Attempts after the first one, for temporary failures.
            max_retry_delay: Seconds. An error that asks for a longer wait is raised at once.
            ssl_context: For a server with a certificate of your own.
        """
        self._http = Http(base_url, api_key, timeout, max_retries, max_retry_delay, ssl_context)


class P2P(_Connected, Endpoints):
    """Peer-to-peer prices of USDT. BUY is what you pay, SELL what you get.

    Threads may share a client.
    """

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        """Calls any endpoint. Returns the answer with its headers; CSV is text."""
        return self._http.send(method, path, query, body, idempotency_key)

    def _call(self, answer: type[T], method: str, path: str, **call: Any) -> T:
        data: T = self.request(method, path, **call).data
        return data

    def _stream(self, answer: type[T], path: str, *, query: Mapping[str, Any]) -> Iterator[T]:
        return follow(self._http, path, query, Stop())


class AsyncP2P(_Connected, AsyncEndpoints):
    """Like `P2P`, to await. Each request runs in a thread of the event loop.

    A cancelled request is no longer awaited, but its thread lives until the answer or the timeout.
    """

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> Response:
        """Calls any endpoint. Returns the answer with its headers; CSV is text."""
        send = self._http.send
        return await asyncio.to_thread(send, method, path, query, body, idempotency_key)

    async def _call(self, answer: type[T], method: str, path: str, **call: Any) -> T:
        data: T = (await self.request(method, path, **call)).data
        return data

    async def _stream(
        self, answer: type[T], path: str, *, query: Mapping[str, Any]
    ) -> AsyncIterator[T]:
        stop = Stop()
        events = follow(self._http, path, query, stop)
        # A stream waits for hours, and must not take a thread from the calls.
        thread = ThreadPoolExecutor(1, thread_name_prefix="p2p-rates-stream")
        loop = asyncio.get_running_loop()
        try:
            while True:
                event = await loop.run_in_executor(thread, next, events, None)
                if event is None:
                    return
                yield event
        finally:
            stop.set()
            thread.shutdown(wait=False)
