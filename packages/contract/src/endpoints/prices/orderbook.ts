import {
  type Caller,
  type ExchangeId,
  type JudgedAd,
  type Reason,
  type RemoteReading,
  reasonCodes,
  type Side,
  type TakerDemands,
} from '@p2p-rates/core'
import { asset, meetsDemands, mergeBooks, roundMoney, roundPct, roundPrice, seenAtMs } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { callerInputs, type QuestionOf } from '../../endpoint/caller-inputs.js'
import {
  allExchanges,
  exchangeOrAll,
  fiat,
  includeParam,
  optionalAmount,
  side,
  wholeNumber,
  wireExchangeOrAll,
} from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { cachedPrices, defineEndpoint, forKeys } from '../../endpoint/define-endpoint.js'
import type { AdTrust } from '../../endpoint/derived-types.js'
import type { Input } from '../../endpoint/input.js'
import { type MarketData, marketEndpoint, type Success } from '../../endpoint/market-data.js'
import { typed, typeNames } from '../../endpoint/type-names.js'
import {
  isoTime,
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePrice,
  wireSide,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { ExchangeName } from '../../endpoint/wire-types.js'
import type { AdDemands, Orderbook, OrderbookCounts, ReasonFigure, WireAd } from '../../generated/types.js'
import { adFilterInputs, filterMarket, toAdFilter } from './ad-filter.js'
import { remoteProvenanceFields, toRemoteProvenanceResponse } from './remote-provenance.js'

const orderbookExtras = ['trust', 'demands', 'counts', 'updated_at'] as const
export type OrderbookExtra = (typeof orderbookExtras)[number]

const onlyWithTrust = (description: string) => ({ description: `${description} Only with \`include=trust\`.` })

const ad: z.ZodType<WireAd> = z
  .object({
    exchange: wireExchange.exactOptional().meta({ description: 'Only with `exchange=all`.' }),
    price: wirePrice,
    min_amount: wireMoney.meta({ description: 'Smallest order in fiat.' }),
    max_amount: wireMoney.meta({ description: 'Largest order in fiat.' }),
    payment_methods: z.array(z.string()),
    completed_orders: wireCount.nullable().meta({ description: 'Null if the exchange does not publish it.' }),
    completion_rate: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description: 'Percent of orders completed; null if the exchange does not publish it.',
        examples: [98.5],
      }),
    nickname: z.string().meta({ description: 'Name as the advertiser wrote it: untrusted text.' }),
    trusted: z.boolean().meta({ description: 'True if price and record are plausible together.' }),
    available_usdt: wireMoney.nullable().exactOptional().meta(onlyWithTrust('USDT that the advertiser still has.')),
    merchant: z
      .boolean()
      .nullable()
      .exactOptional()
      .meta(onlyWithTrust('True if the exchange verified the advertiser.')),
    score: z.number().min(0).max(1).exactOptional().meta(onlyWithTrust('Plausibility of price and record, 0 to 1.')),
    reasons: z
      .array(typed('LooseEnum<ReasonCode>', z.string()).meta({ examples: [...reasonCodes] }))
      .exactOptional()
      .meta(onlyWithTrust('Reasons for the score, most important first.')),
    reason_figures: z
      .array(
        z
          .object({
            reason: typed('LooseEnum<ReasonCode>', z.string()).meta({ examples: ['price_outlier'] }),
            against: wirePrice.meta({
              description:
                'Reference of the comparison: the market’s middle (`unit_error`, `price_outlier`, `price_attractive`, `stuck_at_top`, `stale`), the next trusted prices (`isolated`), or the prices of the opposite side (`crosses_market`).',
            }),
            difference_pct: z.number().meta({
              description: 'Distance of the ad’s price from the reference, in percent; negative if lower.',
              examples: [-7.9],
            }),
          })
          .meta({ id: 'ReasonFigure', description: 'Difference between the price of an ad and a reference price.' }),
      )
      .exactOptional()
      .meta(onlyWithTrust('Comparison behind each reason that concerns the price.')),
    eligible: z.boolean().exactOptional().meta(onlyWithTrust('Trusted and usable by a normal caller.')),
    demands: z
      .object({
        min_orders: wireCount.nullable(),
        min_completion_pct: z.number().nullable(),
        min_account_days: z.number().nullable(),
        verified: z.boolean().meta({ description: 'Other requirements, such as documents, a video or a country.' }),
      })
      .register(typeNames, { type: 'AdDemands' })
      .nullable()
      .exactOptional()
      .meta({
        description:
          'Requirements for taking the ad; null if the exchange publishes none. `reasons` names those that the caller cannot meet. Only with `include=trust` or `include=demands`.',
      }),
    takes_you: z.boolean().exactOptional().meta({
      description: 'True if the caller meets the requirements of the ad. Only with `include=demands`; not in CSV.',
    }),
    observed_at: wireTime.exactOptional().meta(onlyWithTrust('Receive time of the ad, UTC.')),
    url: z.string().nullable().exactOptional().meta(onlyWithTrust('Web page of the ad or its advertiser.')),
    ...remoteProvenanceFields,
  })
  .meta({ id: 'Ad' })
  .register(typeNames, { type: 'WireAd' })

const answer: z.ZodType<Orderbook> = z
  .object({
    asset: wireAsset,
    exchange: wireExchangeOrAll.meta({ description: 'The exchange, or `all`.', examples: ['binance'] }),
    fiat: wireFiat,
    side: wireSide,
    payment_method: z.string().nullable().meta({ description: 'Value of the parameter `payment_method`, or null.' }),
    count: wireCount.meta({ description: 'Number of ads in this answer.' }),
    counts: z
      .object({
        ads: wireCount,
        trusted: wireCount,
        eligible: wireCount.meta({ description: 'Trusted and usable by a normal caller.' }),
      })
      .meta({
        id: 'OrderbookCounts',
        description: 'Number of ads that match, before the list is cut to `rows`. Only with `include=counts`.',
      })
      .exactOptional(),
    updated_at: wireTime.nullable().exactOptional().meta({
      description:
        'Receive time of the newest ad, UTC; null if the exchange does not trade the currency. Only with `include=updated_at`.',
    }),
    missing_exchanges: z.array(wireExchange).exactOptional().meta({
      description:
        'Exchanges that trade the currency and have no fresh ads; `sources` says why. Only with `exchange=all`.',
    }),
    ads: z.array(ad),
    ...remoteProvenanceFields,
  })
  .meta({
    id: 'Orderbook',
    description: 'Ads of one side of one exchange or of all, the best price for the caller first.',
  })

type OrderbookInput = {
  readonly exchange: ExchangeName | typeof allExchanges
  readonly fiat: string
  readonly side: Side
  readonly paymentMethod: string | null
  readonly ads: readonly JudgedAd[]
  /** All that match; absent if counts were not requested. */
  readonly counted?: readonly JudgedAd[] | undefined
  readonly withTrust: boolean
  /** Absent if demands were not requested. */
  readonly demandsFor?: Caller | undefined
  readonly updatedAtMs?: number | null | undefined
  readonly remote?: RemoteReading | undefined
  readonly ofAll?: {
    readonly missing: readonly ExchangeName[]
    readonly remotes: ReadonlyMap<ExchangeId, RemoteReading>
  }
}

export const toOrderbookResponse = (facts: OrderbookInput): Orderbook => ({
  asset,
  exchange: facts.exchange,
  fiat: facts.fiat,
  side: facts.side,
  payment_method: facts.paymentMethod,
  count: facts.ads.length,
  ...(facts.counted && { counts: toCountsResponse(facts.counted) }),
  ...(facts.updatedAtMs === undefined ? {} : { updated_at: toUpdatedAtResponse(facts.updatedAtMs) }),
  ...(facts.ofAll && { missing_exchanges: facts.ofAll.missing }),
  ads: facts.ads.map((judged) => ({
    ...(facts.ofAll && { exchange: judged.ad.exchange }),
    ...toAdResponse(judged),
    ...(facts.withTrust && toTrustResponse(judged)),
    ...(facts.demandsFor && toTakesResponse(judged, facts.demandsFor)),
    ...toRemoteProvenanceResponse(facts.ofAll?.remotes.get(judged.ad.exchange)),
  })),
  ...toRemoteProvenanceResponse(facts.remote),
})

const toCountsResponse = (ads: readonly JudgedAd[]): OrderbookCounts => ({
  ads: ads.length,
  trusted: ads.filter(({ trusted }) => trusted).length,
  eligible: ads.filter(({ eligible }) => eligible).length,
})

const toAdResponse = ({ ad, trusted }: JudgedAd): WireAd => ({
  price: ad.price,
  min_amount: roundMoney(ad.minFiat),
  max_amount: roundMoney(ad.maxFiat),
  payment_methods: ad.paymentMethods,
  completed_orders: ad.completedOrders,
  completion_rate: ad.completionPct === null ? null : roundPct(ad.completionPct),
  nickname: ad.nickname,
  trusted,
})

const toTrustResponse = ({ ad, score, reasons, eligible }: JudgedAd): AdTrust => ({
  available_usdt: ad.stockUsdt,
  merchant: ad.merchant,
  score: roundedDown(score),
  reasons: reasons.map(({ code }) => code),
  reason_figures: reasons.flatMap((reason) => figureOf(ad.price, reason)),
  eligible,
  demands: ad.takerDemands && toDemandsResponse(ad.takerDemands),
  observed_at: isoTime(ad.observedAtMs),
  url: ad.url,
})

const toTakesResponse = ({ ad: { takerDemands } }: JudgedAd, caller: Caller) => ({
  demands: takerDemands && toDemandsResponse(takerDemands),
  takes_you: meetsDemands(takerDemands, caller),
})

const toDemandsResponse = (demands: TakerDemands): AdDemands => ({
  min_orders: demands.minOrders,
  min_completion_pct: demands.minCompletionPct,
  min_account_days: demands.minAccountAgeDays,
  verified: demands.extraVerification,
})

/** Computed from the rounded price, so that a reader who recomputes it gets the same. */
function figureOf(price: number, { code, against }: Reason): readonly ReasonFigure[] {
  const compared = against === undefined ? 0 : roundPrice(against)
  return compared > 0
    ? [{ reason: code, against: compared, difference_pct: roundPct((price / compared - 1) * 100) }]
    : []
}

/** Rounds down to two digits, so that an untrusted ad never looks like one that just passed. */
function roundedDown(score: number): number {
  const near = roundPct(score)
  return near > score ? roundPct(near - 0.01) : near
}

const rows: Input<number> = {
  ...wholeNumber(
    10,
    'Number of ads, best prices first, trusted or not (see `trusted`). Larger values are lowered to the limit of the plan. With `exchange=all` the limit applies per exchange.',
  ),
  cap: (limits, before, { length }) => limits.orderbookRows * (before.get('exchange') === allExchanges ? length : 1),
}

const include = includeParam(
  orderbookExtras,
  'Additions, separated by commas: `trust`, stock, verification, score, reasons with their figures, eligibility, demands, time and link of every ad, and `via` and `checked` if a remote collector read them; `demands`, demands of every ad, and `takes_you` if you meet them; `counts`, number of ads that match; `updated_at`, the receive time of the newest ad.',
)

/** One cell: "min_orders 20 | verified". */
const demandsText = (demands: AdDemands | null | undefined): readonly string[] | null =>
  demands == null
    ? null
    : Object.entries(demands).flatMap(([name, asked]) =>
        asked === null || asked === false ? [] : asked === true ? name : `${name} ${asked}`,
      )

/**
 * @example
 * const { ads } = await p2p.orderbook({ exchange: 'binance', side: 'SELL', payment_method: 'mono' })
 * const mine = await p2p.orderbook({ exchange: 'all', amount: 20_000, exclude_method: ['wise'], min_orders: 100 })
 * for (const { exchange, price } of mine.ads) console.log(exchange, price)
 */
export const orderbook = defineEndpoint({
  name: 'orderbook',
  method: 'GET',
  path: '/orderbook',
  ...forKeys('Free', 'reader'),
  summary: 'Live ads of one exchange, or of all',
  description:
    'Returns the ads of one side of one exchange in a uniform shape, each with its verdict. Untrusted ads are shown, too, unless `trusted=true`. Filters apply before the list is cut to `rows`. An exchange that does not trade the currency has no ads. `exchange=all` lists the ads of all exchanges, best price first. Each ad names its exchange, and `missing_exchanges` names exchanges without fresh ads.',
  query: {
    exchange: exchangeOrAll,
    fiat,
    side,
    rows,
    ...adFilterInputs,
    amount: optionalAmount('Only ads that take this whole fiat amount in one order, within limits and stock.'),
    include,
    ...callerInputs,
  },
  answer,
  example: {
    asset,
    exchange: 'binance',
    fiat: 'UAH',
    side: 'BUY',
    payment_method: null,
    count: 1,
    ads: [
      {
        price: 41.32,
        min_amount: 1000,
        max_amount: 30000,
        payment_methods: ['Monobank', 'PrivatBank'],
        completed_orders: 640,
        completion_rate: 99,
        nickname: 'Honest Trader',
        trusted: true,
      },
    ],
  },
  table: tableOf(
    [...columnsOf(ad, { without: ['exchange', 'takes_you'], shown: ['demands'] }), 'exchange'],
    ({ exchange, ads, via, checked }: Orderbook) =>
      ads.map((ad) => ({ exchange, via, checked, ...ad, demands: demandsText(ad.demands) })),
  ),
  errors: ['data_unavailable'],
  ...cachedPrices,
})

export function answerOrderbook(query: QuestionOf<typeof orderbook>, known: MarketData): Success<Orderbook> {
  const { exchange, fiat, side, rows, amount = null, include = [] } = query
  const isOfAll = exchange === allExchanges
  const boards = filterMarket(known, toAdFilter(query, amount)).boards.filter(
    (board) => board.side === side && (isOfAll || board.exchange === exchange),
  )
  const expected = isOfAll ? known.expected() : known.isUntraded(exchange) ? [] : [exchange]
  const missing = expected.filter((id) => boards.every((board) => board.exchange !== id))
  if (boards.length === 0 && missing.length > 0) return { problem: known.unavailable(isOfAll ? undefined : exchange) }

  const matching = mergeBooks(boards, side)
  const withTrust = include.includes('trust')
  const remotes = new Map(
    boards.flatMap(({ exchange, remote }) => (withTrust && remote ? [[exchange, remote] as const] : [])),
  )
  return {
    answer: toOrderbookResponse({
      exchange,
      fiat,
      side,
      paymentMethod: query.payment_method?.join(',') ?? null,
      ads: matching.slice(0, rows),
      counted: include.includes('counts') ? matching : undefined,
      withTrust,
      demandsFor: include.includes('demands') ? known.rules.caller : undefined,
      ...(include.includes('updated_at') && {
        updatedAtMs: boards.length === 0 ? null : Math.max(...boards.map(seenAtMs)),
      }),
      ...(isOfAll ? { ofAll: { missing, remotes } } : { remote: remotes.get(exchange) }),
    }),
  }
}

export const orderbookOfMarket = marketEndpoint(orderbook, answerOrderbook)
