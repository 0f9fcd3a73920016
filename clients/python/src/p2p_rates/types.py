"""Types of all answers. Written by `pnpm generate` from openapi.json.

Later versions of the server add fields and values: ignore those that you do not know.
"""
from __future__ import annotations

from typing import Any, Literal, TypedDict, Union


Exchange = Union[Literal["binance", "bybit", "okx", "bitget", "mexc", "kucoin"], str]
"""Exchange identifier."""


Fiat = Union[Literal[
    "UAH", "PLN", "EUR", "USD", "KZT", "CZK", "GBP", "TRY", "RON", "GEL", "AMD", "MDL", "AZN",
    "KGS", "INR", "BRL", "VND", "PHP", "IDR",
], str]
"""Currency code."""


Side = Union[Literal["BUY", "SELL"], str]
"""BUY: the caller buys USDT. SELL: the caller sells USDT."""


class ErrorDetailSmallestTrade(TypedDict):
    """With `data_unavailable`: the smallest amount that ads accept, if none accepts a normal
    amount.
    """
    buy: SmallestTrade | None
    sell: SmallestTrade | None


class _ErrorDetail(TypedDict):
    code: str
    """Machine-readable; new codes may be added."""
    message: str
    """Explanation for people."""


class ErrorDetail(_ErrorDetail, total=False):
    param: str
    """Name of the invalid parameter or body field, if there is one."""
    suggestion: str
    """Nearest valid name or value, if there is a close one. `message` contains it, too."""
    smallest_trade: ErrorDetailSmallestTrade
    """With `data_unavailable`: the smallest amount that ads accept, if none accepts a normal
    amount.
    """


class Error(TypedDict):
    """The body of every answer that is not a success."""
    detail: ErrorDetail


class SmallestTrade(TypedDict):
    """The smallest amount that can be traded, if no ad takes a normal amount."""
    from_usdt: float
    from_fiat: float
    price: float
    """Fiat per USDT."""
    exchange: Exchange


class MarketInfo(TypedDict):
    """Available exchanges and currencies, and the limits of the caller’s plan."""
    asset: Literal["USDT"]
    """Always USDT."""
    exchanges: list[Exchange]
    fiats: list[FiatInfo]
    plan: PlanCapabilities
    usual_caller: CallerRecord
    """Record of the caller that prices are for if the question says nothing else; see `my_orders`.
    """


class FiatInfo(TypedDict):
    code: Fiat
    name: str


class PlanCapabilities(TypedDict):
    name: Literal["Free", "Starter", "Pro", "Business"] | str
    monthly_quota: int
    """Requests per calendar month (UTC)."""
    requests_per_minute: int
    """Requests in any 60 seconds."""
    orderbook_rows: int
    """Largest `rows` of the order book."""
    history_hours: int
    """Largest `hours` of history and candles."""
    features: list[str]
    """Names of the endpoints the plan may call, sorted."""


class CallerRecord(TypedDict):
    """Record that a caller can show to advertisers."""
    orders: int
    """Orders completed on the exchange."""
    completion_pct: float
    """Percentage of orders completed."""
    account_days: int
    """Age of the account on the exchange, in days."""
    verified: bool
    """True for a caller who meets other requirements, such as documents."""


class RatesConfidence(TypedDict):
    """Confidence in each side. Only with `include=confidence`."""
    buy: HeadlineConfidence
    sell: HeadlineConfidence


class RatesInterval(TypedDict):
    """Bounds of the price paid on each side. Only with `include=interval`."""
    buy: PriceInterval
    sell: PriceInterval


class RatesRails(TypedDict):
    """Prices by payment method if they differ; empty if one price holds for all. Only with
    `include=rails`.
    """
    buy: list[Rail]
    sell: list[Rail]


class _Rates(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    updated_at: str
    """Receive time of the newest price used, UTC."""
    best_buy: BestPrice
    """The lowest reliable price at which you buy USDT."""
    best_sell: BestPrice
    """The highest reliable price at which you sell USDT."""
    cross_exchange_spread_pct: float | None
    """Profit in percent of buying on one exchange and selling on another, before fees; negative for
    a loss.
    """
    exchanges: list[ExchangeRates]


class Rates(_Rates, total=False):
    """Best reliable prices of one currency."""
    confidence: RatesConfidence
    """Confidence in each side. Only with `include=confidence`."""
    interval: RatesInterval
    """Bounds of the price paid on each side. Only with `include=interval`."""
    rails: RatesRails
    """Prices by payment method if they differ; empty if one price holds for all. Only with
    `include=rails`.
    """
    profile: Profile
    """Person for whom these prices are. Only with `include=profile`."""
    steps: list[CallerStep]
    """Best prices with another record, on the same exchanges. Only with `include=profile`."""
    simulated: Literal[True]
    """The exchanges are simulations: these prices never existed. Only with `include`."""


class BestPrice(TypedDict):
    price: float
    """Fiat per USDT."""
    exchange: Exchange


class ExchangeRates(TypedDict):
    """One exchange with at least one reliable side."""
    exchange: Exchange
    buy: float | None
    """You buy USDT at this price; null without a reliable one."""
    sell: float | None
    """You sell USDT at this price; null without a reliable one."""
    buy_ads: int
    """Ads behind `buy`."""
    sell_ads: int
    """Ads behind `sell`."""


class HeadlineConfidenceSurer(TypedDict):
    """Best price with higher confidence. Only if this confidence is low and another exchange has
    such a price.
    """
    price: float
    """Fiat per USDT."""
    exchange: Exchange
    level: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""


class _HeadlineConfidence(TypedDict):
    level: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""
    reasons: list[str]
    """Reasons for doubt, empty if there are none. New words may be added."""


class HeadlineConfidence(_HeadlineConfidence, total=False):
    """Confidence in the best price of one side, and a more reliable price if it is low."""
    surer: HeadlineConfidenceSurer
    """Best price with higher confidence. Only if this confidence is low and another exchange has
    such a price.
    """


class PriceInterval(TypedDict):
    """The price paid by a caller who tries ad after ad until an advertiser completes the order, in
    9 of 10 cases.
    """
    price: float | None
    """Price if every advertiser completes the order; null without ads."""
    low: float | None
    """Lower bound of the price paid; null if no bound can be given."""
    high: float | None
    """Upper bound of the price paid; null if no bound can be given."""
    coverage: float
    """Share of cases in which the price paid is within the bounds."""
    basis: Literal["simulation", "record"] | str
    """Source of the probabilities. simulation: fitted to simulated markets. record: also compared
    with the best prices that this server published in the last 7 days, for this currency and
    level of confidence, if they are at least 100.
    """
    first_honoured_pct: float | None
    """Probability in percent that the first advertiser completes the order."""
    reason: Literal["no_price", "too_few_ads", "doubtful_market", "several_trades"] | str | None
    """Why there are no bounds. no_price: no ad. too_few_ads: the list ends before 9 of 10 cases.
    doubtful_market: the market contradicts itself. several_trades: the amount takes more than 3
    trades, or does not fit.
    """


class Rail(TypedDict):
    """Best price of a group of payment methods that trade at another price level."""
    methods: list[str]
    price: float
    """Fiat per USDT."""
    exchange: Exchange
    ads: int
    """Ads behind `price`."""


class Profile(TypedDict):
    """Person for whom the prices of the answer are."""
    orders: int
    """Orders completed on the exchange."""
    completion_pct: float
    """Percentage of orders completed."""
    account_days: int
    """Age of the account on the exchange, in days."""
    verified: bool
    """True for a caller who meets other requirements, such as documents."""
    exchanges: list[Exchange] | None
    """Exchanges with an account; null for all."""
    methods: list[str] | None
    """Payment methods; null for all."""


class CallerStep(TypedDict):
    """Best prices of a caller with another record; null without a usable ad."""
    caller: Literal["newcomer", "usual", "experienced"] | str
    orders: int
    """Orders completed on the exchange."""
    completion_pct: float
    """Percentage of orders completed."""
    account_days: int
    """Age of the account on the exchange, in days."""
    verified: bool
    """True for a caller who meets other requirements, such as documents."""
    best_buy: BestPrice | None
    best_sell: BestPrice | None


class _Orderbook(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    exchange: Literal["all", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """The exchange, or `all`."""
    fiat: Fiat
    side: Side
    payment_method: str | None
    """Value of the parameter `payment_method`, or null."""
    count: int
    """Number of ads in this answer."""
    ads: list[Ad]


class Orderbook(_Orderbook, total=False):
    """Ads of one side of one exchange or of all, the best price for the caller first."""
    counts: OrderbookCounts
    updated_at: str | None
    """Receive time of the newest ad, UTC; null if the exchange does not trade the currency. Only
    with `include=updated_at`.
    """
    missing_exchanges: list[Exchange]
    """Exchanges that trade the currency and have no fresh ads; `sources` says why. Only with
    `exchange=all`.
    """
    via: Literal["remote"] | str
    """Remote collector that read the ad; absent if this server read it."""
    checked: bool
    """True if a second collector confirmed the reading. Best prices use only confirmed readings."""


class OrderbookCounts(TypedDict):
    """Number of ads that match, before the list is cut to `rows`. Only with `include=counts`."""
    ads: int
    trusted: int
    eligible: int
    """Trusted and usable by a normal caller."""


class AdDemands(TypedDict):
    min_orders: int | None
    min_completion_pct: float | None
    min_account_days: float | None
    verified: bool
    """Other requirements, such as documents, a video or a country."""


class _Ad(TypedDict):
    price: float
    """Fiat per USDT."""
    min_amount: float
    """Smallest order in fiat."""
    max_amount: float
    """Largest order in fiat."""
    payment_methods: list[str]
    completed_orders: int | None
    """Null if the exchange does not publish it."""
    completion_rate: float | None
    """Percent of orders completed; null if the exchange does not publish it."""
    nickname: str
    """Name as the advertiser wrote it: untrusted text."""
    trusted: bool
    """True if price and record are plausible together."""


class Ad(_Ad, total=False):
    exchange: Exchange
    """Only with `exchange=all`."""
    available_usdt: float | None
    """USDT that the advertiser still has. Only with `include=trust`."""
    merchant: bool | None
    """True if the exchange verified the advertiser. Only with `include=trust`."""
    score: float
    """Plausibility of price and record, 0 to 1. Only with `include=trust`."""
    reasons: list[str]
    """Reasons for the score, most important first. Only with `include=trust`."""
    reason_figures: list[ReasonFigure]
    """Comparison behind each reason that concerns the price. Only with `include=trust`."""
    eligible: bool
    """Trusted and usable by a normal caller. Only with `include=trust`."""
    demands: AdDemands | None
    """Requirements for taking the ad; null if the exchange publishes none. `reasons` names those
    that the caller cannot meet. Only with `include=trust` or `include=demands`.
    """
    takes_you: bool
    """True if the caller meets the requirements of the ad. Only with `include=demands`; not in CSV.
    """
    observed_at: str
    """Receive time of the ad, UTC. Only with `include=trust`."""
    url: str | None
    """Web page of the ad or its advertiser. Only with `include=trust`."""
    via: Literal["remote"] | str
    """Remote collector that read the ad; absent if this server read it."""
    checked: bool
    """True if a second collector confirmed the reading. Best prices use only confirmed readings."""


class ReasonFigure(TypedDict):
    """Difference between the price of an ad and a reference price."""
    reason: str
    against: float
    """Reference of the comparison: the market’s middle (`unit_error`, `price_outlier`,
    `price_attractive`, `stuck_at_top`, `stale`), the next trusted prices (`isolated`), or the
    prices of the opposite side (`crosses_market`).
    """
    difference_pct: float
    """Distance of the ad’s price from the reference, in percent; negative if lower."""


class _Stats(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    best_buy_now: float
    """The best price at which you buy USDT now."""
    avg_24h: float
    """Average over 24 hours."""
    avg_7d: float
    """Average over 7 days."""
    min_24h: float
    """Minimum over 24 hours, without single outliers."""
    delta_vs_24h_pct: float
    """Percent by which the current price is above its 24-hour average."""
    delta_vs_7d_pct: float
    """Percent by which the current price is above its 7-day average."""
    verdict: Literal["very_low", "low", "normal", "high", "very_high", "unknown"] | str
    """Current price compared with its usual movement: `high` is expensive for a buyer."""
    cheapest_hours_kyiv: list[CheapHour]
    """Hours that are reliably cheaper, the cheapest first; often none."""
    data_points: int
    """Price points of the last 7 days behind these figures."""


class Stats(_Stats, total=False):
    """Current buy price compared with the last day and week."""
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """Requested series, if it is not `best`."""
    updated_at: str | None
    """Receive time of the newest price behind `best_buy_now`, UTC. Only with `include=updated_at`.
    """


class CheapHour(TypedDict):
    hour: int
    """Hour of the day, Kyiv time."""
    delta_pct: float
    """Negative: cheaper than the average hour."""


class History(TypedDict):
    """Oldest first. A slot without data is absent; thinning keeps the highs and lows."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """An exchange, `best` or `index`."""
    hours: int
    """Depth used, in hours."""
    points: list[HistoryPoint]


class HistoryPoint(TypedDict):
    t: str
    """Start of the 5-minute slot, UTC."""
    buy: float | None
    """You buy USDT at this price; null without a reliable one."""
    sell: float | None
    """You sell USDT at this price; null without a reliable one."""


class _Arbitrage(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    amount: float
    """Amount of the round trip, in fiat."""
    transfer_fee_usdt: float
    """Cost of moving USDT between exchanges. With `auto`, the cost where none is known."""
    opportunities: list[Opportunity]


class Arbitrage(_Arbitrage, total=False):
    """Opportunities with a positive gross spread, highest net profit first."""
    updated_at: str | None
    """Receive time of the newest price, UTC; null if no ad can be used. Only with
    `include=updated_at`.
    """
    same_exchange: list[Opportunity]
    """Opportunities on a single exchange where buyers pay more than sellers ask. No USDT is moved
    and no fee is charged. Only with `include=same_exchange`.
    """


class OpportunityConfidence(TypedDict):
    """Confidence in the best price of each of the two exchanges. Only with `include=confidence`."""
    buy: Confidence
    sell: Confidence


class _Opportunity(TypedDict):
    buy_exchange: Exchange
    """Exchange where you buy USDT."""
    sell_exchange: Exchange
    """Exchange where you sell USDT."""
    buy_price: float
    """Average paid per USDT."""
    sell_price: float
    """Average received per USDT."""
    gross_spread_pct: float
    """Gain before the transfer fee."""
    net_profit_pct: float
    """Gain after the transfer fee; may be negative."""
    net_profit: float
    """Profit in fiat after the transfer fee; may be negative."""
    buy_limits: list[float]
    """Smallest and largest order in fiat where you buy."""
    sell_limits: list[float]
    """Smallest and largest order in fiat where you sell."""
    buy_methods: list[str]
    sell_methods: list[str]


class Opportunity(_Opportunity, total=False):
    """Buy on one exchange, sell on another."""
    since: str | None
    """Start of the current profitable period of this pair, UTC. The server tests 50, 250, 1,000 and
    5,000 USDT and uses the size nearest to the amount. The fee is 1 USDT, or 0 on one exchange.
    Null if not profitable. Only with `include=age`.
    """
    confidence: OpportunityConfidence
    """Confidence in the best price of each of the two exchanges. Only with `include=confidence`."""
    transfer: ChosenTransfer


class Confidence(TypedDict):
    """Confidence in a price, with the reasons for doubt."""
    level: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""
    reasons: list[str]
    """Reasons for doubt, empty if there are none. New words may be added."""


class ChosenTransfer(TypedDict):
    """Transfer between two exchanges. Only with `transfer_fee_usdt=auto`."""
    state: Literal["open", "closed", "unknown"] | str
    """open: `network` is the cheapest open network. closed: each known network is closed. unknown:
    no open network with a known fee.
    """
    network: str | None
    """Null unless `state` is open."""
    fee_usdt: float
    """Fee used in the calculation: that of `network`, or 1 without a network."""
    least_usdt: float | None
    """Smallest withdrawal; null if unknown."""
    closed_networks: list[str]
    """Networks that are closed at one of both exchanges."""
    observed_at: str | None
    """Time of the withdrawal fee, UTC. A manual figure has only a day."""
    source: Literal["exchange", "manual"] | str | None
    """exchange: read from the exchange of the withdrawal. manual: entered by hand."""
    stale: bool | None
    """True if a manual figure is older than 90 days, or one read from an exchange older than 3
    days.
    """


class Usage(TypedDict):
    """Plan of the caller and its usage this month."""
    key_prefix: str
    """The first characters of the key this request was made with."""
    plan: Literal["Free", "Starter", "Pro", "Business"] | str
    monthly_quota: int
    """Requests per calendar month (UTC)."""
    used_this_month: int
    """Requests counted in this month, over all keys of the account."""
    requests_per_minute: int
    """Requests in any 60 seconds."""


class OpenApiDocument(TypedDict):
    openapi: str


class _WebhookWithSecret(TypedDict):
    id: str
    url: str
    """The receiver, or `inbox:` and the id of an inbox."""
    event: Literal["spread", "best_buy", "best_sell"] | str
    """Event that fires the webhook."""
    fiat: Fiat
    exchange: Exchange | None
    """Only this exchange counts; null = all."""
    payment_method: str | None
    """Only ads with this method count; null = all."""
    threshold: float
    """Percent for `spread`, otherwise a price."""
    amount: float | None
    """Amount of the round trip, in fiat; only `spread` uses it."""
    hysteresis: float | None
    """Distance that the value must move back before firing again; null = default."""
    fill_amount: float | None
    """Fiat amount whose average price is compared; null = the best price."""
    min_confidence: Literal["low", "medium", "high"] | str | None
    """Minimum confidence of a price that may fire; null = medium."""
    hold_seconds: int | None
    """Seconds that the value must stay beyond the threshold; null = 0."""
    quiet_hours: str | None
    """Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the
    threshold is reached in it, one event with the newest data follows afterwards. Null = none.
    """
    digest_time: str | None
    """Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as
    `08:00`. Null = no digest.
    """
    tz: str
    """IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time."""
    expires_at: str | None
    """Time from which the webhook no longer fires. It stays listed, as `expired`. Null = never."""
    description: str | None
    enabled: bool
    disabled_reason: Literal[
        "failures", "gone", "user", "plan", "blocked", "refused", "stopped", "expired",
    ] | str | None
    consecutive_failures: int
    created_at: str
    """UTC."""
    last_delivery: LastDelivery | None
    old_secret_expires_at: str | None
    """Time until which the old secret also signs; null with one secret."""


class WebhookWithSecret(_WebhookWithSecret, total=False):
    """A webhook with its secret. Store the secret first."""
    secret: str
    """Shown only in this answer. Absent if an Idempotency-Key replays an earlier answer."""


class LastDelivery(TypedDict):
    status: int | None
    """HTTP status of the receiver, or null."""
    at: str
    """UTC."""


class WebhookList(TypedDict):
    webhooks: list[Webhook]


class Webhook(TypedDict):
    """A registered callback."""
    id: str
    url: str
    """The receiver, or `inbox:` and the id of an inbox."""
    event: Literal["spread", "best_buy", "best_sell"] | str
    """Event that fires the webhook."""
    fiat: Fiat
    exchange: Exchange | None
    """Only this exchange counts; null = all."""
    payment_method: str | None
    """Only ads with this method count; null = all."""
    threshold: float
    """Percent for `spread`, otherwise a price."""
    amount: float | None
    """Amount of the round trip, in fiat; only `spread` uses it."""
    hysteresis: float | None
    """Distance that the value must move back before firing again; null = default."""
    fill_amount: float | None
    """Fiat amount whose average price is compared; null = the best price."""
    min_confidence: Literal["low", "medium", "high"] | str | None
    """Minimum confidence of a price that may fire; null = medium."""
    hold_seconds: int | None
    """Seconds that the value must stay beyond the threshold; null = 0."""
    quiet_hours: str | None
    """Daily time in which nothing is sent, such as `23:00-08:00`, in the zone `tz`. If the
    threshold is reached in it, one event with the newest data follows afterwards. Null = none.
    """
    digest_time: str | None
    """Time of day, in the zone `tz`, at which a `digest` of the best prices is sent, such as
    `08:00`. Null = no digest.
    """
    tz: str
    """IANA time zone of `quiet_hours` and `digest_time`, with daylight saving time."""
    expires_at: str | None
    """Time from which the webhook no longer fires. It stays listed, as `expired`. Null = never."""
    description: str | None
    enabled: bool
    disabled_reason: Literal[
        "failures", "gone", "user", "plan", "blocked", "refused", "stopped", "expired",
    ] | str | None
    consecutive_failures: int
    created_at: str
    """UTC."""
    last_delivery: LastDelivery | None
    old_secret_expires_at: str | None
    """Time until which the old secret also signs; null with one secret."""


class Delivery(TypedDict):
    """One event on its way to a receiver, with its newest attempt."""
    id: str
    webhook_id: str
    event: Literal["spread", "best_buy", "best_sell", "digest", "ping"] | str
    created_at: str
    """UTC."""
    state: Literal["pending", "delivered", "superseded", "exhausted", "cancelled"] | str
    """superseded: a newer event took its place."""
    attempts: int
    next_attempt_at: str | None
    """UTC."""
    last_attempt_at: str | None
    """UTC."""
    last_status: int | None
    """HTTP status of the receiver, or null."""
    last_fault: str | None
    """Reason for a missing status, such as timeout, tls, no_public_address or network."""
    last_duration_ms: int | None


class DeliveryList(TypedDict):
    deliveries: list[Delivery]


class InboxList(TypedDict):
    inboxes: list[Inbox]
    kinds: list[Literal["email", "telegram", "ntfy", "discord", "slack"] | str]
    """Kinds of inboxes that this server supports."""


class Inbox(TypedDict):
    """Mail address, Telegram chat, ntfy topic, or Discord or Slack channel that alerts can be sent
    to.
    """
    id: str
    kind: Literal["email", "telegram", "ntfy", "discord", "slack"] | str
    name: str | None
    """Mail address, name of the chat, or host of a topic or webhook, whose whole address is secret;
    null until a chat is linked.
    """
    language: Literal["en", "uk"] | str
    state: Literal["waiting", "confirmed", "blocked", "refused", "stopped"] | str
    """waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the
    mail server or the service rejects the address permanently. stopped: the recipient has
    unsubscribed.
    """
    created_at: str
    """UTC."""


class CreatedInbox(TypedDict):
    id: str
    kind: Literal["email", "telegram", "ntfy", "discord", "slack"] | str
    name: str | None
    """Mail address, name of the chat, or host of a topic or webhook, whose whole address is secret;
    null until a chat is linked.
    """
    language: Literal["en", "uk"] | str
    state: Literal["waiting", "confirmed", "blocked", "refused", "stopped"] | str
    """waiting: the recipient has not confirmed. blocked: the chat has blocked the bot. refused: the
    mail server or the service rejects the address permanently. stopped: the recipient has
    unsubscribed.
    """
    created_at: str
    """UTC."""
    start: InboxStart | None
    """Code that links a chat, shown once; null for other kinds, which get a link in the first
    message.
    """


class InboxStart(TypedDict):
    """Code that links a chat, shown once."""
    code: str
    """Code to send to the bot as `/start CODE`."""
    link: str | None
    """Link that opens the bot with the code."""
    ends_at: str
    """UTC."""


class _Quote(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    amount: float | None
    """Requested amount, in fiat."""
    amount_usdt: float | None
    """Requested amount, in USDT."""
    updated_at: str | None
    """Receive time of the newest price used, UTC; null if no ad can be used."""
    transfer_fee_usdt: float
    """Cost of moving USDT between two exchanges."""
    trade_worth_usdt: float
    """Minimum gain in USDT that justifies one more trade."""
    average_price: float | None
    """Average price in fiat per USDT; null without fills."""
    worst_price: float | None
    """Worst price in fiat per USDT."""
    total_fiat: float
    total_usdt: float
    fills: list[Fill]
    """The trades to make."""
    unfilled: Unfilled | None
    """Amount that could not be filled, in the unit of the request, and the reason."""
    plans: list[TradePlan]
    """Ways to trade the whole amount. The first is the simplest: fewest trades and transfers,
    weighted by cost. Each further plan gains more than it costs, and more than every plan before
    it. Up to three trades, each is the best for its number of trades and exchanges. Empty if the
    whole amount cannot be traded.
    """
    confidence: Confidence
    alternatives: list[QuoteAlternative]
    """The same amount on one exchange alone."""


class Quote(_Quote, total=False):
    """Real cost or proceeds of an amount, trade by trade: the recommended plan."""
    interval: PriceInterval
    """Bounds of the average price paid. Only with `include=interval`."""


class Fill(TypedDict):
    exchange: Exchange
    nickname: str
    price: float
    """Fiat per USDT."""
    fiat: float
    usdt: float
    min_amount: float
    """Smallest order the ad takes, in fiat."""
    max_amount: float
    """Largest order the ad takes, in fiat."""
    payment_methods: list[str]
    completed_orders: int | None
    """null if the exchange does not publish it."""
    completion_pct: float | None
    """Percent of orders completed; null if the exchange does not publish it."""
    url: str | None
    """Web page of the ad or its advertiser."""


class _Unfilled(TypedDict):
    amount: float
    reason: Literal["no_ads", "below_minimum", "not_enough_depth"] | str
    """no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth:
    all ads together offer less.
    """


class Unfilled(_Unfilled, total=False):
    smallest_trade: SmallestTrade


class TradePlan(TypedDict):
    """One way to trade the whole amount."""
    recommended: bool
    """True for the plan whose trades are at the top of the answer."""
    trades: int
    """Number of trades."""
    exchanges: list[Exchange]
    """Exchanges to trade on, in order of the trades."""
    gain_usdt: float
    """Gain over the first plan. Fiat is converted at the price of the first plan."""
    cost_usdt: float
    """Extra cost over the first plan: `trade_worth_usdt` for each further trade and
    `transfer_fee_usdt` for each further exchange.
    """
    transfer_usdt: float
    """Cost of moving USDT between its exchanges."""
    average_price: float | None
    """Average price in fiat per USDT; null without fills."""
    worst_price: float | None
    """Worst price in fiat per USDT."""
    total_fiat: float
    total_usdt: float
    fills: list[Fill]
    """The trades to make."""


class QuoteAlternative(TypedDict):
    exchange: Exchange
    average_price: float | None
    """Average price in fiat per USDT; null without fills."""
    worst_price: float | None
    """Worst price in fiat per USDT."""
    total_fiat: float
    total_usdt: float
    fills: list[Fill]
    """The trades to make."""
    unfilled: Unfilled | None
    """Amount that could not be filled, in the unit of the request, and the reason."""


class Sources(TypedDict):
    sources: list[Source]


class _Source(TypedDict):
    exchange: Exchange
    fiat: Fiat
    state: Literal["live", "stale", "frozen", "blocked", "empty", "unsupported", "held_out"] | str
    """live: used. stale: too old. frozen: nothing moves. blocked: it refuses us. empty: no ads.
    unsupported: it does not trade this currency. held_out: implausible.
    """
    reason: str | None
    """Explanation for people, if something is wrong."""
    observed_at: str | None
    """Last receive time of its ads, UTC."""
    age_seconds: int | None
    ads: int
    """Ads of both sides."""
    trusted_ads: int
    last_error: SourceError | None
    next_attempt_at: str | None
    """UTC."""
    simulated: bool
    """The exchange is a simulation: these prices never existed."""


class Source(_Source, total=False):
    """State of one exchange for one currency."""
    via: Literal["remote"] | str
    """Remote collector that read the ad; absent if this server read it."""
    checked: bool
    """True if a second collector confirmed the reading. Best prices use only confirmed readings."""


class SourceError(TypedDict):
    kind: Literal[
        "timeout", "network", "tls", "dns", "rate_limited", "blocked", "unavailable",
        "bad_response", "too_large", "redirect", "schema_drift", "no_market",
    ] | str
    message: str
    failed_at: str
    """UTC."""


class PaymentMethods(TypedDict):
    """Dictionary that recognises payment methods."""
    payment_methods: list[PaymentMethod]


_PaymentMethodKeys = TypedDict(
    "_PaymentMethodKeys",
    {"class": 'Literal["bank", "card", "wallet", "cash", "voucher", "transfer"] | str'},
)


class PaymentMethod(_PaymentMethodKeys):
    id: str
    """Id that every `payment_method` parameter accepts."""
    name: str
    countries: list[str]
    """ISO 3166 codes of its countries; empty = anywhere."""
    aliases: list[str]
    """Other spellings, on any exchange."""
    exchange_aliases: list[ExchangeAliases]
    """Names used by single exchanges."""


class ExchangeAliases(TypedDict):
    exchange: str
    aliases: list[str]


class Candles(TypedDict):
    """Oldest first. An interval without data is absent."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """An exchange, `best` or `index`."""
    interval: Literal["5m", "15m", "1h", "4h", "1d"] | str
    hours: int
    """Depth used, in hours."""
    candles: list[Candle]


class _Candle(TypedDict):
    t: str
    """Start of the interval, UTC."""
    buy: Ohlc | None
    """Buying price per USDT; null without a reliable price."""
    sell: Ohlc | None
    """Selling price per USDT; null without a reliable price."""


class Candle(_Candle, total=False):
    buy_ads: int | None
    """Ads behind the last buy price; null without one, and for the index. Only with `include=ads`.
    """
    sell_ads: int | None
    """Ads behind the last sell price; null without one, and for the index. Only with `include=ads`.
    """
    confidence: RecordedConfidence | None
    """Confidence in the index at the end of the interval; null for other series, whose confidence
    is not recorded. Only with `include=confidence`.
    """


class Ohlc(TypedDict):
    open: float
    """Fiat per USDT."""
    high: float
    """Fiat per USDT."""
    low: float
    """Fiat per USDT."""
    close: float
    """Fiat per USDT."""


class RecordedConfidence(TypedDict):
    """Confidence in a recorded price."""
    level: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""
    reasons: None
    """Null, because the record keeps only the level."""


class _UsageReport(TypedDict):
    days: list[UsageOfDay]
    """By day and endpoint, the oldest day first."""
    keys: list[UsageOfKey]
    """The same lines for each key."""


class UsageReport(_UsageReport, total=False):
    """Requests of the account. Days without requests have no line."""
    recent_errors: list[RecentError]
    """Errors of the last 24 hours since the server started, most frequent first. Only with
    `include=recent_errors`.
    """


class UsageOfDay(TypedDict):
    day: str
    """A UTC day."""
    endpoint: str
    """The name of the endpoint, such as `rates` or `webhooks.create`."""
    requests: int
    """Answered requests, successful or not."""
    counted: int
    """Requests that count against the monthly quota."""
    errors: int
    """Requests answered with an error."""
    limited: int
    """Requests rejected with 429, not included in `requests`."""


class UsageOfKey(TypedDict):
    key_prefix: str
    """The first characters of the key."""
    day: str
    """A UTC day."""
    endpoint: str
    """The name of the endpoint, such as `rates` or `webhooks.create`."""
    requests: int
    """Answered requests, successful or not."""
    counted: int
    """Requests that count against the monthly quota."""
    errors: int
    """Requests answered with an error."""
    limited: int
    """Requests rejected with 429, not included in `requests`."""


class RecentError(TypedDict):
    code: str
    """Error code, as in `detail.code` of the answers."""
    endpoint: str
    """The name of the endpoint, such as `rates` or `webhooks.create`."""
    param: str | None
    """The parameter or field that was wrong, where it is one of the endpoint's own."""
    suggestion: str | None
    """Nearest valid name or value, as in `detail.suggestion` of the answers."""
    count: int
    last_at: str
    """Time of the last occurrence, UTC."""


class Depth(TypedDict):
    """Prices that `quote` gives for amounts from 50 to 10,000 USDT."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    exchange: Exchange | None
    """Null for all exchanges together."""
    payment_method: str | None
    """Value of the parameter `payment_method`, or null."""
    updated_at: str | None
    """Receive time of the newest price used, UTC; null if no ad can be used."""
    sizes: list[SizePrice]
    """Smallest amount first."""
    on_offer: OnOffer
    confidence: Confidence


class SizePrice(TypedDict):
    """Cost or proceeds of one amount."""
    amount_usdt: float
    average_price: float | None
    """Average price in fiat per USDT. Null unless the whole amount can be traded."""
    worst_price: float | None
    """Worst price in fiat per USDT. Null unless the whole amount can be traded."""
    total_fiat: float | None
    """Null unless the whole amount can be traded."""
    trades: int
    """Number of trades; 0 unless the whole amount can be traded."""
    exchanges: list[Exchange]
    """Exchanges to trade on, in order of the trades."""
    unfilled: Unfilled | None
    """USDT that could not be filled, and the reason."""


class OnOffer(TypedDict):
    """USDT available from a set of ads."""
    ads: int
    available_usdt: float
    """USDT that their advertisers still have, or their largest order if the exchange does not
    publish it.
    """
    at_once_usdt: float
    """USDT available with one order per ad: the largest amount that can be filled."""


class MethodPrices(TypedDict):
    """The price by payment method."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    updated_at: str | None
    """Receive time of the newest price used, UTC; null if no ad can be used."""
    methods: list[MethodPrice]
    """Best price first."""
    unnamed_ads: int
    """Ads for a normal order that accept only unknown payment methods."""


_MethodPriceKeys = TypedDict(
    "_MethodPriceKeys",
    {"class": 'Literal["bank", "card", "wallet", "cash", "voucher", "transfer"] | str'},
)


class MethodPrice(_MethodPriceKeys):
    """Payment method, and the ads for a normal order that accept it."""
    id: str
    """Canonical id, accepted as `payment_method` everywhere."""
    name: str
    price: float
    """The best trusted price, in fiat per USDT."""
    exchange: Exchange
    ads: int
    """Ads behind `price`."""
    available_usdt: float
    """USDT that their advertisers still have, or their largest order if the exchange does not
    publish it.
    """


class ReferenceIndex(TypedDict):
    """Value of one USDT over all exchanges."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    value: float
    """The middle between `buy` and `sell`."""
    buy: float
    """Typical buying price. In a crossed market it is below `sell`."""
    sell: float
    """Typical selling price."""
    confidence: Confidence
    sources: int
    """Number of exchanges in the index."""
    method: str
    """Version of the method."""
    updated_at: str
    """Receive time of the newest price used, UTC."""
    official: OfficialRate | None
    """Official US dollar rate; null if none is known."""
    premium_pct: float | None
    """Premium of `value` over the official rate, in percent."""
    change_24h_pct: float | None
    """Change of the index in 24 hours, in percent; null without a recorded value."""
    usdt_usd: UsdtUsd | None
    """USDT/USD; null without a reading of the last hour. No price is corrected by it, so
    `premium_pct` contains it, too.
    """
    cite: str
    """Sentence that cites the index."""


class OfficialRate(TypedDict):
    """Official rate of a central bank for one US dollar."""
    rate: float
    """Fiat per US dollar."""
    source: str
    """Name of the central bank."""
    day: str
    """Day of the rate."""


class UsdtUsd(TypedDict):
    """Last price of USDT in US dollars on a spot exchange. No price is corrected by it."""
    rate: float
    """US dollars per USDT."""
    source: str
    """Name of the spot exchange."""
    observed_at: str
    """Receive time, UTC."""


_FixingsKeys = TypedDict("_FixingsKeys", {"from": 'str'})


class Fixings(_FixingsKeys):
    """Index of each day around noon UTC."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    to: str
    """Last requested day."""
    fixings: list[Fixing]
    """Entries in order of creation. A corrected day appears again."""


class Fixing(TypedDict):
    """Index of one day. Entries never change; a correction is a new entry."""
    number: int
    """Position in the chain of the currency."""
    day: str
    """A UTC day."""
    value: float | None
    """The median of the index from 11:30 to 12:30 UTC. Null if `withheld`."""
    confidence: RecordedConfidence | None
    """Confidence of the index. Null for a correction, because an operator entered its value. Null
    if `withheld`.
    """
    sources: int | None
    """Number of exchanges in the index. Null for a correction, because an operator entered its
    value.
    """
    slots: int | None
    """Number of slots used, of the 12 in that hour. Null for a correction, because an operator
    entered its value.
    """
    method: str
    """Version of the method."""
    made_at: str
    """Creation time, UTC."""
    correction: str | None
    """Reason for this correction; null for the original fixing of the day."""
    withheld: list[str] | None
    """Exchanges that were unreadable, if they usually have more than a quarter of the weight: the
    day has no value. Null if there is a value.
    """
    method_next: NextFixing | None
    """Notice of a new method; null without one."""
    inputs_digest: str | None
    """SHA-256 in hex over the inputs as canonical JSON; null if the entry has no recorded inputs.
    """
    usdt_usd: UsdtUsd | None
    """The last USDT/USD that was read from 11:30 to 12:30 UTC; null without one. The value is not
    corrected by it.
    """
    previous_digest: str | None
    """Digest of the previous entry; null for the first."""
    digest: str
    """SHA-256 in hex over this entry as canonical JSON (RFC 8785), with `asset` and `fiat`, the
    level as `confidence`, without this field, and without `withheld`, `method_next`,
    `inputs_digest` and `usdt_usd` if they are null.
    """


class NextFixing(TypedDict):
    """Value of the next method, published with 5 fixings before the change."""
    method: str
    """Version of the method."""
    value: float | None
    """Null if withheld."""


_PremiumKeys = TypedDict("_PremiumKeys", {"from": 'str'})


class Premium(_PremiumKeys):
    """Daily premium of the index over the official rate."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    to: str
    """Last requested day."""
    days: list[DaysPremium]
    """The oldest first. A day without a fixing is absent."""


class DaysPremium(TypedDict):
    day: str
    """A UTC day."""
    index: float
    """Fixing of the day, or its newest correction."""
    official: OfficialRate | None
    """Official rate in force; null if none is recorded."""
    premium_pct: float | None
    """Percent by which the index was above the official rate."""


_ConvertOfficialKeys = TypedDict("_ConvertOfficialKeys", {"from": 'OfficialRate | None'})


class ConvertOfficial(_ConvertOfficialKeys):
    to: OfficialRate | None


_ConvertKeys = TypedDict("_ConvertKeys", {"from": 'Fiat'})


class _Convert(TypedDict):
    asset: Literal["USDT"]
    """Always USDT."""
    to: Fiat
    amount: float
    """Amount you pay, in `from`."""
    updated_at: str | None
    """Receive time of the older leg’s newest price, UTC; null if a leg has no usable ad."""
    received: float | None
    """Amount you receive, in `to`. Null unless the whole amount can be converted."""
    rate: float | None
    """Units of `to` per unit of `from`, after all costs listed here. Null unless the whole amount
    can be converted.
    """
    index_rate: float | None
    """Value of one `from` in `to` by the reference indices of both currencies."""
    official_rate: float | None
    """Value of one `from` in `to` by central bank rates; null if one is missing."""
    cost_pct: float | None
    """Percent by which `rate` is below `index_rate`: the sum of `costs`. A negative value is a
    gain. Null if `costs` is.
    """
    cost_vs_official_pct: float | None
    """Percent by which `rate` is below `official_rate`."""
    costs: ConvertCosts | None
    """Null unless the whole amount can be converted and both indices are known."""
    transfer_fee_usdt: float
    """Transfer fee in USDT; 0 if both legs are on one exchange."""
    buy: ConvertLeg | None
    """First leg: buying USDT."""
    sell: ConvertLeg | None
    """Second leg: selling the USDT left after the transfer."""
    unfilled: ConvertUnfilled | None
    """Reason why the whole amount cannot be converted."""
    official: ConvertOfficial
    confidence: Confidence
    """Confidence of the weaker leg."""


class Convert(_ConvertKeys, _Convert, total=False):
    """Conversion from one currency to another through USDT, with all costs."""
    transfer: ChosenTransfer | None
    """Null if nothing is moved. Only with `transfer_fee_usdt=auto`."""


class ConvertCosts(TypedDict):
    buy: ConvertCost
    """Premium of the buying price over the index."""
    transfer: ConvertCost
    """Cost of the transfer."""
    sell: ConvertCost
    """Discount of the selling price below the index."""


class ConvertCost(TypedDict):
    amount: float
    """Cost in the source currency; a negative value is a gain."""
    pct: float
    """Cost in percent of the amount."""


class ConvertLeg(TypedDict):
    exchange: Exchange
    average_price: float | None
    """Average price in fiat per USDT; null without fills."""
    worst_price: float | None
    """Worst price in fiat per USDT."""
    total_fiat: float
    total_usdt: float
    fills: list[Fill]
    """The trades to make."""


class ConvertUnfilled(TypedDict):
    leg: Literal["buy", "sell"] | str
    amount: float
    """Amount not converted: in `from` for the first leg, in USDT for the second."""
    reason: Literal["no_ads", "below_minimum", "not_enough_depth", "below_fee"] | str
    """no_ads: there are no ads. below_minimum: the minimum of every ad is larger. not_enough_depth:
    all ads together offer less. below_fee: the transfer fee exceeds the amount bought.
    """


class Overview(TypedDict):
    """All currencies at once."""
    asset: Literal["USDT"]
    """Always USDT."""
    generated_at: str
    """Time to which ages refer, UTC."""
    currencies: list[CurrencyOverview]
    """All collected currencies, in the order of `markets`."""


class CurrencyOverviewConfidence(TypedDict):
    buy: HeadlineConfidence
    sell: HeadlineConfidence


class CurrencyOverview(TypedDict):
    """All fields are null without fresh data."""
    fiat: Fiat
    best_buy: BestPrice | None
    """The lowest reliable price at which you buy USDT."""
    best_sell: BestPrice | None
    """The highest reliable price at which you sell USDT."""
    confidence: CurrencyOverviewConfidence | None
    """Confidence in each best price, with the reasons for doubt."""
    index: float | None
    """Reference index, as in `index`."""
    change_24h_pct: float | None
    """Change of the index in 24 hours, in percent; null without a recorded value."""
    index_confidence: Confidence | None
    """Confidence in the index."""
    updated_at: str | None
    """Receive time of the newest price used, UTC."""
    age_seconds: int | None
    """Seconds from `updated_at` to `generated_at`."""


class PriceAt(TypedDict):
    """Price recorded in the 5-minute slot of an instant, never one from another slot."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """An exchange, `best` or `index`."""
    at: str
    """Requested instant, UTC."""
    slot: str
    """Start of the 5-minute slot that holds it, UTC."""
    buy: float | None
    """You bought USDT at this price; null without a reliable one."""
    sell: float | None
    """You sold USDT at this price; null without a reliable one."""
    age_seconds: int | None
    """Seconds from the start of the slot to the instant; null without a price."""
    sources: int
    """Number of exchanges behind the price."""
    reason: Literal["gap", "future", "before_coverage", "beyond_plan"] | str | None
    """Reason for a missing price. gap: no reliable price was recorded in this slot, or none yet.
    future: the slot has not begun. before_coverage: recording began later. beyond_plan: older
    than your plan allows.
    """


class Quality(TypedDict):
    """Completeness and freshness of the record of a currency, with incidents."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    exchange: Exchange | None
    """Null for all exchanges."""
    days: int
    """Days used."""
    from_at: str
    """Start of the first day, UTC."""
    to_at: str
    """Start of the current slot, UTC."""
    series: list[SeriesQuality]
    gaps: list[SeriesGap]
    """Longest first, at most 20."""
    freshness: list[SourceFreshness]
    incidents: list[Incident]
    """Ongoing incidents first, then the newest."""


class SeriesQuality(TypedDict):
    """Completeness of a series."""
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """An exchange, `best` or `index`."""
    recorded_from_at: str | None
    """Start of its oldest slot with a price, or of its oldest day if that day has none; null
    without a record.
    """
    slots: int
    """Closed 5-minute slots since recording began."""
    present: int
    """Slots with a price."""
    share_pct: float | None
    """Null without slots."""
    days: list[DayQuality]


class DayQuality(TypedDict):
    """A UTC day."""
    day: str
    """A UTC day."""
    slots: int
    """Closed 5-minute slots since recording began."""
    present: int
    """Slots with a price."""
    share_pct: float | None
    """Null without slots."""


class SeriesGap(TypedDict):
    """Consecutive slots without a price."""
    exchange: Literal["best", "index", "binance", "bybit", "okx", "bitget", "mexc", "kucoin"] | str
    """An exchange, `best` or `index`."""
    started_at: str
    """UTC."""
    ended_at: str | None
    """Null while it continues."""
    seconds: int
    reason: Literal[
        "stale", "frozen", "blocked", "empty", "unsupported", "held_out", "no_price", "unobserved",
        "unknown",
    ] | str
    """State of the source in most minutes of the gap. no_price: it answered, but no price was
    reliable. unobserved: this server did not check. unknown: older than the stored states.
    """
    cause: Literal[
        "timeout", "network", "tls", "dns", "rate_limited", "blocked", "unavailable",
        "bad_response", "too_large", "redirect", "schema_drift", "no_market", "implausible",
        "swapped_sides",
    ] | str | None
    """Cause, if known."""


class SourceFreshness(TypedDict):
    """Age of the data of an exchange."""
    exchange: Exchange
    checks: int
    """Number of checks, one per minute."""
    p50_seconds: int | None
    """Median age in seconds, to the minute; 660 means more than 10 minutes."""
    p95_seconds: int | None
    """95th percentile of the age in seconds."""
    target_seconds: int
    """Target interval between two requests to an exchange, in seconds."""
    within_target_pct: float | None
    """Share of the checks with data no older than the target."""


class Incident(TypedDict):
    kind: Literal["stale", "frozen", "blocked", "held_out", "offline", "unobserved"] | str
    """State of the source. offline: no exchange was reachable. unobserved: this server did not
    check.
    """
    exchange: Exchange | None
    """Null for all exchanges."""
    cause: Literal[
        "timeout", "network", "tls", "dns", "rate_limited", "blocked", "unavailable",
        "bad_response", "too_large", "redirect", "schema_drift", "no_market", "implausible",
        "swapped_sides",
    ] | str | None
    """Main cause, if known."""
    fiats: list[Fiat]
    """Affected currencies."""
    started_at: str
    """UTC."""
    ended_at: str | None
    """Null while it continues."""


class Seasonality(TypedDict):
    """Usual best price of each hour compared with its own week."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    tz: str
    """The zone of the weekdays and hours."""
    from_at: str
    """Start of the records used, within your plan; equals the end if there are none."""
    to_at: str
    """End of the records used."""
    noise_pct: float | None
    """Usual deviation of a single week from these figures; smaller differences mean little. Null if
    no hour has two weeks.
    """
    weekdays: list[SeasonalWeekday]
    """Monday first."""


class SeasonalWeekday(TypedDict):
    weekday: int
    """1 is Monday, 7 Sunday."""
    hours: list[SeasonalHour]


class SeasonalHour(TypedDict):
    hour: int
    """Hour of the day in `tz`."""
    delta_pct: float | None
    """Percent above the middle of the surrounding week, negative if below; null without data."""
    count: int
    """Number of hours in the sample."""


class FormulaPrice(TypedDict):
    """A price by formula."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    value: float | None
    """The price; null if there is none, with the cause in `reason`."""
    basis: FormulaBasis | None
    as_of: str | None
    """Receive time of the newest observation used, UTC."""
    reason: Literal[
        "no_data", "no_ads", "too_few_ads", "amount_does_not_fit", "not_positive",
    ] | str | None
    """Reason why there is no price now. no_data: no fresh data of these exchanges. no_ads: no ad
    for a normal caller. too_few_ads: fewer than `n`. amount_does_not_fit: the trusted ads cannot
    fill the amount. not_positive: the offsets left no price above zero.
    """
    steps: list[FormulaStep]
    """Price after each step that changed it, starting with the base."""
    explanation: str
    """The calculation as a sentence."""


class FormulaBasis(TypedDict):
    """Base price of a formula."""
    base: Literal["best", "nth", "median", "size"] | str
    price: float
    """Fiat per USDT."""
    exchanges: list[Exchange]
    """Exchanges whose ads give the base price."""
    ads: int
    confidence: Confidence | RecordedConfidence
    """Confidence in the best price of this side."""


class FormulaStep(TypedDict):
    step: Literal["base", "offset_pct", "offset", "rounding", "floor", "ceiling"] | str
    price: float


class FormulaPreview(TypedDict):
    """Prices that a formula would have given in the last 7 days."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    from_at: str
    """UTC."""
    to_at: str
    """UTC."""
    slot_minutes: int
    """Length of a slot in minutes. 5 if recorded best prices are enough. 60 for `nth`, `size` and
    payment methods, which need the market stored each hour.
    """
    slots: int
    """Number of slots in these days."""
    recorded_slots: int
    """Number of recorded slots."""
    lowest: float | None
    """Fiat per USDT."""
    highest: float | None
    """Fiat per USDT."""
    at_floor: int
    """Recorded slots in which the floor applied."""
    at_ceiling: int
    """Recorded slots in which the ceiling applied."""
    without_price: int
    """Recorded slots without a price: too few ads, an amount that did not fit, or no price above
    zero.
    """
    points: list[FormulaPoint]
    """Oldest first: the highs and lows of each half hour, and the newest slot. Slots without a base
    price are absent.
    """


class FormulaPoint(TypedDict):
    t: str
    """Start of the slot, UTC."""
    base: float
    """Fiat per USDT."""
    value: float | None
    """Null if the offsets left no price above zero."""


class RuleList(TypedDict):
    rules: list[Rule]
    limit: int


class Rule(TypedDict):
    """Formula saved under a name."""
    id: str
    name: str
    fiat: Fiat
    side: Side
    base: Literal["best", "nth", "median", "size"] | str
    n: int | None
    amount: float | None
    exchanges: list[Exchange]
    """All exchanges if empty."""
    payment_methods: list[str]
    exclude_methods: list[str]
    offset_pct: float
    offset: float
    step: float | None
    rounding: Literal["nearest", "up", "down"] | str
    floor: float | None
    """Fiat per USDT."""
    ceiling: float | None
    """Fiat per USDT."""
    last_good_seconds: int
    """Maximum age in seconds of the last good value."""
    created_at: str
    """UTC."""


class RulePrice(TypedDict):
    """Current price of a rule."""
    rule: str
    """The id of the rule."""
    name: str
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    value: float | None
    """The price; null if there is none, with the cause in `reason`."""
    basis: FormulaBasis | None
    as_of: str | None
    """Receive time of the newest observation used, UTC."""
    reason: Literal[
        "no_data", "no_ads", "too_few_ads", "amount_does_not_fit", "not_positive",
    ] | str | None
    """Reason why there is no price now. no_data: no fresh data of these exchanges. no_ads: no ad
    for a normal caller. too_few_ads: fewer than `n`. amount_does_not_fit: the trusted ads cannot
    fill the amount. not_positive: the offsets left no price above zero.
    """
    steps: list[FormulaStep]
    """Price after each step that changed it, starting with the base."""
    explanation: str
    """The calculation as a sentence."""
    last_good: LastGood | None
    """Last value calculated from fresh data; null before the first, and after a change of the
    formula.
    """
    stale_since: str | None
    """Receive time of the newest data behind the last good value; given if there is no fresh price.
    """


class LastGood(TypedDict):
    value: float
    """Fiat per USDT."""
    as_of: str
    """Receive time of the newest observation used, UTC."""
    valid_until_at: str
    """Time until which it may replace a fresh value, UTC."""


class PriceBoardList(TypedDict):
    boards: list[PriceBoard]
    limit: int


class PriceBoard(TypedDict):
    """Public page with the prices of an account’s rules."""
    id: str
    """Anyone with this id can see the board."""
    title: str
    rules: list[str]
    """Ids of rules of the account, in the order in which they are shown. Deleted rules are removed.
    """
    language: Literal["en", "uk"] | str
    tz: str
    """IANA time zone of the times shown, with daylight saving time."""
    theme: Literal["light", "dark", "auto"] | str
    accent: str | None
    """Accent colour: `#` and six hexadecimal digits. Null for none."""
    url: str
    """Page for an iframe; needs no key and no script."""
    screen_url: str
    """Page with large prices, for a screen in a shop window."""
    svg_url: str
    """SVG picture, for sites that allow no iframe."""
    created_at: str
    """UTC."""


class FixingInputs(TypedDict):
    """Inputs of one fixing."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    day: str
    """A UTC day."""
    number: int
    """Position of the fixing in the chain of the currency."""
    inputs: RecordedInputs
    inputs_digest: str
    """SHA-256 in hex over `inputs` as canonical JSON (RFC 8785)."""


class RecordedInputs(TypedDict):
    """Everything that a fixing is computed from."""
    method: str
    """Version of the method."""
    notice: int
    """Earlier fixings that have published the value of the next method, too."""
    usual: list[UsualSource]
    """State of the exchanges before this fixing. Empty before the first."""
    slots: list[FixingSlot]
    """The recorded 5-minute slots, oldest first."""


class UsualSource(TypedDict):
    exchange: str
    """The exchange."""
    days: int
    """Days on which it took part, at most 30."""
    share: float
    """Usual share of the weight."""


class FixingSlot(TypedDict):
    at: str
    """Start of the slot, UTC."""
    confidence: Literal["low", "medium", "high"] | str
    """Confidence that the index had."""
    sources: list[FixingSource]
    """Exchanges of the index in this slot."""


class FixingSource(TypedDict):
    exchange: str
    """The exchange."""
    price: float
    """Middle of the two centres of the exchange, unrounded."""
    evidence: float
    """Weight of the votes on its weaker side, unrounded."""


class TrackRecord(TypedDict):
    """Later looks at the best prices that this server published."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat | None
    """Null for all currencies."""
    exchange: Exchange | None
    """Null for the best prices of all exchanges together."""
    confidence: Literal["low", "medium", "high"] | str | None
    """Null for all levels."""
    days: int
    """Days used, today included."""
    recorded_from: str | None
    """First of these days with a record, UTC."""
    all: TrackCounts
    by_confidence: list[ConfidenceTrack]
    """High confidence first."""
    by_exchange: list[ExchangeTrack]
    """Best prices of each exchange by itself."""
    by_fiat: list[FiatTrack]
    by_day: list[DayTrack]
    """Oldest first. Days without a record are left out."""


class TrackCounts(TypedDict):
    """Counts of later looks at the best prices."""
    published: int
    """Best prices published: the first of each side in every 5 minutes."""
    next_look: TrackShare
    """Still there when the exchange was read next: the same ad, at this price or a better one."""
    after_15_minutes: TrackShare
    """Still there at the first look after 15 minutes."""
    after_60_minutes: TrackShare
    """Still there at the first look after 60 minutes."""
    bait: TrackShare
    """Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no
    figure of it changed, and takers took the same or a worse price of the same exchange
    meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as
    cases.
    """
    trusted_bait: TrackShare
    """The same for all trusted ads: the first 10 of each exchange and side, once an hour."""
    interval: TrackShare
    """Best prices at the next look that were within the bounds of `include=interval`. Under an
    exchange, those of its ads that were the best of all. Whether an advertiser completes an
    order cannot be seen.
    """
    front: TrackShare
    """Best prices at the next look that are still better than all ads behind the price centres.
    Counted if at least 2 ads are better than the price centre of their exchange. Only for all
    exchanges together. Shares of the last 7 days are the `record` of `include=interval`.
    """


class TrackShare(TypedDict):
    """Share of the best prices for which something holds."""
    cases: int
    """Prices that a later look has answered."""
    count: int
    """Cases in which it holds."""
    share_pct: float | None
    """Null below 100 cases."""


class ConfidenceTrack(TypedDict):
    """Best prices of one level of confidence."""
    confidence: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""
    published: int
    """Best prices published: the first of each side in every 5 minutes."""
    next_look: TrackShare
    """Still there when the exchange was read next: the same ad, at this price or a better one."""
    after_15_minutes: TrackShare
    """Still there at the first look after 15 minutes."""
    after_60_minutes: TrackShare
    """Still there at the first look after 60 minutes."""
    bait: TrackShare
    """Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no
    figure of it changed, and takers took the same or a worse price of the same exchange
    meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as
    cases.
    """
    trusted_bait: TrackShare
    """The same for all trusted ads: the first 10 of each exchange and side, once an hour."""
    interval: TrackShare
    """Best prices at the next look that were within the bounds of `include=interval`. Under an
    exchange, those of its ads that were the best of all. Whether an advertiser completes an
    order cannot be seen.
    """
    front: TrackShare
    """Best prices at the next look that are still better than all ads behind the price centres.
    Counted if at least 2 ads are better than the price centre of their exchange. Only for all
    exchanges together. Shares of the last 7 days are the `record` of `include=interval`.
    """


class ExchangeTrack(TypedDict):
    """Best prices of one exchange."""
    exchange: Exchange
    published: int
    """Best prices published: the first of each side in every 5 minutes."""
    next_look: TrackShare
    """Still there when the exchange was read next: the same ad, at this price or a better one."""
    after_15_minutes: TrackShare
    """Still there at the first look after 15 minutes."""
    after_60_minutes: TrackShare
    """Still there at the first look after 60 minutes."""
    bait: TrackShare
    """Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no
    figure of it changed, and takers took the same or a worse price of the same exchange
    meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as
    cases.
    """
    trusted_bait: TrackShare
    """The same for all trusted ads: the first 10 of each exchange and side, once an hour."""
    interval: TrackShare
    """Best prices at the next look that were within the bounds of `include=interval`. Under an
    exchange, those of its ads that were the best of all. Whether an advertiser completes an
    order cannot be seen.
    """
    front: TrackShare
    """Best prices at the next look that are still better than all ads behind the price centres.
    Counted if at least 2 ads are better than the price centre of their exchange. Only for all
    exchanges together. Shares of the last 7 days are the `record` of `include=interval`.
    """


class FiatTrack(TypedDict):
    """Best prices in one currency."""
    fiat: Fiat
    published: int
    """Best prices published: the first of each side in every 5 minutes."""
    next_look: TrackShare
    """Still there when the exchange was read next: the same ad, at this price or a better one."""
    after_15_minutes: TrackShare
    """Still there at the first look after 15 minutes."""
    after_60_minutes: TrackShare
    """Still there at the first look after 60 minutes."""
    bait: TrackShare
    """Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no
    figure of it changed, and takers took the same or a worse price of the same exchange
    meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as
    cases.
    """
    trusted_bait: TrackShare
    """The same for all trusted ads: the first 10 of each exchange and side, once an hour."""
    interval: TrackShare
    """Best prices at the next look that were within the bounds of `include=interval`. Under an
    exchange, those of its ads that were the best of all. Whether an advertiser completes an
    order cannot be seen.
    """
    front: TrackShare
    """Best prices at the next look that are still better than all ads behind the price centres.
    Counted if at least 2 ads are better than the price centre of their exchange. Only for all
    exchanges together. Shares of the last 7 days are the `record` of `include=interval`.
    """


class DayTrack(TypedDict):
    """Best prices published on one day."""
    day: str
    """A UTC day."""
    published: int
    """Best prices published: the first of each side in every 5 minutes."""
    next_look: TrackShare
    """Still there when the exchange was read next: the same ad, at this price or a better one."""
    after_15_minutes: TrackShare
    """Still there at the first look after 15 minutes."""
    after_60_minutes: TrackShare
    """Still there at the first look after 60 minutes."""
    bait: TrackShare
    """Best prices that were bait with hindsight: the ad stood at every look for 60 minutes, no
    figure of it changed, and takers took the same or a worse price of the same exchange
    meanwhile. Only ads whose exchange shows their stock, and that are not the last, count as
    cases.
    """
    trusted_bait: TrackShare
    """The same for all trusted ads: the first 10 of each exchange and side, once an hour."""
    interval: TrackShare
    """Best prices at the next look that were within the bounds of `include=interval`. Under an
    exchange, those of its ads that were the best of all. Whether an advertiser completes an
    order cannot be seen.
    """
    front: TrackShare
    """Best prices at the next look that are still better than all ads behind the price centres.
    Counted if at least 2 ads are better than the price centre of their exchange. Only for all
    exchanges together. Shares of the last 7 days are the `record` of `include=interval`.
    """


class Fair(TypedDict):
    """Comparison of an offered price with the market."""
    asset: Literal["USDT"]
    """Always USDT."""
    fiat: Fiat
    side: Side
    price: float
    """Offered price."""
    amount: float | None
    """Amount in fiat, or null."""
    payment_method: str | None
    """Value of the parameter `payment_method`, or null."""
    updated_at: str | None
    """Receive time of the newest price used, UTC; null if no ad can be used."""
    verdict: Literal["better", "fair", "worse", "too_good", "unknown"] | str
    """better, worse: the price differs from `against` by more than the usual spread of honest
    prices. fair: it does not. too_good: so much better that the offer is most likely bait.
    unknown: the market does not allow a verdict; see `reasons`.
    """
    against: float | None
    """Median price of the ads compared; null without any."""
    difference_pct: float | None
    """Difference of the offered price from `against`, in percent; negative if lower."""
    cheaper_ads: int
    """Ads among them whose price is better for you than the offer."""
    ads: int
    """Trusted ads that you can take for this amount."""
    confidence: Confidence
    reasons: list[Literal["no_ads", "few_ads", "low_confidence"] | str]
    """Reasons for `unknown`, otherwise empty. no_ads: no trusted ad to compare with. few_ads: fewer
    than 3. low_confidence: the confidence in the market price is low.
    """
    explanation: str
    """The comparison as a sentence."""


class Transfers(TypedDict):
    """Networks on which USDT moves, by exchanges and network."""
    asset: Literal["USDT"]
    """Always USDT."""
    transfers: list[Transfer]


_TransferKeys = TypedDict("_TransferKeys", {"from": 'Exchange'})


class Transfer(_TransferKeys):
    """One network between two exchanges."""
    to: Exchange
    """Exchange of the deposit."""
    network: str
    """Network, as exchanges name it."""
    open: bool
    """True if `from` takes withdrawals and `to` takes deposits."""
    fee_usdt: float | None
    """Withdrawal fee; null if unknown."""
    least_usdt: float | None
    """Smallest withdrawal; null if unknown."""
    observed_at: str
    """Time of the withdrawal fee, UTC. A manual figure has only a day."""
    source: Literal["exchange", "manual"] | str
    """exchange: read from the exchange of the withdrawal. manual: entered by hand."""
    stale: bool
    """True if a manual figure is older than 90 days, or one read from an exchange older than 3
    days.
    """


class Liveness(TypedDict):
    status: Literal["ok"]
    version: str
    """Version of the server."""


class Readiness(TypedDict):
    status: Literal["ok"]


class ServiceInfo(TypedDict):
    """Name of the service and links to its interface."""
    name: str
    version: str
    """Version of the server."""
    summary: str
    authentication: str
    """Ways to send a key."""
    links: dict[str, str]
    """Addresses by name."""


class SpreadEventDataAfterQuietHours(TypedDict):
    """Present only if the value reached the threshold in quiet hours and has moved back since. The
    other fields then describe the newest crossing in the quiet hours.
    """
    value: float | None
    """The value after the quiet hours; null if there is none."""
    updated_at: str
    """UTC."""


class _SpreadEventData(TypedDict):
    webhook_id: str
    fiat: Fiat
    threshold: float
    direction: Literal["up", "down"] | str
    """up: the value rose to the threshold. down: it fell to the threshold."""
    value: float
    """The net profit in percent, or the price."""
    previous_value: float | None
    """The value before; null for the first."""
    updated_at: str
    """UTC."""
    amount: float
    route: Opportunity


class SpreadEventData(_SpreadEventData, total=False):
    payment_method: str
    """Payment method of the webhook, if it has one: only ads with it counted."""
    after_quiet_hours: SpreadEventDataAfterQuietHours
    """Present only if the value reached the threshold in quiet hours and has moved back since. The
    other fields then describe the newest crossing in the quiet hours.
    """
    simulated: Literal[True]
    """Present only if the exchanges are simulated: these prices never existed."""
    replay: Literal[True]
    """Present only if an archive is replayed: these prices are past."""


class SpreadEvent(TypedDict):
    event: Literal["spread"]
    data: SpreadEventData
    id: str
    """Event id, the same on every attempt."""
    created_at: str
    """UTC."""


class BestPriceEventDataAfterQuietHours(TypedDict):
    """Present only if the value reached the threshold in quiet hours and has moved back since. The
    other fields then describe the newest crossing in the quiet hours.
    """
    value: float | None
    """The value after the quiet hours; null if there is none."""
    updated_at: str
    """UTC."""


class _BestPriceEventData(TypedDict):
    webhook_id: str
    fiat: Fiat
    threshold: float
    direction: Literal["up", "down"] | str
    """up: the value rose to the threshold. down: it fell to the threshold."""
    value: float
    """The net profit in percent, or the price."""
    previous_value: float | None
    """The value before; null for the first."""
    updated_at: str
    """UTC."""
    best: BestPrice


class BestPriceEventData(_BestPriceEventData, total=False):
    payment_method: str
    """Payment method of the webhook, if it has one: only ads with it counted."""
    after_quiet_hours: BestPriceEventDataAfterQuietHours
    """Present only if the value reached the threshold in quiet hours and has moved back since. The
    other fields then describe the newest crossing in the quiet hours.
    """
    simulated: Literal[True]
    """Present only if the exchanges are simulated: these prices never existed."""
    replay: Literal[True]
    """Present only if an archive is replayed: these prices are past."""
    fill_amount: float
    """Amount in fiat whose average price is `value`, if the webhook sets one."""


class BestPriceEvent(TypedDict):
    event: Literal["best_buy", "best_sell"] | str
    data: BestPriceEventData
    id: str
    """Event id, the same on every attempt."""
    created_at: str
    """UTC."""


class _DigestEventData(TypedDict):
    webhook_id: str
    fiat: Fiat
    buy: DigestPrice | None
    """Best price to buy; null if there is no reliable price."""
    sell: DigestPrice | None
    """Best price to sell; null if there is no reliable price."""
    updated_at: str
    """UTC."""


class DigestEventData(_DigestEventData, total=False):
    simulated: Literal[True]
    """Present only if the exchanges are simulated: these prices never existed."""
    replay: Literal[True]
    """Present only if an archive is replayed: these prices are past."""


class DigestEvent(TypedDict):
    """Sent once a day if the webhook has a `digest_time`."""
    event: Literal["digest"]
    data: DigestEventData
    id: str
    """Event id, the same on every attempt."""
    created_at: str
    """UTC."""


class DigestPrice(TypedDict):
    """Best reliable price of one side, compared with the day before."""
    price: float
    """Fiat per USDT."""
    exchange: Exchange
    received_at: str
    """Time at which the ads of the exchange were received, UTC."""
    confidence: Literal["low", "medium", "high"] | str
    """Level of confidence in this price."""
    day_ago: float | None
    """Best price 24 hours before; null if none is recorded."""
    change_pct: float | None
    """Change since then in percent; null without `day_ago`."""


class PingEventData(TypedDict):
    webhook_id: str


class PingEvent(TypedDict):
    """Sent on request to test a receiver."""
    event: Literal["ping"]
    data: PingEventData
    id: str
    """Event id, the same on every attempt."""
    created_at: str
    """UTC."""


WebhookEvent = Union[SpreadEvent, BestPriceEvent, DigestEvent, PingEvent]
