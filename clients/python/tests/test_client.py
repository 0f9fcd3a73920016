from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import json
import os
import time
import unittest
from datetime import date, datetime, timedelta, timezone
from unittest import mock

from p2p_rates import NOT_GIVEN, AsyncP2P, P2P, P2PError, WebhookVerificationError, verify_webhook
from p2p_rates._stream import read_events
from scripted_server import Answer, events, refusal, scripted


def client(url, **options):
    return P2P(url, "p2p_key", **options)


class Requests(unittest.TestCase):
    def asked(self, call):
        with scripted(Answer()) as (url, asked):
            call(client(url))
        return asked[0]

    def test_key_and_parameters_are_sent_as_the_server_reads_them(self):
        method, path, headers, _ = self.asked(
            lambda p2p: p2p.orderbook(
                exchange="okx", payment_method=["mono", "a b"], trusted=True, amount=0.0000001
            )
        )
        self.assertEqual(method, "GET")
        self.assertEqual(
            path,
            "/api/v1/orderbook?exchange=okx&payment_method=mono%2Ca+b&trusted=true"
            "&amount=0.0000001",
        )
        self.assertEqual(headers["X-API-Key"], "p2p_key")
        self.assertRegex(headers["User-Agent"], r"^p2p-rates-python/\d+\.\d+\.\d+ Python/3")

    def test_instants_are_sent_in_utc_and_need_a_time_zone(self):
        noon = datetime(2026, 1, 2, 12, 0, 0, 123456, tzinfo=timezone(timedelta(hours=2)))
        path = self.asked(lambda p2p: p2p.price(at=noon))[1]
        self.assertEqual(path, "/api/v1/price?at=2026-01-02T10%3A00%3A00.123Z")
        day = self.asked(lambda p2p: p2p.fixings(from_=date(2026, 1, 2)))
        self.assertEqual(day[1], "/api/v1/index/fixings?from=2026-01-02")
        with self.assertRaisesRegex(P2PError, "time zone"):
            client("http://localhost").price(at=datetime(2026, 1, 2))

    def test_a_field_that_is_not_given_stays_and_none_resets_it(self):
        method, path, _, body = self.asked(
            lambda p2p: p2p.webhooks.update("a/b", threshold=41.5, amount=None)
        )
        self.assertEqual((method, path), ("PATCH", "/api/v1/webhooks/a%2Fb"))
        self.assertEqual(json.loads(body), {"threshold": 41.5, "amount": None})
        self.assertEqual(repr(NOT_GIVEN), "NOT_GIVEN")
        with self.assertRaisesRegex(P2PError, "An id must not be empty"):
            client("http://localhost").webhooks.get("..")

    def test_the_environment_names_server_and_key(self):
        with scripted(Answer(data={"plan": "Pro"})) as (url, asked):
            settings = {"P2P_BASE_URL": f"{url}/api/v1/", "P2P_API_KEY": " p2p_env "}
            with mock.patch.dict(os.environ, settings):
                self.assertEqual(P2P().me(), {"plan": "Pro"})
        self.assertEqual(asked[0][1], "/api/v1/me")
        self.assertEqual(asked[0][2]["X-API-Key"], "p2p_env")
        with mock.patch.dict(os.environ, clear=True):
            for base_url in (None, "ftp://a", "http://a:b@c"):
                with self.assertRaises(P2PError) as caught:
                    P2P(base_url, "k")
                self.assertEqual(caught.exception.code, "usage")
            for key in (None, "", "a key"):
                with self.assertRaises(P2PError) as caught:
                    P2P("http://a", key)
                self.assertEqual(caught.exception.code, "usage")

    def test_answers_are_never_older_than_one_that_came_before(self):
        versions = Answer(X_Data_Version="7"), Answer(X_Data_Version="5"), Answer()
        with scripted(*versions) as (url, asked):
            p2p = client(url)
            for _ in range(3):
                p2p.rates()
        self.assertEqual([one[2]["X-Min-Data-Version"] for one in asked], [None, "7", "7"])

    def test_request_returns_headers_and_csv(self):
        csv = Answer(text="t,buy\r\n", media_type="text/csv; charset=utf-8", X_Simulated="true")
        with scripted(csv) as (url, _):
            answer = client(url).request("GET", "/history", query={"format": "csv"})
        self.assertEqual((answer.data, answer.status, answer.simulated), ("t,buy\r\n", 200, True))


class Failures(unittest.TestCase):
    def setUp(self):
        self.pauses = []
        patched = mock.patch("p2p_rates._http.time.sleep", self.pauses.append)
        patched.start()
        self.addCleanup(patched.stop)

    def fails(self, call, *answers, **options):
        with scripted(*answers) as (url, asked):
            with self.assertRaises(P2PError) as caught:
                call(client(url, **options))
        return caught.exception, len(asked)

    def test_temporary_failures_are_retried_after_the_time_that_the_server_says(self):
        script = refusal(429, "rate_limited", Retry_After="7"), refusal(503, "overloaded"), Answer()
        with scripted(*script) as (url, asked):
            client(url).rates()
        self.assertEqual(len(asked), 3)
        self.assertEqual(self.pauses[0], 7)
        self.assertLess(self.pauses[1], 1)

    def test_a_lasting_refusal_is_raised_at_once(self):
        detail = {"code": "bad_fiat", "message": "No.", "param": "fiat", "suggestion": "UAH"}
        error, count = self.fails(P2P.rates, Answer(400, {"detail": detail}, X_Request_Id="r1"))
        self.assertEqual((error.status, error.code, error.message), (400, "bad_fiat", "No."))
        self.assertEqual((error.param, error.suggestion, error.request_id), ("fiat", "UAH", "r1"))
        self.assertEqual(count, 1)
        error, count = self.fails(P2P.rates, refusal(429, "quota_exceeded", Retry_After="86400"))
        self.assertEqual((error.retry_after, count), (86400, 1))

    def test_retries_end_and_can_be_switched_off(self):
        self.assertEqual(self.fails(P2P.rates, refusal(500, "internal_error"))[1], 3)
        self.assertEqual(self.fails(P2P.rates, refusal(500, "internal_error"), max_retries=0)[1], 1)

    def test_a_post_is_repeated_only_with_a_key(self):
        broken = refusal(503, "overloaded")
        error, count = self.fails(lambda p2p: p2p.inboxes.create(kind="telegram"), broken)
        self.assertEqual((error.status, count), (503, 1))
        with scripted(broken, Answer(201)) as (url, asked):
            client(url).webhooks.create(url="https://a.b/c", event="best_buy", threshold=1)
        first, second = (one[2]["Idempotency-Key"] for one in asked)
        self.assertTrue(first)
        self.assertEqual(first, second)

    def test_a_repeated_delete_has_succeeded_if_nothing_is_left(self):
        with scripted(refusal(503, "overloaded"), refusal(404, "not_found")) as (url, asked):
            self.assertIsNone(client(url).webhooks.delete("wh_1"))
        self.assertEqual(len(asked), 2)
        self.assertEqual(self.fails(lambda p2p: p2p.webhooks.delete("x"), refusal(404, "no"))[1], 1)

    def test_a_redirect_is_not_followed(self):
        with scripted(Answer()) as (other, asked):
            error, count = self.fails(P2P.rates, Answer(302, Location=other))
        self.assertEqual((error.code, error.status, count, asked), ("malformed_answer", 302, 1, []))

    def test_what_is_no_answer_of_a_server_is_said(self):
        html = Answer(text="<html>", media_type="text/html")
        self.assertEqual(self.fails(P2P.rates, html)[0].code, "malformed_answer")
        self.assertEqual(self.fails(P2P.rates, Answer(text='{"a'))[0].code, "malformed_answer")
        self.assertEqual(self.fails(P2P.rates, Answer(502, text="<html>"))[0].code, "http_502")
        broken = Answer(text='{"a', Content_Length="99")
        self.assertEqual(self.fails(P2P.rates, broken)[0].code, "connection_failed")
        with self.assertRaises(P2PError) as caught:
            client("http://127.0.0.1:1").rates()
        self.assertEqual(caught.exception.code, "connection_failed")

    def test_a_silent_server_costs_the_timeout(self):
        silent = Answer(text="", Content_Length="9")
        silent.open_seconds = 5
        error, _ = self.fails(P2P.rates, silent, timeout=0.1, max_retries=0)
        self.assertEqual(error.code, "timeout")


class Streams(unittest.TestCase):
    def test_a_stream_connects_again_from_the_last_event_and_gives_nothing_twice(self):
        with scripted(events("1", "2"), events("2", "3")) as (url, asked):
            stream = client(url).stream(fiat="UAH")
            with mock.patch("p2p_rates._stream.Stop.wait"):
                self.assertEqual([next(stream)["fiat"] for _ in range(3)], ["1", "2", "3"])
        self.assertEqual([one[2]["Last-Event-ID"] for one in asked], [None, "2"])
        self.assertEqual(asked[0][1], "/api/v1/stream?fiat=UAH")

    def test_a_stream_raises_what_no_retry_can_fix(self):
        with scripted(events("1"), refusal(401, "invalid_key")) as (url, _):
            stream = client(url).stream()
            next(stream)
            with mock.patch("p2p_rates._stream.Stop.wait"), self.assertRaises(P2PError) as caught:
                next(stream)
        self.assertEqual(caught.exception.code, "invalid_key")

    def test_events_are_read_as_the_standard_says(self):
        complete = "data: a\ndata:b\nid: 1\n\n: comment\nevent: x\n\nretry: 2500\ndata\nevent:y\n\n"
        lines = f"{complete}data: cut".split("\n")
        found = [(one.type, one.data, one.id, one.retry) for one in read_events(iter(lines))]
        self.assertEqual(found, [("message", "a\nb", "1", None), ("y", "", "1", 2.5)])


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_calls_run_at_the_same_time(self):
        slow = Answer(data={"fiat": "UAH"})
        slow.open_seconds = 0.2
        with scripted(slow) as (url, asked):
            p2p = AsyncP2P(url, "k")
            answers = await asyncio.gather(p2p.rates(), p2p.rates(fiat="EUR"), p2p.webhooks.list())
        self.assertEqual(answers, [{"fiat": "UAH"}] * 3)
        self.assertEqual(len(asked), 3)

    async def test_a_stream_that_is_left_or_cancelled_ends_at_once(self):
        with scripted(events("1", open_seconds=20)) as (url, _):
            stream = AsyncP2P(url, "k").stream()
            self.assertEqual((await stream.__anext__())["fiat"], "1")
            started = time.monotonic()
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(stream.__anext__(), 0.2)
            async for rates in AsyncP2P(url, "k").stream():
                break
        self.assertLess(time.monotonic() - started, 5)

    async def test_a_stream_raises_refusals(self):
        with scripted(refusal(403, "plan_required")) as (url, _):
            with self.assertRaises(P2PError) as caught:
                async for _ in AsyncP2P(url, "k").stream():
                    pass
        self.assertEqual(caught.exception.status, 403)


class Webhooks(unittest.TestCase):
    key = bytes(range(32))
    secret = "whsec_" + base64.b64encode(key).decode()
    body = b'{"event":"ping","data":{"webhook_id":"wh_1"},"id":"dl_1","created_at":""}'
    now = 1768478400

    def headers(self, body=body, at=now, key=key):
        signed = hmac.new(key, f"dl_1.{at}.".encode() + body, hashlib.sha256).digest()
        signature = "v1,bm90IHRoaXM= v1," + base64.b64encode(signed).decode()
        return {"Webhook-Id": "dl_1", "Webhook-Timestamp": str(at), "webhook-signature": signature}

    def refused(self, **call):
        delivery = {"payload": self.body, "headers": self.headers(), "secret": self.secret}
        with self.assertRaises(WebhookVerificationError) as caught:
            verify_webhook(**{**delivery, "now": self.now, **call})
        return caught.exception.code

    def test_a_genuine_delivery_becomes_its_event(self):
        other = "whsec_" + base64.b64encode(b"x" * 32).decode()
        event = verify_webhook(self.body, self.headers(), self.secret, now=self.now)
        self.assertEqual(event["event"], "ping")
        both = [other, self.secret]
        self.assertEqual(
            verify_webhook(self.body.decode(), self.headers(), both, now=self.now), event
        )

    def test_everything_else_is_refused(self):
        self.assertEqual(self.refused(payload=self.body + b" "), "wrong_signature")
        self.assertEqual(self.refused(headers=self.headers(key=b"y" * 32)), "wrong_signature")
        self.assertEqual(self.refused(headers={"webhook-id": "dl_1"}), "missing_headers")
        for drift in (-301, 301):
            self.assertEqual(self.refused(now=self.now + drift), "wrong_time")
        self.assertEqual(self.refused(payload=b"[]", headers=self.headers(b"[]")), "not_an_event")
        for secret in ("", "whsec_", "whsec_" + "=" * 20, []):
            with self.assertRaises(P2PError) as caught:
                verify_webhook(self.body, self.headers(), secret, now=self.now)
            self.assertEqual(caught.exception.code, "usage")


if __name__ == "__main__":
    unittest.main()
