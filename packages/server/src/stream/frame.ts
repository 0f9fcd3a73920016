import { presentRates, simulatedComment, streamEventText } from '@p2p-rates/contract'
import type { MarketSnapshot } from '../market/market-snapshot.js'

/** The newest event of a currency, rendered once for all who listen. */
export type Frame = { readonly version: number; readonly bytes: Buffer }

/** The event of a snapshot, the same bytes for all who listen; null while a side has no price. */
export function frameOf(
  { version, rates }: Pick<MarketSnapshot, 'version' | 'rates'>,
  isSimulated: boolean,
): Frame | null {
  const answer = presentRates(rates)
  if (answer === null) return null
  const event = streamEventText(String(version), JSON.stringify(answer))
  return { version, bytes: Buffer.from(isSimulated ? simulatedComment + event : event, 'utf8') }
}
