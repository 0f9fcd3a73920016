import { streamTimes } from '@p2p-rates/contract'
import type { Clock } from '../../base/time/clock.js'

/** Slots for open streams, per holder: an account, a session, or the network of visitors. */
export interface StreamLimiter {
  /** Synchronous if the counts are in memory. Never rejects: without Redis, this server decides locally. */
  acquireStream(holder: string, most: number): StreamAcquisition | Promise<StreamAcquisition>
}

export type StreamAcquisition = StreamSlot | StreamRejection

export type StreamSlot = {
  readonly lastsMs: number
  /** Call when the stream has ended or was never opened. Idempotent. */
  release(): void
}

export type StreamRejection = {
  /** Time until the holder's oldest stream ends by itself. */
  readonly waitSeconds: number
}

export function createMemoryStreamLimiter({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  const slots: StreamSlots = { clock, byHolder: new Map(), onReleased: () => {} }
  return {
    acquireStream: (holder: string, most: number): StreamAcquisition =>
      countOfStreams(slots, holder) < most
        ? takeSlot(slots, holder, newLifetimeMs(random))
        : streamRejection(firstEndsInMs(slots, holder)),
  }
}

export type StreamSlots = {
  readonly clock: Clock
  readonly byHolder: Map<string, Set<{ readonly endsAtMonoMs: number }>>
  readonly onReleased: (holder: string) => void
}

export const countOfStreams = ({ byHolder }: StreamSlots, holder: string): number => byHolder.get(holder)?.size ?? 0

/** Time until the holder's first stream ends by itself; null if none is open. */
export function firstEndsInMs({ clock, byHolder }: StreamSlots, holder: string): number | null {
  let earliest = Number.POSITIVE_INFINITY
  for (const { endsAtMonoMs } of byHolder.get(holder) ?? []) earliest = Math.min(earliest, endsAtMonoMs)
  return Number.isFinite(earliest) ? Math.max(0, earliest - clock.monoMs()) : null
}

export function takeSlot({ clock, byHolder, onReleased }: StreamSlots, holder: string, lastsMs: number): StreamSlot {
  const slot = { endsAtMonoMs: clock.monoMs() + lastsMs }
  byHolder.set(holder, (byHolder.get(holder) ?? new Set()).add(slot))
  const release = (): void => {
    const all = byHolder.get(holder)
    if (all?.delete(slot) !== true) return
    if (all.size === 0) byHolder.delete(holder)
    onReleased(holder)
  }
  return { lastsMs, release }
}

/** Up to 1 minute less than the maximum, so that streams opened together don't reconnect together. */
export const newLifetimeMs = (random: () => number): number => streamTimes.lifetimeMs - random() * 60_000

export const streamRejection = (endsInMs: number | null): StreamRejection => ({
  waitSeconds: Math.max(1, Math.ceil((endsInMs ?? 0) / 1000)),
})
