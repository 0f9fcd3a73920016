import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, price, ratio01 } from '../read-number-text.js'
import { defineExchange } from './define-exchange.js'
import { faultUnless } from './fault-unless-success-code.js'
import type { SignedWire } from './signed-wire.js'
import { wireId } from './wire-fields.js'

const refusalByStatus = faultUnless('SUCCESS', 'Wallet')
const verdict = z.object({ status: z.string().optional() })

/**
 * `/p2p/integration-api`, for keys of every user of Wallet in Telegram. They can only read. Parameters and fields follow
 * the official documentation, the meaning of sides its sample and a public client. No answer to a real key was recorded.
 */
const wire = defineExchange({
  id: 'wallet',
  name: 'Wallet',
  origin: 'https://p2p.walletbot.me',
  hosts: ['wallet.tg'],
  minIntervalMs: 1_000,
  // More is not given.
  pageSize: 50,
  maxPages: 1,

  request: ({ fiat, side, page }) =>
    tradedFiats.has(fiat)
      ? {
          method: 'POST',
          path: '/p2p/integration-api/v1/item/online',
          body: { cryptoCurrency: asset, fiatCurrency: fiat, side: advertiserSide[side], page, pageSize: 50 },
        }
      : null,

  refusal: (body) => refusalByStatus({ code: verdict.safeParse(body).data?.status }),
  page: z.object({ status: z.literal('SUCCESS'), data: z.array(z.unknown()).nullable() }),
  rows: ({ data }) => data ?? [],
  // The order of rows is not documented.
  unordered: true,
  row: z.object({
    id: wireId.nullish(),
    userId: wireId.nullish(),
    nickname: z.string(),
    cryptoCurrency: z.string(),
    fiatCurrency: z.string(),
    side: z.string(),
    price,
    lastQuantity: decimal,
    minAmount: decimal,
    maxAmount: decimal,
    payments: z.array(z.string()),
    orderNum: count.nullish(),
    executeRate: ratio01.nullish(),
    isOnline: z.boolean().nullish(),
    merchantLevel: z.string().nullish(),
    paymentPeriod: count.nullish(),
  }),
  // Don't set `sideInRow`: without a recording, the side of rows is documented but not proven.
  acceptsRow: (row, { fiat, side }) =>
    row.side === advertiserSide[side] && row.fiatCurrency === fiat && row.cryptoCurrency === asset,
  ad: (row, { observedAtMs }) => ({
    adId: row.id ?? null,
    advertiserId: row.userId ?? null,
    nickname: row.nickname,
    price: row.price,
    minFiat: row.minAmount,
    maxFiat: row.maxAmount,
    stockUsdt: row.lastQuantity,
    paymentMethods: row.payments,
    completedOrders: row.orderNum ?? null,
    // The documentation names no period. A lifetime proves less than a month.
    ordersBasis: 'lifetime',
    completionPct: row.executeRate ?? null,
    positivePct: null,
    merchant: row.merchantLevel != null && merchantLevels.has(row.merchantLevel) ? true : null,
    lastSeenAtMs: row.isOnline === true ? observedAtMs : null,
    accountAgeDays: null,
    promoted: false,
    restricted: false,
    takerDemands: null,
    payWindowMinutes: row.paymentPeriod ?? null,
    remarks: null,
    url: null,
  }),
})

/** Wallet names sides from the advertiser's point of view. */
const advertiserSide = { BUY: 'SELL', SELL: 'BUY' } as const
const merchantLevels: ReadonlySet<string> = new Set(['MERCHANT', 'TRUSTED_MERCHANT'])
/** Wallet answers 400 for other currencies. */
const tradedFiats: ReadonlySet<string> = new Set('AMD AZN BRL EUR GEL INR KGS KZT TRY UAH USD'.split(' '))

/** Wallet in Telegram, read only with a key. */
export const wallet = defineExchange({
  ...wire,
  needsKey: true,
  signed: { wire, signing: { plain: true, headers: ({ key }) => ({ 'X-API-Key': key }) } } satisfies SignedWire,
})
