import type { Fiat } from '@p2p-rates/core'
import { revokeAlways } from '../accounts/revoke-always.js'
import type { Config } from '../config.js'
import { type Feed, reacting } from '../feed/feed.js'
import { createRecorder } from '../history/recorder.js'
import { createBudgets } from '../limits/attempts/budgets.js'
import { createMemoryLimiter } from '../limits/memory-limiter.js'
import { createMemoryStreamPlaces } from '../limits/streams/memory-stream-places.js'
import { openReserve } from '../store/reserve.js'
import type { Store } from '../store/store.js'
import { createWriteProbe } from '../store/upkeep.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import type { Cancel } from '../time/timers.js'
import { createWebhookRoom } from '../webhooks/webhook-room.js'
import type { AtWork, Company } from './company.js'
import { recordThenTell } from './publishing.js'

/** A server that has its data for itself: all duties are its own, from the beginning. */
export function keepAlone(ports: {
  readonly config: Config
  readonly store: Store
  readonly feed: Feed
  readonly clock: Clock
  readonly calendar: Calendar
  readonly repeat: (ms: number, trouble: string, work: () => Promise<void>) => Cancel
  readonly reportUnrecorded: (fiat: Fiat, error: unknown) => void
}): Company {
  const { config, store, feed, clock, calendar, repeat, reportUnrecorded } = ports
  const limiter = createMemoryLimiter({ clock, calendar, countedByMonth: store.usage.countedByMonth })
  const recorder = createRecorder({ store: store.history, tell: feed.tell })
  const publishMarket = recordThenTell({ recorder, tell: feed.tell, reportRefusal: reportUnrecorded, clock })
  const canWrite = createWriteProbe(store, clock)
  const ends: Cancel[] = []
  const duties: AtWork[] = []
  ends.push(
    feed.listen(
      reacting({
        data_replaced: () => {
          limiter.forgetEverything()
          recorder.reset()
        },
      }),
    ),
  )

  return {
    feed,
    limiter,
    budgets: createBudgets(clock),
    streamPlaces: createMemoryStreamPlaces({ clock }),
    sharedCount: null,
    others: null,
    keys: (keys) => {
      const keyStore = revokeAlways(keys, openReserve(config.DATA_DIR))
      ends.push(repeat(1_000, 'revocations are not written down', keyStore.writeDown))
      return keyStore
    },
    webhooks: (own) => createWebhookRoom({ ...own, store: store.webhooks }),
    callers: (cache) => cache,
    prepare: async ({ market, collect, upkeep, chats }) => {
      for (const open of [market, ...collect.values(), upkeep, ...(chats === null ? [] : [chats])])
        duties.push(await open({ store, publishMarket, elsewhere: null, evaluate: null }))
    },
    begin: async () => {
      for (const duty of duties) duty.start()
      ends.push(repeat(1_000, 'prices of the last minutes are not on record yet', recorder.payBack))
    },
    trouble: async () => ((await canWrite()) ? null : 'The storage cannot be written.'),
    acted: async () => null,
    standing: () => null,
    drain: async () => {},
    endDuties: async () => {
      // Nothing is read any more when nobody believes any more.
      for (const duty of duties.splice(0).reverse()) await duty.stop()
    },
    close: async () => {
      for (const end of ends) end()
    },
  }
}
