import type { PriceInterval as CorePriceInterval } from '@p2p-rates/core'
import { intervalCoverage, noIntervalReasons, roundPct } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { coreWords } from '../../endpoint/type-names.js'
import { wirePrice } from '../../endpoint/wire-schemas.js'
import type { PriceInterval } from '../../generated/types.js'

export const intervalSchema: z.ZodType<PriceInterval> = z
  .object({
    price: wirePrice
      .nullable()
      .meta({ description: 'Price if every advertiser completes the order; null without ads.' }),
    low: wirePrice.nullable().meta({ description: 'Lower bound of the price paid; null if no bound can be given.' }),
    high: wirePrice.nullable().meta({ description: 'Upper bound of the price paid; null if no bound can be given.' }),
    coverage: z.number().meta({ description: 'Share of cases in which the price paid is within the bounds.' }),
    basis: z.enum(['simulation', 'record']).meta({
      description:
        'Source of the probabilities. simulation: fitted to simulated markets. record: also compared with the best prices that this server published in the last 7 days, for this currency and level of confidence, if they are at least 100.',
    }),
    first_honoured_pct: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({ description: 'Probability in percent that the first advertiser completes the order.' }),
    reason: coreWords('NoIntervalReason', noIntervalReasons).nullable().meta({
      description:
        'Why there are no bounds. no_price: no ad. too_few_ads: the list ends before 9 of 10 cases. doubtful_market: the market contradicts itself. several_trades: the amount takes more than 3 trades, or does not fit.',
    }),
  })
  .meta({
    id: 'PriceInterval',
    description:
      'The price paid by a caller who tries ad after ad until an advertiser completes the order, in 9 of 10 cases.',
  })

export const toIntervalResponse = (
  { price, low, high, firstHonoured, basis, reason }: CorePriceInterval,
  round: (price: number) => number = (price) => price,
): PriceInterval => ({
  price: price && round(price),
  low: low && round(low),
  high: high && round(high),
  coverage: intervalCoverage,
  basis,
  first_honoured_pct: firstHonoured === null ? null : roundPct(100 * firstHonoured),
  reason,
})
