import { deserialize, serialize } from 'node:v8'
import type { BusEnds } from '../event-bus.contract.js'
import { createInProcessBus, type EventBus, type ServerEvent } from '../event-bus.js'

/** A feed whose events are copies made of bytes, and reach its other end a turn later: as between two processes. */
export const openJoinedBuses = (): BusEnds => {
  const failures: unknown[] = []
  const openEnd = () => createInProcessBus((_, error) => failures.push(error))
  const [one, two] = [openEnd(), openEnd()]
  const last = new Map<EventBus, Promise<void>>()

  const end = (own: EventBus, other: EventBus): EventBus => ({
    listen: own.listen,
    publishEvent: (event) => {
      const bytes = serialize(event)
      const before = last.get(other) ?? Promise.resolve()
      const passOn = () => new Promise<void>((done) => setImmediate(() => done(other.publishEvent(copyOf(bytes)))))
      last.set(other, before.then(passOn))
      return own.publishEvent(copyOf(bytes))
    },
  })
  return {
    here: end(one, two),
    there: end(two, one),
    arrived: async () => void (await Promise.all(last.values())),
    reported: () => failures,
  }
}

/** Safe cast: only `publishEvent` writes these bytes. */
const copyOf = (bytes: Uint8Array): ServerEvent => deserialize(bytes) as ServerEvent
