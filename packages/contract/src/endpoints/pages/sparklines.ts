import type { ExchangeId, Fiat } from '@p2p-rates/core'
import type { Point } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { fiat } from '../../endpoint/common-inputs.js'
import { defineEndpoint, recordedPrices, webPrefix } from '../../endpoint/define-endpoint.js'
import { isoTime, wireExchange, wireFiat, wirePrice, wireTime } from '../../endpoint/wire-schemas.js'
import type { Sparklines } from '../../generated/types.js'

/** Most points of one exchange: one for every quarter of an hour. */
export const sparklinePoints = 96

const answer: z.ZodType<Sparklines> = z
  .object({
    fiat: wireFiat,
    exchanges: z
      .array(
        z
          .object({
            exchange: wireExchange,
            points: z.array(
              z
                .object({
                  t: wireTime.meta({ description: 'Start of the 5-minute slot, UTC.' }),
                  buy: wirePrice.nullable().meta({ description: 'Null without a reliable price.' }),
                })
                .meta({ id: 'SparklinePoint' }),
            ),
          })
          .meta({ id: 'Sparkline' }),
      )
      .meta({ description: 'The list has only exchanges with prices.' }),
  })
  .meta({ id: 'Sparklines' })

export const sparklines = defineEndpoint({
  name: 'sparklines',
  method: 'GET',
  root: webPrefix,
  path: '/sparklines',
  access: { kind: 'reader', plan: 'Pro' },
  summary: 'The last 24 hours of every exchange in one answer',
  description:
    'Returns the buying prices of every exchange in the last 24 hours. To shorten the answer, the server leaves out some prices, but keeps the highs and the lows.',
  query: { fiat },
  answer,
  example: {
    fiat: 'UAH',
    exchanges: [
      {
        exchange: 'okx',
        points: [
          { t: '2026-11-21T10:00:00.000Z', buy: 41.31 },
          { t: '2026-11-21T10:15:00.000Z', buy: 41.32 },
        ],
      },
    ],
  },
  ...recordedPrices,
})

export const toSparklinesResponse = (
  fiat: Fiat,
  lines: readonly { readonly exchange: ExchangeId; readonly points: readonly Pick<Point, 't' | 'buy'>[] }[],
): Sparklines => ({
  fiat,
  exchanges: lines.flatMap(({ exchange, points }) =>
    points.length === 0 ? [] : [{ exchange, points: points.map(({ t, buy }) => ({ t: isoTime(t), buy })) }],
  ),
})
