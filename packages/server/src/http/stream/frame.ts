import {
  replayComment,
  simulatedComment,
  streamEventText,
  toRatesExtrasResponse,
  toRatesResponse,
} from '@p2p-rates/contract'
import type { MarketSnapshot } from '../../market/market-snapshot.js'
import type { PriceOriginFlags } from '../../market/price-origin.js'
import type { SnapshotListener } from '../../market/shown-markets.js'
import type { Hub } from './hub.js'

/** The newest event of a topic, rendered once for all who listen. */
export type Frame = { readonly version: number; readonly bytes: Buffer }

type Extras = readonly 'confidence'[]

export const topicOf = (fiat: string, extras: Extras): string => [fiat, ...extras].join(' ')

const frameExtras: readonly Extras[] = [[], ['confidence']]

/** The event of a snapshot, the same bytes for all who listen; null while a side has no price. */
export function frameOf(
  { version, rates, market }: Pick<MarketSnapshot, 'version' | 'rates' | 'market'>,
  { isSimulated, isReplay }: PriceOriginFlags,
  extras: Extras,
): Frame | null {
  const prices = toRatesResponse(rates)
  if (prices === null) return null
  const more = extras.length === 0 ? {} : toRatesExtrasResponse({ include: extras, prices: rates, market, isSimulated })
  const event = streamEventText(String(version), JSON.stringify({ ...prices, ...more }))
  const marks = (isSimulated ? simulatedComment : '') + (isReplay ? replayComment : '')
  return { version, bytes: Buffer.from(marks + event, 'utf8') }
}

export const publishFrames =
  (hub: Pick<Hub, 'publish'>, priceMarks: () => PriceOriginFlags): SnapshotListener =>
  (snapshot) => {
    for (const extras of frameExtras) {
      const frame = frameOf(snapshot, priceMarks(), extras)
      if (frame !== null) hub.publish(topicOf(snapshot.fiat, extras), frame)
    }
  }
