import { z } from 'zod'
import type { Fault } from '../fault.js'
import { count, decimal, percent, price } from '../read-number-text.js'
import { type Dictionary, defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'
import { commaSeparatedIds, namesIn, wireId } from './wire-fields.js'

const origin = 'https://www.htx.com'
const api = '/-/x/otc/v1/data'
/** Fixed: a `pageSize` parameter is ignored. */
const pageSize = 10
const refusal = faultUnless('200', 'HTX')

/**
 * HTX, read only if you name it.
 *
 * @example
 * createExchangeClient({ exchanges: [...exchanges, htx] })
 */
export const htx = defineExchange({
  id: 'htx',
  name: 'HTX',
  origin,
  minIntervalMs: 800,
  pageSize,
  maxPages: 5,

  request: ({ fiat, side, page, names }) => {
    const currency = currencyId(fiat, names)
    if (currency === undefined) return null
    return {
      method: 'GET',
      path: `${api}/trade-market`,
      query: {
        coinId: usdtId,
        currency,
        tradeType: advertiserSide[side],
        currPage: page,
        payMethod: 0,
        acceptOrder: 0,
        country: '',
        blockType: 'general',
        online: 1,
        range: 0,
        amount: '',
        onlyTradable: false,
        isFollowed: false,
      },
    }
  },

  refusal,
  page: z.object({ data: z.array(z.unknown()).nullable(), totalPage: count.nullish() }),
  rows: (page) => page.data ?? [],
  more: ({ totalPage }, { page, rowCount }) => (totalPage == null ? rowCount >= pageSize : page < totalPage),

  row: z.object({
    id: wireId.nullish(),
    uid: wireId.nullish(),
    userName: z.string(),
    coinId: wireId.nullish(),
    currency: wireId.nullish(),
    tradeType: count.nullish(),
    price,
    minTradeLimit: decimal,
    maxTradeLimit: decimal,
    tradeCount: decimal,
    payMethod: z.string().nullish(),
    payMethods: z.array(z.object({ name: z.string() })).nullish(),
    tradeMonthTimes: count.nullish(),
    orderCompleteRate: percent.nullish(),
    merchantLevel: count.nullish(),
    isOnline: z.boolean().nullish(),
    payTerm: count.nullish(),
  }),
  sideInRow: true,
  acceptsRow: (row, { fiat, side, names }) =>
    isUnknownOrSame(row.currency, currencyId(fiat, names)) &&
    isUnknownOrSame(row.coinId, String(usdtId)) &&
    row.tradeType !== otherTradeType[side],
  ad: (row, { names, observedAtMs }) => ({
    adId: row.id ?? null,
    advertiserId: row.uid ?? null,
    nickname: row.userName,
    price: row.price,
    minFiat: row.minTradeLimit,
    maxFiat: row.maxTradeLimit,
    stockUsdt: row.tradeCount,
    // Some answers carry the ids without their names.
    paymentMethods:
      row.payMethods?.map((method) => method.name) ??
      commaSeparatedIds(row.payMethod ?? '').map((id) => names.payments.get(id) ?? `method ${id}`),
    completedOrders: row.tradeMonthTimes ?? null,
    ordersBasis: 'month',
    completionPct: row.orderCompleteRate ?? null,
    positivePct: null,
    merchant: row.merchantLevel == null ? null : row.merchantLevel > 0,
    // HTX shows only the online state, not the time of the last activity.
    lastSeenAtMs: row.isOnline === true ? observedAtMs : null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: row.payTerm ?? null,
    remarks: null,
    url: row.uid == null ? null : `${origin}/en-us/fiat-crypto/trader/${encodeURIComponent(row.uid)}`,
  }),

  dictionary: {
    global: true,
    request: () => ({ method: 'GET', path: `${api}/config-list`, query: { type: 'currency,pay,coin,allCountry' } }),
    read: (body) => refusal(body) ?? readConfigList(body),
  },
})

/** HTX names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'sell', SELL: 'buy' } as const
const usdtId = 2
/** `tradeType` of the opposite side: 1 = the advertiser buys, 0 = sells. Only this is rejected: 2 may mean sells. */
const otherTradeType = { BUY: 1, SELL: 0 } as const

const isUnknownOrSame = (stated: string | null | undefined, asked: string | undefined): boolean =>
  stated == null || asked === undefined || stated === asked

const currencyId = (fiat: string, names: Dictionary): string | undefined =>
  names.currencies.get(fiat) ?? knownCurrencies.get(fiat)

/** Currency numbers of HTX that are known without a request. Its config list has the rest. */
const knownCurrencies: ReadonlyMap<string, string> = new Map(
  Object.entries({ USD: '2', INR: '4', VND: '5', GBP: '12', EUR: '14', TRY: '23', UAH: '45', KZT: '57', KGS: '80' }),
)

const configList = z.object({ data: z.object({ currency: z.array(z.unknown()), payMethod: z.array(z.unknown()) }) })
const currencyEntry = z
  .object({ nameShort: z.string(), currencyId: wireId })
  .transform((entry) => [entry.nameShort, entry.currencyId] as const)
const methodEntry = z
  .object({ payMethodId: wireId, name: z.string() })
  .transform((entry) => [entry.payMethodId, entry.name] as const)

function readConfigList(body: unknown): Dictionary | Fault {
  const lists = configList.safeParse(body).data?.data
  if (lists === undefined) return { kind: 'schema_drift', message: 'HTX lists its currencies in an unknown shape.' }
  return { payments: namesIn(lists.payMethod, methodEntry), currencies: namesIn(lists.currency, currencyEntry) }
}
