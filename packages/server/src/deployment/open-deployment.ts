import type { Fiat } from '@p2p-rates/core'
import type { Config } from '../config.js'
import type { EventBus } from '../events/event-bus.js'
import type { Log } from '../log/log.js'
import type { Store } from '../storage/store.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import type { Deployment } from './deployment.js'
import { openSingleServer } from './single-server.js'

export async function openDeployment(ports: {
  readonly config: Config
  readonly store: Store
  readonly localBus: EventBus
  readonly reportUnrecorded: (fiat: Fiat, error: unknown) => void
  readonly repeat: (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel
  readonly clock: Clock
  readonly timers: Timers
  readonly calendar: Calendar
  readonly log: Log
}): Promise<Deployment> {
  const { config, store, localBus } = ports
  if (store.cluster === null || config.REDIS_URL === undefined)
    return openSingleServer({ ...ports, eventBus: localBus })
  const { joinCluster } = await import('./cluster-server.js')
  return joinCluster({ ...ports, sharing: store.cluster, redisUrl: config.REDIS_URL })
}
