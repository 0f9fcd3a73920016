import type { Point } from '../history/point.js'
import { type Confidence, confidenceLevels } from '../trust/judgement.js'
import type { MarketIndex } from './market-index.js'

export type RecordedIndex = Pick<MarketIndex, 'value' | 'buy' | 'sell' | 'sources'> & {
  readonly confidence: Confidence
}

/** A point like those of exchanges, whose two counts say how many exchanges there were, and how sure they made it. */
export const pointOfIndex = ({ buy, sell, sources, confidence }: Omit<RecordedIndex, 'value'>): Omit<Point, 't'> => ({
  buy,
  sell,
  buyAds: sources,
  sellAds: confidenceLevels.indexOf(confidence),
})

/** `null`: no index is on record there. */
export function readIndexPoint({ buy, sell, buyAds, sellAds }: Omit<Point, 't'>): RecordedIndex | null {
  const confidence = confidenceLevels[sellAds]
  if (buy === null || sell === null || confidence === undefined) return null
  return { value: (buy + sell) / 2, buy, sell, sources: buyAds, confidence }
}
