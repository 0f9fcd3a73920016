import type { Ad } from '@p2p-rates/core'
import { z } from 'zod'

/** One ad without the fields that its board states for all ads. */
export type AdColumns = Omit<Ad, 'exchange' | 'fiat' | 'side' | 'observedAtMs'>

const orUnknown = z.number().nullable()

/** The archive and the queue between servers each have their own bounds of texts and lists. */
export function adColumnSchemas(most: {
  readonly text: number
  readonly paymentMethods: number
  readonly remarks: number
  readonly url: z.ZodType<string>
}) {
  const text = z.string().max(most.text)
  return {
    adId: text.nullable(),
    advertiserId: text.nullable(),
    nickname: text,
    price: z.number(),
    minFiat: z.number(),
    maxFiat: z.number(),
    stockUsdt: orUnknown,
    paymentMethods: z.array(text).max(most.paymentMethods).readonly(),
    completedOrders: orUnknown,
    ordersBasis: z.enum(['month', 'lifetime']),
    completionPct: orUnknown,
    positivePct: orUnknown,
    merchant: z.boolean().nullable(),
    lastSeenAtMs: orUnknown,
    accountAgeDays: orUnknown,
    promoted: z.boolean(),
    restricted: z.boolean(),
    takerDemands: z
      .strictObject({
        minOrders: orUnknown,
        minCompletionPct: orUnknown,
        minAccountAgeDays: orUnknown,
        extraVerification: z.boolean(),
      })
      .nullable(),
    payWindowMinutes: orUnknown,
    remarks: z.string().max(most.remarks).nullable(),
    url: most.url.nullable(),
    // Absent in readings and archives of older versions.
    executedUsdt: orUnknown.default(null),
  } satisfies { readonly [Column in keyof AdColumns]-?: z.ZodType<AdColumns[Column]> }
}

/**
 * Returns a new object. Lists the columns one by one, and callers add theirs with `Object.assign`: object rest and
 * spread would cost several times more, for thousands of ads per cycle.
 */
export const adColumnsOf = (ad: AdColumns): AdColumns => ({
  adId: ad.adId,
  advertiserId: ad.advertiserId,
  nickname: ad.nickname,
  price: ad.price,
  minFiat: ad.minFiat,
  maxFiat: ad.maxFiat,
  stockUsdt: ad.stockUsdt,
  paymentMethods: ad.paymentMethods,
  completedOrders: ad.completedOrders,
  ordersBasis: ad.ordersBasis,
  completionPct: ad.completionPct,
  positivePct: ad.positivePct,
  merchant: ad.merchant,
  lastSeenAtMs: ad.lastSeenAtMs,
  accountAgeDays: ad.accountAgeDays,
  promoted: ad.promoted,
  restricted: ad.restricted,
  takerDemands: ad.takerDemands,
  payWindowMinutes: ad.payWindowMinutes,
  remarks: ad.remarks,
  url: ad.url,
  executedUsdt: ad.executedUsdt ?? null,
})
