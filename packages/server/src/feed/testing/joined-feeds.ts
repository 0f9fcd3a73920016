import { deserialize, serialize } from 'node:v8'
import type { FeedEnds } from '../feed.contract.js'
import type { Feed, ServiceEvent } from '../feed.js'
import { createLocalFeed } from '../local-feed.js'

/** A feed whose events are copies made of bytes, and reach its other end a turn later: as between two processes. */
export const openJoinedFeeds = (): FeedEnds => {
  const failures: unknown[] = []
  const openEnd = () => createLocalFeed((_, error) => failures.push(error))
  const [one, two] = [openEnd(), openEnd()]
  const last = new Map<Feed, Promise<void>>()

  const end = (own: Feed, other: Feed): Feed => ({
    listen: own.listen,
    tell: (event) => {
      const bytes = serialize(event)
      const before = last.get(other) ?? Promise.resolve()
      const passOn = () => new Promise<void>((done) => setImmediate(() => done(other.tell(copyOf(bytes)))))
      last.set(other, before.then(passOn))
      return own.tell(copyOf(bytes))
    },
  })
  return {
    here: end(one, two),
    there: end(two, one),
    arrived: async () => void (await Promise.all(last.values())),
    reported: () => failures,
  }
}

/** The bytes are an event's: nobody else writes any. */
const copyOf = (bytes: Uint8Array): ServiceEvent => deserialize(bytes) as ServiceEvent
