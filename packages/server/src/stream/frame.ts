import { presentRates, replayComment, simulatedComment, streamEventText } from '@p2p-rates/contract'
import type { MarketSnapshot } from '../market/market-snapshot.js'

/** The newest event of a currency, rendered once for all who listen. */
export type Frame = { readonly version: number; readonly bytes: Buffer }

/** What is said of the prices before each event. */
export type FrameMarks = { readonly isSimulated: boolean; readonly isReplay: boolean }

/** The event of a snapshot, the same bytes for all who listen; null while a side has no price. */
export function frameOf(
  { version, rates }: Pick<MarketSnapshot, 'version' | 'rates'>,
  { isSimulated, isReplay }: FrameMarks,
): Frame | null {
  const answer = presentRates(rates)
  if (answer === null) return null
  const event = streamEventText(String(version), JSON.stringify(answer))
  const marks = (isSimulated ? simulatedComment : '') + (isReplay ? replayComment : '')
  return { version, bytes: Buffer.from(marks + event, 'utf8') }
}
