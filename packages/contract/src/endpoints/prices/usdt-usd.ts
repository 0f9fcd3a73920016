import type { UsdtUsd as ObservedUsdtUsd } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { isoTime, wireTime } from '../../endpoint/wire-schemas.js'
import type { UsdtUsd } from '../../generated/types.js'

export const wireUsdtUsd: z.ZodType<UsdtUsd> = z
  .object({
    rate: z
      .number()
      .min(0.5)
      .max(2)
      .meta({ description: 'US dollars per USDT.', examples: [0.9998] }),
    source: z.string().meta({ description: 'Name of the spot exchange.', examples: ['Kraken'] }),
    observed_at: wireTime.meta({ description: 'Receive time, UTC.' }),
  })
  .meta({
    id: 'UsdtUsd',
    description: 'Last price of USDT in US dollars on a spot exchange. No price is corrected by it.',
  })

export const toUsdtUsdResponse = ({ rate, source, observedAtMs }: ObservedUsdtUsd): UsdtUsd => ({
  rate,
  source,
  observed_at: isoTime(observedAtMs),
})

export const usdtUsdColumns = ['usdt_usd', 'usdt_usd_source', 'usdt_usd_observed_at'] as const

export const usdtUsdCells = (usdtUsd: UsdtUsd | null) => ({
  usdt_usd: usdtUsd?.rate,
  usdt_usd_source: usdtUsd?.source,
  usdt_usd_observed_at: usdtUsd?.observed_at,
})
