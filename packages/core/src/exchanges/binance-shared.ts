import { z } from 'zod'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, price, ratio01 } from '../read-number-text.js'
import type { AdFacts, RowContext } from './define-exchange.js'

export const pageSize = 20

const page = z.object({
  code: z.literal('000000'),
  data: z.array(z.unknown()).nullable(),
  total: count.nullish(),
})
type Page = z.infer<typeof page>

/** Properties that the open and the signed interface share. */
export const binanceShared = {
  id: 'binance',
  name: 'Binance',
  minIntervalMs: 500,
  pageSize,
  maxPages: 3,
  page,
  rows: ({ data }: Page) => data ?? [],
  // A paid ad makes page 1 one row longer than asked, so the total decides, not the number of rows.
  more: ({ total }: Page, { page, rowCount }: { readonly page: number; readonly rowCount: number }) =>
    total == null ? rowCount >= pageSize : rowCount > 0 && page * pageSize < total,
  acceptsRow: ({ adv }: BinanceRow, { fiat, side }: RowContext) =>
    adv.tradeType === advertiserSide[side] && adv.fiatUnit === fiat && adv.asset === asset,
} as const

export const binanceAdv = z.object({
  advNo: z.string().nullish(),
  tradeType: z.string(),
  asset: z.string(),
  fiatUnit: z.string(),
  price,
  minSingleTransAmount: decimal,
  maxSingleTransAmount: decimal,
  dynamicMaxSingleTransAmount: decimal.nullish(),
  tradableQuantity: decimal.nullish(),
  tradeMethods: z.array(z.object({ identifier: z.string(), tradeMethodName: z.string().nullish() })),
  payTimeLimit: count.nullish(),
  takerAdditionalKycRequired: count.nullish(),
})

export const binanceRow = z.object({
  adv: binanceAdv,
  advertiser: z.object({
    userNo: z.string().nullish(),
    nickName: z.string(),
    monthOrderCount: count.nullish(),
    monthFinishRate: ratio01.nullish(),
    positiveRate: ratio01.nullish(),
    userType: z.string().nullish(),
    activeTimeInSecond: count.nullish(),
  }),
  privilegeType: z.number().nullish(),
  privilegeDesc: z.string().nullish(),
})

type BinanceRow = z.infer<typeof binanceRow>

export const binanceAd = (
  { adv, advertiser, privilegeType, privilegeDesc }: BinanceRow,
  { observedAtMs }: RowContext,
): AdFacts => ({
  adId: adv.advNo ?? null,
  advertiserId: advertiser.userNo ?? null,
  nickname: advertiser.nickName,
  price: adv.price,
  minFiat: adv.minSingleTransAmount,
  maxFiat: adv.dynamicMaxSingleTransAmount ?? adv.maxSingleTransAmount,
  stockUsdt: adv.tradableQuantity ?? null,
  paymentMethods: adv.tradeMethods.map((method) => method.tradeMethodName ?? method.identifier),
  completedOrders: advertiser.monthOrderCount ?? null,
  ordersBasis: 'month',
  completionPct: advertiser.monthFinishRate ?? null,
  // Busy traders without reviews show 0.
  positivePct: advertiser.positiveRate || null,
  merchant: advertiser.userType == null ? null : advertiser.userType === 'merchant',
  lastSeenAtMs: advertiser.activeTimeInSecond == null ? null : observedAtMs - advertiser.activeTimeInSecond * 1000,
  accountAgeDays: null,
  promoted: privilegeType === 8 || privilegeType === 2 || Boolean(privilegeDesc),
  restricted: false,
  takerDemands:
    adv.takerAdditionalKycRequired == null
      ? null
      : {
          minOrders: null,
          minCompletionPct: null,
          minAccountAgeDays: null,
          extraVerification: adv.takerAdditionalKycRequired > 0,
        },
  payWindowMinutes: adv.payTimeLimit ?? null,
  remarks: null,
  url: adv.advNo ? `https://c2c.binance.com/en/adv?code=${encodeURIComponent(adv.advNo)}` : null,
})

/** We ask for what the caller does; the ad says what its advertiser does. */
const advertiserSide = { BUY: 'SELL', SELL: 'BUY' } as const
