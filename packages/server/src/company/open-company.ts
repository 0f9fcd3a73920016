import type { Fiat } from '@p2p-rates/core'
import type { Config } from '../config.js'
import type { Feed } from '../feed/feed.js'
import type { Log } from '../log/log.js'
import type { Store } from '../store/store.js'
import type { Calendar } from '../time/calendar.js'
import type { Clock } from '../time/clock.js'
import type { Cancel, Timers } from '../time/timers.js'
import { keepAlone } from './alone.js'
import type { Company } from './company.js'

/** As the store says whether others serve the same data. What is shared is loaded only then. */
export async function openCompany(ports: {
  readonly config: Config
  readonly store: Store
  /** Of a server that has its data for itself. */
  readonly ownFeed: Feed
  readonly reportUnrecorded: (fiat: Fiat, error: unknown) => void
  readonly repeat: (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel
  readonly clock: Clock
  readonly timers: Timers
  readonly calendar: Calendar
  readonly log: Log
}): Promise<Company> {
  const { config, store, ownFeed } = ports
  if (store.sharing === null || config.REDIS_URL === undefined) return keepAlone({ ...ports, feed: ownFeed })
  const { joinOthers } = await import('./shared.js')
  return joinOthers({ ...ports, sharing: store.sharing, redisUrl: config.REDIS_URL })
}
