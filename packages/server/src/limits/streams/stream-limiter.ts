import { streamTimes } from '@p2p-rates/contract'

/** Slots for open streams, per holder: an account, a session, or the network of visitors. */
export interface StreamLimiter {
  /** Synchronous if the counts are in memory. Never rejects: without Redis, this server decides locally. */
  acquireStream(holder: string, most: number): StreamAcquisition | Promise<StreamAcquisition>
}

export type StreamAcquisition = StreamSlot | 'full'

export type StreamSlot = {
  readonly lastsMs: number
  /** Call when the stream has ended or was never opened. Idempotent. */
  release(): void
}

export function createMemoryStreamLimiter(random = Math.random) {
  const slots: StreamSlots = { byHolder: new Map(), onReleased: () => {} }
  return {
    acquireStream: (holder: string, most: number): StreamAcquisition =>
      countOfStreams(slots, holder) < most ? takeSlot(slots, holder, newLifetimeMs(random)) : 'full',
  }
}

export type StreamSlots = {
  readonly byHolder: Map<string, Set<StreamSlot>>
  readonly onReleased: (holder: string) => void
}

export const countOfStreams = ({ byHolder }: StreamSlots, holder: string): number => byHolder.get(holder)?.size ?? 0

export function takeSlot({ byHolder, onReleased }: StreamSlots, holder: string, lastsMs: number): StreamSlot {
  const slot: StreamSlot = {
    lastsMs,
    release: () => {
      const all = byHolder.get(holder)
      if (all?.delete(slot) !== true) return
      if (all.size === 0) byHolder.delete(holder)
      onReleased(holder)
    },
  }
  byHolder.set(holder, (byHolder.get(holder) ?? new Set()).add(slot))
  return slot
}

/** Up to 1 minute less than the maximum, so that streams opened together don't reconnect together. */
export const newLifetimeMs = (random: () => number): number => streamTimes.lifetimeMs - random() * 60_000
