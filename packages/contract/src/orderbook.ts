import {
  asset,
  type ExchangeId,
  exchangeIds,
  type Fiat,
  type JudgedAd,
  mergeBooks,
  type Reason,
  type ReasonCode,
  type RemoteReading,
  reasonCodes,
  roundMoney,
  roundPct,
  roundPrice,
  type Side,
  seenAtMs,
  type TakerDemands,
} from '@p2p-rates/core'
import { z } from 'zod'
import { type AdFilterQuery, adFilterInputs, filterMarket, toAdFilter } from './ad-filter.js'
import {
  allExchanges,
  exchangeOrAll,
  fiat,
  includeParam,
  optionalAmount,
  side,
  wholeNumber,
  wireExchangeOrAll,
} from './common-inputs.js'
import { tableOf } from './csv.js'
import { defineEndpoint, type QueryOf } from './define-endpoint.js'
import type { Input, InputsOf } from './input.js'
import type { MarketData, Success } from './market-data.js'
import {
  type RemoteProvenance,
  remoteProvenanceColumns,
  remoteProvenanceFields,
  toRemoteProvenanceResponse,
} from './remote-provenance.js'
import {
  type ExchangeName,
  isoTime,
  type LooseEnum,
  toUpdatedAtResponse,
  wireAsset,
  wireCount,
  wireExchange,
  wireFiat,
  wireMoney,
  wirePrice,
  wireSide,
  wireTime,
} from './wire-schemas.js'

export type OrderbookQuery = AdFilterQuery & {
  /** `all`: the ads of all exchanges in one list. */
  readonly exchange: ExchangeName | typeof allExchanges
  /** Currency code; UAH when absent. */
  readonly fiat?: LooseEnum<Fiat> | undefined
  /** Action of the caller; BUY when absent. */
  readonly side?: Side | undefined
  /** Number of ads; 10 when absent, at most what the plan allows, of `all` as many for each exchange. */
  readonly rows?: number | undefined
  /** Only ads that take the whole of this amount of fiat in one order. */
  readonly amount?: number | undefined
  /** Additions: `trust` says of every ad why it is or is not trusted; `updated_at` when the ads were received. */
  readonly include?: OrderbookExtra | readonly OrderbookExtra[] | undefined
}

const orderbookExtras = ['trust', 'updated_at'] as const
export type OrderbookExtra = (typeof orderbookExtras)[number]

/**
 * Ads of one side of one exchange or of all, the best price for the caller first. `via` and `checked` only with
 * `include=trust`, of all exchanges in each ad.
 */
export type Orderbook = {
  readonly asset: typeof asset
  readonly exchange: ExchangeName | typeof allExchanges
  readonly fiat: LooseEnum<Fiat>
  readonly side: Side
  /** Payment methods as requested, separated by commas. */
  readonly payment_method: string | null
  readonly count: number
  /** Receive time of the newest ad; `null` if the exchange has none. Only with `include=updated_at`. */
  readonly updated_at?: string | null
  /** Only of all exchanges: those without fresh ads. `sources` says why. */
  readonly missing_exchanges?: readonly ExchangeName[]
  readonly ads: readonly WireAd[]
} & Partial<RemoteProvenance>

/** The answer to `exchange=all`: each ad names its exchange. */
export type OrderbookOfAll = Omit<Orderbook, 'exchange' | 'missing_exchanges' | 'ads'> & {
  readonly exchange: typeof allExchanges
  readonly missing_exchanges: readonly ExchangeName[]
  readonly ads: readonly (WireAd & { readonly exchange: ExchangeName })[]
}

export type WireAd = {
  /** Only of all exchanges. */
  readonly exchange?: ExchangeName
  readonly price: number
  /** Smallest order in fiat. */
  readonly min_amount: number
  readonly max_amount: number
  readonly payment_methods: readonly string[]
  readonly completed_orders: number | null
  /** Percent, 0 to 100; `null` if the exchange does not publish it. */
  readonly completion_rate: number | null
  readonly nickname: string
  readonly trusted: boolean
} & Partial<AdTrust & RemoteProvenance>

/** Only with `include=trust`. */
export type AdTrust = {
  readonly available_usdt: number | null
  /** True if the exchange has verified the advertiser; `null` if unknown. */
  readonly merchant: boolean | null
  /** 0 to 1: how plausible price and record are together. */
  readonly score: number
  /** The reasons that decided, the weightiest first. */
  readonly reasons: readonly LooseEnum<ReasonCode>[]
  /** The comparison behind each reason that is about the price, in the order of `reasons`. */
  readonly reason_figures: readonly ReasonFigure[]
  /** Trusted and usable by a normal caller. Best prices use only such ads. */
  readonly eligible: boolean
  /** Requirements for takers of the ad; `null` if the exchange states none. */
  readonly demands: AdDemands | null
  readonly observed_at: string
  readonly url: string | null
}

/** Null fields are not required. */
export type AdDemands = {
  readonly min_orders: number | null
  readonly min_completion_pct: number | null
  readonly min_account_days: number | null
  /** Extra documents, a video, a country: what most callers cannot show at once. */
  readonly verified: boolean
}

/** Difference between an ad's price and the price that a reason compares it with. */
export type ReasonFigure = {
  readonly reason: LooseEnum<ReasonCode>
  /** The market's middle, the next trusted prices, or what others pay the other way. */
  readonly against: number
  /** The ad's price compared with it, in percent; negative when the ad's price is lower. */
  readonly difference_pct: number
}

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
      .array(z.string().meta({ examples: [...reasonCodes] }))
      .exactOptional()
      .meta(onlyWithTrust('Reasons for the score, most important first.')),
    reason_figures: z
      .array(
        z
          .object({
            reason: z.string().meta({ examples: ['price_outlier'] }),
            against: wirePrice.meta({
              description:
                'Reference of the comparison: the market’s middle (`unit_error`, `price_outlier`, `price_attractive`, `stuck_at_top`, `stale`), the next trusted prices (`isolated`), or the prices of the opposite side (`crosses_market`).',
            }),
            difference_pct: z.number().meta({
              description: 'Distance of the ad’s price from the reference, in percent; negative if lower.',
              examples: [-7.9],
            }),
          })
          .meta({ id: 'ReasonFigure' }),
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
      .nullable()
      .exactOptional()
      .meta(
        onlyWithTrust(
          'Requirements for taking the ad; null if the exchange publishes none. `reasons` names those that a usual caller cannot meet.',
        ),
      ),
    observed_at: wireTime.exactOptional().meta(onlyWithTrust('Receive time of the ad, UTC.')),
    url: z.string().nullable().exactOptional().meta(onlyWithTrust('Web page of the ad or its advertiser.')),
    ...remoteProvenanceFields,
  })
  .meta({ id: 'Ad' })

const answer: z.ZodType<Orderbook> = z
  .object({
    asset: wireAsset,
    exchange: wireExchangeOrAll.meta({ description: 'The exchange, or `all`.', examples: ['binance'] }),
    fiat: wireFiat,
    side: wireSide,
    payment_method: z.string().nullable().meta({ description: 'Value of the parameter `payment_method`, or null.' }),
    count: wireCount.meta({ description: 'Number of ads in this answer.' }),
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
  readonly withTrust: boolean
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
  ...(facts.updatedAtMs === undefined ? {} : { updated_at: toUpdatedAtResponse(facts.updatedAtMs) }),
  ...(facts.ofAll && { missing_exchanges: facts.ofAll.missing }),
  ads: facts.ads.map((judged) => ({
    ...(facts.ofAll && { exchange: judged.ad.exchange }),
    ...toAdResponse(judged),
    ...(facts.withTrust && toTrustResponse(judged)),
    ...toRemoteProvenanceResponse(facts.ofAll?.remotes.get(judged.ad.exchange)),
  })),
  ...toRemoteProvenanceResponse(facts.remote),
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
  cap: (limits, before) => limits.orderbookRows * (before.get('exchange') === allExchanges ? exchangeIds.length : 1),
}

const include = includeParam(
  orderbookExtras,
  'Additions, separated by commas: `trust`, stock, verification, score, reasons with their figures, eligibility, demands, time and link of every ad, and `via` and `checked` if a remote collector read them; `updated_at`, the receive time of the newest ad.',
)

const adColumns = [
  'price',
  'min_amount',
  'max_amount',
  'payment_methods',
  'completed_orders',
  'completion_rate',
  'nickname',
  'trusted',
] as const
const trustColumns = [
  'available_usdt',
  'merchant',
  'score',
  'reasons',
  'eligible',
  'demands',
  'observed_at',
  'url',
] as const satisfies readonly (keyof AdTrust)[]

/** One cell: "min_orders 20 | verified". */
const demandsText = (demands: AdDemands | null | undefined): readonly string[] | null =>
  demands == null
    ? null
    : Object.entries(demands).flatMap(([name, asked]) =>
        asked === null || asked === false ? [] : asked === true ? name : `${name} ${asked}`,
      )

export const orderbook = defineEndpoint({
  name: 'orderbook',
  method: 'GET',
  path: '/orderbook',
  access: { kind: 'key', plan: 'Free' },
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
  } satisfies InputsOf<OrderbookQuery>,
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
    [...adColumns, ...trustColumns, ...remoteProvenanceColumns, 'exchange'],
    ({ exchange, ads, via, checked }: Orderbook) =>
      ads.map((ad) => ({ exchange, via, checked, ...ad, demands: demandsText(ad.demands) })),
  ),
  errors: ['data_unavailable'],
  carriesPrices: true,
  cacheable: true,
})

export function answerOrderbook(query: QueryOf<typeof orderbook>, known: MarketData): Success<Orderbook> {
  const { exchange, fiat, side, rows, amount = null, include = [] } = query
  const isOfAll = exchange === allExchanges
  const boards = filterMarket(known, toAdFilter(query, amount)).boards.filter(
    (board) => board.side === side && (isOfAll || board.exchange === exchange),
  )
  const expected = isOfAll ? known.expected() : known.isUntraded(exchange) ? [] : [exchange]
  const missing = expected.filter((id) => boards.every((board) => board.exchange !== id))
  if (boards.length === 0 && missing.length > 0) return { problem: known.unavailable(isOfAll ? undefined : exchange) }

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
      ads: mergeBooks(boards, side).slice(0, rows),
      withTrust,
      ...(include.includes('updated_at') && {
        updatedAtMs: boards.length === 0 ? null : Math.max(...boards.map(seenAtMs)),
      }),
      ...(isOfAll ? { ofAll: { missing, remotes } } : { remote: remotes.get(exchange) }),
    }),
  }
}
