import { z } from 'zod'
import { wireExchange, wireFiat, wirePercent, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import { wireConfidenceLevel } from '../prices/confidence.js'

const digestPrice = z
  .object({
    price: wirePrice,
    exchange: wireExchange,
    received_at: wireTime.meta({ description: 'Time at which the ads of the exchange were received, UTC.' }),
    confidence: wireConfidenceLevel,
    day_ago: wirePrice.nullable().meta({ description: 'Best price 24 hours before; null if none is recorded.' }),
    change_pct: wirePercent.nullable().meta({ description: 'Change since then in percent; null without `day_ago`.' }),
  })
  .meta({ id: 'DigestPrice', description: 'Best reliable price of one side, compared with the day before.' })

export const digestData = z.object({
  webhook_id: z.string(),
  fiat: wireFiat,
  buy: digestPrice.nullable().meta({ description: 'Best price to buy; null if there is no reliable price.' }),
  sell: digestPrice.nullable().meta({ description: 'Best price to sell; null if there is no reliable price.' }),
  updated_at: wireTime,
})
