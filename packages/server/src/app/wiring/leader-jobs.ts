import type { ExchangeId } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { Config } from '../../base/config.js'
import { combineJobs, type OpenJob, timerJob } from '../../base/jobs.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel } from '../../base/time/timers.js'
import type { LeaderJobs } from '../../cluster/open-cluster.js'
import type { HistoryModule } from '../../history/open-history.js'
import {
  createOfficialRateCollector,
  type ReportBankFault,
} from '../../ingest/central-banks/official-rate-collector.js'
import type { IngestService } from '../../ingest/ingest-service.js'
import type { ReportMarketEvent } from '../../ingest/market-event.js'
import type { PeerChannel } from '../../ingest/peer-channel.js'
import { isComplete } from '../../market/market-snapshot.js'
import type { MarketModule } from '../../market/open-market.js'
import type { SnapshotListener } from '../../market/shown-markets.js'
import { createRetentionJob } from '../../storage/write-probe-and-retention.js'
import type { JobContext } from '../job-context.js'
import type { RemoteAgents } from './remote-agents.js'
import { exchangesToCollect, officialSourcesOf } from './settings-from-config.js'

type Repeat = (ms: number, trouble: string, work: () => void | Promise<void>) => Cancel

const publishStatusMs = 5_000
/** Poll interval for queued readings, in case a notification was lost. */
const pollIntervalMs = 5_000
const pollTasksMs = 1_000
const hourMs = 3_600_000

export function createLeaderJobs(ports: {
  readonly config: Config
  readonly ingest: Pick<IngestService, 'collectExchange' | 'reviewBoards'>
  readonly remote: Pick<RemoteAgents, 'startReading'> | null
  readonly market: Pick<MarketModule, 'shown' | 'sourceStatusCache' | 'storingPrices' | 'jobs'>
  readonly history: Pick<HistoryModule, 'archiving' | 'jobs'>
  readonly officials: Pick<OfficialClient, 'fetchOfficial'>
  readonly isSimulated: () => boolean
  readonly report: ReportMarketEvent
  readonly reportOfficial: ReportBankFault
  readonly setupFile: { announce(): Promise<void>; tidy(): Promise<void> }
  readonly chats: OpenJob<JobContext> | null
  readonly repeat: Repeat
  readonly clock: Clock
}): LeaderJobs<JobContext> {
  const { config, ingest, remote, market, history, officials, isSimulated } = ports
  const { report, reportOfficial, setupFile, chats, repeat, clock } = ports
  const { shown, sourceStatusCache } = market

  const publishChangedStatus = ({ publishStatus }: PeerChannel): (() => Promise<void>) => {
    let last = ''
    return async () => {
      const status = sourceStatusCache.serialize()
      if (status === null) return
      const now = JSON.stringify(
        status.scenes.map(({ sides, lastFault, leftAlone, isSwapped, isUnattended }) => ({
          sides: sides.map(({ newest, isHeld, still }) => [newest?.observedAtMs, newest?.ads, isHeld, still === null]),
          lastFault,
          leftAlone,
          isSwapped,
          isUnattended,
        })),
      )
      if (now === last) return
      await publishStatus(status)
      last = now
    }
  }

  /** Complete snapshots were already evaluated at publication, so only evaluate after boards expire. */
  const evaluateAfterExpiry =
    (evaluate: NonNullable<JobContext['evaluate']>): SnapshotListener =>
    (snapshot) => {
      if (isComplete(snapshot)) return
      void evaluate(snapshot).catch((error: unknown) => report({ kind: 'crash', where: 'webhooks', error }))
    }

  const collect =
    (exchange: ExchangeId): OpenJob<JobContext> =>
    async ({ store, peers }) => {
      const session = await ingest.collectExchange(exchange, {
        store: store.sources,
        peers: peers && { notifier: peers, readings: peers.readings },
      })
      const cancels: Cancel[] = []
      return {
        start: () => {
          const cancelRemote = remote?.startReading(exchange, { store: store.reporters, tasks: peers?.tasks ?? null })
          if (cancelRemote !== undefined) cancels.push(cancelRemote)
          session.start()
          if (peers !== null)
            cancels.push(repeat(pollTasksMs, `readings of ${exchange} are not forwarded`, session.pollTasks))
        },
        stop: () => {
          session.stop()
          for (const end of cancels) end()
        },
      }
    }

  const publish: OpenJob<JobContext> = async ({ store, publishMarket, peers, evaluate }) => {
    const reviewer = await ingest.reviewBoards({
      store: store.sources,
      publishMarket: history.archiving(market.storingPrices(store.rules, publishMarket)),
      readings: peers?.readings ?? null,
    })
    sourceStatusCache.setLocalIngest(reviewer)
    const cancels: Cancel[] = []
    return {
      start: () => {
        if (evaluate !== null) cancels.push(shown.subscribe(evaluateAfterExpiry(evaluate)))
        if (peers === null) return
        cancels.push(repeat(publishStatusMs, 'the status of the exchanges is not sent', publishChangedStatus(peers)))
        cancels.push(repeat(pollIntervalMs, 'what other servers have read is not taken', reviewer.pollReadings))
        void reviewer.pollReadings().catch(() => {})
      },
      stop: () => {
        for (const end of cancels) end()
        reviewer.stop()
        sourceStatusCache.setLocalIngest(null)
      },
    }
  }

  const maintain: OpenJob<JobContext> = async ({ store }) => {
    const readOfficials = createOfficialRateCollector({
      store: store.officials,
      client: officials,
      sources: officialSourcesOf(config),
      isSimulated,
      report: reportOfficial,
      clock,
    })
    return timerJob(() => {
      void setupFile.announce()
      return [
        repeat(1_000, 'the file of a set-up link stays', setupFile.tidy),
        repeat(hourMs, 'old data is not deleted', createRetentionJob(store, clock, config.HISTORY_DAYS)),
        repeat(1_000, 'official rates are not on record', readOfficials),
      ]
    })
  }

  return {
    collect: new Map(exchangesToCollect(config).map((exchange) => [exchange, collect(exchange)])),
    // History stops last, because it archives everything published until then.
    market: combineJobs<JobContext>([history.jobs.market, publish, market.jobs.keepPricesAfterExpiry]),
    chats,
    maintenance: combineJobs<JobContext>([history.jobs.maintenance, maintain]),
  }
}

/** Replaces collecting: publishes the contents of an archive again, each at its time. */
export const replayJobs = ({ jobs }: Pick<HistoryModule, 'jobs'>): LeaderJobs<JobContext> => ({
  collect: new Map(),
  market: jobs.replay,
  maintenance: async () => timerJob(() => []),
  chats: null,
})
