import type { Clock } from '../../base/time/clock.js'
import type { StreamAcquisition } from './stream-limiter.js'
import { createStreamSlots, newLifetimeMs, streamRejection } from './stream-slots.js'

export function createMemoryStreamLimiter({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  const held = createStreamSlots(clock)
  return {
    acquireStream: (holder: string, most: number): StreamAcquisition =>
      held.countOf(holder) < most
        ? held.acquireStream(holder, newLifetimeMs(random))
        : streamRejection(held.endsInMs(holder)),
  }
}
