import type { Confidence, MarketRates, Side, SideConfidence } from '@p2p-rates/core'
import { confidenceLevels, confidenceReasons } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { coreWords, typed, typeNames } from '../../endpoint/type-names.js'
import { wireExchange, wirePrice } from '../../endpoint/wire-schemas.js'
import type { ConfidenceAnswer, HeadlineConfidence, RecordedConfidence } from '../../generated/types.js'

const levelMeta = { description: 'Level of confidence in this price.' }

export const wireConfidenceLevel = coreWords('Confidence', confidenceLevels).meta(levelMeta)
const wireConfidenceReasons = z
  .array(typed('LooseEnum<ConfidenceReason>', z.string()).meta({ examples: [...confidenceReasons] }))
  .meta({ description: 'Reasons for doubt, empty if there are none. New words may be added.' })

export const confidenceSchema: z.ZodType<ConfidenceAnswer> = z
  .object({ level: wireConfidenceLevel, reasons: wireConfidenceReasons })
  .meta({ id: 'Confidence', description: 'Confidence in a price, with the reasons for doubt.' })
  .register(typeNames, { type: 'ConfidenceAnswer' })

export const toConfidenceResponse = ({ level, reasons }: SideConfidence): ConfidenceAnswer => ({
  level,
  reasons: [...reasons],
})

export const recordedConfidenceSchema: z.ZodType<RecordedConfidence> = z
  .object({
    level: wireConfidenceLevel,
    reasons: z.null().meta({ description: 'Null, because the record keeps only the level.' }),
  })
  .meta({ id: 'RecordedConfidence', description: 'Confidence in a recorded price.' })

export const toRecordedConfidenceResponse = (level: Confidence): RecordedConfidence => ({ level, reasons: null })

export const headlineConfidenceSchema: z.ZodType<HeadlineConfidence> = z
  .object({
    level: wireConfidenceLevel,
    reasons: wireConfidenceReasons,
    surer: z.object({ price: wirePrice, exchange: wireExchange, level: wireConfidenceLevel }).exactOptional().meta({
      description:
        'Best price with higher confidence. Only if this confidence is low and another exchange has such a price.',
    }),
  })
  .meta({
    id: 'HeadlineConfidence',
    description: 'Confidence in the best price of one side, and a more reliable price if it is low.',
  })

function toHeadlineResponse(
  { confidence, surer }: Pick<MarketRates, 'confidence' | 'surer'>,
  side: Side,
): HeadlineConfidence {
  const better = surer[side]
  const { level, reasons } = toConfidenceResponse(confidence[side])
  return { level, reasons, ...(better === null ? {} : { surer: better }) }
}

export const toHeadlinesResponse = (rates: Pick<MarketRates, 'confidence' | 'surer'>) => ({
  buy: toHeadlineResponse(rates, 'BUY'),
  sell: toHeadlineResponse(rates, 'SELL'),
})
