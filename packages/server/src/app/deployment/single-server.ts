import type { Fiat } from '@p2p-rates/core'
import { durableRevocation } from '../../accounts/durable-revocation.js'
import { createWebhookService } from '../../alerts/webhooks/webhook-service.js'
import type { Config } from '../../base/config.js'
import type { RunningJob } from '../../base/jobs.js'
import type { Calendar } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel } from '../../base/time/timers.js'
import { dispatch, type EventBus } from '../../cluster/events/event-bus.js'
import { createRecorder } from '../../history/recorder.js'
import { createAuthRateLimiters } from '../../limits/attempts/auth-rate-limiters.js'
import { createMemoryLimiter } from '../../limits/memory-limiter.js'
import { createMemoryStreamLimiter } from '../../limits/streams/memory-stream-limiter.js'
import { openReservedSpace } from '../../storage/reserved-space.js'
import type { Store } from '../../storage/store.js'
import { createWriteProbe } from '../../storage/write-probe-and-retention.js'
import type { Deployment } from './deployment.js'
import { recordThenEmit } from './market-publishers.js'

export function openSingleServer(ports: {
  readonly config: Config
  readonly store: Store
  readonly eventBus: EventBus
  readonly clock: Clock
  readonly calendar: Calendar
  readonly repeat: (ms: number, trouble: string, work: () => Promise<void>) => Cancel
  readonly reportUnrecorded: (fiat: Fiat, error: unknown) => void
}): Deployment {
  const { config, store, eventBus, clock, calendar, repeat, reportUnrecorded } = ports
  const limiter = createMemoryLimiter({ clock, calendar, countedByMonth: store.usage.countedByMonth })
  const recorder = createRecorder({ store: store.history, publishEvent: eventBus.publishEvent })
  const publishMarket = recordThenEmit({
    recorder,
    publishEvent: eventBus.publishEvent,
    reportRefusal: reportUnrecorded,
    clock,
  })
  const canWrite = createWriteProbe(store, clock)
  const ends: Cancel[] = []
  const jobs: RunningJob[] = []
  ends.push(
    eventBus.listen(
      dispatch({
        data_replaced: () => {
          limiter.forgetEverything()
          recorder.reset()
        },
      }),
    ),
  )

  return {
    eventBus,
    limiter,
    authRateLimiters: createAuthRateLimiters(clock),
    streamLimiter: createMemoryStreamLimiter({ clock }),
    sharedCount: null,
    consistency: null,
    wrapKeyStore: (keys) => {
      const keyStore = durableRevocation(keys, openReservedSpace(config.DATA_DIR))
      ends.push(repeat(1_000, 'revocations are not written down', keyStore.flushRevocations))
      return keyStore
    },
    createWebhooks: (own) => createWebhookService({ ...own, store: store.webhooks }),
    wrapCallerCache: (cache) => cache,
    prepareJobs: async ({ market, collect, maintenance, chats }) => {
      for (const open of [market, ...collect.values(), maintenance, ...(chats === null ? [] : [chats])])
        jobs.push(await open({ store, publishMarket, peers: null, evaluate: null }))
    },
    startServing: async () => {
      for (const duty of jobs) duty.start()
      ends.push(repeat(1_000, 'prices of the last minutes are not on record yet', recorder.writePending))
    },
    readinessProblem: async () => ((await canWrite()) ? null : 'The storage cannot be written.'),
    awaitPropagation: async () => null,
    clusterGauges: () => null,
    drainStreams: async () => {},
    stopLeaderJobs: async () => {
      // Stop collectors before the market job (reverse start order).
      for (const duty of jobs.splice(0).reverse()) await duty.stop()
    },
    close: async () => {
      for (const end of ends) end()
    },
  }
}
