import type { Fiat } from '@p2p-rates/core'
import { durableRevocation } from '../accounts/durable-revocation.js'
import type { Config } from '../config.js'
import { dispatch, type EventBus } from '../events/event-bus.js'
import { createRecorder } from '../history/recorder.js'
import { createAuthRateLimiters } from '../limits/attempts/auth-rate-limiters.js'
import { createMemoryLimiter } from '../limits/memory-limiter.js'
import { createMemoryStreamPlaces } from '../limits/streams/memory-stream-places.js'
import { createWriteProbe } from '../storage/maintenance.js'
import { openReserve } from '../storage/reserve.js'
import type { Store } from '../storage/store.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import type { Cancel } from '../time/timers.js'
import { createWebhookService } from '../webhooks/webhook-service.js'
import type { Deployment, RunningJob } from './deployment.js'
import { recordThenEmit } from './publishing.js'

export function openSingleServer(ports: {
  readonly config: Config
  readonly store: Store
  readonly feed: EventBus
  readonly clock: Clock
  readonly calendar: Calendar
  readonly repeat: (ms: number, trouble: string, work: () => Promise<void>) => Cancel
  readonly reportUnrecorded: (fiat: Fiat, error: unknown) => void
}): Deployment {
  const { config, store, feed, clock, calendar, repeat, reportUnrecorded } = ports
  const limiter = createMemoryLimiter({ clock, calendar, countedByMonth: store.usage.countedByMonth })
  const recorder = createRecorder({ store: store.history, tell: feed.publishEvent })
  const publishMarket = recordThenEmit({ recorder, tell: feed.publishEvent, reportRefusal: reportUnrecorded, clock })
  const canWrite = createWriteProbe(store, clock)
  const ends: Cancel[] = []
  const duties: RunningJob[] = []
  ends.push(
    feed.listen(
      dispatch({
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
    budgets: createAuthRateLimiters(clock),
    streamPlaces: createMemoryStreamPlaces({ clock }),
    sharedCount: null,
    consistency: null,
    keys: (keys) => {
      const keyStore = durableRevocation(keys, openReserve(config.DATA_DIR))
      ends.push(repeat(1_000, 'revocations are not written down', keyStore.writeDown))
      return keyStore
    },
    webhooks: (own) => createWebhookService({ ...own, store: store.webhooks }),
    callers: (cache) => cache,
    prepare: async ({ market, collect, maintenance, chats }) => {
      for (const open of [market, ...collect.values(), maintenance, ...(chats === null ? [] : [chats])])
        duties.push(await open({ store, publishMarket, peers: null, evaluate: null }))
    },
    startServing: async () => {
      for (const duty of duties) duty.start()
      ends.push(repeat(1_000, 'prices of the last minutes are not on record yet', recorder.payBack))
    },
    trouble: async () => ((await canWrite()) ? null : 'The storage cannot be written.'),
    propagated: async () => null,
    status: () => null,
    drain: async () => {},
    endDuties: async () => {
      // Stop collectors before the market job (reverse start order).
      for (const duty of duties.splice(0).reverse()) await duty.stop()
    },
    close: async () => {
      for (const end of ends) end()
    },
  }
}
