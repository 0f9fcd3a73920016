import {
  type Confidence,
  type ConfidenceReason,
  confidenceLevels,
  confidenceReasons,
  type SideConfidence,
} from '@p2p-rates/core'
import { z } from 'zod'
import type { Open } from './wire.js'

/** How far a price is to be relied on, and what keeps it from more. */
export type ConfidenceAnswer = {
  readonly level: Open<Confidence>
  readonly reasons: readonly Open<ConfidenceReason>[]
}

const levelMeta = { description: 'How far this price is to be relied on.' }

export const wireConfidenceLevel = z.enum(confidenceLevels).meta(levelMeta)
export const wireConfidenceReasons = z
  .array(z.string().meta({ examples: [...confidenceReasons] }))
  .meta({ description: 'What keeps it from being certain; new words may be added. Empty when nothing does.' })

export const confidenceSchema: z.ZodType<ConfidenceAnswer> = z
  .object({ level: wireConfidenceLevel, reasons: wireConfidenceReasons })
  .meta({ id: 'Confidence', description: 'How far a price is to be relied on, and what keeps it from more.' })

export const presentConfidence = ({ level, reasons }: SideConfidence): ConfidenceAnswer => ({
  level,
  reasons: [...reasons],
})
