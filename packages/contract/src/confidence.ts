import { type Confidence, type ConfidenceReason, confidenceReasons, type SideConfidence } from '@p2p-rates/core'
import { z } from 'zod'
import type { Open } from './wire.js'

/** How far a price is to be relied on, and what keeps it from more. */
export type ConfidenceAnswer = {
  readonly level: Open<Confidence>
  readonly reasons: readonly Open<ConfidenceReason>[]
}

const confidenceLevels = ['low', 'medium', 'high'] as const satisfies readonly Confidence[]

/** Every reason as a person would put it. */
export const confidenceWords: Readonly<Record<ConfidenceReason, string>> = {
  no_price: 'Nobody offers anything that a normal caller could take.',
  little_evidence: 'Few advertisers with a record stand behind this side.',
  exchanges_missing: 'Fewer than half of the exchanges have answered.',
  tempting_price: 'The best price lies far ahead of the rest of its market.',
  ahead_of_others: 'No other exchange comes near the best price.',
  wide_prices: 'Prices lie unusually far apart.',
  centre_moved: 'The market has just moved by more than honest prices differ.',
  two_camps: 'Advertisers stand in two groups, and nothing tells which of them is the market.',
  crossed_market: 'People buy for less than others sell for, on one exchange and one payment rail.',
  amount_does_not_fit: 'The amount cannot be filled, or only in more trades than anybody wants to make.',
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
