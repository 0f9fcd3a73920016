import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import type { Fault } from '../fault.js'
import { count, decimal, price, ratio01 } from '../read-number-text.js'
import { type Dictionary, defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'
import { commaSeparatedIds, lenientField, namesIn, wireId } from './wire-fields.js'

const origin = 'https://www.mexc.com'
const api = '/api/platform/p2p/api'
const headers = { referer: `${origin}/buy-crypto/p2p` }
const pageSize = 20
/** Rows of a page where `pageSize` is not obeyed. */
const ownPageSize = 10
const refusal = faultUnless('0', 'MEXC')

/** MEXC, read by default. */
export const mexc = defineExchange({
  id: 'mexc',
  name: 'MEXC',
  origin,
  minIntervalMs: 800,
  pageSize,
  maxPages: 5,

  request: ({ fiat, side, page }) => ({
    method: 'GET',
    path: `${api}/market`,
    headers,
    query: {
      coinId: usdtId,
      currency: fiat,
      tradeType: advertiserSide[side],
      page,
      pageSize,
      adsType: 1,
      allowTrade: false,
      blockTrade: false,
      certifiedMerchant: false,
      follow: false,
      haveTrade: false,
      ...(side === 'BUY' ? cheapestFirst : {}),
    },
  }),

  refusal,
  page: z.object({ data: z.array(z.unknown()).nullable() }),
  rows: (page) => page.data ?? [],
  more: (_, { rowCount }) => rowCount >= pageSize || rowCount === ownPageSize,

  row: z.object({
    id: z.string().nullish(),
    currency: z.string().nullish(),
    coinName: z.string().nullish(),
    price,
    minTradeLimit: decimal,
    maxTradeLimit: decimal,
    availableQuantity: decimal,
    payMethod: z.string().nullish(),
    tradeTerms: z.string().nullish(),
    tags: z.string().nullish(),
    merchantTradeEnable: z.boolean().nullish(),
    expirationTime: lenientField(count),
    merchant: z
      .object({
        nickName: z.string(),
        memberId: z.string().nullish(),
        merchantType: lenientField(z.string()),
        lastOnlineTime: lenientField(count),
        registry: lenientField(count),
      })
      .nullish(),
    merchantStatistics: z
      .object({
        doneLastMonthCount: count.nullish(),
        lastMonthCompleteRate: ratio01.nullish(),
        thirtyDayCompletionRate: ratio01.nullish(),
        completeRate: ratio01.nullish(),
      })
      .nullish(),
  }),
  acceptsRow: (row, { fiat }) => (row.currency ?? fiat) === fiat && (row.coinName ?? asset) === asset,
  ad: ({ merchant, merchantStatistics: record, ...row }, { names, observedAtMs }) => ({
    adId: row.id ?? null,
    advertiserId: merchant?.memberId ?? null,
    nickname: merchant?.nickName ?? '',
    price: row.price,
    minFiat: row.minTradeLimit,
    maxFiat: row.maxTradeLimit,
    stockUsdt: row.availableQuantity,
    paymentMethods: commaSeparatedIds(row.payMethod ?? '').map((id) => names.payments.get(id) ?? `method ${id}`),
    completedOrders: record?.doneLastMonthCount ?? null,
    ordersBasis: 'month',
    // The lifetime rate comes last: it is 1 for nearly every advertiser.
    completionPct: record?.lastMonthCompleteRate ?? record?.thirtyDayCompletionRate ?? record?.completeRate ?? null,
    positivePct: null,
    merchant: merchant?.merchantType == null ? null : merchantTiers.has(merchant.merchantType.toLowerCase()),
    lastSeenAtMs: merchant?.lastOnlineTime ?? null,
    accountAgeDays: wholeDays(merchant?.registry ?? null, observedAtMs),
    promoted: false,
    // Tags mark promotional prices. MEXC goes on showing the ads of suspended merchants.
    restricted: (row.tags ?? '').trim() !== '' || row.merchantTradeEnable === false,
    takerDemands: null,
    payWindowMinutes: row.expirationTime,
    remarks: row.tradeTerms ?? null,
    url: null,
  }),

  dictionary: {
    global: false,
    request: ({ fiat }) => ({ method: 'GET', path: `${api}/payment/method`, headers, query: { currency: fiat } }),
    read: (body) => refusal(body) ?? readMethods(body),
  },
})

const methodList = z.object({ data: z.array(z.unknown()) })
const method = z.object({ id: wireId, name: z.string() }).transform(({ id, name }) => [id, name] as const)

function readMethods(body: unknown): Dictionary | Fault {
  const list = methodList.safeParse(body).data?.data
  if (list === undefined)
    return { kind: 'schema_drift', message: 'MEXC lists its payment methods in an unknown shape.' }
  return { payments: namesIn(list, method), currencies: new Map() }
}

/** MEXC names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'SELL', SELL: 'BUY' } as const
const usdtId = '128f589271cb4951b03e71e6323eb7be'
const cheapestFirst = { adOrderSortField: 'price', adOrderSort: 0 } as const
const merchantTiers: ReadonlySet<string> = new Set(['merchant', 'verified', 'prime', 'legacy', 'biz'])

const dayMs = 86_400_000
const wholeDays = (fromMs: number | null, toMs: number): number | null =>
  fromMs === null || fromMs > toMs ? null : Math.floor((toMs - fromMs) / dayMs)
