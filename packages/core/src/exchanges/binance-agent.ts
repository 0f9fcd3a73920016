import { z } from 'zod'
import { count, decimal, price, ratio01 } from '../number-text.js'
import { asset } from '../vocabulary.js'
import { defineExchange } from './define-exchange.js'
import { refusalUnless } from './refusal.js'

/**
 * Binance's documented public list (2026): no paging, no advertiser id, no mark on paid ads. Not in the default list;
 * takes the place of `binance` should the web site's own route close.
 */
export const binanceAgent = defineExchange({
  id: 'binance',
  name: 'Binance',
  origin: 'https://www.binance.com',
  minIntervalMs: 500,
  pageSize: 20,
  maxPages: 1,

  request: ({ fiat, side }) => ({
    method: 'GET',
    path: '/bapi/c2c/v1/public/c2c/agent/ad-list',
    query: { fiat, asset, tradeType: side, limit: 20, order: 'price' },
  }),

  refusal: refusalUnless('000000', 'Binance'),
  page: z.object({ code: z.literal('000000'), data: z.object({ items: z.array(z.unknown()).nullable() }) }),
  rows: (page) => page.data.items ?? [],
  more: () => false,

  row: z.object({
    adNo: z.string(),
    fiat: z.string(),
    asset: z.string(),
    price,
    minTransAmount: decimal,
    maxTransAmount: decimal,
    tradableAmount: decimal,
    tradeMethods: z.array(z.string()),
    payTimeLimit: count.nullish(),
    advertiser: z.object({
      nickName: z.string(),
      userType: z.string().nullish(),
      monthOrderCount: count.nullish(),
      monthFinishRate: ratio01.nullish(),
      positiveRate: ratio01.nullish(),
    }),
  }),
  belongs: (row, { fiat }) => row.fiat === fiat && row.asset === asset,
  ad: (row) => ({
    adId: row.adNo,
    advertiserId: null,
    nickname: row.advertiser.nickName,
    price: row.price,
    // Limits are in USDT here: the recorded 13.63 to 4545.45 at 1.1 is 15 to 5,000 in fiat.
    minFiat: toCents(row.minTransAmount * row.price),
    maxFiat: toCents(row.maxTransAmount * row.price),
    stockUsdt: row.tradableAmount,
    paymentMethods: row.tradeMethods,
    completedOrders: row.advertiser.monthOrderCount ?? null,
    ordersBasis: 'month',
    completionPct: row.advertiser.monthFinishRate ?? null,
    positivePct: row.advertiser.positiveRate || null,
    merchant: row.advertiser.userType == null ? null : row.advertiser.userType === 'merchant',
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: row.payTimeLimit ?? null,
    remarks: null,
    url: `https://c2c.binance.com/en/adv?code=${encodeURIComponent(row.adNo)}`,
  }),
})

const toCents = (fiat: number): number => Math.round(fiat * 100) / 100
