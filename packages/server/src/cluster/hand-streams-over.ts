import type { Log } from '../base/log/log.js'
import type { Clock } from '../base/time/clock.js'
import type { FreshnessGuard } from './events/freshness-guard.js'
import type { ClosableStreams } from './open-cluster.js'

/**
 * While this server has no database and another one has, streams are closed so that clients open them there. The proxy
 * first gets time to notice; streams that still come afterwards are closed as well.
 */
export function handStreamsOver(ports: {
  readonly freshness: Pick<FreshnessGuard, 'isCutOffAlone'>
  readonly hub: ClosableStreams
  readonly waitMs: number
  readonly withinMs: number
  readonly clock: Clock
  readonly log: Pick<Log, 'warn' | 'info'>
}): () => Promise<void> {
  const { freshness, hub, waitMs, withinMs, clock, log } = ports
  let sinceMonoMs: number | null = null
  return async () => {
    if (!freshness.isCutOffAlone) {
      if (sinceMonoMs !== null) log.info('this server reaches the database again')
      sinceMonoMs = null
      return
    }
    if (sinceMonoMs === null) log.warn('this server does not reach the database and leaves its clients to another one')
    sinceMonoMs ??= clock.monoMs()
    if (clock.monoMs() - sinceMonoMs >= waitMs) await hub.closeAllGradually(withinMs)
  }
}
