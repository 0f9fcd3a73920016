import type { Fiat } from '@p2p-rates/core'
import type { Config } from '../../base/config.js'
import type { Log } from '../../base/log/log.js'
import type { Calendar } from '../../base/time/calendar.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel, Timers } from '../../base/time/timers.js'
import type { EventBus } from '../../cluster/events/event-bus.js'
import type { Store } from '../../storage/store.js'
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
