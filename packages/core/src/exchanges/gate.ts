import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { decimal, price } from '../read-number-text.js'
import { defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import type { SignableRequest, SignedWire } from './signed-wire.js'
import { lenientField, wireId } from './wire-fields.js'

const refusalByCode = faultUnless(
  '0',
  'Gate',
  codesMeaning({
    blocked:
      'INVALID_CREDENTIALS INVALID_KEY INVALID_SIGNATURE IP_FORBIDDEN MISSING_REQUIRED_HEADER REQUEST_EXPIRED ACCOUNT_LOCKED FORBIDDEN',
    rate_limited: 'TOO_MANY_REQUESTS',
  }),
)
const verdict = z.object({ label: z.string().optional(), code: z.number().optional() })
const texts = lenientField(z.string())

/**
 * `/api/v4/p2p/merchant`. Parameters, sides, signature and the fields of an ad follow the official manual. Stock, limits
 * in fiat and payment methods follow public clients. No answer to a real key was recorded.
 */
const wire = defineExchange({
  id: 'gate',
  name: 'Gate',
  origin: 'https://api.gateio.ws',
  minIntervalMs: 1_000,
  // The whole list comes at once.
  pageSize: 100,
  maxPages: 1,

  request: ({ fiat, side }) => ({
    method: 'POST',
    path: '/api/v4/p2p/merchant/books/ads_list',
    body: { asset, fiat_unit: fiat, trade_type: advertiserSide[side] },
  }),

  // Rejected keys get a label, everything else a code.
  refusal: (body) => {
    const { label, code } = verdict.safeParse(body).data ?? {}
    return refusalByCode({ code: label ?? code })
  },
  page: z.object({ code: z.literal(0), data: z.array(z.unknown()).nullable() }),
  rows: ({ data }) => data ?? [],
  more: () => false,
  // The order of rows is not documented.
  unordered: true,
  row: z.object({
    adv_no: wireId.nullish(),
    asset: z.string(),
    fiat_unit: z.string(),
    price,
    surplus_amount: decimal.nullish(),
    // In USDT.
    min_single_trans_amount: decimal,
    max_single_trans_amount: decimal,
    fiat_min_amount: decimal.nullish(),
    fiat_max_amount: decimal.nullish(),
    trade_methods: lenientField(z.array(z.object({ trade_method_name: texts, identifier: texts, pay_type: texts }))),
    nick_name: z.string(),
  }),
  // Rows do not name their side.
  acceptsRow: (row, { fiat }) => row.fiat_unit === fiat && row.asset === asset,
  ad: (row) => ({
    adId: row.adv_no ?? null,
    advertiserId: null,
    nickname: row.nick_name,
    price: row.price,
    // Ads that limit USDT have 0 or nothing as the limit in fiat.
    minFiat: row.fiat_min_amount || row.min_single_trans_amount * row.price,
    maxFiat: row.fiat_max_amount || row.max_single_trans_amount * row.price,
    stockUsdt: row.surplus_amount ?? null,
    paymentMethods: (row.trade_methods ?? []).flatMap(
      (method) => method.trade_method_name || method.identifier || method.pay_type || [],
    ),
    // Gate tells nothing of an advertiser but the nickname, so its ads are never trusted.
    completedOrders: null,
    ordersBasis: 'month',
    completionPct: null,
    positivePct: null,
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

/** Gate names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'sell', SELL: 'buy' } as const

const seconds = ({ atMs }: SignableRequest): string => String(Math.floor(atMs / 1_000))

/** Gate, read only with a key. */
export const gate = defineExchange({
  ...wire,
  needsKey: true,
  signed: {
    wire,
    signing: {
      hash: 'sha512',
      encoding: 'hex',
      text: (request) => [request.method, request.path, request.query, request.bodyDigest, seconds(request)].join('\n'),
      headers: (request, signature) => ({ KEY: request.key, Timestamp: seconds(request), SIGN: signature }),
    },
  } satisfies SignedWire,
})
