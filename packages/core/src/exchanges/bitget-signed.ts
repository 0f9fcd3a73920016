import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, price, ratio01 } from '../read-number-text.js'
import { defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { readsOnlyIf, type SignedWire } from './signed-wire.js'

const pageSize = 10

const refusal = faultUnless(
  '00000',
  'Bitget',
  codesMeaning({
    // Parameters that are missing or not understood.
    schema_drift: '40017 40019 40020 40034',
    // The key, the signature, the clock, the passphrase, the account, its rights, its addresses.
    blocked: '40001 40002 40003 40005 40006 40008 40009 40011 40012 40013 40014 40018 40037',
  }),
)

/**
 * `/api/v3/p2p`, for keys that may read P2P. Parameters, fields and key rights follow the official documentation and
 * its samples. The meaning of sides follows its text on creating ads and three public clients. The codes follow public
 * clients. No answer to a real key was recorded.
 */
const wire = defineExchange({
  id: 'bitget',
  name: 'Bitget',
  origin: 'https://api.bitget.com',
  minIntervalMs: 800,
  // More is not given.
  pageSize,
  maxPages: 5,

  request: ({ fiat, side, page }) => ({
    method: 'GET',
    path: '/api/v3/p2p/ad-list',
    headers: { 'content-type': 'application/json', locale: 'en-US' },
    // In the order of the alphabet, as the signature wants it.
    query: { fiat, limit: pageSize, pageNum: page, side: advertiserSide[side], token: asset },
  }),

  refusal,
  page: z.object({ code: z.literal('00000'), data: z.array(z.unknown()).nullable() }),
  rows: ({ data }) => data ?? [],
  row: z.object({
    advId: z.string().nullish(),
    merchantId: z.string().nullish(),
    merchantName: z.string(),
    token: z.string(),
    fiat: z.string(),
    side: z.string(),
    price,
    minAmount: decimal,
    maxAmount: decimal,
    quantity: decimal,
    payMethods: z.array(z.object({ payMethodName: z.string() })).nullish(),
    completedOrderNum: count.nullish(),
    completedRate: ratio01.nullish(),
  }),
  // Don't set `sideInRow`: without a recording, the side of rows is documented but not proven.
  acceptsRow: (row, { fiat, side }) => row.side === advertiserSide[side] && row.fiat === fiat && row.token === asset,
  ad: (row) => ({
    adId: row.advId ?? null,
    advertiserId: row.merchantId ?? null,
    nickname: row.merchantName,
    price: row.price,
    minFiat: row.minAmount,
    maxFiat: row.maxAmount,
    stockUsdt: row.quantity,
    paymentMethods: row.payMethods?.map((method) => method.payMethodName) ?? [],
    completedOrders: row.completedOrderNum ?? null,
    // Figures of thirty days are called so in this interface.
    ordersBasis: 'lifetime',
    completionPct: row.completedRate ?? null,
    positivePct: null,
    // Bitget calls every advertiser a merchant here.
    merchant: null,
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: null,
    remarks: null,
    url: null,
  }),
})

/** Bitget names sides from the advertiser's point of view here, and from the caller's on its open wire. */
const advertiserSide = { BUY: 'sell', SELL: 'buy' } as const

const account = z.object({ data: z.object({ permType: z.string() }) })

export const bitgetSigned = {
  wire,
  signing: {
    hash: 'sha256',
    encoding: 'base64',
    passphrase: true,
    text: ({ method, path, query, body, atMs }) => `${atMs}${method}${path}${query === '' ? '' : `?${query}`}${body}`,
    headers: ({ key, passphrase, atMs }, signature) => ({
      'ACCESS-KEY': key,
      'ACCESS-SIGN': signature,
      'ACCESS-TIMESTAMP': String(atMs),
      'ACCESS-PASSPHRASE': passphrase,
    }),
  },
  rights: {
    request: { method: 'GET', path: '/api/v3/account/info' },
    readsOnly: readsOnlyIf('Bitget', refusal, account, ({ data }) => data.permType === 'read-only'),
  },
} satisfies SignedWire
