"""Runs against the server that P2P_BASE_URL and P2P_API_KEY name, on its simulated exchanges."""
from __future__ import annotations

import asyncio
import inspect
import os
import queue
import re
import threading
import unittest
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from p2p_rates import AsyncP2P, P2P, P2PError, types, verify_webhook
from p2p_rates._endpoints import AsyncEndpoints, Endpoints

README = Path(__file__).parents[1] / "README.md"


@contextmanager
def receiver():
    """Yields an address, and the queue of deliveries to it."""
    deliveries = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            deliveries.put((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", deliveries
    finally:
        server.shutdown()
        server.server_close()


def endpoints(of):
    """Names of all methods of a client, those of groups with the name of the group."""
    members = {name: one for name, one in vars(of).items() if not name.startswith("_")}
    groups = {name: one for name, one in members.items() if isinstance(one, property)}
    module = inspect.getmodule(of)
    return {name for name in members if name not in groups} | {
        f"{group}.{name}"
        for group, one in groups.items()
        for name in vars(getattr(module, one.fget.__annotations__["return"]))
        if not name.startswith("_")
    }


@unittest.skipUnless("P2P_BASE_URL" in os.environ, "needs a server: set P2P_BASE_URL, P2P_API_KEY")
class RealServer(unittest.TestCase):
    def setUp(self):
        self.p2p = P2P()
        self.called = set()

    def shaped(self, name, answer, kind):
        """Counts a call, and compares the fields of its answer with those of its type."""
        self.called.add(name)
        missing = kind.__required_keys__ - answer.keys()
        unknown = answer.keys() - kind.__required_keys__ - kind.__optional_keys__
        self.assertEqual((name, missing, unknown), (name, set(), set()))
        return answer

    def test_each_method_gets_an_answer_with_the_fields_of_its_type(self):
        self.read_market()
        self.read_past()
        self.read_account()
        self.keep_rules()
        self.keep_webhooks()
        self.called |= {"stream"}  # See below.
        self.assertEqual(self.called, endpoints(Endpoints))
        self.assertEqual(self.called, endpoints(AsyncEndpoints))

    def read_market(self):
        p2p, shaped = self.p2p, self.shaped
        shaped("markets", p2p.markets(), types.MarketInfo)
        rates = p2p.rates(fiat="EUR", include=["confidence", "rails"])
        self.assertIn(rates["confidence"]["buy"]["level"], ("low", "medium", "high"))
        shaped("rates", rates, types.Rates)
        book = p2p.orderbook(exchange="all", side="SELL", include="trust", trusted=True)
        shaped("orderbook", book, types.Orderbook)
        for ad in book["ads"]:
            shaped("orderbook", ad, types.Ad)
        shaped("overview", p2p.overview(), types.Overview)
        sources = shaped("sources", p2p.sources(fiat="UAH"), types.Sources)
        shaped("sources", sources["sources"][0], types.Source)
        methods = shaped("payment_methods", p2p.payment_methods(), types.PaymentMethods)
        self.assertIn("class", methods["payment_methods"][0])
        shaped("quote", p2p.quote(side="SELL", amount_usdt=500.5), types.Quote)
        shaped("depth", p2p.depth(fiat="UAH"), types.Depth)
        shaped("methods", p2p.methods(fiat="UAH"), types.MethodPrices)
        shaped("arbitrage", p2p.arbitrage(transfer_fee_usdt=0.000001), types.Arbitrage)
        fair = shaped("fair", p2p.fair(price=41.9, my_orders=3), types.Fair)
        self.assertEqual(fair["price"], 41.9)
        convert = p2p.convert(from_="EUR", to="UAH", amount=500)
        self.assertEqual(shaped("convert", convert, types.Convert)["from"], "EUR")
        shaped("formula", p2p.formula(base="median", offset_pct=-0.5), types.FormulaPrice)

    def read_past(self):
        p2p, shaped = self.p2p, self.shaped
        shaped("stats", p2p.stats(), types.Stats)
        history = shaped("history", p2p.history(hours=48, max_points=50), types.History)
        shaped("history", history["points"][0], types.HistoryPoint)
        shaped("candles", p2p.candles(interval="4h", include="ads"), types.Candles)
        shaped("index", p2p.index(), types.ReferenceIndex)
        shaped("fixings", p2p.fixings(fiat="UAH"), types.Fixings)
        with self.assertRaises(P2PError):
            p2p.fixing_inputs("UAH", "2020-01-01")
        self.called.add("fixing_inputs")  # This server is too young for a fixing.
        shaped("premium", p2p.premium(fiat="UAH"), types.Premium)
        yesterday = datetime.now(timezone.utc) - timedelta(days=1)
        shaped("price", p2p.price(at=yesterday), types.PriceAt)
        shaped("quality", p2p.quality(), types.Quality)
        shaped("track_record", p2p.track_record(fiat="UAH", days=7), types.TrackRecord)
        shaped("seasonality", p2p.seasonality(tz="Europe/Kyiv"), types.Seasonality)
        shaped("transfers", p2p.transfers(to="bybit"), types.Transfers)
        preview = p2p.formula_preview(base="best", exchanges=["okx", "bybit"])
        shaped("formula_preview", preview, types.FormulaPreview)

    def read_account(self):
        p2p, shaped = self.p2p, self.shaped
        shaped("me", p2p.me(), types.Usage)
        shaped("usage", p2p.usage(days=1), types.UsageReport)
        self.assertTrue(p2p.openapi()["openapi"].startswith("3.1"))
        shaped("inboxes.list", p2p.inboxes.list(), types.InboxList)
        # This server sends no mail, and so it has no inboxes to create and delete.
        with self.assertRaises(P2PError):
            p2p.inboxes.create(kind="email", address="me@example.com")
        with self.assertRaises(P2PError) as caught:
            p2p.inboxes.delete("in_1")
        self.assertEqual(caught.exception.status, 404)
        self.called |= {"openapi", "inboxes.create", "inboxes.delete"}

    def keep_rules(self):
        p2p, shaped = self.p2p, self.shaped
        rule = shaped("rules.create", p2p.rules.create(name="Desk", floor=40), types.Rule)
        shaped("rules.get", p2p.rules.get(rule["id"]), types.Rule)
        changed = shaped("rules.update", p2p.rules.update(rule["id"], floor=None), types.Rule)
        self.assertIsNone(changed["floor"])
        shaped("rules.list", p2p.rules.list(), types.RuleList)
        shaped("rules.price", p2p.rules.price(rule["id"]), types.RulePrice)
        new_board = p2p.boards.create(title="Desk", rules=[rule["id"]])
        board = shaped("boards.create", new_board, types.PriceBoard)
        shaped("boards.get", p2p.boards.get(board["id"]), types.PriceBoard)
        shaped("boards.update", p2p.boards.update(board["id"], theme="dark"), types.PriceBoard)
        shaped("boards.list", p2p.boards.list(), types.PriceBoardList)
        self.assertIsNone(p2p.boards.delete(board["id"]))
        self.assertIsNone(p2p.rules.delete(rule["id"]))
        self.called |= {"boards.delete", "rules.delete"}

    def keep_webhooks(self):
        hooks, shaped = self.p2p.webhooks, self.shaped
        with receiver() as (url, deliveries):
            key = {"idempotency_key": "python-test"}
            made = hooks.create(url=url, event="best_buy", threshold=1, **key)
            shaped("webhooks.create", made, types.WebhookWithSecret)
            again = hooks.create(url=url, event="best_buy", threshold=1, **key)
            self.assertEqual(again["id"], made["id"])
            delivery = shaped("webhooks.test", hooks.test(made["id"]), types.Delivery)
            body, headers = deliveries.get(timeout=60)
            event = verify_webhook(body, headers, made["secret"])
            self.assertEqual((event["event"], event["id"]), ("ping", delivery["id"]))
            resent = hooks.resend(made["id"], delivery["id"])
            shaped("webhooks.resend", resent, types.Delivery)
            rotated = hooks.rotate_secret(made["id"], overlap_hours=2)
            shaped("webhooks.rotate_secret", rotated, types.WebhookWithSecret)
            active = hooks.activate_secret(made["id"])
            shaped("webhooks.activate_secret", active, types.Webhook)
        self.assertFalse(hooks.update(made["id"], enabled=False)["enabled"])
        shaped("webhooks.get", hooks.get(made["id"]), types.Webhook)
        shaped("webhooks.list", hooks.list(), types.WebhookList)
        shaped("webhooks.deliveries", hooks.deliveries(made["id"]), types.DeliveryList)
        self.assertIsNone(hooks.delete(made["id"]))
        self.called |= {"webhooks.update", "webhooks.delete"}

    def test_refusals_name_the_parameter_and_the_nearest_word(self):
        with self.assertRaises(P2PError) as caught:
            self.p2p.rates(fiat="UHA")
        error = caught.exception
        self.assertEqual((error.status, error.param, error.suggestion), (400, "fiat", "UAH"))
        self.assertTrue(error.request_id)
        with self.assertRaises(P2PError) as caught:
            P2P(api_key="p2p_unknown").me()
        self.assertEqual(caught.exception.code, "invalid_key")

    def test_request_returns_csv_and_headers(self):
        answer = self.p2p.request("GET", "/history", query={"format": "csv", "hours": 2})
        self.assertTrue(answer.data.startswith("t,buy,sell"))
        self.assertTrue(answer.simulated)
        self.assertTrue(int(answer.headers["X-RateLimit-Remaining-Minute"]) > 0)

    def test_streams_begin_with_the_current_rates(self):
        for rates in self.p2p.stream(fiat="UAH"):
            self.shaped("stream", rates, types.Rates)
            break

        async def both():
            p2p = AsyncP2P()
            async for rates in p2p.stream(fiat="EUR"):
                return rates, await asyncio.gather(p2p.rates(fiat="EUR"), p2p.webhooks.list())

        rates, (now, hooks) = asyncio.run(both())
        self.assertEqual((rates["fiat"], now["fiat"]), ("EUR", "EUR"))
        self.shaped("webhooks.list", hooks, types.WebhookList)

    def test_the_programs_of_the_readme_run(self):
        programs = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"), re.M | re.S)
        self.assertGreater(len(programs), 4)
        for program in programs:
            exec(compile(program, "README.md", "exec"), {"print": lambda *_: None})


if __name__ == "__main__":
    unittest.main()
