"""Methods of all endpoints. Written by `pnpm generate` from openapi.json."""
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, TypeVar

from . import types as t
from ._request import NOT_GIVEN, Many, NotGiven, given, new_key, segment

T = TypeVar("T")


class _Caller:
    def _call(
        self,
        answer: type[T],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> T:
        raise NotImplementedError

    def _stream(self, answer: type[T], path: str, *, query: Mapping[str, Any]) -> Iterator[T]:
        raise NotImplementedError


class _AsyncCaller:
    async def _call(
        self,
        answer: type[T],
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        idempotency_key: str | None = None,
    ) -> T:
        raise NotImplementedError

    def _stream(self, answer: type[T], path: str, *, query: Mapping[str, Any]) -> AsyncIterator[T]:
        raise NotImplementedError


class _Group:
    def __init__(self, client: _Caller) -> None:
        self._call = client._call


class _AsyncGroup:
    def __init__(self, client: _AsyncCaller) -> None:
        self._call = client._call


class Webhooks(_Group):
    def list(self) -> t.WebhookList:
        """All webhooks of the account.

        Returns the webhooks of the account, oldest first.

        Plan: Pro or higher.
        """
        return self._call(t.WebhookList, "GET", "/webhooks")

    def create(
        self,
        *,
        url: str,
        event: Literal["spread", "best_buy", "best_sell"],
        threshold: float,
        amount: float | None = None,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        payment_method: str | None = None,
        hysteresis: float | None = None,
        fill_amount: float | None = None,
        min_confidence: Literal["medium", "high"] | None = None,
        hold_seconds: int | None = None,
        quiet_hours: str | None = None,
        digest_time: str | None = None,
        tz: str | None = None,
        expires_at: str | datetime | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
    ) -> t.WebhookWithSecret:
        """Register a webhook.

        Registers a signed callback that fires when a value crosses the threshold. The secret is
        shown only in this answer: store it first.

        Plan: Pro or higher.

        Args:
            url: HTTPS address of the receiver, on port 443 or above 1023, without user name. It
                must be public. Or `inbox:` and the id of a confirmed inbox.
            event: spread: the net profit of the best opportunity, in percent, rises to the
                threshold. best_buy: the best price to buy falls to it. best_sell: the best price to
                sell rises to it.
            threshold: Percent for `spread`, otherwise a price.
            amount: Amount of the round trip, in fiat. Required for `spread`. Other events
                ignore it and have `null`; they take `fill_amount`.
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only the prices of this exchange count.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. Empty means no filter.
            hysteresis: Distance that the value must move back before the webhook can fire
                again.
            fill_amount: For `best_buy` and `best_sell`: compare the average price of this fiat
                amount, as `quote` finds it, instead of the best price. An amount that cannot be
                filled does not reach the threshold.
            min_confidence: Minimum confidence of a price that may fire; medium when absent.
            hold_seconds: Seconds that the value must stay beyond the threshold before the
                webhook fires; 0 or absent = immediately.
            quiet_hours: Daily time in which nothing is sent, such as `23:00-08:00`, in the zone
                `tz`. If the threshold is reached in it, one event with the newest data follows
                afterwards.
            digest_time: Time of day, in the zone `tz`, at which a `digest` of the best prices
                is sent, such as `08:00`.
            tz: IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time.
                Default: "UTC".
            expires_at: Time from which the webhook no longer fires. It stays listed, as
                `expired`.
            description: A note for yourself.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return self._call(
            t.WebhookWithSecret,
            "POST",
            "/webhooks",
            body={
                "url": url,
                "event": event,
                "threshold": threshold,
                "amount": given(amount),
                "fiat": given(fiat),
                "exchange": given(exchange),
                "payment_method": given(payment_method),
                "hysteresis": given(hysteresis),
                "fill_amount": given(fill_amount),
                "min_confidence": given(min_confidence),
                "hold_seconds": given(hold_seconds),
                "quiet_hours": given(quiet_hours),
                "digest_time": given(digest_time),
                "tz": given(tz),
                "expires_at": given(expires_at),
                "description": given(description),
            },
            idempotency_key=idempotency_key or new_key(),
        )

    def get(self, id: str) -> t.Webhook:
        """One webhook.

        Returns the settings of the webhook, whether it is enabled, and its last delivery.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return self._call(t.Webhook, "GET", f"/webhooks/{segment(id)}")

    def update(
        self,
        id: str,
        *,
        url: str | None = None,
        threshold: float | None = None,
        amount: float | None | NotGiven = NOT_GIVEN,
        fill_amount: float | None | NotGiven = NOT_GIVEN,
        min_confidence: Literal["medium", "high"] | None | NotGiven = NOT_GIVEN,
        hold_seconds: int | None | NotGiven = NOT_GIVEN,
        quiet_hours: str | None | NotGiven = NOT_GIVEN,
        digest_time: str | None | NotGiven = NOT_GIVEN,
        tz: str | None | NotGiven = NOT_GIVEN,
        expires_at: str | datetime | None | NotGiven = NOT_GIVEN,
        enabled: bool | None = None,
        description: str | None | NotGiven = NOT_GIVEN,
    ) -> t.Webhook:
        """Change, enable or disable a webhook.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. Enabling resets the failure count; events missed meanwhile are not sent.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            url: HTTPS address of the receiver, on port 443 or above 1023, without user name. It
                must be public. Or `inbox:` and the id of a confirmed inbox.
            threshold: Percent for `spread`, otherwise a price.
            amount: Amount of the round trip, in fiat. Required for `spread`. Other events
                ignore it and have `null`; they take `fill_amount`. Null resets it.
            fill_amount: As in `webhooks.create`; null compares the best price again.
            min_confidence: As in `webhooks.create`; null means medium.
            hold_seconds: As in `webhooks.create`; null fires immediately.
            quiet_hours: As at creation; null resets it.
            digest_time: As at creation; null resets it.
            tz: As at creation; null resets it.
            expires_at: As at creation; null resets it.
            enabled: `true` also forgets past failures.
            description: A note for yourself; null removes it.
        """
        return self._call(
            t.Webhook,
            "PATCH",
            f"/webhooks/{segment(id)}",
            body={
                "url": given(url),
                "threshold": given(threshold),
                "amount": amount,
                "fill_amount": fill_amount,
                "min_confidence": min_confidence,
                "hold_seconds": hold_seconds,
                "quiet_hours": quiet_hours,
                "digest_time": digest_time,
                "tz": tz,
                "expires_at": expires_at,
                "enabled": given(enabled),
                "description": description,
            },
        )

    def delete(self, id: str) -> None:
        """Delete a webhook.

        Stops all sending and deletes the delivery log.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return self._call(type(None), "DELETE", f"/webhooks/{segment(id)}")

    def test(self, id: str, *, idempotency_key: str | None = None) -> t.Delivery:
        """Send a ping.

        Sends a signed `ping` to the receiver once. A failed ping is not counted, and a ping does
        not wait for other events. At most 10 pings and resends an hour per webhook. A request
        while a ping is waiting returns that ping.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return self._call(
            t.Delivery,
            "POST",
            f"/webhooks/{segment(id)}/test",
            idempotency_key=idempotency_key or new_key(),
        )

    def rotate_secret(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> t.WebhookWithSecret:
        """Replace the secret.

        Returns a new secret, shown only in this answer. Until `old_secret_expires_at` the header
        `webhook-signature` carries both signatures and `X-Service-Signature` uses the old
        secret, so that no event is missed. `activate-secret` ends this immediately. With
        `overlap_hours` 0 only the new secret signs: use it for a leaked or lost secret.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            overlap_hours: Hours during which the old secret also signs; 0 = only the new one.
                Default: 24.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return self._call(
            t.WebhookWithSecret,
            "POST",
            f"/webhooks/{segment(id)}/rotate-secret",
            body={"overlap_hours": given(overlap_hours)},
            idempotency_key=idempotency_key or new_key(),
        )

    def activate_secret(self, id: str, *, idempotency_key: str | None = None) -> t.Webhook:
        """Sign with the new secret alone.

        Ends a rotation: the old secret stops signing. Call it when your receiver knows the new
        secret. Without a rotation, the call changes nothing.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return self._call(
            t.Webhook,
            "POST",
            f"/webhooks/{segment(id)}/activate-secret",
            idempotency_key=idempotency_key or new_key(),
        )

    def deliveries(self, id: str) -> t.DeliveryList:
        """List deliveries and their results.

        Returns the newest 100 deliveries of the last 30 days, newest first. Older deliveries are
        deleted.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return self._call(t.DeliveryList, "GET", f"/webhooks/{segment(id)}/deliveries")

    def resend(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> t.Delivery:
        """Send a delivery again.

        Sends the same id and bytes with a new time and signature. The next attempt of a delivery
        that still waits is made at once. At most 10 pings and resends an hour per webhook.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            delivery_id: Id of the delivery.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return self._call(
            t.Delivery,
            "POST",
            f"/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/resend",
            idempotency_key=idempotency_key or new_key(),
        )


class Inboxes(_Group):
    def list(self) -> t.InboxList:
        """All inboxes of the account.

        Returns the mail addresses, chats and channels to which the server can send alerts,
        oldest first.

        Plan: Pro or higher.
        """
        return self._call(t.InboxList, "GET", "/inboxes")

    def create(
        self,
        *,
        kind: Literal["email", "telegram", "ntfy", "discord", "slack"],
        address: str | None = None,
        language: Literal["en", "uk"] | None = None,
    ) -> t.CreatedInbox:
        """Add a mail address, a chat or a channel.

        A chat is linked by `/start CODE` to the bot; every other kind gets a link in its first
        message. Both expire after 24 hours. Once confirmed, webhooks can send there with the
        `url` `inbox:ID`. At most 5 first messages an hour. If a topic or channel is already
        confirmed, its inbox is returned. Rejected if the operator has not set up this kind.

        Plan: Pro or higher.

        Args:
            kind: Kind of inbox.
            address: Mail address, in any case; https address of an ntfy topic, or of a Discord
                or Slack webhook, kept secret; left out for a chat.
            language: Language of the messages. Default: "en".
        """
        return self._call(
            t.CreatedInbox,
            "POST",
            "/inboxes",
            body={"kind": kind, "address": given(address), "language": given(language)},
        )

    def delete(self, id: str) -> None:
        """Delete an inbox.

        Disables the webhooks that send to it.

        Plan: Pro or higher.

        Args:
            id: Id of the inbox.
        """
        return self._call(type(None), "DELETE", f"/inboxes/{segment(id)}")


class Rules(_Group):
    def list(self) -> t.RuleList:
        """All rules of the account.

        Returns the saved formulas, the oldest first.

        Plan: Pro or higher.
        """
        return self._call(t.RuleList, "GET", "/rules")

    def create(
        self,
        *,
        name: str,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Sequence[t.Exchange] | None = None,
        payment_methods: Sequence[str] | None = None,
        exclude_methods: Sequence[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
        last_good_seconds: int | None = None,
    ) -> t.Rule:
        """Save a formula.

        Saves a formula under a name, at most 20 per account. The server also stores its last
        good value across restarts. `formula/preview` shows beforehand the prices it would have
        given in the last 7 days.

        Plan: Pro or higher.

        Args:
            name: Name of the rule, for people.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent.
            payment_methods: Parts of payment method names, or aliases; a canonical id matches
                only that method. An ad must accept at least one.
            exclude_methods: Payment methods to ignore, named like `payment_methods`.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
            last_good_seconds: Maximum age in seconds of the last good value that replaces a
                missing price, counted from its observation; 0 disables it. Fresh data may itself be
                up to 10 minutes old. Default: 0.
        """
        return self._call(
            t.Rule,
            "POST",
            "/rules",
            body={
                "name": name,
                "fiat": given(fiat),
                "side": given(side),
                "base": given(base),
                "n": given(n),
                "amount": given(amount),
                "exchanges": given(exchanges),
                "payment_methods": given(payment_methods),
                "exclude_methods": given(exclude_methods),
                "offset_pct": given(offset_pct),
                "offset": given(offset),
                "step": given(step),
                "rounding": given(rounding),
                "floor": given(floor),
                "ceiling": given(ceiling),
                "last_good_seconds": given(last_good_seconds),
            },
        )

    def get(self, id: str) -> t.Rule:
        """One rule.

        Returns the saved formula.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return self._call(t.Rule, "GET", f"/rules/{segment(id)}")

    def update(
        self,
        id: str,
        *,
        name: str | None = None,
        fiat: t.Fiat | None | NotGiven = NOT_GIVEN,
        side: Literal["BUY", "SELL"] | None | NotGiven = NOT_GIVEN,
        base: Literal["best", "nth", "median", "size"] | None | NotGiven = NOT_GIVEN,
        n: int | None | NotGiven = NOT_GIVEN,
        amount: float | None | NotGiven = NOT_GIVEN,
        exchanges: Sequence[t.Exchange] | None | NotGiven = NOT_GIVEN,
        payment_methods: Sequence[str] | None | NotGiven = NOT_GIVEN,
        exclude_methods: Sequence[str] | None | NotGiven = NOT_GIVEN,
        offset_pct: float | None | NotGiven = NOT_GIVEN,
        offset: float | None | NotGiven = NOT_GIVEN,
        step: float | None | NotGiven = NOT_GIVEN,
        rounding: Literal["nearest", "up", "down"] | None | NotGiven = NOT_GIVEN,
        floor: float | None | NotGiven = NOT_GIVEN,
        ceiling: float | None | NotGiven = NOT_GIVEN,
        last_good_seconds: int | None | NotGiven = NOT_GIVEN,
    ) -> t.Rule:
        """Change a rule.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. A changed formula deletes the last good value, because it belongs to the old formula.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
            name: Name of the rule, for people.
            fiat: As at creation; null resets it.
            side: As at creation; null resets it.
            base: As at creation; null resets it.
            n: As at creation; null resets it.
            amount: As at creation; null resets it.
            exchanges: As at creation; null resets it.
            payment_methods: As at creation; null resets it.
            exclude_methods: As at creation; null resets it.
            offset_pct: As at creation; null resets it.
            offset: As at creation; null resets it.
            step: As at creation; null resets it.
            rounding: As at creation; null resets it.
            floor: As at creation; null resets it.
            ceiling: As at creation; null resets it.
            last_good_seconds: Maximum age in seconds of the last good value that replaces a
                missing price, counted from its observation; 0 disables it. Fresh data may itself be
                up to 10 minutes old. Null resets it.
        """
        return self._call(
            t.Rule,
            "PATCH",
            f"/rules/{segment(id)}",
            body={
                "name": given(name),
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_methods": payment_methods,
                "exclude_methods": exclude_methods,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
                "last_good_seconds": last_good_seconds,
            },
        )

    def delete(self, id: str) -> None:
        """Delete a rule.

        Deletes the rule and removes it from all boards that show it.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return self._call(type(None), "DELETE", f"/rules/{segment(id)}")

    def price(self, id: str) -> t.RulePrice:
        """Current price of a rule.

        Price by the saved formula. Without a fresh price, returns the last good value with
        `stale_since` and `reason`, up to the age the rule allows. After that, `value` is null.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return self._call(t.RulePrice, "GET", f"/rules/{segment(id)}/price")


class Boards(_Group):
    def list(self) -> t.PriceBoardList:
        """All price boards of the account.

        Returns the price boards of the account, oldest first.

        Plan: Pro or higher.
        """
        return self._call(t.PriceBoardList, "GET", "/boards")

    def create(
        self,
        *,
        title: str,
        rules: Sequence[str],
        language: Literal["en", "uk"] | None = None,
        tz: str | None = None,
        theme: Literal["light", "dark", "auto"] | None = None,
        accent: str | None | NotGiven = NOT_GIVEN,
    ) -> t.PriceBoard:
        """Create a public price board.

        Creates a page and a picture of rules for any website: `url` for an iframe, `svg_url` as
        an image, `screen_url` for a shop window. Viewers need no key and use no quota. At most
        20 per account.

        Plan: Pro or higher.

        Args:
            title: Title above the prices.
            rules: Ids of rules of the account, in the order in which they are shown.
            language: Language of the board. Default: "en".
            tz: IANA time zone of the times shown, with daylight saving time. Default: "UTC".
            theme: Light, dark, or the setting of the viewer’s device. Default: "auto".
            accent: Accent colour: `#` and six hexadecimal digits. Null for none. Default: null.
        """
        return self._call(
            t.PriceBoard,
            "POST",
            "/boards",
            body={
                "title": title,
                "rules": rules,
                "language": given(language),
                "tz": given(tz),
                "theme": given(theme),
                "accent": accent,
            },
        )

    def get(self, id: str) -> t.PriceBoard:
        """One price board.

        Returns the settings of the board, without deleted rules.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
        """
        return self._call(t.PriceBoard, "GET", f"/boards/{segment(id)}")

    def update(
        self,
        id: str,
        *,
        title: str | None = None,
        rules: Sequence[str] | None = None,
        language: Literal["en", "uk"] | None | NotGiven = NOT_GIVEN,
        tz: str | None | NotGiven = NOT_GIVEN,
        theme: Literal["light", "dark", "auto"] | None | NotGiven = NOT_GIVEN,
        accent: str | None | NotGiven = NOT_GIVEN,
    ) -> t.PriceBoard:
        """Change a price board.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. The addresses of the board stay unchanged.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
            title: Title above the prices.
            rules: Ids of rules of the account, in the order in which they are shown.
            language: Language of the board. Null resets it.
            tz: IANA time zone of the times shown, with daylight saving time. Null resets it.
            theme: Light, dark, or the setting of the viewer’s device. Null resets it.
            accent: Accent colour: `#` and six hexadecimal digits. Null for none.
        """
        return self._call(
            t.PriceBoard,
            "PATCH",
            f"/boards/{segment(id)}",
            body={
                "title": given(title),
                "rules": given(rules),
                "language": language,
                "tz": tz,
                "theme": theme,
                "accent": accent,
            },
        )

    def delete(self, id: str) -> None:
        """Delete a price board.

        Deletes the board; its addresses stop working. A new board gets new addresses.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
        """
        return self._call(type(None), "DELETE", f"/boards/{segment(id)}")


class Endpoints(_Caller):
    def markets(self) -> t.MarketInfo:
        """Exchanges, currencies and your plan.

        Returns the available exchanges and currencies, and the limits of the key’s plan. The CSV
        has only the currencies.

        Plan: Free or higher.
        """
        return self._call(t.MarketInfo, "GET", "/markets")

    def rates(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        include: Many[Literal["confidence", "interval", "rails", "profile"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Rates:
        """Best reliable buy and sell prices.

        Returns the best reliable price on each exchange and across all exchanges. Without
        `payment_method`, ads with any payment method count. Data older than 10 minutes is never
        returned.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Only ads with this payment method, judged among themselves. Part of
                a name in any case, or an alias of payment-methods; a canonical id matches only that
                method. With several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            include: Additions, separated by commas: `confidence`, the confidence in each side
                with the reasons for doubt; `interval`, the bounds of the price that you really pay
                in 9 of 10 cases; `rails`, prices by payment method if they differ; `profile`, the
                person for whom the prices are, and the best prices with another record.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Rates,
            "GET",
            "/rates",
            query={
                "fiat": fiat,
                "exchange": exchange,
                "payment_method": payment_method,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def orderbook(
        self,
        *,
        exchange: Literal["all", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        rows: int | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        amount: float | None = None,
        include: Many[Literal["trust", "demands", "counts", "updated_at"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Orderbook:
        """Live ads of one exchange, or of all.

        Returns the ads of one side of one exchange in a uniform shape, each with its verdict.
        Untrusted ads are shown, too, unless `trusted=true`. Filters apply before the list is cut
        to `rows`. An exchange that does not trade the currency has no ads. `exchange=all` lists
        the ads of all exchanges, best price first. Each ad names its exchange, and
        `missing_exchanges` names exchanges without fresh ads.

        Plan: Free or higher.

        Args:
            exchange: The exchange, exactly as `markets` spells it, or `all` for the ads of all
                of them in one list.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            rows: Number of ads, best prices first, trusted or not (see `trusted`). Larger
                values are lowered to the limit of the plan. With `exchange=all` the limit applies
                per exchange. Default: 10.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            amount: Only ads that take this whole fiat amount in one order, within limits and
                stock.
            include: Additions, separated by commas: `trust`, stock, verification, score,
                reasons with their figures, eligibility, demands, time and link of every ad, and
                `via` and `checked` if a remote collector read them; `demands`, demands of every ad,
                and `takes_you` if you meet them; `counts`, number of ads that match; `updated_at`,
                the receive time of the newest ad.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Orderbook,
            "GET",
            "/orderbook",
            query={
                "exchange": exchange,
                "fiat": fiat,
                "side": side,
                "rows": rows,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "amount": amount,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def stats(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        include: Many[Literal["updated_at"]] | None = None,
    ) -> t.Stats:
        """Averages, minimum, verdict, cheapest hours.

        Compares the current buy price with the last 24 hours and 7 days. The price is the best
        across all exchanges, that of one exchange, or the index.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            include: Adds `updated_at`, the receive time of the newest price behind
                `best_buy_now`.
        """
        return self._call(
            t.Stats,
            "GET",
            "/stats",
            query={"fiat": fiat, "exchange": exchange, "include": include},
        )

    def history(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        hours: int | None = None,
        max_points: int | None = None,
    ) -> t.History:
        """Price history.

        Returns recorded prices every 5 minutes: the best reliable prices of one exchange or
        across all exchanges, or the reference index.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            hours: Depth in hours, lowered to the limit of the plan if larger. Default: 24.
            max_points: Points in the answer. More than 1000 is lowered to 1000. Default: 300.
        """
        return self._call(
            t.History,
            "GET",
            "/history",
            query={"fiat": fiat, "exchange": exchange, "hours": hours, "max_points": max_points},
        )

    def arbitrage(
        self,
        *,
        fiat: t.Fiat | None = None,
        amount: float | None = None,
        transfer_fee_usdt: str | float | None = None,
        trade_worth_usdt: float | None = None,
        include: Many[Literal["same_exchange", "age", "updated_at", "confidence"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Arbitrage:
        """Buy here, sell there.

        Returns pairs of exchanges: USDT costs less on the first than it sells for on the second,
        within limits, stock, fee and payment methods. Each side uses one ad, or up to three if
        no pair of single ads takes the amount with a profit: then prices are averages and limits
        are sums. The pairs use only trusted ads. The answer has at most 30 pairs.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            amount: Amount of the round trip, in fiat. Default: 1000.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. `auto`: the fee
                of the cheapest open network of `transfers`, or 1 where it is unknown. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            include: Additions, separated by commas: `same_exchange`, opportunities on a single
                exchange; `age`, the start of the profitable period of each pair; `updated_at`, the
                receive time of the newest price; `confidence`, that of the best price on each
                exchange.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Arbitrage,
            "GET",
            "/arbitrage",
            query={
                "fiat": fiat,
                "amount": amount,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def me(self) -> t.Usage:
        """Your plan and usage.

        Returns plan, limits and usage of the current month. Answers even when the monthly quota
        is used up.

        Plan: Free or higher.
        """
        return self._call(t.Usage, "GET", "/me")

    def stream(
        self,
        *,
        fiat: t.Fiat | None = None,
        include: Many[Literal["confidence"]] | None = None,
    ) -> Iterator[t.Rates]:
        """Live rates of one currency.

        Server-Sent Events: one event named `rates` at once, and one whenever fresh data was
        collected (about every five minutes). Its `data` is the answer of `rates` with the same
        `include`, its `id` the version of the data. A comment every 15 seconds keeps the
        connection alive; after 60 minutes it is closed: connect again. A comment marks simulated
        exchanges. Errors before the stream starts are JSON. A stream costs one request of the
        quota.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            include: Adds `confidence`, the confidence in each side with the reasons for doubt.
        """
        return self._stream(t.Rates, "/stream", query={"fiat": fiat, "include": include})

    def openapi(self) -> t.OpenApiDocument:
        """This document.

        The OpenAPI 3.1 description of the whole interface, generated from the schemas that the
        service enforces.

        Plan: Free or higher.
        """
        return self._call(t.OpenApiDocument, "GET", "/openapi.json")

    def quote(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        amount_usdt: float | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        exchange: Many[t.Exchange] | None = None,
        transfer_fee_usdt: float | None = None,
        trade_worth_usdt: float | None = None,
        include: Many[Literal["interval"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Quote:
        """Real cost or proceeds of an amount.

        Finds the trades for an amount among the trusted ads, within their limits and stock.
        `plans` starts with the simplest way: one trade if one ad takes the whole amount. Plans
        with more trades or exchanges follow if they gain more than they cost. The top of the
        answer is the recommended plan, with the highest gain after costs.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Amount in fiat. Give either `amount` or `amount_usdt`, not both.
            amount_usdt: Amount in USDT. Give either `amount` or `amount_usdt`, not both.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            exchange: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            include: Addition: `interval`, the bounds of the average price that you really pay
                in 9 of 10 cases.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Quote,
            "GET",
            "/quote",
            query={
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "amount_usdt": amount_usdt,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "exchange": exchange,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def sources(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
    ) -> t.Sources:
        """State of each exchange.

        Returns for each exchange and currency its state, the age of its data, and the cause of a
        failure.

        Plan: Free or higher.

        Args:
            fiat: Only this currency; all when absent.
            exchange: Only this exchange; all when absent.
        """
        return self._call(t.Sources, "GET", "/sources", query={"fiat": fiat, "exchange": exchange})

    def payment_methods(self) -> t.PaymentMethods:
        """Payment methods by name, class and country.

        Returns one entry per payment method, with the names that exchanges use.

        Plan: Free or higher.
        """
        return self._call(t.PaymentMethods, "GET", "/payment-methods")

    def candles(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        interval: Literal["5m", "15m", "1h", "4h", "1d"] | None = None,
        hours: int | None = None,
        include: Many[Literal["ads", "confidence"]] | None = None,
    ) -> t.Candles:
        """Open, high, low and close of the best prices.

        One candle per interval and side. The first candle is complete, even if it began before
        the requested time. At most 10000 candles; a longer depth is lowered.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            interval: Length of one candle. Default: "1h".
            hours: Depth in hours, lowered to the limit of the plan if larger. Default: 24.
            include: Additions, separated by commas: `ads`, the number of ads behind the last
                price of each side; `confidence`, that of the index, recorded for no other series.
                CSV gets extra columns.
        """
        return self._call(
            t.Candles,
            "GET",
            "/candles",
            query={
                "fiat": fiat,
                "exchange": exchange,
                "interval": interval,
                "hours": hours,
                "include": include,
            },
        )

    def usage(
        self,
        *,
        days: int | None = None,
        include: Many[Literal["recent_errors"]] | None = None,
    ) -> t.UsageReport:
        """Your requests by day, endpoint and key.

        Counts the requests of all keys of the account, at most 1 second late. Answers even if
        the monthly quota is used up.

        Plan: Free or higher.

        Args:
            days: UTC days, including today. More than 90 is lowered to 90. Default: 30.
            include: Adds `recent_errors`: errors of the last 24 hours, by code.
        """
        return self._call(t.UsageReport, "GET", "/usage", query={"days": days, "include": include})

    def depth(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        exchange: t.Exchange | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Depth:
        """The price by size.

        Returns the price per USDT for amounts from 50 to 10,000 USDT, and the total supply of
        trusted ads. Each size is calculated as by `quote`, within the limits and stock of every
        ad. A larger amount may be cheaper per USDT, because the best ads often have high
        minimums.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            exchange: Only this exchange; all of them together when absent.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Depth,
            "GET",
            "/depth",
            query={
                "fiat": fiat,
                "side": side,
                "exchange": exchange,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def methods(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.MethodPrices:
        """The price by payment method.

        For each payment method: its canonical name, the best price over all exchanges for a
        normal caller, and the supply. A method is scored among its own ads once five advertisers
        accept it, as elsewhere with `payment_method`. Methods without such an ad are not listed.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Only ads that take this whole fiat amount in one order, within limits and
                stock.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.MethodPrices,
            "GET",
            "/methods",
            query={
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def index(self, *, fiat: t.Fiat | None = None) -> t.ReferenceIndex:
        """The reference index of a currency.

        One price over all exchanges that no single ad or exchange decides, with its confidence
        and a sentence that cites it. Recorded every 5 minutes: `history`, `candles` and `stats`
        accept `exchange=index`.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
        """
        return self._call(t.ReferenceIndex, "GET", "/index", query={"fiat": fiat})

    def fixings(
        self,
        *,
        fiat: t.Fiat | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> t.Fixings:
        """Daily index.

        One value per day: the median of the reference index from 11:30 to 12:30 UTC, created at
        12:40. At least 7 of the 12 slots must be recorded. Each entry carries the digest of the
        previous one, so a changed past is detectable. A day is withheld if exchanges with more
        than a quarter of the usual weight were unreadable. Entries never change; a correction is
        a new entry for the day.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            from_: The first day; 29 days before `to` when absent.
            to: The last day; today when absent.
        """
        return self._call(
            t.Fixings,
            "GET",
            "/index/fixings",
            query={"fiat": fiat, "from": from_, "to": to},
        )

    def premium(
        self,
        *,
        fiat: t.Fiat | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> t.Premium:
        """Daily premium over the official rate.

        Premium of each day’s fixing over the official rate of a US dollar. On days without a
        publication the last rate is used, and `official.day` is its day. For the current premium
        see `index`.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            from_: The first day; 29 days before `to` when absent.
            to: The last day; today when absent.
        """
        return self._call(
            t.Premium,
            "GET",
            "/index/premium",
            query={"fiat": fiat, "from": from_, "to": to},
        )

    def convert(
        self,
        *,
        from_: t.Fiat,
        to: t.Fiat,
        amount: float,
        from_method: Many[str] | None = None,
        to_method: Many[str] | None = None,
        transfer_fee_usdt: str | float | None = None,
        trade_worth_usdt: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Convert:
        """Convert one currency to another through USDT.

        Finds the exchanges that deliver the most: buys USDT on one, and sells it there or, after
        one transfer, on another. Uses trusted ads within their limits and stock, and plans each
        leg as `quote` does. Lists every cost against the reference indices and the central bank
        rates. Fees of your banks are not included.

        Plan: Starter or higher.

        Args:
            from_: Source currency, in any case.
            to: Target currency, in any case.
            amount: Amount you pay, in `from`.
            from_method: Payment methods of the first leg, named like `payment_method` of the
                order book; with several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            to_method: Payment methods of the second leg, named like `payment_method` of the
                order book; with several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. `auto`: the fee
                of the cheapest open network of `transfers`, or 1 where it is unknown. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Convert,
            "GET",
            "/convert",
            query={
                "from": from_,
                "to": to,
                "amount": amount,
                "from_method": from_method,
                "to_method": to_method,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def overview(self) -> t.Overview:
        """All currencies at once.

        Returns one line per currency: the best reliable prices with exchange and confidence, and
        the reference index with its confidence and 24-hour change. Each line has the age of its
        data. One call replaces one request per currency.

        Plan: Free or higher.
        """
        return self._call(t.Overview, "GET", "/overview")

    def price(
        self,
        *,
        at: str | datetime,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
    ) -> t.PriceAt:
        """The price at an instant.

        Price of one USDT at a past instant, for accounting: the best reliable prices, those of
        one exchange, or the reference index. Returns the price recorded in the 5-minute slot of
        the instant. A slot without a record has no price but a reason; other slots are never
        used.

        Plan: Starter or higher.

        Args:
            at: The instant: ISO 8601 with a time zone, to the minute or finer, or Unix seconds.
                Write `+` as `%2B` in an address; a space is accepted, too.
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
        """
        return self._call(
            t.PriceAt,
            "GET",
            "/price",
            query={"at": at, "fiat": fiat, "exchange": exchange},
        )

    def quality(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        days: int | None = None,
    ) -> t.Quality:
        """Completeness and freshness of the record.

        For each series of a currency: the 5-minute slots with a price on each day, and the
        longest gaps with reasons. For each exchange: the age of its data compared with the
        target. Also lists incidents. Calculated from records only, without manual edits.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only this exchange; all of them, `best` and `index` when absent.
            days: Days back, including today. More than 90 is lowered to 90. Default: 30.
        """
        return self._call(
            t.Quality,
            "GET",
            "/quality",
            query={"fiat": fiat, "exchange": exchange, "days": days},
        )

    def seasonality(
        self,
        *,
        fiat: t.Fiat | None = None,
        tz: str | None = None,
        side: t.Side | None = None,
    ) -> t.Seasonality:
        """Cheap and expensive hours of the week.

        For each hour of the week, in any time zone: the usual difference between the best price
        and the median price of the week around it. Includes the size of the sample. The trend is
        removed: a market that only rises has no cheap Monday. Recalculated every hour.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            tz: The IANA time zone of the weekdays and hours, summer time included. Default:
                "Europe/Kyiv".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
        """
        return self._call(
            t.Seasonality,
            "GET",
            "/seasonality",
            query={"fiat": fiat, "tz": tz, "side": side},
        )

    def formula(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.FormulaPrice:
        """A price by formula, without saving it.

        Starts with a market price: the best, the n-th best, the median of the exchanges, or the
        average for an amount. Then adds an offset in percent and one in fiat, rounds, and
        applies floor and ceiling, in exact decimals. `rules.create` saves the same formula.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Part of a payment method name in any case, or an alias; a canonical
                id matches only that method. An ad must accept it. Several are separated by commas,
                or the parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. Several are
                separated by commas, or the parameter is repeated.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.FormulaPrice,
            "GET",
            "/formula",
            query={
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def formula_preview(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
    ) -> t.FormulaPreview:
        """Prices that a formula would have given in the last 7 days.

        Applies a formula to recorded prices before it is saved. The step is 5 minutes if the
        best price of each exchange is enough. It is 1 hour for `nth`, `size` and payment
        methods. They use one stored market per hour, with its scores of that time;
        `recorded_slots` counts these.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Part of a payment method name in any case, or an alias; a canonical
                id matches only that method. An ad must accept it. Several are separated by commas,
                or the parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. Several are
                separated by commas, or the parameter is repeated.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
        """
        return self._call(
            t.FormulaPreview,
            "GET",
            "/formula/preview",
            query={
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
            },
        )

    def fixing_inputs(self, fiat: str, day: str) -> t.FixingInputs:
        """Inputs of a fixing.

        Everything that the fixing of a day was computed from: middle price and evidence of each
        exchange in each slot, and the state that the fixing before it handed on. The fixing
        carries the digest of its inputs, so anyone can compute it again.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case.
            day: A UTC day.
        """
        return self._call(
            t.FixingInputs,
            "GET",
            f"/index/fixings/{segment(fiat)}/{segment(day)}/inputs",
        )

    def track_record(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        confidence: Literal["low", "medium", "high"] | None = None,
        days: int | None = None,
    ) -> t.TrackRecord:
        """Best prices that were still there later.

        This server compares the best prices that it published with its later looks, and counts.
        By confidence, exchange, currency and day: how many ads were still there at the next look
        and after 15 and 60 minutes, how many trusted ads were bait with hindsight, and how often
        the bounds of `include=interval` held. Looks that are missing or more than 10 minutes
        late (15 for the next look) answer nothing.

        Plan: Free or higher.

        Args:
            fiat: Only this currency; all of them when absent.
            exchange: Only the best prices of this exchange; those of all exchanges together
                when absent.
            confidence: Only prices that were published with this confidence.
            days: Days back, including today. More than 90 is lowered to 90. Default: 30.
        """
        return self._call(
            t.TrackRecord,
            "GET",
            "/track-record",
            query={"fiat": fiat, "exchange": exchange, "confidence": confidence, "days": days},
        )

    def fair(
        self,
        *,
        price: float,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        payment_method: Many[str] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Fair:
        """An offered price against the market.

        Compares an offered price with the trusted ads that you can take for the amount. With low
        confidence or fewer than 3 such ads, the verdict is `unknown`.

        Plan: Free or higher.

        Args:
            price: Offered price, in fiat per USDT.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Amount in fiat. Only ads that take the whole amount in one order are
                compared.
            payment_method: Payment methods of the offer, named like `payment_method` of the
                order book. Several are separated by commas, or the parameter is repeated.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return self._call(
            t.Fair,
            "GET",
            "/fair",
            query={
                "price": price,
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "payment_method": payment_method,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    def transfers(
        self,
        *,
        from_: t.Exchange | None = None,
        to: t.Exchange | None = None,
    ) -> t.Transfers:
        """Networks between two exchanges.

        Returns the networks on which USDT moves from one exchange to another, with state and
        withdrawal fee. The server reads KuCoin, and HTX if it is one of its exchanges, once a
        day. Other exchanges show fees only to account holders, so their figures are entered by
        hand from public sources, with their day. `source`, `observed_at` and `stale` are about
        the withdrawal; deposits at exchanges that the server does not read are entered by hand,
        too. A network is absent if one end is unknown.

        Plan: Free or higher.

        Args:
            from_: Exchange of the withdrawal. All if absent.
            to: Exchange of the deposit. All if absent.
        """
        return self._call(t.Transfers, "GET", "/transfers", query={"from": from_, "to": to})

    @property
    def webhooks(self) -> Webhooks:
        return Webhooks(self)

    @property
    def inboxes(self) -> Inboxes:
        return Inboxes(self)

    @property
    def rules(self) -> Rules:
        return Rules(self)

    @property
    def boards(self) -> Boards:
        return Boards(self)


class AsyncWebhooks(_AsyncGroup):
    async def list(self) -> t.WebhookList:
        """All webhooks of the account.

        Returns the webhooks of the account, oldest first.

        Plan: Pro or higher.
        """
        return await self._call(t.WebhookList, "GET", "/webhooks")

    async def create(
        self,
        *,
        url: str,
        event: Literal["spread", "best_buy", "best_sell"],
        threshold: float,
        amount: float | None = None,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        payment_method: str | None = None,
        hysteresis: float | None = None,
        fill_amount: float | None = None,
        min_confidence: Literal["medium", "high"] | None = None,
        hold_seconds: int | None = None,
        quiet_hours: str | None = None,
        digest_time: str | None = None,
        tz: str | None = None,
        expires_at: str | datetime | None = None,
        description: str | None = None,
        idempotency_key: str | None = None,
    ) -> t.WebhookWithSecret:
        """Register a webhook.

        Registers a signed callback that fires when a value crosses the threshold. The secret is
        shown only in this answer: store it first.

        Plan: Pro or higher.

        Args:
            url: HTTPS address of the receiver, on port 443 or above 1023, without user name. It
                must be public. Or `inbox:` and the id of a confirmed inbox.
            event: spread: the net profit of the best opportunity, in percent, rises to the
                threshold. best_buy: the best price to buy falls to it. best_sell: the best price to
                sell rises to it.
            threshold: Percent for `spread`, otherwise a price.
            amount: Amount of the round trip, in fiat. Required for `spread`. Other events
                ignore it and have `null`; they take `fill_amount`.
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only the prices of this exchange count.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. Empty means no filter.
            hysteresis: Distance that the value must move back before the webhook can fire
                again.
            fill_amount: For `best_buy` and `best_sell`: compare the average price of this fiat
                amount, as `quote` finds it, instead of the best price. An amount that cannot be
                filled does not reach the threshold.
            min_confidence: Minimum confidence of a price that may fire; medium when absent.
            hold_seconds: Seconds that the value must stay beyond the threshold before the
                webhook fires; 0 or absent = immediately.
            quiet_hours: Daily time in which nothing is sent, such as `23:00-08:00`, in the zone
                `tz`. If the threshold is reached in it, one event with the newest data follows
                afterwards.
            digest_time: Time of day, in the zone `tz`, at which a `digest` of the best prices
                is sent, such as `08:00`.
            tz: IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time.
                Default: "UTC".
            expires_at: Time from which the webhook no longer fires. It stays listed, as
                `expired`.
            description: A note for yourself.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return await self._call(
            t.WebhookWithSecret,
            "POST",
            "/webhooks",
            body={
                "url": url,
                "event": event,
                "threshold": threshold,
                "amount": given(amount),
                "fiat": given(fiat),
                "exchange": given(exchange),
                "payment_method": given(payment_method),
                "hysteresis": given(hysteresis),
                "fill_amount": given(fill_amount),
                "min_confidence": given(min_confidence),
                "hold_seconds": given(hold_seconds),
                "quiet_hours": given(quiet_hours),
                "digest_time": given(digest_time),
                "tz": given(tz),
                "expires_at": given(expires_at),
                "description": given(description),
            },
            idempotency_key=idempotency_key or new_key(),
        )

    async def get(self, id: str) -> t.Webhook:
        """One webhook.

        Returns the settings of the webhook, whether it is enabled, and its last delivery.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return await self._call(t.Webhook, "GET", f"/webhooks/{segment(id)}")

    async def update(
        self,
        id: str,
        *,
        url: str | None = None,
        threshold: float | None = None,
        amount: float | None | NotGiven = NOT_GIVEN,
        fill_amount: float | None | NotGiven = NOT_GIVEN,
        min_confidence: Literal["medium", "high"] | None | NotGiven = NOT_GIVEN,
        hold_seconds: int | None | NotGiven = NOT_GIVEN,
        quiet_hours: str | None | NotGiven = NOT_GIVEN,
        digest_time: str | None | NotGiven = NOT_GIVEN,
        tz: str | None | NotGiven = NOT_GIVEN,
        expires_at: str | datetime | None | NotGiven = NOT_GIVEN,
        enabled: bool | None = None,
        description: str | None | NotGiven = NOT_GIVEN,
    ) -> t.Webhook:
        """Change, enable or disable a webhook.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. Enabling resets the failure count; events missed meanwhile are not sent.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            url: HTTPS address of the receiver, on port 443 or above 1023, without user name. It
                must be public. Or `inbox:` and the id of a confirmed inbox.
            threshold: Percent for `spread`, otherwise a price.
            amount: Amount of the round trip, in fiat. Required for `spread`. Other events
                ignore it and have `null`; they take `fill_amount`. Null resets it.
            fill_amount: As in `webhooks.create`; null compares the best price again.
            min_confidence: As in `webhooks.create`; null means medium.
            hold_seconds: As in `webhooks.create`; null fires immediately.
            quiet_hours: As at creation; null resets it.
            digest_time: As at creation; null resets it.
            tz: As at creation; null resets it.
            expires_at: As at creation; null resets it.
            enabled: `true` also forgets past failures.
            description: A note for yourself; null removes it.
        """
        return await self._call(
            t.Webhook,
            "PATCH",
            f"/webhooks/{segment(id)}",
            body={
                "url": given(url),
                "threshold": given(threshold),
                "amount": amount,
                "fill_amount": fill_amount,
                "min_confidence": min_confidence,
                "hold_seconds": hold_seconds,
                "quiet_hours": quiet_hours,
                "digest_time": digest_time,
                "tz": tz,
                "expires_at": expires_at,
                "enabled": given(enabled),
                "description": description,
            },
        )

    async def delete(self, id: str) -> None:
        """Delete a webhook.

        Stops all sending and deletes the delivery log.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return await self._call(type(None), "DELETE", f"/webhooks/{segment(id)}")

    async def test(self, id: str, *, idempotency_key: str | None = None) -> t.Delivery:
        """Send a ping.

        Sends a signed `ping` to the receiver once. A failed ping is not counted, and a ping does
        not wait for other events. At most 10 pings and resends an hour per webhook. A request
        while a ping is waiting returns that ping.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return await self._call(
            t.Delivery,
            "POST",
            f"/webhooks/{segment(id)}/test",
            idempotency_key=idempotency_key or new_key(),
        )

    async def rotate_secret(
        self,
        id: str,
        *,
        overlap_hours: int | None = None,
        idempotency_key: str | None = None,
    ) -> t.WebhookWithSecret:
        """Replace the secret.

        Returns a new secret, shown only in this answer. Until `old_secret_expires_at` the header
        `webhook-signature` carries both signatures and `X-Service-Signature` uses the old
        secret, so that no event is missed. `activate-secret` ends this immediately. With
        `overlap_hours` 0 only the new secret signs: use it for a leaked or lost secret.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            overlap_hours: Hours during which the old secret also signs; 0 = only the new one.
                Default: 24.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return await self._call(
            t.WebhookWithSecret,
            "POST",
            f"/webhooks/{segment(id)}/rotate-secret",
            body={"overlap_hours": given(overlap_hours)},
            idempotency_key=idempotency_key or new_key(),
        )

    async def activate_secret(self, id: str, *, idempotency_key: str | None = None) -> t.Webhook:
        """Sign with the new secret alone.

        Ends a rotation: the old secret stops signing. Call it when your receiver knows the new
        secret. Without a rotation, the call changes nothing.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return await self._call(
            t.Webhook,
            "POST",
            f"/webhooks/{segment(id)}/activate-secret",
            idempotency_key=idempotency_key or new_key(),
        )

    async def deliveries(self, id: str) -> t.DeliveryList:
        """List deliveries and their results.

        Returns the newest 100 deliveries of the last 30 days, newest first. Older deliveries are
        deleted.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
        """
        return await self._call(t.DeliveryList, "GET", f"/webhooks/{segment(id)}/deliveries")

    async def resend(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: str | None = None,
    ) -> t.Delivery:
        """Send a delivery again.

        Sends the same id and bytes with a new time and signature. The next attempt of a delivery
        that still waits is made at once. At most 10 pings and resends an hour per webhook.

        Plan: Pro or higher.

        Args:
            id: Id of the webhook.
            delivery_id: Id of the delivery.
            idempotency_key: Makes repeating this request safe for 24 hours. At most 255
                characters. Default: a new one.
        """
        return await self._call(
            t.Delivery,
            "POST",
            f"/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/resend",
            idempotency_key=idempotency_key or new_key(),
        )


class AsyncInboxes(_AsyncGroup):
    async def list(self) -> t.InboxList:
        """All inboxes of the account.

        Returns the mail addresses, chats and channels to which the server can send alerts,
        oldest first.

        Plan: Pro or higher.
        """
        return await self._call(t.InboxList, "GET", "/inboxes")

    async def create(
        self,
        *,
        kind: Literal["email", "telegram", "ntfy", "discord", "slack"],
        address: str | None = None,
        language: Literal["en", "uk"] | None = None,
    ) -> t.CreatedInbox:
        """Add a mail address, a chat or a channel.

        A chat is linked by `/start CODE` to the bot; every other kind gets a link in its first
        message. Both expire after 24 hours. Once confirmed, webhooks can send there with the
        `url` `inbox:ID`. At most 5 first messages an hour. If a topic or channel is already
        confirmed, its inbox is returned. Rejected if the operator has not set up this kind.

        Plan: Pro or higher.

        Args:
            kind: Kind of inbox.
            address: Mail address, in any case; https address of an ntfy topic, or of a Discord
                or Slack webhook, kept secret; left out for a chat.
            language: Language of the messages. Default: "en".
        """
        return await self._call(
            t.CreatedInbox,
            "POST",
            "/inboxes",
            body={"kind": kind, "address": given(address), "language": given(language)},
        )

    async def delete(self, id: str) -> None:
        """Delete an inbox.

        Disables the webhooks that send to it.

        Plan: Pro or higher.

        Args:
            id: Id of the inbox.
        """
        return await self._call(type(None), "DELETE", f"/inboxes/{segment(id)}")


class AsyncRules(_AsyncGroup):
    async def list(self) -> t.RuleList:
        """All rules of the account.

        Returns the saved formulas, the oldest first.

        Plan: Pro or higher.
        """
        return await self._call(t.RuleList, "GET", "/rules")

    async def create(
        self,
        *,
        name: str,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Sequence[t.Exchange] | None = None,
        payment_methods: Sequence[str] | None = None,
        exclude_methods: Sequence[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
        last_good_seconds: int | None = None,
    ) -> t.Rule:
        """Save a formula.

        Saves a formula under a name, at most 20 per account. The server also stores its last
        good value across restarts. `formula/preview` shows beforehand the prices it would have
        given in the last 7 days.

        Plan: Pro or higher.

        Args:
            name: Name of the rule, for people.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent.
            payment_methods: Parts of payment method names, or aliases; a canonical id matches
                only that method. An ad must accept at least one.
            exclude_methods: Payment methods to ignore, named like `payment_methods`.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
            last_good_seconds: Maximum age in seconds of the last good value that replaces a
                missing price, counted from its observation; 0 disables it. Fresh data may itself be
                up to 10 minutes old. Default: 0.
        """
        return await self._call(
            t.Rule,
            "POST",
            "/rules",
            body={
                "name": name,
                "fiat": given(fiat),
                "side": given(side),
                "base": given(base),
                "n": given(n),
                "amount": given(amount),
                "exchanges": given(exchanges),
                "payment_methods": given(payment_methods),
                "exclude_methods": given(exclude_methods),
                "offset_pct": given(offset_pct),
                "offset": given(offset),
                "step": given(step),
                "rounding": given(rounding),
                "floor": given(floor),
                "ceiling": given(ceiling),
                "last_good_seconds": given(last_good_seconds),
            },
        )

    async def get(self, id: str) -> t.Rule:
        """One rule.

        Returns the saved formula.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return await self._call(t.Rule, "GET", f"/rules/{segment(id)}")

    async def update(
        self,
        id: str,
        *,
        name: str | None = None,
        fiat: t.Fiat | None | NotGiven = NOT_GIVEN,
        side: Literal["BUY", "SELL"] | None | NotGiven = NOT_GIVEN,
        base: Literal["best", "nth", "median", "size"] | None | NotGiven = NOT_GIVEN,
        n: int | None | NotGiven = NOT_GIVEN,
        amount: float | None | NotGiven = NOT_GIVEN,
        exchanges: Sequence[t.Exchange] | None | NotGiven = NOT_GIVEN,
        payment_methods: Sequence[str] | None | NotGiven = NOT_GIVEN,
        exclude_methods: Sequence[str] | None | NotGiven = NOT_GIVEN,
        offset_pct: float | None | NotGiven = NOT_GIVEN,
        offset: float | None | NotGiven = NOT_GIVEN,
        step: float | None | NotGiven = NOT_GIVEN,
        rounding: Literal["nearest", "up", "down"] | None | NotGiven = NOT_GIVEN,
        floor: float | None | NotGiven = NOT_GIVEN,
        ceiling: float | None | NotGiven = NOT_GIVEN,
        last_good_seconds: int | None | NotGiven = NOT_GIVEN,
    ) -> t.Rule:
        """Change a rule.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. A changed formula deletes the last good value, because it belongs to the old formula.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
            name: Name of the rule, for people.
            fiat: As at creation; null resets it.
            side: As at creation; null resets it.
            base: As at creation; null resets it.
            n: As at creation; null resets it.
            amount: As at creation; null resets it.
            exchanges: As at creation; null resets it.
            payment_methods: As at creation; null resets it.
            exclude_methods: As at creation; null resets it.
            offset_pct: As at creation; null resets it.
            offset: As at creation; null resets it.
            step: As at creation; null resets it.
            rounding: As at creation; null resets it.
            floor: As at creation; null resets it.
            ceiling: As at creation; null resets it.
            last_good_seconds: Maximum age in seconds of the last good value that replaces a
                missing price, counted from its observation; 0 disables it. Fresh data may itself be
                up to 10 minutes old. Null resets it.
        """
        return await self._call(
            t.Rule,
            "PATCH",
            f"/rules/{segment(id)}",
            body={
                "name": given(name),
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_methods": payment_methods,
                "exclude_methods": exclude_methods,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
                "last_good_seconds": last_good_seconds,
            },
        )

    async def delete(self, id: str) -> None:
        """Delete a rule.

        Deletes the rule and removes it from all boards that show it.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return await self._call(type(None), "DELETE", f"/rules/{segment(id)}")

    async def price(self, id: str) -> t.RulePrice:
        """Current price of a rule.

        Price by the saved formula. Without a fresh price, returns the last good value with
        `stale_since` and `reason`, up to the age the rule allows. After that, `value` is null.

        Plan: Pro or higher.

        Args:
            id: Id of the rule.
        """
        return await self._call(t.RulePrice, "GET", f"/rules/{segment(id)}/price")


class AsyncBoards(_AsyncGroup):
    async def list(self) -> t.PriceBoardList:
        """All price boards of the account.

        Returns the price boards of the account, oldest first.

        Plan: Pro or higher.
        """
        return await self._call(t.PriceBoardList, "GET", "/boards")

    async def create(
        self,
        *,
        title: str,
        rules: Sequence[str],
        language: Literal["en", "uk"] | None = None,
        tz: str | None = None,
        theme: Literal["light", "dark", "auto"] | None = None,
        accent: str | None | NotGiven = NOT_GIVEN,
    ) -> t.PriceBoard:
        """Create a public price board.

        Creates a page and a picture of rules for any website: `url` for an iframe, `svg_url` as
        an image, `screen_url` for a shop window. Viewers need no key and use no quota. At most
        20 per account.

        Plan: Pro or higher.

        Args:
            title: Title above the prices.
            rules: Ids of rules of the account, in the order in which they are shown.
            language: Language of the board. Default: "en".
            tz: IANA time zone of the times shown, with daylight saving time. Default: "UTC".
            theme: Light, dark, or the setting of the viewer’s device. Default: "auto".
            accent: Accent colour: `#` and six hexadecimal digits. Null for none. Default: null.
        """
        return await self._call(
            t.PriceBoard,
            "POST",
            "/boards",
            body={
                "title": title,
                "rules": rules,
                "language": given(language),
                "tz": given(tz),
                "theme": given(theme),
                "accent": accent,
            },
        )

    async def get(self, id: str) -> t.PriceBoard:
        """One price board.

        Returns the settings of the board, without deleted rules.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
        """
        return await self._call(t.PriceBoard, "GET", f"/boards/{segment(id)}")

    async def update(
        self,
        id: str,
        *,
        title: str | None = None,
        rules: Sequence[str] | None = None,
        language: Literal["en", "uk"] | None | NotGiven = NOT_GIVEN,
        tz: str | None | NotGiven = NOT_GIVEN,
        theme: Literal["light", "dark", "auto"] | None | NotGiven = NOT_GIVEN,
        accent: str | None | NotGiven = NOT_GIVEN,
    ) -> t.PriceBoard:
        """Change a price board.

        Absent fields stay unchanged. `null` resets a field to the value it has if creation omits
        it. The addresses of the board stay unchanged.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
            title: Title above the prices.
            rules: Ids of rules of the account, in the order in which they are shown.
            language: Language of the board. Null resets it.
            tz: IANA time zone of the times shown, with daylight saving time. Null resets it.
            theme: Light, dark, or the setting of the viewer’s device. Null resets it.
            accent: Accent colour: `#` and six hexadecimal digits. Null for none.
        """
        return await self._call(
            t.PriceBoard,
            "PATCH",
            f"/boards/{segment(id)}",
            body={
                "title": given(title),
                "rules": given(rules),
                "language": language,
                "tz": tz,
                "theme": theme,
                "accent": accent,
            },
        )

    async def delete(self, id: str) -> None:
        """Delete a price board.

        Deletes the board; its addresses stop working. A new board gets new addresses.

        Plan: Pro or higher.

        Args:
            id: Id of the board.
        """
        return await self._call(type(None), "DELETE", f"/boards/{segment(id)}")


class AsyncEndpoints(_AsyncCaller):
    async def markets(self) -> t.MarketInfo:
        """Exchanges, currencies and your plan.

        Returns the available exchanges and currencies, and the limits of the key’s plan. The CSV
        has only the currencies.

        Plan: Free or higher.
        """
        return await self._call(t.MarketInfo, "GET", "/markets")

    async def rates(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        include: Many[Literal["confidence", "interval", "rails", "profile"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Rates:
        """Best reliable buy and sell prices.

        Returns the best reliable price on each exchange and across all exchanges. Without
        `payment_method`, ads with any payment method count. Data older than 10 minutes is never
        returned.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Only ads with this payment method, judged among themselves. Part of
                a name in any case, or an alias of payment-methods; a canonical id matches only that
                method. With several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            include: Additions, separated by commas: `confidence`, the confidence in each side
                with the reasons for doubt; `interval`, the bounds of the price that you really pay
                in 9 of 10 cases; `rails`, prices by payment method if they differ; `profile`, the
                person for whom the prices are, and the best prices with another record.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Rates,
            "GET",
            "/rates",
            query={
                "fiat": fiat,
                "exchange": exchange,
                "payment_method": payment_method,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def orderbook(
        self,
        *,
        exchange: Literal["all", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        rows: int | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        amount: float | None = None,
        include: Many[Literal["trust", "demands", "counts", "updated_at"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Orderbook:
        """Live ads of one exchange, or of all.

        Returns the ads of one side of one exchange in a uniform shape, each with its verdict.
        Untrusted ads are shown, too, unless `trusted=true`. Filters apply before the list is cut
        to `rows`. An exchange that does not trade the currency has no ads. `exchange=all` lists
        the ads of all exchanges, best price first. Each ad names its exchange, and
        `missing_exchanges` names exchanges without fresh ads.

        Plan: Free or higher.

        Args:
            exchange: The exchange, exactly as `markets` spells it, or `all` for the ads of all
                of them in one list.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            rows: Number of ads, best prices first, trusted or not (see `trusted`). Larger
                values are lowered to the limit of the plan. With `exchange=all` the limit applies
                per exchange. Default: 10.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            amount: Only ads that take this whole fiat amount in one order, within limits and
                stock.
            include: Additions, separated by commas: `trust`, stock, verification, score,
                reasons with their figures, eligibility, demands, time and link of every ad, and
                `via` and `checked` if a remote collector read them; `demands`, demands of every ad,
                and `takes_you` if you meet them; `counts`, number of ads that match; `updated_at`,
                the receive time of the newest ad.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Orderbook,
            "GET",
            "/orderbook",
            query={
                "exchange": exchange,
                "fiat": fiat,
                "side": side,
                "rows": rows,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "amount": amount,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def stats(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        include: Many[Literal["updated_at"]] | None = None,
    ) -> t.Stats:
        """Averages, minimum, verdict, cheapest hours.

        Compares the current buy price with the last 24 hours and 7 days. The price is the best
        across all exchanges, that of one exchange, or the index.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            include: Adds `updated_at`, the receive time of the newest price behind
                `best_buy_now`.
        """
        return await self._call(
            t.Stats,
            "GET",
            "/stats",
            query={"fiat": fiat, "exchange": exchange, "include": include},
        )

    async def history(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        hours: int | None = None,
        max_points: int | None = None,
    ) -> t.History:
        """Price history.

        Returns recorded prices every 5 minutes: the best reliable prices of one exchange or
        across all exchanges, or the reference index.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            hours: Depth in hours, lowered to the limit of the plan if larger. Default: 24.
            max_points: Points in the answer. More than 1000 is lowered to 1000. Default: 300.
        """
        return await self._call(
            t.History,
            "GET",
            "/history",
            query={"fiat": fiat, "exchange": exchange, "hours": hours, "max_points": max_points},
        )

    async def arbitrage(
        self,
        *,
        fiat: t.Fiat | None = None,
        amount: float | None = None,
        transfer_fee_usdt: str | float | None = None,
        trade_worth_usdt: float | None = None,
        include: Many[Literal["same_exchange", "age", "updated_at", "confidence"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Arbitrage:
        """Buy here, sell there.

        Returns pairs of exchanges: USDT costs less on the first than it sells for on the second,
        within limits, stock, fee and payment methods. Each side uses one ad, or up to three if
        no pair of single ads takes the amount with a profit: then prices are averages and limits
        are sums. The pairs use only trusted ads. The answer has at most 30 pairs.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            amount: Amount of the round trip, in fiat. Default: 1000.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. `auto`: the fee
                of the cheapest open network of `transfers`, or 1 where it is unknown. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            include: Additions, separated by commas: `same_exchange`, opportunities on a single
                exchange; `age`, the start of the profitable period of each pair; `updated_at`, the
                receive time of the newest price; `confidence`, that of the best price on each
                exchange.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Arbitrage,
            "GET",
            "/arbitrage",
            query={
                "fiat": fiat,
                "amount": amount,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def me(self) -> t.Usage:
        """Your plan and usage.

        Returns plan, limits and usage of the current month. Answers even when the monthly quota
        is used up.

        Plan: Free or higher.
        """
        return await self._call(t.Usage, "GET", "/me")

    def stream(
        self,
        *,
        fiat: t.Fiat | None = None,
        include: Many[Literal["confidence"]] | None = None,
    ) -> AsyncIterator[t.Rates]:
        """Live rates of one currency.

        Server-Sent Events: one event named `rates` at once, and one whenever fresh data was
        collected (about every five minutes). Its `data` is the answer of `rates` with the same
        `include`, its `id` the version of the data. A comment every 15 seconds keeps the
        connection alive; after 60 minutes it is closed: connect again. A comment marks simulated
        exchanges. Errors before the stream starts are JSON. A stream costs one request of the
        quota.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            include: Adds `confidence`, the confidence in each side with the reasons for doubt.
        """
        return self._stream(t.Rates, "/stream", query={"fiat": fiat, "include": include})

    async def openapi(self) -> t.OpenApiDocument:
        """This document.

        The OpenAPI 3.1 description of the whole interface, generated from the schemas that the
        service enforces.

        Plan: Free or higher.
        """
        return await self._call(t.OpenApiDocument, "GET", "/openapi.json")

    async def quote(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        amount_usdt: float | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        exchange: Many[t.Exchange] | None = None,
        transfer_fee_usdt: float | None = None,
        trade_worth_usdt: float | None = None,
        include: Many[Literal["interval"]] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Quote:
        """Real cost or proceeds of an amount.

        Finds the trades for an amount among the trusted ads, within their limits and stock.
        `plans` starts with the simplest way: one trade if one ad takes the whole amount. Plans
        with more trades or exchanges follow if they gain more than they cost. The top of the
        answer is the recommended plan, with the highest gain after costs.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Amount in fiat. Give either `amount` or `amount_usdt`, not both.
            amount_usdt: Amount in USDT. Give either `amount` or `amount_usdt`, not both.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            exchange: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            include: Addition: `interval`, the bounds of the average price that you really pay
                in 9 of 10 cases.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Quote,
            "GET",
            "/quote",
            query={
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "amount_usdt": amount_usdt,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "exchange": exchange,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "include": include,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def sources(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
    ) -> t.Sources:
        """State of each exchange.

        Returns for each exchange and currency its state, the age of its data, and the cause of a
        failure.

        Plan: Free or higher.

        Args:
            fiat: Only this currency; all when absent.
            exchange: Only this exchange; all when absent.
        """
        return await self._call(
            t.Sources,
            "GET",
            "/sources",
            query={"fiat": fiat, "exchange": exchange},
        )

    async def payment_methods(self) -> t.PaymentMethods:
        """Payment methods by name, class and country.

        Returns one entry per payment method, with the names that exchanges use.

        Plan: Free or higher.
        """
        return await self._call(t.PaymentMethods, "GET", "/payment-methods")

    async def candles(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
        interval: Literal["5m", "15m", "1h", "4h", "1d"] | None = None,
        hours: int | None = None,
        include: Many[Literal["ads", "confidence"]] | None = None,
    ) -> t.Candles:
        """Open, high, low and close of the best prices.

        One candle per interval and side. The first candle is complete, even if it began before
        the requested time. At most 10000 candles; a longer depth is lowered.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
            interval: Length of one candle. Default: "1h".
            hours: Depth in hours, lowered to the limit of the plan if larger. Default: 24.
            include: Additions, separated by commas: `ads`, the number of ads behind the last
                price of each side; `confidence`, that of the index, recorded for no other series.
                CSV gets extra columns.
        """
        return await self._call(
            t.Candles,
            "GET",
            "/candles",
            query={
                "fiat": fiat,
                "exchange": exchange,
                "interval": interval,
                "hours": hours,
                "include": include,
            },
        )

    async def usage(
        self,
        *,
        days: int | None = None,
        include: Many[Literal["recent_errors"]] | None = None,
    ) -> t.UsageReport:
        """Your requests by day, endpoint and key.

        Counts the requests of all keys of the account, at most 1 second late. Answers even if
        the monthly quota is used up.

        Plan: Free or higher.

        Args:
            days: UTC days, including today. More than 90 is lowered to 90. Default: 30.
            include: Adds `recent_errors`: errors of the last 24 hours, by code.
        """
        return await self._call(
            t.UsageReport,
            "GET",
            "/usage",
            query={"days": days, "include": include},
        )

    async def depth(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        exchange: t.Exchange | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        merchant: bool | None = None,
        min_orders: int | None = None,
        min_completion_pct: float | None = None,
        trusted: bool | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Depth:
        """The price by size.

        Returns the price per USDT for amounts from 50 to 10,000 USDT, and the total supply of
        trusted ads. Each size is calculated as by `quote`, within the limits and stock of every
        ad. A larger amount may be cheaper per USDT, because the best ads often have high
        minimums.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            exchange: Only this exchange; all of them together when absent.
            payment_method: Part of a payment method name in any case, or an alias of
                payment-methods; a canonical id matches only that method. With several, an ad must
                accept at least one. Empty means no filter. Several are separated by commas, or the
                parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. An ad that
                accepts another method is kept. Several are separated by commas, or the parameter is
                repeated.
            merchant: `true`: only ads of advertisers that the exchange has verified. `false`
                changes nothing.
            min_orders: Minimum number of completed orders, as the exchange counts them. An ad
                is left out if the exchange does not publish this.
            min_completion_pct: Minimum percentage of completed orders. An ad is left out if the
                exchange does not publish this.
            trusted: `true`: only ads whose price and record are plausible together. `false`
                changes nothing.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Depth,
            "GET",
            "/depth",
            query={
                "fiat": fiat,
                "side": side,
                "exchange": exchange,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "merchant": merchant,
                "min_orders": min_orders,
                "min_completion_pct": min_completion_pct,
                "trusted": trusted,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def methods(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.MethodPrices:
        """The price by payment method.

        For each payment method: its canonical name, the best price over all exchanges for a
        normal caller, and the supply. A method is scored among its own ads once five advertisers
        accept it, as elsewhere with `payment_method`. Methods without such an ad are not listed.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Only ads that take this whole fiat amount in one order, within limits and
                stock.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.MethodPrices,
            "GET",
            "/methods",
            query={
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def index(self, *, fiat: t.Fiat | None = None) -> t.ReferenceIndex:
        """The reference index of a currency.

        One price over all exchanges that no single ad or exchange decides, with its confidence
        and a sentence that cites it. Recorded every 5 minutes: `history`, `candles` and `stats`
        accept `exchange=index`.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
        """
        return await self._call(t.ReferenceIndex, "GET", "/index", query={"fiat": fiat})

    async def fixings(
        self,
        *,
        fiat: t.Fiat | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> t.Fixings:
        """Daily index.

        One value per day: the median of the reference index from 11:30 to 12:30 UTC, created at
        12:40. At least 7 of the 12 slots must be recorded. Each entry carries the digest of the
        previous one, so a changed past is detectable. A day is withheld if exchanges with more
        than a quarter of the usual weight were unreadable. Entries never change; a correction is
        a new entry for the day.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            from_: The first day; 29 days before `to` when absent.
            to: The last day; today when absent.
        """
        return await self._call(
            t.Fixings,
            "GET",
            "/index/fixings",
            query={"fiat": fiat, "from": from_, "to": to},
        )

    async def premium(
        self,
        *,
        fiat: t.Fiat | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> t.Premium:
        """Daily premium over the official rate.

        Premium of each day’s fixing over the official rate of a US dollar. On days without a
        publication the last rate is used, and `official.day` is its day. For the current premium
        see `index`.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            from_: The first day; 29 days before `to` when absent.
            to: The last day; today when absent.
        """
        return await self._call(
            t.Premium,
            "GET",
            "/index/premium",
            query={"fiat": fiat, "from": from_, "to": to},
        )

    async def convert(
        self,
        *,
        from_: t.Fiat,
        to: t.Fiat,
        amount: float,
        from_method: Many[str] | None = None,
        to_method: Many[str] | None = None,
        transfer_fee_usdt: str | float | None = None,
        trade_worth_usdt: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Convert:
        """Convert one currency to another through USDT.

        Finds the exchanges that deliver the most: buys USDT on one, and sells it there or, after
        one transfer, on another. Uses trusted ads within their limits and stock, and plans each
        leg as `quote` does. Lists every cost against the reference indices and the central bank
        rates. Fees of your banks are not included.

        Plan: Starter or higher.

        Args:
            from_: Source currency, in any case.
            to: Target currency, in any case.
            amount: Amount you pay, in `from`.
            from_method: Payment methods of the first leg, named like `payment_method` of the
                order book; with several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            to_method: Payment methods of the second leg, named like `payment_method` of the
                order book; with several, an ad must accept at least one. Several are separated by
                commas, or the parameter is repeated.
            transfer_fee_usdt: Cost of moving USDT between exchanges, in USDT. `auto`: the fee
                of the cheapest open network of `transfers`, or 1 where it is unknown. Default: 1.
            trade_worth_usdt: Minimum gain in USDT that justifies one more trade. The default is
                3 minutes at 5 USDT an hour. Default: 0.25.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Convert,
            "GET",
            "/convert",
            query={
                "from": from_,
                "to": to,
                "amount": amount,
                "from_method": from_method,
                "to_method": to_method,
                "transfer_fee_usdt": transfer_fee_usdt,
                "trade_worth_usdt": trade_worth_usdt,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def overview(self) -> t.Overview:
        """All currencies at once.

        Returns one line per currency: the best reliable prices with exchange and confidence, and
        the reference index with its confidence and 24-hour change. Each line has the age of its
        data. One call replaces one request per currency.

        Plan: Free or higher.
        """
        return await self._call(t.Overview, "GET", "/overview")

    async def price(
        self,
        *,
        at: str | datetime,
        fiat: t.Fiat | None = None,
        exchange: Literal[
            "best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin",
        ] | str | None = None,
    ) -> t.PriceAt:
        """The price at an instant.

        Price of one USDT at a past instant, for accounting: the best reliable prices, those of
        one exchange, or the reference index. Returns the price recorded in the 5-minute slot of
        the instant. A slot without a record has no price but a reason; other slots are never
        used.

        Plan: Starter or higher.

        Args:
            at: The instant: ISO 8601 with a time zone, to the minute or finer, or Unix seconds.
                Write `+` as `%2B` in an address; a space is accepted, too.
            fiat: Currency code, in any case. Default: "UAH".
            exchange: An exchange, `best` for the best price across all of them at each moment,
                or `index` for the reference index. Default: "best".
        """
        return await self._call(
            t.PriceAt,
            "GET",
            "/price",
            query={"at": at, "fiat": fiat, "exchange": exchange},
        )

    async def quality(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        days: int | None = None,
    ) -> t.Quality:
        """Completeness and freshness of the record.

        For each series of a currency: the 5-minute slots with a price on each day, and the
        longest gaps with reasons. For each exchange: the age of its data compared with the
        target. Also lists incidents. Calculated from records only, without manual edits.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            exchange: Only this exchange; all of them, `best` and `index` when absent.
            days: Days back, including today. More than 90 is lowered to 90. Default: 30.
        """
        return await self._call(
            t.Quality,
            "GET",
            "/quality",
            query={"fiat": fiat, "exchange": exchange, "days": days},
        )

    async def seasonality(
        self,
        *,
        fiat: t.Fiat | None = None,
        tz: str | None = None,
        side: t.Side | None = None,
    ) -> t.Seasonality:
        """Cheap and expensive hours of the week.

        For each hour of the week, in any time zone: the usual difference between the best price
        and the median price of the week around it. Includes the size of the sample. The trend is
        removed: a market that only rises has no cheap Monday. Recalculated every hour.

        Plan: Starter or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            tz: The IANA time zone of the weekdays and hours, summer time included. Default:
                "Europe/Kyiv".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
        """
        return await self._call(
            t.Seasonality,
            "GET",
            "/seasonality",
            query={"fiat": fiat, "tz": tz, "side": side},
        )

    async def formula(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.FormulaPrice:
        """A price by formula, without saving it.

        Starts with a market price: the best, the n-th best, the median of the exchanges, or the
        average for an amount. Then adds an offset in percent and one in fiat, rounds, and
        applies floor and ceiling, in exact decimals. `rules.create` saves the same formula.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Part of a payment method name in any case, or an alias; a canonical
                id matches only that method. An ad must accept it. Several are separated by commas,
                or the parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. Several are
                separated by commas, or the parameter is repeated.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.FormulaPrice,
            "GET",
            "/formula",
            query={
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def formula_preview(
        self,
        *,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        base: Literal["best", "nth", "median", "size"] | None = None,
        n: int | None = None,
        amount: float | None = None,
        exchanges: Many[t.Exchange] | None = None,
        payment_method: Many[str] | None = None,
        exclude_method: Many[str] | None = None,
        offset_pct: float | None = None,
        offset: float | None = None,
        step: float | None = None,
        rounding: Literal["nearest", "up", "down"] | None = None,
        floor: float | None = None,
        ceiling: float | None = None,
    ) -> t.FormulaPreview:
        """Prices that a formula would have given in the last 7 days.

        Applies a formula to recorded prices before it is saved. The step is 5 minutes if the
        best price of each exchange is enough. It is 1 hour for `nth`, `size` and payment
        methods. They use one stored market per hour, with its scores of that time;
        `recorded_slots` counts these.

        Plan: Pro or higher.

        Args:
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            base: `best`: the best price for a normal caller. `nth`: ad number `n` from the
                best. `median`: the median of the best prices of the exchanges. `size`: the average
                price of `amount`. Default: "best".
            n: Rank of the ad, counted from the best. Required for `nth`, not used otherwise.
            amount: Amount in fiat. Required for `size`, not used otherwise.
            exchanges: Only these exchanges; all of them when absent. Several are separated by
                commas, or the parameter is repeated.
            payment_method: Part of a payment method name in any case, or an alias; a canonical
                id matches only that method. An ad must accept it. Several are separated by commas,
                or the parameter is repeated.
            exclude_method: Payment methods to ignore, named like `payment_method`. Several are
                separated by commas, or the parameter is repeated.
            offset_pct: Percent added to the base; negative to subtract.
            offset: Fiat added after the percent; negative to subtract.
            step: Rounding step. If absent, the price gets its usual number of decimals.
            rounding: Rounding direction: to the nearest multiple, up or down. Default:
                "nearest".
            floor: Lowest price, applied after rounding.
            ceiling: Highest price, applied after rounding; at least `floor`.
        """
        return await self._call(
            t.FormulaPreview,
            "GET",
            "/formula/preview",
            query={
                "fiat": fiat,
                "side": side,
                "base": base,
                "n": n,
                "amount": amount,
                "exchanges": exchanges,
                "payment_method": payment_method,
                "exclude_method": exclude_method,
                "offset_pct": offset_pct,
                "offset": offset,
                "step": step,
                "rounding": rounding,
                "floor": floor,
                "ceiling": ceiling,
            },
        )

    async def fixing_inputs(self, fiat: str, day: str) -> t.FixingInputs:
        """Inputs of a fixing.

        Everything that the fixing of a day was computed from: middle price and evidence of each
        exchange in each slot, and the state that the fixing before it handed on. The fixing
        carries the digest of its inputs, so anyone can compute it again.

        Plan: Free or higher.

        Args:
            fiat: Currency code, in any case.
            day: A UTC day.
        """
        return await self._call(
            t.FixingInputs,
            "GET",
            f"/index/fixings/{segment(fiat)}/{segment(day)}/inputs",
        )

    async def track_record(
        self,
        *,
        fiat: t.Fiat | None = None,
        exchange: t.Exchange | None = None,
        confidence: Literal["low", "medium", "high"] | None = None,
        days: int | None = None,
    ) -> t.TrackRecord:
        """Best prices that were still there later.

        This server compares the best prices that it published with its later looks, and counts.
        By confidence, exchange, currency and day: how many ads were still there at the next look
        and after 15 and 60 minutes, how many trusted ads were bait with hindsight, and how often
        the bounds of `include=interval` held. Looks that are missing or more than 10 minutes
        late (15 for the next look) answer nothing.

        Plan: Free or higher.

        Args:
            fiat: Only this currency; all of them when absent.
            exchange: Only the best prices of this exchange; those of all exchanges together
                when absent.
            confidence: Only prices that were published with this confidence.
            days: Days back, including today. More than 90 is lowered to 90. Default: 30.
        """
        return await self._call(
            t.TrackRecord,
            "GET",
            "/track-record",
            query={"fiat": fiat, "exchange": exchange, "confidence": confidence, "days": days},
        )

    async def fair(
        self,
        *,
        price: float,
        fiat: t.Fiat | None = None,
        side: t.Side | None = None,
        amount: float | None = None,
        payment_method: Many[str] | None = None,
        my_orders: int | None = None,
        my_completion_pct: float | None = None,
        my_account_days: int | None = None,
        my_verified: bool | None = None,
        my_exchanges: Many[t.Exchange] | None = None,
        my_methods: Many[str] | None = None,
    ) -> t.Fair:
        """An offered price against the market.

        Compares an offered price with the trusted ads that you can take for the amount. With low
        confidence or fewer than 3 such ads, the verdict is `unknown`.

        Plan: Free or higher.

        Args:
            price: Offered price, in fiat per USDT.
            fiat: Currency code, in any case. Default: "UAH".
            side: BUY: the caller buys USDT, from sellers. SELL: the caller sells USDT, to
                buyers. In any case. Default: "BUY".
            amount: Amount in fiat. Only ads that take the whole amount in one order are
                compared.
            payment_method: Payment methods of the offer, named like `payment_method` of the
                order book. Several are separated by commas, or the parameter is repeated.
            my_orders: Orders that you have completed on the exchange. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_completion_pct: Percentage of your orders that you completed. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_account_days: Age of your account on the exchange, in days. Default: the usual
                caller, see `usual_caller` of `markets`.
            my_verified: `true`: you meet other requirements of advertisers, such as documents
                or a video. `false` changes nothing.
            my_exchanges: Exchanges where you have an account. All prices of the answer are
                theirs. All if absent. Several are separated by commas, or the parameter is
                repeated.
            my_methods: Payment methods that you have, named like `payment_method`. A
                `payment_method` of the question replaces them. Several are separated by commas, or
                the parameter is repeated.
        """
        return await self._call(
            t.Fair,
            "GET",
            "/fair",
            query={
                "price": price,
                "fiat": fiat,
                "side": side,
                "amount": amount,
                "payment_method": payment_method,
                "my_orders": my_orders,
                "my_completion_pct": my_completion_pct,
                "my_account_days": my_account_days,
                "my_verified": my_verified,
                "my_exchanges": my_exchanges,
                "my_methods": my_methods,
            },
        )

    async def transfers(
        self,
        *,
        from_: t.Exchange | None = None,
        to: t.Exchange | None = None,
    ) -> t.Transfers:
        """Networks between two exchanges.

        Returns the networks on which USDT moves from one exchange to another, with state and
        withdrawal fee. The server reads KuCoin, and HTX if it is one of its exchanges, once a
        day. Other exchanges show fees only to account holders, so their figures are entered by
        hand from public sources, with their day. `source`, `observed_at` and `stale` are about
        the withdrawal; deposits at exchanges that the server does not read are entered by hand,
        too. A network is absent if one end is unknown.

        Plan: Free or higher.

        Args:
            from_: Exchange of the withdrawal. All if absent.
            to: Exchange of the deposit. All if absent.
        """
        return await self._call(t.Transfers, "GET", "/transfers", query={"from": from_, "to": to})

    @property
    def webhooks(self) -> AsyncWebhooks:
        return AsyncWebhooks(self)

    @property
    def inboxes(self) -> AsyncInboxes:
        return AsyncInboxes(self)

    @property
    def rules(self) -> AsyncRules:
        return AsyncRules(self)

    @property
    def boards(self) -> AsyncBoards:
        return AsyncBoards(self)
