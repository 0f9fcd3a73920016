import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, percent, price, ratio01 } from '../read-number-text.js'
import { bitgetSigned } from './bitget-signed.js'
import { defineExchange } from './define-exchange.js'
import { codesMeaning, faultUnless } from './fault-unless-success-code.js'
import { lenientField } from './wire-fields.js'

const origin = 'https://www.bitget.com'
const pageSize = 20

/** Bitget, read by default. */
export const bitget = defineExchange({
  id: 'bitget',
  name: 'Bitget',
  origin,
  minIntervalMs: 800,
  pageSize,
  maxPages: 3,

  request: ({ fiat, side, page }) => ({
    method: 'POST',
    path: '/v1/p2p/pub/adv/queryAdvList',
    headers: { origin, referer: `${origin}/p2p-trade` },
    body: { side: callerSide[side], pageNo: page, pageSize, coinCode: asset, fiatCode: fiat, languageType: english },
  }),

  refusal: faultUnless(
    '00000',
    'Bitget',
    // An unknown or outdated parameter, and headers taken for a broken signature.
    codesMeaning({ schema_drift: '40002 40006' }),
  ),
  // Bitget answers nothing both for an empty market and to an unwelcome caller: see suspectGeoBlock.
  page: z.object({ data: z.object({ dataList: z.array(z.unknown()).nullable() }).nullable() }),
  rows: (page) => page.data?.dataList ?? [],

  row: z.object({
    adNo: z.string(),
    encryptUserId: z.string().nullish(),
    fiatCode: z.string(),
    coinCode: z.string().nullish(),
    nickName: z.string(),
    price,
    minAmount: decimal,
    maxAmount: decimal,
    lastAmount: decimal.nullish(),
    editAmount: decimal.nullish(),
    amount: decimal.nullish(),
    paymethodInfo: z.array(z.object({ paymethodName: z.string() })).nullish(),
    thirtyTunoverNum: count.nullish(),
    thirtyCompletionRate: ratio01.nullish(),
    goodEvaluationRate: percent.nullish(),
    certifiedMerchant: count.nullish(),
    payDuration: lenientField(count),
  }),
  acceptsRow: (row, { fiat }) => row.fiatCode === fiat && (row.coinCode ?? asset) === asset,
  ad: (row) => ({
    adId: row.adNo,
    advertiserId: row.encryptUserId ?? null,
    nickname: row.nickName,
    price: row.price,
    minFiat: row.minAmount,
    maxFiat: row.maxAmount,
    // Sources disagree on which one is the remainder, so the first present counts.
    stockUsdt: row.lastAmount ?? row.editAmount ?? row.amount ?? null,
    paymentMethods: row.paymethodInfo?.map((method) => method.paymethodName) ?? [],
    completedOrders: row.thirtyTunoverNum ?? null,
    ordersBasis: 'month',
    completionPct: row.thirtyCompletionRate ?? null,
    positivePct: row.goodEvaluationRate ?? null,
    merchant: row.certifiedMerchant == null ? null : row.certifiedMerchant > 0,
    lastSeenAtMs: null,
    accountAgeDays: null,
    promoted: false,
    // Some ads serve new users only, but no known field marks them.
    restricted: false,
    takerDemands: null,
    payWindowMinutes: row.payDuration,
    remarks: null,
    url: row.encryptUserId ? `${origin}/p2p-trade/user/${encodeURIComponent(row.encryptUserId)}` : null,
  }),

  signed: bitgetSigned,
})

/** Bitget counts sides from the caller's point of view. */
const callerSide = { BUY: 1, SELL: 2 } as const
const english = 0
