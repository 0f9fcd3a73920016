import type { ExchangeId } from '@p2p-rates/core'
import type { OfficialClient } from '@p2p-rates/core/node'
import type { Config } from '../../base/config.js'
import type { OpenJob } from '../../base/jobs.js'
import type { Clock } from '../../base/time/clock.js'
import type { Cancel } from '../../base/time/timers.js'
import type { LeaderJobs } from '../../cluster/open-cluster.js'
import type { Archiver } from '../../history/archive/archiver.js'
import { createDailyIndexJob } from '../../history/daily-index/daily-index-job.js'
import { createHourlySnapshotJob } from '../../history/market-snapshots/hourly-snapshot-job.js'
import type { StatusService } from '../../history/source-status/status-service.js'
import {
  createOfficialRateCollector,
  type ReportBankFault,
} from '../../ingest/central-banks/official-rate-collector.js'
import type { IngestService } from '../../ingest/ingest-service.js'
import type { ReportMarketEvent } from '../../ingest/market-event.js'
import type { PeerChannel } from '../../ingest/peer-channel.js'
import type { PublishMarket } from '../../ingest/publisher.js'
import { isComplete } from '../../market/market-snapshot.js'
import type { StoreLastKnownPrices } from '../../market/price-rules/last-known-price.js'
import type { RuleStore } from '../../market/price-rules/rule-store.js'
import type { ShownMarkets, SnapshotListener } from '../../market/shown-markets.js'
import type { SourceStatusCache } from '../../market/source-status-cache.js'
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
  readonly shown: Pick<ShownMarkets, 'subscribe' | 'snapshot'>
  readonly sourceStatusCache: Pick<SourceStatusCache, 'setLocalIngest' | 'serialize'>
  readonly uptime: Pick<StatusService, 'sampler'>
  readonly officials: Pick<OfficialClient, 'fetchOfficial'>
  readonly isSimulated: () => boolean
  readonly report: ReportMarketEvent
  readonly reportOfficial: ReportBankFault
  readonly setupFile: { announce(): Promise<void>; tidy(): Promise<void> }
  readonly chats: OpenJob<JobContext> | null
  readonly archiver: Archiver | null
  readonly storeLastKnownPrices: StoreLastKnownPrices
  readonly repeat: Repeat
  readonly clock: Clock
}): LeaderJobs<JobContext> {
  const { config, ingest, remote, shown, sourceStatusCache, uptime, officials, isSimulated } = ports
  const { report, reportOfficial, setupFile, chats, archiver, storeLastKnownPrices, repeat, clock } = ports

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

  /** Archives every publication, including the first after a takeover and the last before a shutdown. */
  const withArchive =
    (publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      await publishMarket(publication)
      if (publication.snapshot !== null) archiver?.recordSnapshot(publication.snapshot)
    }

  /** Stores the last known prices of rules before publishing. A storage error doesn't delay the publication. */
  const withStoredPrices =
    (store: RuleStore, publishMarket: PublishMarket): PublishMarket =>
    async (publication) => {
      const { snapshot } = publication
      if (snapshot !== null)
        await storeLastKnownPrices(store, snapshot).catch((error: unknown) =>
          report({ kind: 'crash', where: 'keeping of prices by rule', error }),
        )
      await publishMarket(publication)
    }

  /** Does the same after boards expire, because the server then shows new prices without a publication. */
  const storePricesAfterExpiry =
    (store: RuleStore): SnapshotListener =>
    (snapshot) => {
      if (isComplete(snapshot)) return
      void storeLastKnownPrices(store, snapshot).catch((error: unknown) =>
        report({ kind: 'crash', where: 'keeping of prices by rule', error }),
      )
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

  return {
    collect: new Map(exchangesToCollect(config).map((exchange) => [exchange, collect(exchange)])),
    market: async ({ store, publishMarket, peers, evaluate }) => {
      const readings = peers?.readings ?? null
      const reviewer = await ingest.reviewBoards({
        store: store.sources,
        publishMarket: withArchive(withStoredPrices(store.rules, publishMarket)),
        readings,
      })
      const observer = uptime.sampler(store.uptime)
      const saveHourlySnapshots = createHourlySnapshotJob({
        store: store.hourly,
        fiats: config.FIATS,
        snapshot: shown.snapshot,
      })
      sourceStatusCache.setLocalIngest(reviewer)
      const cancels: Cancel[] = []
      return {
        start: () => {
          cancels.push(repeat(1_000, 'how the exchanges are doing is not on record yet', observer.sampleStatus))
          cancels.push(shown.subscribe(storePricesAfterExpiry(store.rules)))
          cancels.push(repeat(1_000, 'the markets of this hour are not kept', saveHourlySnapshots))
          if (evaluate !== null) cancels.push(shown.subscribe(evaluateAfterExpiry(evaluate)))
          if (peers === null) return
          cancels.push(repeat(publishStatusMs, 'the status of the exchanges is not sent', publishChangedStatus(peers)))
          cancels.push(repeat(pollIntervalMs, 'what other servers have read is not taken', reviewer.pollReadings))
          void reviewer.pollReadings().catch(() => {})
        },
        stop: async () => {
          for (const end of cancels) end()
          reviewer.stop()
          sourceStatusCache.setLocalIngest(null)
          await archiver?.flushAndClose()
        },
      }
    },
    chats,
    maintenance: async ({ store }) => {
      const fixDailyIndex = createDailyIndexJob({ store, fiats: config.FIATS, clock })
      const readOfficials = createOfficialRateCollector({
        store: store.officials,
        client: officials,
        sources: officialSourcesOf(config),
        isSimulated,
        report: reportOfficial,
        clock,
      })
      const cancels: Cancel[] = []
      return {
        start: () => {
          void setupFile.announce()
          cancels.push(
            repeat(1_000, 'the file of a set-up link stays', setupFile.tidy),
            repeat(hourMs, 'old data is not deleted', createRetentionJob(store, clock, config.HISTORY_DAYS)),
            repeat(1_000, 'the index of a day is not fixed', fixDailyIndex),
            repeat(1_000, 'official rates are not on record', readOfficials),
          )
        },
        stop: () => {
          for (const end of cancels) end()
        },
      }
    },
  }
}
