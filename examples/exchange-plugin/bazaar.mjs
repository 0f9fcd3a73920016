import { defineExchange, numberText } from '@p2p-rates/core'
import { z } from 'zod'

const { count, decimal, percent, price } = numberText

/** Bazaar does not exist. Copy this file, and write down what your exchange really sends. */
export default defineExchange({
  id: 'bazaar',
  name: 'Bazaar',
  origin: 'https://p2p.bazaar.example',
  minIntervalMs: 1_000,
  pageSize: 25,
  maxPages: 2,

  request: ({ fiat, side, page }) => ({
    method: 'GET',
    path: '/api/offers',
    query: { coin: 'USDT', fiat, advertiser: advertiserSide[side], page, size: 25 },
  }),

  refusal: (body) =>
    body?.error === undefined ? null : { kind: 'unavailable', message: 'Bazaar refused the request.' },
  page: z.object({ offers: z.array(z.unknown()).nullable(), pages: count }),
  rows: ({ offers }) => offers ?? [],
  more: ({ pages }, { page }) => page < pages,

  row: z.object({
    id: z.string(),
    fiat: z.string(),
    does: z.enum(['buys', 'sells']),
    rate: price,
    from: decimal,
    to: decimal,
    left: decimal,
    methods: z.array(z.string()),
    trader: z.object({
      id: z.string(),
      nick: z.string(),
      deals30: count,
      done30: percent.nullable(),
      verified: z.boolean(),
    }),
  }),
  sideInRow: true,
  acceptsRow: (row, { fiat, side }) => row.fiat === fiat && row.does === advertiserSide[side],
  ad: (row) => ({
    adId: row.id,
    advertiserId: row.trader.id,
    nickname: row.trader.nick,
    price: row.rate,
    minFiat: row.from,
    maxFiat: row.to,
    stockUsdt: row.left,
    paymentMethods: row.methods,
    completedOrders: row.trader.deals30,
    ordersBasis: 'month',
    completionPct: row.trader.done30,
    positivePct: null,
    merchant: row.trader.verified,
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: null,
    remarks: null,
    url: `https://p2p.bazaar.example/offer/${encodeURIComponent(row.id)}`,
  }),
})

/** BUY and SELL are what the caller does: who buys takes ads of advertisers who sell. */
const advertiserSide = { BUY: 'sells', SELL: 'buys' }
