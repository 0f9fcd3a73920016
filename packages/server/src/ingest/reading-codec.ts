import { type Ad, type Board, sides } from '@p2p-rates/core'
import { adDefect } from '@p2p-rates/core/internal'
import { z } from 'zod'
import { adColumnSchemas } from '../market/ad-columns.js'
import type { StoredReading } from './reading-queue.js'

/** A board as text, and when it was asked for by the clock that dated it. */
export const serializeReading = (board: Board, askedAtMs: number): string => JSON.stringify({ askedAtMs, board })

/** Returns the board, dated by our clock. Null if the text doesn't fit its metadata or breaks the rules for ads. */
export function parseReading({ exchange, fiat, side, ageMs, text }: StoredReading, nowMs: number): Board | null {
  if (text.length > mostText) return null
  const read = reading.safeParse(jsonOf(text))
  if (!read.success) return null
  const { askedAtMs, board } = read.data
  const isHere = (one: Pick<Board, 'exchange' | 'fiat' | 'side'>): boolean =>
    one.exchange === exchange && one.fiat === fiat && one.side === side
  const isSound = isHere(board) && board.ads.every((ad) => isHere(ad) && adDefect(ad) === null)
  return isSound ? datedBy(board, nowMs - ageMs - askedAtMs) : null
}

/** Ignore usual clock differences, and correct larger ones in 10 s steps: unchanged ads must stay equal. */
function datedBy(board: Board, aheadMs: number): Board {
  const ms = Math.round(aheadMs / clockStepMs) * clockStepMs
  if (ms === 0) return board
  const dated = (ad: Ad): Ad => ({
    ...ad,
    observedAtMs: ad.observedAtMs + ms,
    lastSeenAtMs: ad.lastSeenAtMs === null ? null : ad.lastSeenAtMs + ms,
  })
  return { ...board, observedAtMs: board.observedAtMs + ms, ads: board.ads.map(dated) }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const clockStepMs = 10_000
const mostText = 1_000_000
const mostAds = 50

const shortText = z.string().max(256)
const instant = z.number().min(0).max(8.64e15)

const ad: z.ZodType<Ad> = z.strictObject({
  ...adColumnSchemas({
    text: 256,
    paymentMethods: 100,
    remarks: 4_000,
    // A person may follow it.
    url: z.string().startsWith('https://').max(2_000),
  }),
  exchange: shortText,
  fiat: shortText,
  side: z.enum(sides),
  observedAtMs: instant,
})

const reading = z.strictObject({
  askedAtMs: instant,
  board: z.strictObject({
    exchange: shortText,
    fiat: shortText,
    side: z.enum(sides),
    ads: z.array(ad).max(mostAds),
    observedAtMs: instant,
    remote: z.strictObject({ checked: z.boolean() }).exactOptional(),
    isIncomplete: z.literal(true).exactOptional(),
  }),
})
