import { streamTimes } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'
import type { StreamRejection, StreamSlot } from './stream-limiter.js'

export interface StreamSlots {
  countOf(holder: string): number
  /** Time until the holder's first stream ends by itself; null if none is open. */
  endsInMs(holder: string): number | null
  holders(): Iterable<string>
  acquireStream(holder: string, lastsMs: number): StreamSlot
}

type Held = { readonly endsAtMonoMs: number }

export function createStreamSlots(clock: Clock, onReleased: (holder: string) => void = () => {}): StreamSlots {
  const byHolder = new Map<string, Set<Held>>()

  const releaseSlot = (holder: string, held: Held): void => {
    const all = byHolder.get(holder)
    if (all?.delete(held) !== true) return
    if (all.size === 0) byHolder.delete(holder)
    onReleased(holder)
  }

  return {
    countOf: (holder) => byHolder.get(holder)?.size ?? 0,
    endsInMs: (holder) => {
      let earliest = Number.POSITIVE_INFINITY
      for (const { endsAtMonoMs } of byHolder.get(holder) ?? []) earliest = Math.min(earliest, endsAtMonoMs)
      return Number.isFinite(earliest) ? Math.max(0, earliest - clock.monoMs()) : null
    },
    holders: () => byHolder.keys(),
    acquireStream: (holder, lastsMs) => {
      const held = { endsAtMonoMs: clock.monoMs() + lastsMs }
      const all = byHolder.get(holder) ?? new Set()
      byHolder.set(holder, all.add(held))
      return { lastsMs, release: () => releaseSlot(holder, held) }
    },
  }
}

/** Up to 1 minute less than the maximum, so that streams opened together don't reconnect together. */
export const newLifetimeMs = (random: () => number): number => streamTimes.lifetimeMs - random() * 60_000

export const streamRejection = (endsInMs: number | null): StreamRejection => ({
  waitSeconds: Math.max(1, Math.ceil((endsInMs ?? 0) / 1000)),
})
