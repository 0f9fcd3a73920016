import { z } from 'zod'
import { wireExchange, wireFiat, wirePercent, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { DigestEvent } from '../../generated/types.js'
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

export const digestEventExample: DigestEvent = {
  event: 'digest',
  data: {
    webhook_id: 'wh_4fT9kQ2m',
    fiat: 'UAH',
    buy: {
      price: 41.32,
      exchange: 'binance',
      received_at: '2026-11-21T05:59:48.000Z',
      confidence: 'high',
      day_ago: 41.4,
      change_pct: -0.19,
    },
    sell: {
      price: 41.18,
      exchange: 'okx',
      received_at: '2026-11-21T05:59:51.000Z',
      confidence: 'high',
      day_ago: 41.2,
      change_pct: -0.05,
    },
    updated_at: '2026-11-21T05:59:51.000Z',
  },
  id: 'dl_9sK3vB7y',
  created_at: '2026-11-21T06:00:00.000Z',
}
