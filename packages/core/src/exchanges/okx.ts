import { z } from 'zod'
import type { TakerDemands } from '../ad.js'
import { asset } from '../currencies-and-sides.js'
import type { Fault } from '../fault.js'
import { count, decimal, percentText, price, ratio01 } from '../read-number-text.js'
import { type Dictionary, defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { namesIn } from './wire-fields.js'

const pageSize = 100
const refusal = faultUnless('0', 'OKX', codesMeaning({ no_market: '17007' }))

const minusOne = z.literal(['-1', -1]).transform(() => null)
/** Read -1 as null, because OKX sends it for unknown values. */
const orMinusOne = <Value>(known: z.ZodType<Value>) => z.union([minusOne, known]).nullish()

const row = z.object({
  id: z.string(),
  publicUserId: z.string().nullish(),
  nickName: z.string(),
  side: z.string().nullish(),
  baseCurrency: z.string().nullish(),
  quoteCurrency: z.string().nullish(),
  price,
  availableAmount: decimal,
  quoteMinAmountPerOrder: decimal,
  quoteMaxAmountPerOrder: decimal,
  paymentMethods: z.array(z.string()),
  completedOrderQuantity: orMinusOne(count),
  completedRate: orMinusOne(ratio01),
  posReviewPercentage: orMinusOne(percentText),
  creatorType: z.string().nullish(),
  boostType: z.string().nullish(),
  paymentTimeoutMinutes: count.nullish(),
  minCompletedOrderQuantity: orMinusOne(count),
  maxCompletedOrderQuantity: orMinusOne(count),
  minCompletionRate: orMinusOne(ratio01),
  verificationType: count.nullish(),
  whitelistedCountries: z.array(z.string()).nullish(),
})

/** OKX, read by default. */
export const okx = defineExchange({
  id: 'okx',
  name: 'OKX',
  origin: 'https://www.okx.com',
  minIntervalMs: 700,
  // A second page can be empty although a wider first page holds more, so one page has to do. It holds the whole
  // book, because it is not proven that the order asked for is obeyed.
  pageSize,
  maxPages: 1,

  request: ({ fiat, side, page }) => ({
    method: 'GET',
    path: '/v3/c2c/tradingOrders/books',
    query: {
      side: advertiserSide[side],
      baseCurrency: asset.toLowerCase(),
      quoteCurrency: fiat.toLowerCase(),
      paymentMethod: 'all',
      userType: 'all',
      sortType: bestFirst[side],
      currentPage: page,
      numberPerPage: pageSize,
    },
  }),

  refusal,
  page: z.object({
    code: z.literal(0),
    data: z.object({ buy: z.array(z.unknown()).nullable(), sell: z.array(z.unknown()).nullable() }),
  }),
  rows: ({ data }, { side }) => data[advertiserSide[side]] ?? [],
  more: () => false,
  unordered: true,

  row,
  sideInRow: true,
  acceptsRow: (ad, { fiat, side }) =>
    (ad.side ?? advertiserSide[side]) === advertiserSide[side] &&
    (ad.quoteCurrency ?? fiat).toUpperCase() === fiat &&
    (ad.baseCurrency ?? asset).toUpperCase() === asset,
  ad: (ad, { names }) => ({
    adId: ad.id,
    advertiserId: ad.publicUserId ?? null,
    nickname: ad.nickName,
    price: ad.price,
    minFiat: ad.quoteMinAmountPerOrder,
    maxFiat: ad.quoteMaxAmountPerOrder,
    stockUsdt: ad.availableAmount,
    paymentMethods: ad.paymentMethods.map((method) => names.payments.get(method) ?? method),
    completedOrders: ad.completedOrderQuantity ?? null,
    ordersBasis: 'lifetime',
    completionPct: ad.completedRate ?? null,
    positivePct: ad.posReviewPercentage ?? null,
    merchant: ad.creatorType == null ? null : ad.creatorType !== 'common',
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: ad.boostType === 'PAID',
    // An upper bound on the taker's own orders: an offer for newcomers.
    restricted: (ad.maxCompletedOrderQuantity ?? 0) > 0,
    takerDemands: takerDemands(ad),
    payWindowMinutes: ad.paymentTimeoutMinutes ?? null,
    remarks: null,
    url: ad.publicUserId
      ? `https://www.okx.com/p2p/ads-merchant?publicUserId=${encodeURIComponent(ad.publicUserId)}`
      : null,
  }),

  dictionary: {
    global: false,
    request: ({ fiat }) => ({
      method: 'GET',
      path: '/v3/c2c/configs/receipt/templates',
      query: { quoteCurrency: fiat, needField: false },
    }),
    read: (body) => refusal(body) ?? readTemplates(body),
  },
})

/** OKX names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'sell', SELL: 'buy' } as const

/** Unasked, OKX sorts both sides upwards and shows the worst bids first. */
const bestFirst = { BUY: 'price_asc', SELL: 'price_desc' } as const

function takerDemands(ad: z.infer<typeof row>): TakerDemands | null {
  if (ad.verificationType == null && ad.minCompletedOrderQuantity == null) return null
  const countries = ad.whitelistedCountries ?? []
  return {
    minOrders: ad.minCompletedOrderQuantity || null,
    minCompletionPct: ad.minCompletionRate || null,
    minAccountAgeDays: null,
    extraVerification: ad.verificationType === 1 || (countries.length > 0 && !countries.includes('ALL_COUNTRIES')),
  }
}

const templates = z.object({ data: z.array(z.unknown()) })
const template = z
  .object({ paymentMethod: z.string().min(1), paymentMethodDescription: z.string().min(1) })
  .transform((entry) => [entry.paymentMethod, entry.paymentMethodDescription] as const)

/** Ads carry codes such as "bank"; the templates of a currency say what people call them. */
function readTemplates(body: unknown): Dictionary | Fault {
  const list = templates.safeParse(body).data?.data
  if (list === undefined) return { kind: 'schema_drift', message: 'OKX lists its payment methods in an unknown shape.' }
  return { payments: namesIn(list, template), currencies: new Map() }
}
