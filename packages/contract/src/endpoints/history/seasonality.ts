import { asset, type Seasonality as CoreSeasonality, roundPct } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat, format, side } from '../../endpoint/common-inputs.js'
import { columnsOf, tableOf } from '../../endpoint/csv.js'
import { defineEndpoint, forKeys, recordedPrices } from '../../endpoint/define-endpoint.js'
import { timeZone } from '../../endpoint/time-zone.js'
import {
  isoTime,
  wireAsset,
  wireCount,
  wireFiat,
  wirePercent,
  wireSide,
  wireTime,
} from '../../endpoint/wire-schemas.js'
import type { SeasonalHour, Seasonality } from '../../generated/types.js'

const seasonalHour = z
  .object({
    hour: z.int().min(0).max(23).meta({ description: 'Hour of the day in `tz`.' }),
    delta_pct: wirePercent.nullable().meta({
      description: 'Percent above the middle of the surrounding week, negative if below; null without data.',
      examples: [-0.21],
    }),
    count: wireCount.meta({ description: 'Number of hours in the sample.' }),
  })
  .meta({ id: 'SeasonalHour' })

const answer: z.ZodType<Seasonality> = z
  .object({
    asset: wireAsset,
    fiat: wireFiat,
    side: wireSide,
    tz: z.string().meta({ description: 'The zone of the weekdays and hours.', examples: ['Europe/Kyiv'] }),
    from_at: wireTime.meta({
      description: 'Start of the records used, within your plan; equals the end if there are none.',
    }),
    to_at: wireTime.meta({ description: 'End of the records used.' }),
    noise_pct: wirePercent.nullable().meta({
      description:
        'Usual deviation of a single week from these figures; smaller differences mean little. Null if no hour has two weeks.',
      examples: [0.14],
    }),
    weekdays: z
      .array(
        z
          .object({
            weekday: z.int().min(1).max(7).meta({ description: '1 is Monday, 7 Sunday.' }),
            hours: z.array(seasonalHour).length(24),
          })
          .meta({ id: 'SeasonalWeekday' }),
      )
      .length(7)
      .meta({ description: 'Monday first.' }),
  })
  .meta({ id: 'Seasonality', description: 'Usual best price of each hour compared with its own week.' })

type SeasonalityInput = Pick<Seasonality, 'fiat' | 'side' | 'tz'> & {
  readonly toMs: number
  readonly found: CoreSeasonality
}

export const toSeasonalityResponse = ({ fiat, side, tz, toMs, found }: SeasonalityInput): Seasonality => ({
  asset,
  fiat,
  side,
  tz,
  from_at: isoTime(found.sinceMs ?? toMs),
  to_at: isoTime(toMs),
  noise_pct: found.noisePct === null ? null : roundPct(found.noisePct),
  weekdays: weekdays.map((weekday) => ({
    weekday,
    hours: found.cells
      .filter((cell) => cell.weekday === weekday)
      .map(({ hour, deltaPct, count }) => ({ hour, delta_pct: deltaPct === null ? null : roundPct(deltaPct), count })),
  })),
})

const weekdays = [1, 2, 3, 4, 5, 6, 7]

const zone = timeZone('Europe/Kyiv', 'The IANA time zone of the weekdays and hours, summer time included.')

const exampleHours = (nightPct: number): SeasonalHour[] =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, delta_pct: hour < 6 ? nightPct : 0.04, count: 4 }))

export const seasonalityTable = tableOf(['weekday', ...columnsOf(seasonalHour)], ({ weekdays }: Seasonality) =>
  weekdays.flatMap(({ weekday, hours }) => hours.map((hour) => ({ weekday, ...hour }))),
)

/**
 * @example
 * const { weekdays } = await p2p.seasonality({ fiat: 'UAH', tz: 'Europe/Warsaw' })
 * const sundayNoon = weekdays[6]?.hours[12]?.delta_pct
 */
export const seasonality = defineEndpoint({
  name: 'seasonality',
  method: 'GET',
  path: '/seasonality',
  ...forKeys('Starter', 'reader'),
  summary: 'Cheap and expensive hours of the week',
  description:
    'For each hour of the week, in any time zone: the usual difference between the best price and the median price of the week around it. Includes the size of the sample. The trend is removed: a market that only rises has no cheap Monday. Recalculated every hour.',
  query: { fiat, tz: zone, side, format },
  answer,
  table: seasonalityTable,
  example: {
    asset,
    fiat: 'UAH',
    side: 'BUY',
    tz: 'Europe/Kyiv',
    from_at: '2026-10-22T10:00:00.000Z',
    to_at: '2026-11-21T10:00:00.000Z',
    noise_pct: 0.14,
    weekdays: weekdays.map((weekday) => ({ weekday, hours: exampleHours(weekday > 5 ? -0.03 : -0.21) })),
  },
  ...recordedPrices,
})
