import type { Clock } from '../../time/clock.js'
import type { StreamTaking } from './stream-places.js'
import { createHeldPlaces, newLifetimeMs, noPlace } from './stream-slots.js'

export function createMemoryStreamPlaces({ clock, random = Math.random }: { clock: Clock; random?: () => number }) {
  const held = createHeldPlaces(clock)
  return {
    acquireStream: (holder: string, most: number): StreamTaking =>
      held.countOf(holder) < most ? held.acquireStream(holder, newLifetimeMs(random)) : noPlace(held.endsInMs(holder)),
  }
}
