import { type Caller, rates } from '@p2p-rates/core'
import { allMethods, experiencedCaller, newcomer, usualCaller } from '@p2p-rates/core/internal'
import { z } from 'zod'
import type { MarketData } from '../../endpoint/market-data.js'
import { ownWords } from '../../endpoint/type-names.js'
import { wireCount, wireExchange } from '../../endpoint/wire-schemas.js'
import type { CallerRecord, CallerStep, Profile } from '../../generated/types.js'
import { bestPriceSchema, toBestResponse } from './best-price.js'

const record = {
  orders: wireCount.meta({ description: 'Orders completed on the exchange.' }),
  completion_pct: z.number().min(0).max(100).meta({ description: 'Percentage of orders completed.' }),
  account_days: wireCount.meta({ description: 'Age of the account on the exchange, in days.' }),
  verified: z.boolean().meta({ description: 'True for a caller who meets other requirements, such as documents.' }),
} as const

export const callerRecordSchema: z.ZodType<CallerRecord> = z
  .object(record)
  .meta({ id: 'CallerRecord', description: 'Record that a caller can show to advertisers.' })

export const toRecordResponse = (caller: Caller): CallerRecord => ({
  orders: caller.orders,
  completion_pct: caller.completionPct,
  account_days: caller.accountAgeDays,
  verified: caller.isVerified,
})

export const profileSchema: z.ZodType<Profile> = z
  .object({
    ...record,
    exchanges: z.array(wireExchange).nullable().meta({ description: 'Exchanges with an account; null for all.' }),
    methods: z.array(z.string()).nullable().meta({ description: 'Payment methods; null for all.' }),
  })
  .meta({ id: 'Profile', description: 'Person for whom the prices of the answer are.' })

export const toProfileResponse = (caller: Caller, methods: readonly string[] | undefined): Profile => ({
  ...toRecordResponse(caller),
  exchanges: caller.exchanges,
  methods: methods ?? null,
})

const callers = [
  ['newcomer', newcomer],
  ['usual', usualCaller],
  ['experienced', experiencedCaller],
] as const
const callerNames = callers.map(([name]) => name)

export const callerStepSchema: z.ZodType<CallerStep> = z
  .object({
    caller: ownWords('CallerName', callerNames),
    ...record,
    best_buy: bestPriceSchema.nullable(),
    best_sell: bestPriceSchema.nullable(),
  })
  .meta({ id: 'CallerStep', description: 'Best prices of a caller with another record; null without a usable ad.' })

/** Best prices of other callers on the same exchanges, with the same payment methods. */
export const toStepsResponse = ({ ofMethods, rules }: MarketData): readonly CallerStep[] =>
  callers.map(([name, caller]) => {
    const { bestBuy, bestSell } = rates(ofMethods(allMethods, { ...caller, exchanges: rules.caller.exchanges }))
    return {
      caller: name,
      ...toRecordResponse(caller),
      best_buy: bestBuy && toBestResponse(bestBuy),
      best_sell: bestSell && toBestResponse(bestSell),
    }
  })
