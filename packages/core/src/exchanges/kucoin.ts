import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, percentText, price } from '../read-number-text.js'
import { defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'
import { parseJson } from './read-json.js'
import { lenientField } from './wire-fields.js'

const origin = 'https://www.kucoin.com'
const pageSize = 50

const paymentType = z.object({
  payTypeCode: z.string().nullish(),
  payTypeNameEn: z.string().nullish(),
  reservedFields: z.string().nullish(),
})

/** KuCoin, read by default. */
export const kucoin = defineExchange({
  id: 'kucoin',
  name: 'KuCoin',
  origin,
  minIntervalMs: 800,
  pageSize,
  maxPages: 1,

  request: ({ fiat, side, page }) => ({
    method: 'GET',
    path: '/_api/otc/ad/list',
    headers: { 'x-site': 'global', referer: `${origin}/otc/${callerVerb[side]}/${asset}-${fiat}` },
    query: { status: 'PUTUP', currency: asset, legal: fiat, side: advertiserSide[side], page, pageSize, lang: 'en_US' },
  }),

  refusal: faultUnless('200', 'KuCoin'),
  page: z.object({ items: z.array(z.unknown()).nullable(), totalPage: count.nullish() }),
  rows: (page) => page.items ?? [],
  more: ({ totalPage }, { page, rowCount }) => (totalPage == null ? rowCount >= pageSize : page < totalPage),

  row: z.object({
    id: z.string().nullish(),
    userId: z.string().nullish(),
    legal: z.string().nullish(),
    currency: z.string().nullish(),
    nickName: z.string(),
    floatPrice: price,
    limitMinQuote: decimal,
    limitMaxQuote: decimal,
    currencyBalanceQuantity: decimal,
    adPayTypes: z.array(paymentType),
    dealOrderNum: count.nullish(),
    dealOrderRate: percentText.nullish(),
    goldMerchants: lenientField(count),
    foxKingMerchants: lenientField(count),
    lastActiveTime: lenientField(count),
    tradeTimeLimit: lenientField(count),
    remarks: lenientField(z.string()),
  }),
  acceptsRow: (row, { fiat }) => (row.legal ?? fiat) === fiat && (row.currency ?? asset) === asset,
  ad: (row, { fiat, side }) => ({
    adId: row.id ?? null,
    advertiserId: row.userId ?? null,
    nickname: row.nickName,
    price: row.floatPrice,
    minFiat: row.limitMinQuote,
    // Often more than the advertiser still holds; the stock caps it.
    maxFiat: row.limitMaxQuote,
    stockUsdt: row.currencyBalanceQuantity,
    paymentMethods: row.adPayTypes.flatMap((method) => methodName(method) ?? []),
    completedOrders: row.dealOrderNum ?? null,
    ordersBasis: 'lifetime',
    completionPct: row.dealOrderRate ?? null,
    positivePct: null,
    merchant: isMerchant(row.goldMerchants, row.foxKingMerchants),
    lastSeenAtMs: row.lastActiveTime,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: row.tradeTimeLimit,
    remarks: row.remarks,
    url: `${origin}/otc/${callerVerb[side]}/${asset}-${fiat}`,
  }),
})

/** KuCoin names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'SELL', SELL: 'BUY' } as const

/** Its pages are named after what the visitor does. */
const callerVerb = { BUY: 'buy', SELL: 'sell' } as const

/** An advertiser's own method is coded OTHER, with its name in JSON inside a text. */
function methodName(method: z.infer<typeof paymentType>): string | null {
  if (method.payTypeCode !== 'OTHER') return method.payTypeNameEn ?? method.payTypeCode ?? null
  return parseJson(ownMethod, method.reservedFields ?? '')?.payTypeName ?? 'Other'
}

const ownMethod = z.object({ payTypeName: z.string().trim().min(1) })

const isMerchant = (gold: number | null, foxKing: number | null): boolean | null =>
  gold === null && foxKing === null ? null : (gold ?? 0) > 0 || (foxKing ?? 0) > 0
