import { z } from 'zod'
import type { TakerDemands } from '../ad.js'
import { asset } from '../currencies-and-sides.js'
import { count, decimal, percent, price } from '../read-number-text.js'
import type { AdFacts, RowContext } from './define-exchange.js'

const flag = z.number().nullish()
const preferences = z.object({
  hasOrderFinishNumberDay30: flag,
  orderFinishNumberDay30: count.nullish(),
  hasCompleteRateDay30: flag,
  completeRateDay30: z.union([z.literal(''), percent]).nullish(),
  hasRegisterTime: flag,
  registerTimeThreshold: count.nullish(),
  hasNationalLimit: flag,
  hasUnPostAd: flag,
})

export const bybitRow = z.object({
  id: z.string().nullish(),
  userMaskId: z.string().nullish(),
  nickName: z.string(),
  tokenId: z.string().nullish(),
  currencyId: z.string().nullish(),
  side: z.number().nullish(),
  price,
  // `quantity` is what the ad once offered; it overstates the rest up to fiftyfold.
  lastQuantity: decimal,
  executedQuantity: decimal.nullish(),
  minAmount: decimal,
  maxAmount: decimal,
  payments: z.array(z.string()),
  recentOrderNum: count.nullish(),
  recentExecuteRate: percent.nullish(),
  authStatus: count.nullish(),
  verificationOrderSwitch: z.boolean().nullish(),
  isOnline: z.boolean().nullish(),
  lastLogoutTime: count.nullish(),
  paymentPeriod: count.nullish(),
  remark: z.string().nullish(),
  tradingPreferenceSet: preferences.nullish(),
})

type BybitRow = z.infer<typeof bybitRow>

export const belongsTo = (row: BybitRow, { fiat, side }: RowContext): boolean =>
  (row.side ?? advertiserSide[side]) === advertiserSide[side] &&
  (row.currencyId ?? fiat) === fiat &&
  (row.tokenId ?? asset) === asset

/** `person`: the id that identifies this advertiser. */
export const bybitAd = (row: BybitRow, person: string | null, { fiat, names, observedAtMs }: RowContext): AdFacts => ({
  adId: row.id ?? null,
  advertiserId: person,
  nickname: row.nickName,
  price: row.price,
  minFiat: row.minAmount,
  maxFiat: row.maxAmount,
  stockUsdt: row.lastQuantity,
  executedUsdt: row.executedQuantity ?? null,
  paymentMethods: row.payments.map((id) => names.payments.get(id) ?? `method ${id}`),
  completedOrders: row.recentOrderNum ?? null,
  ordersBasis: 'month',
  completionPct: row.recentExecuteRate ?? null,
  positivePct: null,
  // The tag GA says nothing: every advertiser needs it.
  merchant: row.authStatus == null ? null : row.authStatus === verifiedAdvertiser,
  lastSeenAtMs: row.isOnline === true ? observedAtMs : row.lastLogoutTime ? row.lastLogoutTime * 1000 : null,
  accountAgeDays: null,
  promoted: false,
  restricted: false,
  takerDemands: takerDemands(row.tradingPreferenceSet, row.verificationOrderSwitch),
  payWindowMinutes: row.paymentPeriod ?? null,
  remarks: row.remark ?? null,
  url: row.userMaskId
    ? `https://www.bybit.com/en/p2p/profile/${encodeURIComponent(row.userMaskId)}/${asset}/${fiat}/item`
    : null,
})

/** Bybit names sides from the advertiser's point of view: 1 = the advertiser sells. */
export const advertiserSide = { BUY: 1, SELL: 0 } as const

const verifiedAdvertiser = 1

/** A threshold counts only where its `has` flag is up. */
function takerDemands(
  preferred: z.infer<typeof preferences> | null | undefined,
  isVerifiedFirst: boolean | null | undefined,
): TakerDemands | null {
  if (preferred == null && isVerifiedFirst == null) return null
  const wanted = preferred ?? {}
  return {
    minOrders: wanted.hasOrderFinishNumberDay30 === 1 ? (wanted.orderFinishNumberDay30 ?? null) : null,
    minCompletionPct: wanted.hasCompleteRateDay30 === 1 ? wanted.completeRateDay30 || null : null,
    minAccountAgeDays: wanted.hasRegisterTime === 1 ? (wanted.registerTimeThreshold ?? null) : null,
    // Residence in one country, own ads, papers shown before the order.
    extraVerification: wanted.hasNationalLimit === 1 || wanted.hasUnPostAd === 1 || isVerifiedFirst === true,
  }
}
