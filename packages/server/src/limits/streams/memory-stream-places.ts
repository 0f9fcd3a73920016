import type { Clock } from '../../time/clock.js'
import { createHeldPlaces, newLifetimeMs, noPlace } from './held-places.js'
import type { StreamTaking } from './stream-places.js'

/** Counts the streams of this server alone. */
export function createMemoryStreamPlaces({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  const held = createHeldPlaces(clock)
  return {
    take: (holder: string, most: number): StreamTaking =>
      held.countOf(holder) < most ? held.take(holder, newLifetimeMs(random)) : noPlace(held.endsInMs(holder)),
  }
}
