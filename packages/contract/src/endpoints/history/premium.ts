import { effectiveRate, type OfficialRate } from '@p2p-rates/core'
import { asset } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat } from '../../endpoint/common-inputs.js'
import { tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import { wireAsset, wireFiat, wirePercent, wirePrice } from '../../endpoint/wire-schemas.js'
import type { DaysPremium, Premium } from '../../generated/types.js'
import { percentAbove, toOfficialResponse, wireOfficial } from '../prices/reference-index.js'
import { type DaySpan, daySpan, type FixingContent } from './fixings.js'

const wireDay = z.iso.date()

const answer: z.ZodType<Premium> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    from: wireDay.meta({ description: 'First requested day.' }),
    to: wireDay.meta({ description: 'Last requested day.' }),
    days: z
      .array(
        z
          .object({
            day: wireDay.meta({ description: 'A UTC day.', examples: ['2026-11-21'] }),
            index: wirePrice.meta({ description: 'Fixing of the day, or its newest correction.' }),
            official: wireOfficial
              .nullable()
              .meta({ description: 'Official rate in force; null if none is recorded.' }),
            premium_pct: wirePercent
              .nullable()
              .meta({ description: 'Percent by which the index was above the official rate.' }),
          })
          .meta({ id: 'DaysPremium' }),
      )
      .meta({ description: 'The oldest first. A day without a fixing is absent.' }),
  })
  .meta({ id: 'Premium', description: 'Daily premium of the index over the official rate.' })

type PremiumInput = {
  readonly fiat: string
  readonly span: DaySpan
  /** In the order in which they were made. */
  readonly fixed: readonly Pick<FixingContent, 'day' | 'value'>[]
  readonly rates: readonly OfficialRate[]
}

export function toPremiumResponse({ fiat: code, span, fixed, rates }: PremiumInput): Premium {
  const values = new Map(fixed.flatMap(({ day, value }) => (value === null ? [] : [[day, value]])))
  const days = [...values].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return {
    asset,
    fiat: code,
    ...span,
    days: days.map(([day, index]) => {
      const official = effectiveRate(
        rates.filter((rate) => rate.day <= day),
        day,
      )
      return {
        day,
        index,
        official: official && toOfficialResponse(official),
        premium_pct: percentAbove(index, official?.rate ?? null),
      }
    }),
  }
}

const dayColumns = ['day', 'index', 'official_rate', 'official_source', 'official_day', 'premium_pct'] as const

const flatDay = ({ official, ...day }: DaysPremium) => ({
  ...day,
  official_rate: official?.rate ?? null,
  official_source: official?.source ?? null,
  official_day: official?.day ?? null,
})

/**
 * @example
 * const { days } = await p2p.premium({ fiat: 'UAH', from: '2026-11-01' })
 * for (const { day, premium_pct } of days) console.log(day, premium_pct ?? 'no official rate')
 */
export const premium = defineEndpoint({
  name: 'premium',
  method: 'GET',
  path: '/index/premium',
  ...forKeys('Free', 'reader'),
  summary: 'Daily premium over the official rate',
  description:
    'Premium of each day’s fixing over the official rate of a US dollar. On days without a publication the last rate is used, and `official.day` is its day. For the current premium see `index`.',
  query: { fiat, ...daySpan },
  answer,
  example: {
    asset,
    fiat: 'UAH',
    from: '2026-11-20',
    to: '2026-11-21',
    days: [
      {
        day: '2026-11-20',
        index: 41.185,
        official: { rate: 40.12, source: 'National Bank of Ukraine', day: '2026-11-20' },
        premium_pct: 2.65,
      },
      { day: '2026-11-21', index: 41.21, official: null, premium_pct: null },
    ],
  },
  table: tableOf(dayColumns, ({ days }: Premium) => days.map(flatDay)),
  ...recordedPrices,
})
